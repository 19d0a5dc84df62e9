//! One file a command.

pub(crate) mod calls;
pub(crate) mod check;
pub(crate) mod doctor;
pub(crate) mod mcp;
