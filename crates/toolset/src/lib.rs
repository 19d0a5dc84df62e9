//! The browser toolset: typed members, the call pipeline, browser state and rendering.
//!
//! A *member* is one thing an agent can do with a browser (`navigate`, `left_click`, `read_page`, …). The
//! [`Toolset`] takes a member's name and its input as JSON, checks both, asks the URL policy, lets a
//! [`Driver`] act, reads the browser's state and renders a [`ToolResult`]. It knows nothing of any browser:
//! that is the driver's.

pub mod ack;
pub mod driver;
mod error_code;
mod extensions;
pub mod input;
mod ledger;
pub mod member;
mod options;
mod render;
pub mod result;
pub mod state;
pub mod text;
mod toolset;

pub use driver::{Approved, Call, Driver, DriverError, MemberOutput, StateError};
pub use error_code::ErrorCode;
pub use extensions::{Extension, Extensions};
pub use input::MemberInput;
pub use member::{Group, Member, MemberSet, ResultKind};
pub use options::{ConfigError, MemberConfig, ToolsetOptions, UrlPolicy};
pub use result::{Block, Failure, Outcome, ToolResult};
pub use state::{BrowserState, Dialog, DialogKind, StateChange, StateFault, Tab, TabId};
pub use toolset::{ContractError, LONGEST_EDGE, Toolset};
