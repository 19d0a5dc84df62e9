//! What only the exit stops.
