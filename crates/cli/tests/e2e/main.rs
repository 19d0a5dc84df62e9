//! The command with a real browser, as a script or an MCP client runs it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calls;
mod command;
mod mcp;
mod records;
