//! The command with a real browser, as a script or an MCP client runs it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod approvals;
mod calls;
mod certificates;
mod command;
mod death;
mod levels;
mod mcp;
mod records;
