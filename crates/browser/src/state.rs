//! What is known of the browser, and waiting for it to change.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ringfence_cdp::protocol::dom::BackendNodeId;
use ringfence_cdp::protocol::page::FrameId;
use ringfence_cdp::protocol::target::TargetId;
use ringfence_cdp::{End, SessionId};
use ringfence_egress::Stopped;
use ringfence_page::Deadline;
use ringfence_toolset::{Dialog, StateChange, TabId};
use tokio::sync::watch;

use crate::downloads::Downloads;
use crate::refusals::Refusals;
use crate::tabs::Tabs;

/// A document that never came into the browser.
#[derive(Debug, Clone)]
pub(crate) struct StoppedDocument {
    pub(crate) tab: Option<TabId>,
    /// It was for the tab's main frame.
    pub(crate) main: bool,
    pub(crate) at: Instant,
    /// The host that it was for.
    pub(crate) host: String,
    pub(crate) why: Stopped,
    /// It was where a redirect led.
    pub(crate) redirected: bool,
}

/// A worker that was let run.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) target: TargetId,
    /// The address of its script.
    pub(crate) url: String,
}

/// Everything that events tell.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) tabs: Tabs,
    /// Which tab a session belongs to, those of its frames included.
    pub(crate) sessions: HashMap<SessionId, TabId>,
    /// Workers that were let run.
    pub(crate) workers: HashMap<SessionId, Worker>,
    /// Tabs that we are about to open: any other was opened by a page.
    pub(crate) creating: u32,
    /// Where the canary flies to while it does: its request is let pass in the browser.
    pub(crate) canary: Option<String>,
    pub(crate) changes: Vec<StateChange>,
    pub(crate) downloads: Downloads,
    /// The file chooser that opened while somebody waited for one.
    pub(crate) chooser: Option<Chooser>,
    pub(crate) stopped: Vec<StoppedDocument>,
    /// Refusals that are told beside the number of documents.
    pub(crate) refused: Refusals,
    /// Refused documents of which nothing is left but the count, such as popups.
    pub(crate) refused_more: u32,
    pub(crate) dialogs: Vec<Dialog>,
    /// The one dialog that would be accepted now.
    pub(crate) acceptance: Option<Acceptance>,
    /// Events that have been handled.
    pub(crate) handled: u64,
    /// The browser has ended, and why.
    pub(crate) ended: Option<Ended>,
}

/// A file chooser that a page opened.
#[derive(Debug, Clone)]
pub(crate) struct Chooser {
    pub(crate) frame: FrameId,
    /// The file field that it is for; a script may open one without.
    pub(crate) field: Option<BackendNodeId>,
}

/// A dialog that is accepted instead of dismissed, once.
#[derive(Debug, Clone)]
pub(crate) struct Acceptance {
    pub(crate) tab: TabId,
    /// Its message, exactly as the page wrote it, cut to [`DIALOG_MESSAGE`].
    pub(crate) message: String,
    /// What a prompt is answered with.
    pub(crate) text: Option<String>,
}

/// Characters of a dialog's message that are kept.
pub(crate) const DIALOG_MESSAGE: usize = 1000;

/// Why a browser is no more.
#[derive(Debug, Clone)]
pub(crate) enum Ended {
    /// Its pipe ended.
    Pipe(End),
    /// An event that the policy rests on could not be read, so the session was closed.
    Unreadable(String),
}

/// Reports kept between two readings of the state; more are counted but not kept.
pub(crate) const MAX_REPORTS: usize = 1000;

/// The state and a bell that rings at each change.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    bell: watch::Sender<()>,
}

impl Default for Shared {
    fn default() -> Self {
        Self { state: Mutex::default(), bell: watch::Sender::new(()) }
    }
}

impl Shared {
    /// Reads the state. Don't wait for anything while holding it.
    pub(crate) fn read(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes whoever waits for it.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.read());
        self.bell.send_replace(());
        result
    }

    /// Waits until the browser has ended.
    pub(crate) async fn ended(&self) {
        let mut bell = self.bell.subscribe();
        // The bell lives as long as this does.
        while self.read().ended.is_none() && bell.changed().await.is_ok() {}
    }

    /// Waits until `probe` finds something. `None` when the deadline passes or the browser ends first.
    pub(crate) async fn wait<T>(
        &self,
        deadline: Deadline,
        mut probe: impl FnMut(&mut State) -> Option<T>,
    ) -> Option<T> {
        let mut bell = self.bell.subscribe();
        loop {
            {
                let mut state = self.read();
                if let Some(found) = probe(&mut state) {
                    return Some(found);
                }
                if state.ended.is_some() {
                    return None;
                }
            }
            if tokio::time::timeout_at(deadline.instant(), bell.changed()).await.is_err() {
                return probe(&mut self.read());
            }
        }
    }
}

impl State {
    /// Tells of popups that have stayed undecided for so long that no request of theirs will come.
    pub(crate) fn decide_old_popups(&mut self, now: Instant) {
        const LONG_ENOUGH: std::time::Duration = std::time::Duration::from_millis(250);
        let old: Vec<TabId> = self
            .tabs
            .iter()
            .filter(|tab| tab.undecided && now.saturating_duration_since(tab.opened) >= LONG_ENOUGH)
            .map(|tab| tab.id.clone())
            .collect();
        for id in old {
            self.tell_of(&id);
        }
    }

    /// Tells of a tab: it counts as open from now on.
    pub(crate) fn tell_of(&mut self, id: &TabId) {
        let undecided = self.tabs.get(id).is_some_and(|tab| tab.undecided);
        if undecided {
            self.tabs.decide(id);
            self.report(StateChange::TabOpened { tab_id: id.clone() });
        }
    }

    pub(crate) fn report(&mut self, change: StateChange) {
        if self.changes.len() >= MAX_REPORTS {
            // A page that floods us with downloads must not keep us from telling of a tab, or of what came last.
            let is_tab = |change: &StateChange| matches!(change, StateChange::TabOpened { .. });
            let oldest = self.changes.iter().position(|change| !is_tab(change)).unwrap_or_default();
            self.changes.remove(oldest);
        }
        self.changes.push(change);
    }
}
