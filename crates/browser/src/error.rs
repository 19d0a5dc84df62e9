use std::path::PathBuf;

use ringfence_cdp::CallError;
use ringfence_jail::{JailError, Level, how_to_allow_namespaces};

/// Why a browser did not start. `Display` says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No Chromium where it was looked for.
    #[error("no Chromium was found (looked for {}). Install it: on Debian `apt-get install chromium`; elsewhere see `ringfence doctor`", list(.looked_for))]
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
    /// The exit could not be opened.
    #[error("the egress proxy did not start: {0}")]
    Egress(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The process could not be started.
    #[error("the browser's process could not be started: {0}")]
    Spawn(#[source] std::io::Error),
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
