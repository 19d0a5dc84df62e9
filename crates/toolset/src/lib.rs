//! The browser toolset: typed members, the call pipeline, browser state and rendering.
//!
//! A *member* is one thing an agent can do with a browser (`navigate`, `left_click`, `read_page`, …). The
//! [`Toolset`] takes a member's name and its input as JSON, checks both, asks the embedder's checks and whoever has
//! to approve ([`hooks`]), lets a [`Driver`] act, reads the browser's state and renders a [`ToolResult`]. It knows nothing of any browser:
//! that is the driver's.

pub mod ack;
pub mod config;
mod contract;
pub mod driver;
mod entry;
mod error_code;
mod extensions;
mod finish;
mod guard;
pub mod hooks;
pub mod input;
mod ledger;
mod meant;
pub mod member;
mod options;
mod pipeline;
mod reentry;
mod render;
pub mod result;
pub mod secrets;
pub mod state;
pub mod text;
mod toolset;
mod unknown_fields;
pub mod validate;

pub use config::{ConfigError, MemberConfig, MemberConfigs, configs_from_json};
pub use contract::ContractError;
pub use driver::{Approved, Call, Driver, DriverError, MemberOutput, StateError, Subject};
pub use entry::{TOOLSET_NAME, TOOLSET_TYPE};
pub use error_code::ErrorCode;
pub use extensions::{Extension, Extensions};
pub use hooks::{
    ActHook, Approval, Confirm, ConfirmRequest, Denial, FilePolicy, Next, UploadKind, UrlPolicy,
};
pub use input::MemberInput;
pub use meant::meant;
pub use member::{Group, Member, MemberSet, ResultKind};
pub use options::{DownloadView, ToolsetOptions};
pub use result::{Block, Failure, Outcome, ToolResult};
pub use ringfence_policy::List;
pub use ringfence_policy::config::nearest;
pub use state::{BrowserState, Dialog, DialogKind, PageRefusal, StateChange, StateFault, Tab, TabId};
pub use toolset::{LONGEST_EDGE, Toolset};
