//! The browser's events, in order, into the state.
//!
//! Nothing here waits for an answer: answers come through the same pipe as the events.

use std::sync::Arc;

use ringfence_cdp::protocol::browser::{DownloadProgress, DownloadWillBegin};
use ringfence_cdp::protocol::fetch::{AuthRequired, RequestPaused};
use ringfence_cdp::protocol::inspector::TargetCrashed as RendererCrashed;
use ringfence_cdp::protocol::page::{
    ClientNavigationDisposition, DialogType, FileChooserOpened, FrameAttached, FrameDetached,
    FrameDetachedReason, FrameId, FrameNavigated, FrameRequestedNavigation, FrameStartedNavigating,
    FrameStartedNavigatingNavigationType, FrameStoppedLoading, GetFrameTree, HandleJavaScriptDialog,
    JavascriptDialogOpening, LifecycleEvent, NavigatedWithinDocument,
};
use ringfence_cdp::protocol::target::{
    AttachedToTarget, DetachedFromTarget, TargetCrashed, TargetDestroyed, TargetId, TargetInfo,
    TargetInfoChanged,
};
use ringfence_cdp::{Client, DecodeError, Event, EventFilter, Events, RawEvent, Session, SessionId};
use ringfence_toolset::{Dialog, DialogKind, TabId};

use crate::dialogs::Said;
use crate::downloads::Collector;
use crate::frames::Frames;
use crate::intercept::Judge;
use crate::options::{Viewport, Watch};
use crate::setup;
use crate::state::{Chooser, DIALOG_MESSAGE, Ended, MAX_REPORTS, Shared, State, Worker};
use crate::tabs::Tab;

/// The events that the pump reads.
pub(crate) fn filter(watch: Watch) -> EventFilter {
    let needed = EventFilter::none()
        .with::<RequestPaused>()
        .with::<AuthRequired>()
        .with::<AttachedToTarget>()
        .with::<DetachedFromTarget>()
        .with::<TargetDestroyed>()
        .with::<TargetCrashed>()
        .with::<TargetInfoChanged>()
        .with::<FrameAttached>()
        .with::<FrameDetached>()
        .with::<FrameNavigated>()
        .with::<FrameRequestedNavigation>()
        .with::<FrameStartedNavigating>()
        .with::<FrameStoppedLoading>()
        .with::<NavigatedWithinDocument>()
        .with::<LifecycleEvent>()
        .with::<JavascriptDialogOpening>()
        .with::<FileChooserOpened>()
        .with::<DownloadWillBegin>()
        .with::<DownloadProgress>()
        .with::<RendererCrashed>();
    watch.add_to(needed)
}

/// Workers of all pages that may run at once.
const MAX_WORKERS: usize = 16;

pub(crate) struct Pump {
    pub(crate) client: Client,
    pub(crate) judge: Judge,
    pub(crate) shared: Arc<Shared>,
    pub(crate) viewport: Viewport,
    pub(crate) locale: Option<String>,
    pub(crate) watch: Watch,
    pub(crate) downloads: Collector,
    pub(crate) read: std::time::Duration,
}

impl Pump {
    /// Reads events until the pipe ends, or until one that the policy rests on can't be handled: then the session ends.
    pub(crate) async fn run(self, mut events: Events) {
        let closed = self.client.closed();
        while let Some(event) = events.recv().await {
            if let Err(reason) = self.handle(&event) {
                tracing::error!(reason, method = event.method, "the session is closed");
                self.shared.change(|state| state.ended = Some(Ended::Unreadable(reason)));
                return;
            }
            self.shared.change(|state| state.handled += 1);
        }
        let shared = Arc::clone(&self.shared);
        drop(self);
        let end = closed.await;
        shared.change(|state| state.ended.get_or_insert(Ended::Pipe(end)).clone());
    }

    /// An error ends the session: what the policy rests on could not be judged.
    fn handle(&self, event: &RawEvent) -> Result<(), String> {
        match event.method {
            RequestPaused::METHOD => {
                self.judge.paused(event, &self.shared).map_err(|error| error.to_string())
            }
            AuthRequired::METHOD => {
                self.judge.credential(event, &self.shared).map_err(|error| error.to_string())
            }
            // A target that can't be read could be a page that nobody watches.
            AttachedToTarget::METHOD => self.attached(event).map_err(|error| error.to_string()),
            _ => {
                if let Err(error) = self.observe(event) {
                    tracing::warn!(%error, "an event was left out");
                }
                Ok(())
            }
        }
    }

    /// Events that only inform.
    fn observe(&self, event: &RawEvent) -> Result<(), DecodeError> {
        match event.method {
            DetachedFromTarget::METHOD => self.detached(&event.decode()?),
            TargetDestroyed::METHOD => {
                let destroyed: TargetDestroyed = event.decode()?;
                self.shared.change(|state| state.tabs.close(&destroyed.target_id).is_some());
            }
            TargetCrashed::METHOD => {
                let crashed: TargetCrashed = event.decode()?;
                self.shared.change(|state| target_crashed(state, &crashed.target_id));
            }
            TargetInfoChanged::METHOD => {
                let changed: TargetInfoChanged = event.decode()?;
                self.shared.change(|state| info_changed(state, changed.target_info));
            }
            DownloadWillBegin::METHOD => self.downloads.begun(event.decode()?),
            DownloadProgress::METHOD => self.downloads.progressed(event.decode()?),
            FileChooserOpened::METHOD => {
                let opened: FileChooserOpened = event.decode()?;
                let chooser = Chooser { frame: opened.frame_id, field: opened.backend_node_id };
                self.shared.change(|state| state.chooser = Some(chooser));
            }
            JavascriptDialogOpening::METHOD => self.dialog(event, &event.decode()?),
            _ => self.page_event(event)?,
        }
        Ok(())
    }

    /// Events of a page, by the session that they came on.
    fn page_event(&self, event: &RawEvent) -> Result<(), DecodeError> {
        let Some(session) = event.session.clone() else { return Ok(()) };
        let session = self.client.session(session);
        match event.method {
            FrameAttached::METHOD => {
                let attached: FrameAttached = event.decode()?;
                self.on_tab(&session, |tab| {
                    tab.frames.attached(attached.frame_id, attached.parent_frame_id, &session)
                });
            }
            FrameDetached::METHOD => {
                let detached: FrameDetached = event.decode()?;
                // A frame that moves to another process is swapped, not gone.
                if detached.reason == FrameDetachedReason::Remove {
                    self.on_tab(&session, |tab| tab.frames.removed(&detached.frame_id));
                }
            }
            FrameNavigated::METHOD => {
                let navigated: FrameNavigated = event.decode()?;
                session.revive();
                self.on_tab(&session, |tab| frame_navigated(tab, &navigated, &session));
            }
            FrameRequestedNavigation::METHOD => {
                let requested: FrameRequestedNavigation = event.decode()?;
                let here = requested.disposition == ClientNavigationDisposition::CurrentTab;
                self.on_tab(&session, |tab| {
                    if here && tab.frames.is_main(&requested.frame_id) && leaves_document(&requested.url) {
                        tab.progress.requested = true;
                    }
                });
            }
            FrameStartedNavigating::METHOD => {
                let started: FrameStartedNavigating = event.decode()?;
                self.on_tab(&session, |tab| started_navigating(tab, &started));
            }
            FrameStoppedLoading::METHOD => {
                let stopped: FrameStoppedLoading = event.decode()?;
                self.on_tab(&session, |tab| {
                    if tab.frames.is_main(&stopped.frame_id) {
                        tab.progress.pending = false;
                        tab.progress.requested = false;
                        tab.progress.stopped = true;
                    }
                });
            }
            NavigatedWithinDocument::METHOD => {
                let moved: NavigatedWithinDocument = event.decode()?;
                self.on_tab(&session, |tab| {
                    tab.progress.moves += u64::from(tab.frames.is_main(&moved.frame_id))
                });
            }
            LifecycleEvent::METHOD => {
                let event: LifecycleEvent = event.decode()?;
                self.on_tab(&session, |tab| {
                    if tab.frames.is_main(&event.frame_id) {
                        tab.progress.milestone(&event.loader_id, &event.name);
                    }
                });
            }
            RendererCrashed::METHOD => self.on_tab(&session, |tab| match session.id() {
                Some(id) if tab.session.id() != Some(id) => frame_crashed(tab, &session),
                _ => mark_crashed(Some(tab)),
            }),
            _ => {
                let mut outcome = Ok(());
                self.on_tab(&session, |tab| outcome = tab.diagnostics.observe(event));
                outcome?;
            }
        }
        Ok(())
    }

    /// Changes the tab that a session belongs to.
    fn on_tab(&self, session: &Session, change: impl FnOnce(&mut Tab)) {
        self.shared.change(|state| {
            let id = session.id().and_then(|id| state.sessions.get(id)).cloned();
            if let Some(tab) = id.and_then(|id| state.tabs.get_mut(&id)) {
                change(tab);
            }
        });
    }

    fn attached(&self, event: &RawEvent) -> Result<(), DecodeError> {
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

    fn detached(&self, detached: &DetachedFromTarget) {
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

    /// Dialogs are answered at once, or everything would wait for them: dismissed, but for the one that an act may accept.
    /// The question whether to leave a page is answered with yes: whoever navigates means it.
    fn dialog(&self, event: &RawEvent, opening: &JavascriptDialogOpening) {
        let Some(session) = event.session.clone() else { return };
        let kind = match opening.r#type {
            DialogType::Alert => DialogKind::Alert,
            DialogType::Confirm => DialogKind::Confirm,
            DialogType::Prompt => DialogKind::Prompt,
            DialogType::Beforeunload | DialogType::Unrecognized(_) => DialogKind::BeforeUnload,
        };
        let message: String = opening.message.chars().take(DIALOG_MESSAGE).collect();
        let said = Said::new(opening);
        let accepted = self.shared.change(|state| {
            let id = state.sessions.get(&session).cloned()?;
            let told = state.tabs.get(&id).is_some_and(|tab| tab.dialogs.contains(&said));
            state.acceptance.take_if(|wanted| told && wanted.tab == id && wanted.message == message)
        });
        self.on_tab(&self.client.session(session.clone()), |tab| tab.nagging.note());
        let leave = kind == DialogKind::BeforeUnload;
        let answer = HandleJavaScriptDialog {
            // Without a text of the agent's own the prompt keeps the one that it came with, as under a hand.
            prompt_text: accepted
                .as_ref()
                .and_then(|accepted| accepted.text.clone().or_else(|| opening.default_prompt.clone())),
            ..HandleJavaScriptDialog::new(leave || accepted.is_some())
        };
        if let Err(error) = self.client.session(session.clone()).send(&answer) {
            tracing::warn!(%error, "a dialog could not be answered");
        }
        if leave || accepted.is_some() {
            return;
        }
        self.on_tab(&self.client.session(session), |tab| tab.dialogs.note(said));
        self.shared.change(|state| {
            if state.dialogs.len() < MAX_REPORTS {
                state.dialogs.push(Dialog { kind, message });
            }
        });
    }
}

/// Scheme, host and port of an address of the browser's own making.
fn origin_part(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    url.get(host..).and_then(|rest| rest.find('/')).and_then(|end| url.get(..host + end)).unwrap_or(url)
}

fn target_crashed(state: &mut State, target: &TargetId) {
    let frame = FrameId(target.0.clone());
    let around = state.tabs.iter_mut().find_map(|tab| {
        let session = tab.frames.session_of(&frame)?;
        Some((tab, session))
    });
    match around {
        Some((tab, session)) => frame_crashed(tab, &session),
        None => mark_crashed(state.tabs.by_target(target.as_str())),
    }
}

/// The process of a frame of another site: what is left is a hole in the page.
fn frame_crashed(tab: &mut Tab, session: &Session) {
    if let Some(id) = session.id() {
        tab.frames.session_gone(id);
    }
    // Nothing answers there any more.
    session.abandon();
}

fn mark_crashed(tab: Option<&mut Tab>) {
    // The browser and the page's own session both tell of it.
    if let Some(tab) = tab.filter(|tab| !tab.crashed) {
        tab.crashed = true;
        tab.after_crash = true;
        tab.crashes += 1;
        tab.progress.pending = false;
        tab.progress.requested = false;
    }
}

fn info_changed(state: &mut State, info: TargetInfo) {
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

fn frame_navigated(tab: &mut Tab, navigated: &FrameNavigated, session: &Session) {
    tab.frames.navigated(&navigated.frame, session);
    if tab.frames.is_main(&navigated.frame.id) {
        tab.crashed = false;
        tab.after_crash &= navigated.frame.url.starts_with("about:");
        tab.dialogs.forget();
        tab.progress.committed(navigated.frame.loader_id.clone());
    }
}

fn started_navigating(tab: &mut Tab, started: &FrameStartedNavigating) {
    use FrameStartedNavigatingNavigationType::{HistorySameDocument, SameDocument};
    let same = matches!(started.navigation_type, HistorySameDocument | SameDocument);
    if !same && tab.frames.is_main(&started.frame_id) && leaves_document(&started.url) {
        tab.progress.started += 1;
        tab.progress.pending = true;
        tab.progress.requested = false;
    }
}

/// Script and mail addresses replace no document.
fn leaves_document(url: &str) -> bool {
    ["http:", "https:", "about:", "blob:", "data:"].iter().any(|scheme| url.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::time::Duration;

    use ringfence_egress::{Egress, EgressConfig, SystemResolver};
    use ringfence_policy::Policy;
    use tokio::io::{AsyncWriteExt as _, DuplexStream, duplex, split};

    use super::*;
    use crate::exit::Exit;

    /// A pump whose browser is a test; what is written into the stream it takes for events.
    async fn pump() -> (Arc<Shared>, DuplexStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let policy = Policy::closed();
        let egress = Egress::start(listener, EgressConfig::new(policy.clone(), Arc::new(SystemResolver)))
            .await
            .unwrap();
        let credential = egress.credential().clone();
        let (ours, theirs) = duplex(1 << 16);
        let (reader, writer) = split(ours);
        let (client, events) = Client::new(reader, writer, filter(Watch::default()));
        let judge = Judge {
            policy,
            credential,
            logins: Default::default(),
            browser: client.browser(),
            exit: Arc::new(Exit::new(egress)),
            witnessed: Default::default(),
        };
        let shared = Arc::new(Shared::default());
        let browser = client.browser();
        let pump = Pump {
            client,
            judge,
            shared: Arc::clone(&shared),
            viewport: Viewport::default(),
            locale: None,
            watch: Watch::default(),
            downloads: Collector {
                shared: Arc::clone(&shared),
                browser,
                quarantine: None,
                witnessed: Default::default(),
            },
            read: Duration::from_secs(5),
        };
        tokio::spawn(pump.run(events));
        (shared, theirs)
    }

    async fn ended_by(event: &str) -> Option<Ended> {
        let (shared, mut theirs) = pump().await;
        theirs.write_all(event.as_bytes()).await.unwrap();
        theirs.write_all(b"\0").await.unwrap();
        let _ = tokio::time::timeout(Duration::from_millis(500), shared.ended()).await;
        let ended = shared.read().ended.clone();
        drop(theirs);
        ended
    }

    /// Seen to fail with the errors of `handle` traced instead of returned.
    #[tokio::test]
    async fn an_event_that_the_policy_rests_on_and_that_can_not_be_read_ends_the_session() {
        for method in ["Fetch.requestPaused", "Fetch.authRequired", "Target.attachedToTarget"] {
            let ended =
                ended_by(&format!("{{\"method\":\"{method}\",\"params\":{{\"sessionId\":\"s\"}}}}")).await;
            assert!(
                matches!(&ended, Some(Ended::Unreadable(why)) if why.contains(method)),
                "{method}: {ended:?}"
            );
        }
    }

    #[tokio::test]
    async fn an_event_that_only_informs_is_left_out_when_it_can_not_be_read() {
        let ended =
            ended_by("{\"method\":\"Page.frameNavigated\",\"sessionId\":\"s\",\"params\":{\"new\":1}}").await;
        assert!(ended.is_none(), "{ended:?}");
    }
}
