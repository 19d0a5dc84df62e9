use std::path::PathBuf;

use crate::canary::CanaryError;
use ringfence_cdp::CallError;
use ringfence_egress::PresenterError;
use ringfence_jail::{JailError, Level, how_to_allow_namespaces};

/// Why a browser did not start. `Display` says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No Chromium where it was looked for.
    #[error("no Chromium was found (looked for {}). Install it: on Debian `apt-get install chromium`; elsewhere the distribution's own package, not a snap, which can't be contained", list(.looked_for))]
    NoChromium {
        /// The paths.
        looked_for: Vec<PathBuf>,
    },
    /// Its jail could not be made.
    #[error(transparent)]
    Jail(#[from] JailError),
    /// No level at which a browser can be started is among those accepted.
    #[error(
        "no browser can be started at level {least} to {most}: accept one of full, reduced and proxy-only"
    )]
    NoLevel {
        /// The weakest level accepted.
        least: Level,
        /// The strongest level that is tried.
        most: Level,
    },
    /// The level asked for can't be had on this machine.
    #[error("a browser at level {level} can't be started here: {}. {}", .lacks.trim_end_matches('.'), alternative(*.instead))]
    TooWeak {
        /// The weakest level that was accepted.
        level: Level,
        /// Why it can't be had, and what to do about it.
        lacks: String,
        /// The strongest level that could be had instead.
        instead: Option<Level>,
    },
    /// The exit could not be opened.
    #[error("the egress proxy did not start: {0}")]
    Egress(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The client certificates can't be used.
    #[error("the client certificates can't be used: {0}")]
    Certificates(#[from] PresenterError),
    /// The directories for files that go in or out could not be made or used.
    #[error("the directories for files can't be used: {0}")]
    Files(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The process could not be started.
    #[error("the browser's process could not be started: {0}")]
    Spawn(#[source] std::io::Error),
    /// What must never get out did, or our proxy did not see it.
    #[error(
        "the browser was started and ended again, because its containment does not hold: {0}. Don't use it on this \
         system, and report it"
    )]
    Canary(#[from] CanaryError),
    /// The process ended at once.
    #[error("the browser ended while it started. {}", said(.output))]
    Ended {
        /// The last lines that it wrote, at most 2,000 bytes.
        output: String,
    },
    /// It was started but did not answer as it should.
    #[error("the browser started but did not answer: {error}. {}", said(.output))]
    NoAnswer {
        /// What failed.
        #[source]
        error: CallError,
        /// The last lines that it wrote, at most 2,000 bytes.
        output: String,
    },
}

fn alternative(level: Option<Level>) -> String {
    match level {
        Some(level) => {
            format!("Or accept level {level} by name, with --min-level {level}: {}", level.meaning())
        }
        None => "No weaker level can be had either".to_owned(),
    }
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn said(output: &str) -> String {
    let output = output.trim();
    if output.is_empty() {
        "It wrote nothing; `ringfence doctor` tells what is missing".to_owned()
    } else if output.contains("namespace") || output.contains("Operation not permitted") {
        format!("It wrote: {output}\n{}", how_to_allow_namespaces())
    } else {
        format!("It wrote: {output}")
    }
}
