//! Refusals
