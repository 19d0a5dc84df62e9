use std::path::PathBuf;

use ringfence_cdp::CallError;

/// Why a browser did not start. `Display` says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No Chromium where it was looked for.
    #[error("no Chromium was found (looked for {}). Install it: on Debian `apt-get install chromium`; elsewhere see `ringfence doctor`", list(.looked_for))]
    NoChromium {
        /// The paths.
        looked_for: Vec<PathBuf>,
    },
    /// No bubblewrap where it was looked for.
    #[error("no bubblewrap was found (looked for {}). Install it: on Debian `apt-get install bubblewrap`; elsewhere see `ringfence doctor`", list(.looked_for))]
    NoBubblewrap {
        /// The paths.
        looked_for: Vec<PathBuf>,
    },
    /// The system has no support for what contains the browser.
    #[error("this system can't contain a browser: Ringfence runs it on Linux only")]
    Unsupported,
    /// The exit could not be opened.
    #[error("the egress proxy did not start: {0}")]
    Egress(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The directories for files that go in or out could not be made or used.
    #[error("the directories for files can't be used: {0}")]
    Files(#[source] Box<dyn std::error::Error + Send + Sync>),
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
        format!(
            "It wrote: {output}\nThe system does not let it make namespaces; `ringfence doctor` tells how to change that"
        )
    } else {
        format!("It wrote: {output}")
    }
}
