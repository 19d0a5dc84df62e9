//! What one browser's Chromium is given beyond what all get.

use std::path::PathBuf;

use ringfence_files::{Inbox, Quarantine};
use serde_json::Value;

use crate::options::BrowserOptions;
use crate::preferences::{policies, preferences};

/// Where Chromium sees the copies that it may upload.
pub(crate) const UPLOADS: &str = "/uploads";
/// Where Chromium writes what it downloads.
pub(crate) const DOWNLOADS: &str = "/downloads";

pub(crate) struct Given {
    pub(crate) preferences: Value,
    pub(crate) policies: Value,
    /// More flags.
    pub(crate) flags: Vec<String>,
    /// More of its environment.
    pub(crate) environment: Vec<(&'static str, String)>,
    /// Directories of the machine's.
    pub(crate) shown: Vec<Shown>,
}

/// A directory that Chromium sees.
pub(crate) struct Shown {
    pub(crate) directory: PathBuf,
    pub(crate) as_seen: &'static str,
    /// It can write there; else it only reads.
    pub(crate) writable: bool,
}

impl Given {
    pub(crate) fn new(
        options: &BrowserOptions,
        inbox: Option<&Inbox>,
        quarantine: Option<&Quarantine>,
    ) -> Self {
        let shown = |directory: &std::path::Path, as_seen, writable| Shown {
            directory: directory.to_owned(),
            as_seen,
            writable,
        };
        let uploads = inbox.map(|inbox| shown(inbox.path(), UPLOADS, false));
        let downloads = quarantine.map(|quarantine| shown(quarantine.incoming(), DOWNLOADS, true));
        Self {
            preferences: preferences(),
            policies: policies(&options.authorities),
            flags: options.look.flags(),
            environment: options.look.environment(),
            shown: uploads.into_iter().chain(downloads).collect(),
        }
    }
}
