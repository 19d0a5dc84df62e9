//! The browser's state as a driver reports it after every call.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use ringfence_policy::{List, Refusal};

use crate::text::one_line;

/// The most tabs that a state can list (S1). A driver opens no more.
pub const MOST_TABS: usize = 100;

/// The most changes that a state block tells (S2); more wait for the next one.
pub const MOST_CHANGES: usize = 200;

/// A tab's id: the driver's word, not empty, never used again for another tab (S1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TabId(String);

impl TabId {
    /// Takes an id as it stands.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// Returns the id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TabId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One open tab. Title and address are the page's own words: the pipeline folds them to one bounded line
/// each (N8) before anyone reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tab {
    /// The tab's id.
    pub tab_id: TabId,
    /// The page's title; may be empty.
    pub title: String,
    /// The page's address; may be empty.
    pub url: String,
    /// Whether calls without a `tab_id` go to this tab.
    pub active: bool,
}

/// Something that happened beside a call's own effect, reported to the model once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateChange {
    /// A tab opened, by a call or by the page.
    TabOpened {
        /// The new tab.
        tab_id: TabId,
    },
    /// A download began.
    DownloadStarted {
        /// The download: the driver's word, the same in each of its changes, never used for another one.
        download_id: String,
        /// Where it comes from, after all redirects.
        url: String,
    },
    /// A download ended well.
    DownloadCompleted {
        /// The download.
        download_id: String,
        /// Where it came from, after all redirects.
        url: String,
        /// Where the file lies. Shown only when the options say so (S5).
        path: Option<PathBuf>,
        /// The file's size in bytes, when known.
        size_bytes: Option<u64>,
    },
    /// A download failed or was cancelled.
    DownloadFailed {
        /// The download.
        download_id: String,
        /// Where it came from, after all redirects.
        url: String,
        /// Why: a phrase of the driver's own, never the page's or the system's words.
        error: Option<&'static str>,
    },
}

impl StateChange {
    /// Returns the download that the change is of.
    pub fn download_id(&self) -> Option<&str> {
        match self {
            Self::DownloadStarted { download_id, .. }
            | Self::DownloadCompleted { download_id, .. }
            | Self::DownloadFailed { download_id, .. } => Some(download_id),
            Self::TabOpened { .. } => None,
        }
    }
}

/// The kind of a native dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogKind {
    /// `alert()`.
    Alert,
    /// `confirm()`.
    Confirm,
    /// `prompt()`.
    Prompt,
    /// The question whether to leave the page.
    BeforeUnload,
}

impl fmt::Display for DialogKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alert => "alert",
            Self::Confirm => "confirm",
            Self::Prompt => "prompt",
            Self::BeforeUnload => "beforeunload",
        })
    }
}

/// A native dialog that the driver dismissed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialog {
    /// Its kind.
    pub kind: DialogKind,
    /// The page's words.
    pub message: String,
}

/// What a page was kept from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRefusal {
    /// What it wanted: to go somewhere, or to load something.
    pub list: List,
    /// Why not, about which host, and what the operator can do. The host is the page's word.
    pub refusal: Refusal,
}

/// What a driver reports. Reading it empties `changes`, `refused_navigations`, `refused` and `dismissed_dialogs`: each
/// is reported once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BrowserState {
    /// Every open tab, exactly one of them active when there is any; at most [`MOST_TABS`] (S1).
    pub tabs: Vec<Tab>,
    /// What happened since the last report, oldest first.
    pub changes: Vec<StateChange>,
    /// How many navigations that pages started were refused since the last report.
    pub refused_navigations: u32,
    /// What pages were refused since the last report, navigations and loads, oldest first. The model of the API doesn't read
    /// it: there N7's line has to do. Whoever shows results otherwise can say more.
    pub refused: Vec<PageRefusal>,
    /// The dialogs dismissed since the last report, oldest first.
    pub dismissed_dialogs: Vec<Dialog>,
}

/// What is wrong with a state: a mistake in the driver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateFault {
    /// More tabs than a state can list.
    #[error("it lists {0} tabs, more than {MOST_TABS}")]
    TooManyTabs(usize),
    /// A tab without an id.
    #[error("a tab has an empty id")]
    EmptyId,
    /// Two tabs with one id.
    #[error("two tabs have the id {0}")]
    DuplicateId(TabId),
    /// A download without an id, or with one that is not one short line.
    #[error("a download's id is empty or no line of at most 200 characters")]
    BadDownloadId,
    /// Tabs are open, and none or several are active.
    #[error("{0} tabs are active instead of one")]
    ActiveTabs(usize),
}

impl BrowserState {
    /// Returns the active tab; `None` when no tab is open.
    pub fn active(&self) -> Option<&Tab> {
        self.tabs.iter().find(|tab| tab.active)
    }

    /// Checks the rules for tabs (S1) and for downloads' ids (S2).
    pub(crate) fn check(&self) -> Result<(), StateFault> {
        if self.tabs.len() > MOST_TABS {
            return Err(StateFault::TooManyTabs(self.tabs.len()));
        }
        let mut seen = BTreeSet::new();
        for tab in &self.tabs {
            if tab.tab_id.as_str().is_empty() {
                return Err(StateFault::EmptyId);
            }
            if !seen.insert(&tab.tab_id) {
                return Err(StateFault::DuplicateId(tab.tab_id.clone()));
            }
        }
        if self.changes.iter().filter_map(StateChange::download_id).any(|id| !is_id(id)) {
            return Err(StateFault::BadDownloadId);
        }
        match self.tabs.iter().filter(|tab| tab.active).count() {
            1 => Ok(()),
            0 if self.tabs.is_empty() => Ok(()),
            count => Err(StateFault::ActiveTabs(count)),
        }
    }
}

fn is_id(id: &str) -> bool {
    const LONGEST: usize = 200;
    !id.is_empty() && id.chars().count() <= LONGEST && one_line(id) == id
}
