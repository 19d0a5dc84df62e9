//! Changes of the browser's state that wait to be told (S2–S5).

use std::collections::BTreeSet;
use std::path::{Component, Path};

use crate::options::DownloadView;
use crate::state::{MOST_CHANGES, StateChange, TabId};
use crate::text::{LONGEST_LINE_VALUE, address_line, one_line};

/// How many changes wait at most; of more the oldest are dropped.
const MOST_WAITING: usize = 1_000;

#[derive(Debug, Default)]
pub(super) struct Changes {
    view: DownloadView,
    /// Oldest first; one entry a tab, one a download.
    waiting: Vec<StateChange>,
    /// Tabs whose opening was told and that are still open.
    announced: BTreeSet<TabId>,
}

impl Changes {
    pub(super) fn new(view: DownloadView) -> Self {
        Self { view, ..Self::default() }
    }

    /// Takes in changes. Of a tab the first opening counts, while the tab is open; of a download the newest change
    /// (S3).
    pub(super) fn report(&mut self, changes: Vec<StateChange>, listed: &BTreeSet<TabId>) {
        for change in changes {
            match &change {
                StateChange::TabOpened { tab_id } => {
                    let known = self.announced.contains(tab_id) || self.has_opened(tab_id);
                    if listed.contains(tab_id) && !known {
                        self.waiting.push(change);
                    }
                }
                _ => {
                    let change = self.shown(change);
                    self.waiting.retain(|waiting| waiting.download_id() != change.download_id());
                    self.waiting.push(change);
                }
            }
        }
        let excess = self.waiting.len().saturating_sub(MOST_WAITING);
        if excess > 0 {
            tracing::warn!(excess, "more changes wait than are kept; the oldest are dropped");
            // Tabs are few, and a new tab is told of with the call that opened it or not at all.
            let mut left = excess;
            self.waiting.retain(|change| {
                let dropped = left > 0 && !matches!(change, StateChange::TabOpened { .. });
                left -= usize::from(dropped);
                !dropped
            });
        }
    }

    /// Forgets tabs that are no longer open.
    pub(super) fn forget_closed(&mut self, listed: &BTreeSet<TabId>) {
        self.announced.retain(|id| listed.contains(id));
        self.waiting.retain(|change| match change {
            StateChange::TabOpened { tab_id } => listed.contains(tab_id),
            _ => true,
        });
    }

    /// Tells whether a tab's opening waits to be told.
    pub(super) fn has_opened(&self, tab: &TabId) -> bool {
        self.waiting.iter().any(|change| matches!(change, StateChange::TabOpened { tab_id } if tab_id == tab))
    }

    /// Takes what one block tells.
    pub(super) fn take(&mut self, new_tab: Option<&TabId>) -> Vec<StateChange> {
        // The tab that the call made comes first: it must not fall to the limit.
        let own = |change: &StateChange| matches!(change, StateChange::TabOpened { tab_id } if Some(tab_id) == new_tab);
        let (mut told, others): (Vec<_>, Vec<_>) = self.waiting.drain(..).partition(own);
        for change in others {
            let other_tab = new_tab.is_some() && matches!(change, StateChange::TabOpened { .. });
            if other_tab || told.len() >= MOST_CHANGES {
                self.waiting.push(change);
            } else {
                told.push(change);
            }
        }
        for change in &told {
            if let StateChange::TabOpened { tab_id } = change {
                self.announced.insert(tab_id.clone());
            }
        }
        told
    }

    /// Makes of a download's change what the model may see of it.
    fn shown(&self, change: StateChange) -> StateChange {
        match change {
            StateChange::DownloadStarted { download_id, url } => {
                StateChange::DownloadStarted { download_id, url: self.address(&url) }
            }
            StateChange::DownloadCompleted { download_id, url, path, size_bytes } => {
                let path = path.filter(|path| self.may_show(path));
                StateChange::DownloadCompleted { download_id, url: self.address(&url), path, size_bytes }
            }
            StateChange::DownloadFailed { download_id, url, error } => {
                StateChange::DownloadFailed { download_id, url: self.address(&url), error }
            }
            opened @ StateChange::TabOpened { .. } => opened,
        }
    }

    /// Shows an address without its query string, which may hold a secret, unless the options say otherwise (N8).
    fn address(&self, address: &str) -> String {
        let cut = address.find(['?', '#']).filter(|_| !self.view.show_queries);
        let Some(cut) = cut else { return address_line(address) };
        let mark = if address[cut..].starts_with('?') { "?…" } else { "" };
        address_line(&format!("{}{mark}", &address[..cut]))
    }

    /// Tells whether a path may be shown: it must lie inside the download directory and be one line as it stands
    /// (S5).
    fn may_show(&self, path: &Path) -> bool {
        let (true, Some(directory)) = (self.view.expose_paths, &self.view.directory) else { return false };
        let inside = path.strip_prefix(directory).is_ok_and(|rest| {
            let mut parts = rest.components().peekable();
            parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
        });
        let one_line = path
            .to_str()
            .is_some_and(|text| one_line(text) == text && text.chars().count() <= LONGEST_LINE_VALUE);
        inside && one_line && path.is_absolute()
    }
}
