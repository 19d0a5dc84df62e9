//! What the policy promises, through its public face.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod case_file;
mod config;
mod configured;
mod entries;
mod judging;
mod keys;
mod operate;
mod support;
mod wire;
