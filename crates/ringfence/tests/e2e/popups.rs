//! Popups.
