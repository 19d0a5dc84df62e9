//! How a command ends, and with which exit code.

use std::io;

/// A command that did its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Done {
    /// All went well: 0.
    Well,
    /// It ran to its end, and something in it was refused or failed: 1.
    WithRefusals,
    /// It ran to its end and found that no browser would start: 3.
    WithoutBrowser,
}

impl Done {
    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Self::Well => 0,
            Self::WithRefusals => 1,
            Self::WithoutBrowser => 3,
        }
    }
}

/// A command that could not do its work. The text says what happened, to what, and what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// It failed on the way: 1.
    #[error("{0}")]
    Failed(String),
    /// Options or configuration can't be used: 2.
    #[error("{0}")]
    Usage(String),
    /// The machine lacks something: 3.
    #[error("{0}")]
    Environment(String),
    /// Reading the input or writing the output failed: 1.
    #[error("input or output failed: {0}")]
    Io(#[from] io::Error),
}

impl Failure {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Failed(_) | Self::Io(_) => 1,
            Self::Usage(_) => 2,
            Self::Environment(_) => 3,
        }
    }
}
