//! What one browser's Chromium is given beyond what all get.

use std::path::Path;

use ringfence_egress::Presenter;
use ringfence_files::{Inbox, Quarantine};
use ringfence_jail::Bind;
use serde_json::Value;

use crate::authorities::Authorities;
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
    pub(crate) binds: Vec<Bind>,
}

/// What a Chromium is given that only tells its version.
impl Default for Given {
    fn default() -> Self {
        Self {
            preferences: preferences(),
            policies: policies(&Authorities::default()),
            flags: Vec::new(),
            environment: Vec::new(),
            binds: Vec::new(),
        }
    }
}

impl Given {
    pub(crate) fn new(
        options: &BrowserOptions,
        presenter: &Presenter,
        inbox: Option<&Inbox>,
        quarantine: Option<&Quarantine>,
    ) -> Self {
        let bind = |directory: &Path, path: &str, writable| Bind {
            directory: directory.to_owned(),
            path: path.into(),
            writable,
        };
        let trusted = options.authorities.clone();
        // It vouches for the servers that the exit speaks to in the browser's place.
        let trusted = match presenter.authority() {
            Some(authority) => trusted.and_one(authority),
            None => trusted,
        };
        let uploads = inbox.map(|inbox| bind(inbox.path(), UPLOADS, false));
        let downloads = quarantine.map(|quarantine| bind(quarantine.incoming(), DOWNLOADS, true));
        Self {
            policies: policies(&trusted),
            flags: options.look.flags(),
            environment: options.look.environment(),
            binds: uploads.into_iter().chain(downloads).collect(),
            ..Self::default()
        }
    }
}
