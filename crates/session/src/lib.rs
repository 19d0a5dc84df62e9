//! Who has which browser: named sessions, their limits and their ends.
//!
//! A session is a name and a browser of its own, started by the first call. A browser that is lost is told of once;
//! the call after that gets a fresh one.

mod approvals;
mod downloads;
mod error;
mod files;
mod name;
mod observer;
mod options;
mod sessions;

pub use approvals::{ApprovalRule, Approvals, Ask, Asked, NotApprovable, StandingApprovals};
pub use error::SessionError;
pub use files::FileSetup;
pub use name::{DEFAULT_SESSION, NameError, SessionName};
pub use observer::{Call, Happening, Observer};
pub use options::{Offered, OptionsError, SessionsOptions};
pub use sessions::Sessions;
