//! Targets that come and go: tabs, frames of other sites, workers.

use std::sync::Arc;

use ringfence_cdp::protocol::page::{FrameId, GetFrameTree};
use ringfence_cdp::protocol::target::{AttachedToTarget, DetachedFromTarget, TargetInfo};
use ringfence_cdp::{DecodeError, RawEvent, Session, SessionId};
use ringfence_toolset::TabId;

use super::Pump;
use crate::frames::Frames;
use crate::setup;
use crate::state::{State, Worker};

/// Workers of all pages that may run at once.
const MAX_WORKERS: usize = 16;

impl Pump {
    pub(super) fn attached(&self, event: &RawEvent) -> Result<(), DecodeError> {
        let attached: AttachedToTarget = event.decode()?;
        let session = self.client.session(attached.session_id.clone());
        match attached.target_info.r#type.as_str() {
            "page" => self.tab_opened(attached, session),
            "iframe" => self.frame_moved(event.session.as_ref(), &attached, &session),
            "worker" | "shared_worker" | "service_worker" => {
                // One too many stays as it is: stopped before it runs.
                if self.worker_attached(event.session.as_ref(), attached) {
                    setup::set_up_worker(&session, self.watch);
                }
            }
            _ => setup::let_run(&session),
        }
        Ok(())
    }

    fn tab_opened(&self, attached: AttachedToTarget, session: Session) {
        setup::set_up_tab(&session, self.viewport, self.locale.as_deref(), self.watch);
        let info = attached.target_info;
        self.shared.change(|state| {
            let frames = Frames::new(FrameId(info.target_id.0.clone()), session.clone());
            // Some of the tabs that pages open have no opener: those of a middle click, say.
            let popup = state.creating == 0 || info.opener_id.is_some() || info.opener_frame_id.is_some();
            let id = state.tabs.open(info.target_id, session, frames, popup);
            state.sessions.insert(attached.session_id, id.clone());
            if !popup {
                state.tabs.decide(&id);
            }
        });
    }

    /// A worker belongs to the tab that it was found by. A shared one is found by none: it goes to the newest tab of its
    /// origin. Tells whether it may run: a page whose workers take every core would take the browser's own, too.
    fn worker_attached(&self, parent: Option<&SessionId>, worker: AttachedToTarget) -> bool {
        self.shared.change(|state| {
            let may_run = state.workers.len() < MAX_WORKERS;
            if may_run {
                let TargetInfo { target_id, url, .. } = worker.target_info.clone();
                state.workers.insert(worker.session_id.clone(), Worker { target: target_id, url });
            } else {
                tracing::warn!("a page has more workers than may run at once");
            }
            let tab = match parent {
                Some(parent) => state.sessions.get(parent).cloned(),
                None => {
                    let origin = origin_part(&worker.target_info.url);
                    let same = state.tabs.iter().filter(|tab| origin_part(&tab.url) == origin);
                    same.last().map(|tab| tab.id.clone())
                }
            };
            if let Some(tab) = tab {
                state.sessions.insert(worker.session_id, tab);
            }
            may_run
        })
    }

    /// A frame of another site is drawn by a process of its own from now on.
    fn frame_moved(&self, parent: Option<&SessionId>, attached: &AttachedToTarget, session: &Session) {
        let frame = FrameId(attached.target_info.target_id.0.clone());
        self.shared.change(|state| {
            let id = parent.and_then(|parent| state.sessions.get(parent)).cloned();
            if let Some((id, tab)) = id.and_then(|id| state.tabs.get_mut(&id).map(|tab| (id, tab))) {
                tab.frames.moved(&frame, attached.target_info.parent_frame_id.clone(), session);
                state.sessions.insert(attached.session_id.clone(), id);
            }
        });
        setup::set_up_frame(session, self.locale.as_deref(), self.watch);
        self.ask_for_frames(session.clone());
    }

    /// Documents that were there before we listened.
    fn ask_for_frames(&self, session: Session) {
        let shared = Arc::clone(&self.shared);
        let answer = session.start(&GetFrameTree::default(), self.read);
        tokio::spawn(async move {
            let Ok(answer) = answer.await else { return };
            shared.change(|state| {
                let id = session.id().and_then(|id| state.sessions.get(id)).cloned();
                if let Some(tab) = id.and_then(|id| state.tabs.get_mut(&id)) {
                    tab.frames.reported(&answer.frame_tree, &session);
                }
            });
        });
    }

    pub(super) fn detached(&self, detached: &DetachedFromTarget) {
        self.shared.change(|state| {
            state.workers.remove(&detached.session_id);
            let Some(id) = state.sessions.remove(&detached.session_id) else { return };
            let Some(tab) = state.tabs.get_mut(&id) else { return };
            if tab.session.id() == Some(&detached.session_id) {
                let target = tab.target.clone();
                state.tabs.close(&target);
            } else {
                tab.frames.session_gone(&detached.session_id);
            }
        });
    }
}

pub(super) fn info_changed(state: &mut State, info: TargetInfo) {
    let told: Option<TabId> = state.tabs.by_target(info.target_id.as_str()).and_then(|tab| {
        tab.title = info.title;
        tab.url = info.url;
        // A popup without a request of its own shows its empty document.
        (tab.undecided && !tab.url.is_empty()).then(|| tab.id.clone())
    });
    if let Some(id) = told {
        state.tell_of(&id);
    }
}

/// Scheme, host and port of an address of the browser's own making.
fn origin_part(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    url.get(host..).and_then(|rest| rest.find('/')).and_then(|end| url.get(..host + end)).unwrap_or(url)
}
