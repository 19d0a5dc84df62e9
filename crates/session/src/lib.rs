//! Who has which browser: named sessions, their limits and their ends.
