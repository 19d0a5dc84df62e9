//! The browser's events, in order, into the state.
//!
//! Nothing here waits for an answer: answers come through the same pipe as the events.

mod crashes;
mod dialogs;
mod navigations;
mod targets;

use std::sync::Arc;

use ringfence_cdp::protocol::browser::{DownloadProgress, DownloadWillBegin};
use ringfence_cdp::protocol::fetch::{AuthRequired, RequestPaused};
use ringfence_cdp::protocol::inspector::TargetCrashed as RendererCrashed;
use ringfence_cdp::protocol::page::{
    ClientNavigationDisposition, FileChooserOpened, FrameAttached, FrameDetached, FrameDetachedReason,
    FrameNavigated, FrameRequestedNavigation, FrameStartedNavigating, FrameStoppedLoading,
    JavascriptDialogOpening, LifecycleEvent, NavigatedWithinDocument,
};
use ringfence_cdp::protocol::target::{
    AttachedToTarget, DetachedFromTarget, TargetCrashed, TargetDestroyed, TargetInfoChanged,
};
use ringfence_cdp::{Client, DecodeError, Event, EventFilter, Events, RawEvent, Session};

use self::crashes::{frame_crashed, mark_crashed, target_crashed};
use self::navigations::{frame_navigated, leaves_document, started_navigating};
use self::targets::info_changed;
use crate::downloads::Collector;
use crate::intercept::Judge;
use crate::options::{Viewport, Watch};
use crate::state::{Chooser, Ended, Shared};
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
}

#[cfg(test)]
mod tests;
