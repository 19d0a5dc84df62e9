//! How a toolset is set up.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::config::{self, ConfigError, MemberConfigs};
use crate::entry;
use crate::extensions::Extensions;
use crate::hooks::{ActHook, Confirm, FilePolicy, UrlPolicy};
use crate::member::MemberSet;

/// A toolset's options, fixed when it is made (K3).
#[derive(Clone)]
pub struct ToolsetOptions {
    /// What is said about members, by name (K1). `javascript_exec`, `file_upload` and `accept_dialog` can be turned
    /// on only with a `confirm`.
    pub configs: MemberConfigs,
    /// Further fields of the `tools[]` entry, such as `cache_control` (K2).
    pub entry_fields: Map<String, Value>,
    /// The check of addresses. Without one the toolset checks nothing; the driver's own policy still decides (P4).
    pub url_policy: Option<Arc<dyn UrlPolicy>>,
    /// The check of files. Without one every upload is refused (P5).
    pub file_policy: Option<Arc<dyn FilePolicy>>,
    /// Who is asked before each call. Without one nobody is (P6).
    pub confirm: Option<Arc<dyn Confirm>>,
    /// What runs around the act (P7).
    pub act_hook: Option<Arc<dyn ActHook>>,
    /// How long the address policy or the file policy may take.
    pub policy_deadline: Duration,
    /// How long asking for an approval may take.
    pub confirm_deadline: Duration,
    /// Which downloads' facts are shown.
    pub downloads: DownloadView,
    /// Whether our additions to the API's contract are honoured: `until` of `wait`, and `accept_dialog` when
    /// `configs` turns that on, too. Off for the Messages API, which doesn't know them.
    pub extensions: bool,
    /// How long `close` waits for the calls that were accepted before it.
    pub close_deadline: Duration,
}

/// Which facts of a download reach the model (S5, N8). Moves no file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DownloadView {
    /// Where downloads lie, absolute.
    pub directory: Option<PathBuf>,
    /// Whether the path of a completed download inside that directory is shown.
    pub expose_paths: bool,
    /// Whether the query string of a download's address is shown.
    pub show_queries: bool,
}

impl Default for ToolsetOptions {
    fn default() -> Self {
        Self {
            configs: MemberConfigs::new(),
            entry_fields: Map::new(),
            url_policy: None,
            file_policy: None,
            confirm: None,
            act_hook: None,
            policy_deadline: Duration::from_secs(30),
            confirm_deadline: Duration::from_secs(5 * 60),
            downloads: DownloadView::default(),
            extensions: false,
            close_deadline: Duration::from_secs(5),
        }
    }
}

impl ToolsetOptions {
    /// Checks the options against the members that a driver serves, and works out which members are on and which
    /// of our additions are honoured.
    ///
    /// # Errors
    /// The first mistake in the options (K1, K2).
    pub fn resolve(&self, serves: MemberSet) -> Result<(MemberSet, Extensions), ConfigError> {
        let enabled = config::enabled(&self.configs, serves)?;
        let extensions = config::honoured(&self.configs, self.extensions)?;
        if self.confirm.is_none()
            && let Some(name) = config::gated(enabled, extensions).next()
        {
            return Err(ConfigError::NeedsConfirm(name));
        }
        if self.downloads.expose_paths && self.downloads.directory.is_none() {
            return Err(ConfigError::NoDownloadDirectory);
        }
        entry::check_fields(&self.entry_fields)?;
        Ok((enabled, extensions))
    }
}
