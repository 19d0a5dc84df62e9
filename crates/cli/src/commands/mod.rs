//! One file a command.

pub(crate) mod calls;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod doctor;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod print_config;
