//! The toolset through its public face, over a driver that plays a script.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod config;
mod fake;
mod inputs;
mod pipeline;
mod rendering;
mod schemas;
mod states;
