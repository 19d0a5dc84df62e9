//! The faces that listen: MCP over stdio and JSON lines.
//!
//! A face decodes a request, asks its [`Backend`] to make the call, and encodes the outcome. It decides
//! nothing: whether a call may happen is the toolset's and the policy's word.

mod backend;
pub mod calls;
mod id;
mod line;
pub mod mcp;
mod noted;
mod refused;

pub use backend::{Backend, Fault};
pub use noted::{Note, Noted};
