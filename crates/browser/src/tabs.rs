//! The tabs of one browser.

use std::sync::Arc;
use std::time::Instant;

use ringfence_cdp::Session;
use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::target::TargetId;
use ringfence_page::{Page, RefNumbers};
use ringfence_toolset::TabId;

use crate::diagnostics::Diagnostics;
use crate::dialogs::Dialogs;
use crate::frames::Frames;
use crate::logins::NoLogin;
use crate::nagging::Nagging;

/// One tab.
#[derive(Debug)]
pub(crate) struct Tab {
    pub(crate) id: TabId,
    pub(crate) target: TargetId,
    pub(crate) session: Session,
    pub(crate) page: Arc<Page>,
    pub(crate) frames: Frames,
    pub(crate) progress: Progress,
    /// A popup whose first request hasn't been judged: nobody is told of it yet.
    pub(crate) undecided: bool,
    pub(crate) opened: Instant,
    /// When it was last the active one: a counter, so that closing a tab goes back to the one before.
    pub(crate) last_active: u64,
    pub(crate) title: String,
    pub(crate) url: String,
    /// Its process has crashed, and nothing has been loaded since.
    pub(crate) crashed: bool,
    /// How often that has happened.
    pub(crate) crashes: u64,
    /// It has crashed, and shown nothing but blank pages since: the next navigation may come to nothing in Chromium.
    pub(crate) after_crash: bool,
    /// Its page hung, and its scripts were stopped.
    pub(crate) scripts_off: bool,
    /// The host of the main frame's newest document request that was let through; empty before the first.
    pub(crate) asked_host: String,
    /// Whether that was a document of a local server.
    pub(crate) asked_local: bool,
    /// The HTTP status of the answer to it, once it is there.
    pub(crate) asked_status: Option<i64>,
    /// Why it got no password, if it asked for one.
    pub(crate) no_login: Option<NoLogin>,
    pub(crate) nagging: Nagging,
    pub(crate) dialogs: Dialogs,
    pub(crate) diagnostics: Diagnostics,
}

/// How far the main frame's navigations have come.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// Navigations to other documents that have started since the tab opened.
    pub(crate) started: u64,
    /// Moves within a document: to another fragment, or by the history API.
    pub(crate) moves: u64,
    /// Those that the page asked for but that haven't started.
    pub(crate) requested: bool,
    /// One has started and neither arrived nor failed.
    pub(crate) pending: bool,
    /// The document that is shown.
    pub(crate) loader: Option<LoaderId>,
    /// Its DOMContentLoaded has fired.
    pub(crate) content_loaded: bool,
    /// Its load event has fired.
    pub(crate) loaded: bool,
    /// It has stopped loading, whether its load event fired or it broke off.
    pub(crate) stopped: bool,
}

impl Progress {
    /// A new document is there.
    pub(crate) fn committed(&mut self, loader: LoaderId) {
        self.pending = false;
        self.requested = false;
        if self.loader.as_ref() != Some(&loader) {
            self.loader = Some(loader);
            self.content_loaded = false;
            self.loaded = false;
            self.stopped = false;
        }
    }

    /// A milestone of a document, by its name in the protocol.
    pub(crate) fn milestone(&mut self, loader: &LoaderId, name: &str) {
        match name {
            "commit" => self.committed(loader.clone()),
            "DOMContentLoaded" if self.loader.as_ref() == Some(loader) => self.content_loaded = true,
            "load" if self.loader.as_ref() == Some(loader) => self.loaded = true,
            _ => {}
        }
    }
}

/// All tabs, in the order in which they opened.
#[derive(Debug, Default)]
pub(crate) struct Tabs {
    list: Vec<Tab>,
    active: Option<TabId>,
    next_id: u64,
    activations: u64,
    numbers: Arc<RefNumbers>,
}

impl Tabs {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Tab> {
        self.list.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Tab> {
        self.list.iter_mut()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Takes a new tab in, under an id that was never used before.
    pub(crate) fn open(
        &mut self,
        target: TargetId,
        session: Session,
        frames: Frames,
        undecided: bool,
    ) -> TabId {
        self.next_id += 1;
        let id = TabId::new(format!("t{}", self.next_id));
        self.list.push(Tab {
            id: id.clone(),
            target,
            session,
            page: Arc::new(Page::new(Arc::clone(&self.numbers))),
            frames,
            progress: Progress::default(),
            undecided,
            opened: Instant::now(),
            last_active: 0,
            title: String::new(),
            url: "about:blank".to_owned(),
            crashed: false,
            crashes: 0,
            after_crash: false,
            scripts_off: false,
            asked_host: String::new(),
            asked_local: false,
            asked_status: None,
            no_login: None,
            nagging: Nagging::default(),
            dialogs: Dialogs::default(),
            diagnostics: Diagnostics::default(),
        });
        id
    }

    /// Takes a tab out; the one that was active before it becomes active again.
    pub(crate) fn close(&mut self, target: &TargetId) -> Option<Tab> {
        let at = self.list.iter().position(|tab| tab.target == *target)?;
        let tab = self.list.remove(at);
        if self.active.as_ref() == Some(&tab.id) {
            self.active = self
                .list
                .iter()
                .filter(|tab| !tab.undecided)
                .max_by_key(|tab| tab.last_active)
                .map(|tab| tab.id.clone());
        }
        Some(tab)
    }

    pub(crate) fn activate(&mut self, id: &TabId) {
        self.activations += 1;
        let now = self.activations;
        if let Some(tab) = self.get_mut(id) {
            tab.last_active = now;
            self.active = Some(id.clone());
        }
    }

    /// A tab that is told of now; it becomes active when no other is.
    pub(crate) fn decide(&mut self, id: &TabId) {
        if let Some(tab) = self.get_mut(id) {
            tab.undecided = false;
        }
        if self.active.is_none() {
            self.activate(id);
        }
    }

    pub(crate) fn active(&self) -> Option<&TabId> {
        self.active.as_ref()
    }

    pub(crate) fn get(&self, id: &TabId) -> Option<&Tab> {
        self.list.iter().find(|tab| tab.id == *id)
    }

    pub(crate) fn get_mut(&mut self, id: &TabId) -> Option<&mut Tab> {
        self.list.iter_mut().find(|tab| tab.id == *id)
    }

    pub(crate) fn by_target(&mut self, target: &str) -> Option<&mut Tab> {
        self.list.iter_mut().find(|tab| tab.target.as_str() == target)
    }
}
