//! The faces over a backend that plays a script.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calls;
mod client;
mod fake;
mod lines;
mod mcp;
mod tools;
