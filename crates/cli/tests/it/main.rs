//! The command as a person or script meets it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod check;
mod config;
mod config_commands;
mod configured;
mod help;
mod members;
mod remedies;
mod run;
mod secrets;
mod start;
