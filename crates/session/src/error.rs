use ringfence_browser::StartError;
use ringfence_toolset::{ConfigError, ContractError};

use crate::name::NameError;

/// Why a session could not take a call. `Display` may be shown to a model.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A name that can't be one.
    #[error("{0}")]
    BadName(#[from] NameError),
    /// As many sessions as may be are there.
    #[error("{max} sessions are open, which is the most, and each lasts as long as this server: use one of them ({})", names.join(", "))]
    TooMany {
        /// The limit.
        max: usize,
        /// Their names.
        names: Vec<String>,
    },
    /// The browser did not start.
    #[error("{0}")]
    Start(#[from] StartError),
    /// The browser that the session had is gone. The next call starts a fresh one.
    #[error(
        "the browser of session {name} has ended, and what it held is lost; the next call starts a fresh one"
    )]
    Lost {
        /// The session.
        name: String,
    },
    /// All sessions have been ended.
    #[error("the sessions were closed")]
    Closed,
    /// Whoever made the call did not wait for its answer. It may have been carried out. Only observers read this.
    #[error("the call was given up before it was answered; it may have been carried out")]
    GivenUp,
    /// The members that are turned on or off.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// A mistake of ours or of the driver's; the session was ended.
    #[error("the session broke and was ended; the next call starts a fresh one")]
    Broken(#[source] ContractError),
}

impl SessionError {
    /// A word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadName(_) => "bad_session_name",
            Self::TooMany { .. } => "too_many_sessions",
            Self::Start(_) => "browser_did_not_start",
            Self::Lost { .. } => "session_lost",
            Self::Closed => "closed",
            Self::GivenUp => "given_up",
            Self::Config(_) => "bad_configuration",
            Self::Broken(_) => "session_broken",
        }
    }
}
