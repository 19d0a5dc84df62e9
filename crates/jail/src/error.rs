use std::io;
use std::path::PathBuf;

use crate::diagnose;
use crate::level::Level;
use crate::step::Step;

/// Why a process was not started contained. `Display` says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JailError {
    /// The system has no support for what contains a process.
    #[error("this system can't contain a process: that takes Linux")]
    Unsupported,
    /// No bubblewrap where it was looked for.
    #[error(
        "no bubblewrap was found (looked for {}). Install it: on Debian `apt-get install bubblewrap`",
        diagnose::list(.looked_for)
    )]
    NoBubblewrap {
        /// The paths.
        looked_for: Vec<PathBuf>,
    },
    /// Nobody starts a process at this level.
    #[error("no process is started at level {level}: ask for full, reduced or proxy-only")]
    NotStarted {
        /// The level.
        level: Level,
    },
    /// The kernel has no Landlock that could keep connections back.
    #[error(
        "level reduced needs Landlock of version 6 or newer, and this kernel has none or an older one: use Linux 6.12 or \
         newer, with landlock among what its option `lsm=` names"
    )]
    OldLandlock,
    /// The filter of system calls could not be made for this kind of processor.
    #[error("level reduced can't be had on this kind of processor: {0}")]
    Filter(#[from] seccompiler::BackendError),
    /// The contained process could not be prepared.
    #[error("{step} failed: {source}.{}", diagnose::fix(*.step, .source))]
    Prepare {
        /// What it was doing.
        step: Step,
        /// How that failed.
        source: io::Error,
    },
    /// Something on our side failed.
    #[error("{what} failed: {source}")]
    Io {
        /// What, in a few words.
        what: &'static str,
        /// How.
        source: io::Error,
    },
}

impl JailError {
    pub(crate) fn io<E: Into<io::Error>>(what: &'static str) -> impl FnOnce(E) -> Self {
        move |source| Self::Io { what, source: source.into() }
    }
}
