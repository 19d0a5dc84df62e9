//! The client against peers that speak, fall silent, lie and break off, and against the real Chromium.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calls;
mod chromium;
mod ends;
mod events;
mod peer;
mod sessions;
