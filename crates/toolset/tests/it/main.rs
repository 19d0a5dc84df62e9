//! The toolset through its public face, over a driver that plays a script.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod checks;
mod config;
mod dialogs;
mod downloads;
mod fake;
mod inputs;
mod pipeline;
mod queue;
mod rendering;
mod schemas;
mod states;
mod validator;
