//! The part of the protocol that is used here, one module a domain.
//!
//! As described by version 0.0.1734725 of the npm package `devtools-protocol`.

// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

pub mod accessibility;
pub mod browser;
pub mod dom;
pub mod emulation;
pub mod fetch;
pub mod input;
pub mod inspector;
pub mod log;
pub mod network;
pub mod page;
pub mod runtime;
pub mod security;
pub mod target;
