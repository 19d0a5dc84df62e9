//! Acts: what is done to a page, and when it is over.

mod form;
mod keyboard;
mod pointer;
mod upload;

use std::time::{Duration, Instant};

use ringfence_cdp::protocol::network::LoaderId;
use ringfence_egress::Stopped;
use ringfence_page::{Deadline, FrameTree};
use ringfence_toolset::input::AcceptDialog;
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput};

pub(crate) use pointer::{Mouse, point, target};

use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::explain;
use crate::failure::closed_meanwhile;
use crate::navigate::ERROR_PAGE;
use crate::state::{Acceptance, Shared};

/// How long a navigation that an act started may take to its DOMContentLoaded before the act returns.
const ARRIVE: Duration = Duration::from_secs(5);
/// How long a navigation that a page asked for may take to start; some never do, such as one to a mail address.
const START: Duration = Duration::from_millis(500);

/// For as long as this lives a dialog would be accepted: the call that named it may be given up at any time.
struct Accepting<'a>(&'a Shared);

impl<'a> Accepting<'a> {
    fn new(shared: &'a Shared, wanted: Acceptance) -> Self {
        shared.change(|state| state.acceptance = Some(wanted));
        Self(shared)
    }

    /// Whether the dialog did not come.
    fn end(self) -> bool {
        self.0.change(|state| state.acceptance.take()).is_some()
    }
}

impl Drop for Accepting<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.acceptance = None);
    }
}

/// The tab as it was before an act.
struct Before {
    at: Instant,
    started: u64,
    loader: Option<LoaderId>,
    tree: FrameTree,
}

impl Browser {
    /// Does something to a tab's page, and returns when it is over: popups that the page opened at once, and a
    /// navigation of the tab that it began, are given time to arrive. `act` returns the line to answer with, if any.
    async fn act<F>(&self, tab: &OpenTab, act: F) -> Result<MemberOutput, DriverError>
    where
        F: AsyncFnOnce(&FrameTree, Deadline) -> Result<Option<String>, DriverError>,
    {
        let before = self.before(tab)?;
        match act(&before.tree, Deadline::after(self.timeouts.act)).await {
            Ok(line) => self.after(tab, before, line).await,
            Err(error) => Err(self.failed_and_led(tab, &before, error).await),
        }
    }

    /// What failed may have led somewhere all the same: a press that hit something else, or that opened no file chooser.
    async fn failed_and_led(&self, tab: &OpenTab, before: &Before, error: DriverError) -> DriverError {
        if !matches!(error.code, ErrorCode::Covered | ErrorCode::NotSuited) {
            return error;
        }
        self.caught_up().await;
        match self.landed(tab, before).await {
            Some(landed) => DriverError { text: format!("{} {landed}", error.text), ..error },
            None => error,
        }
    }

    /// As [`Browser::act`], while one dialog with this message would be accepted.
    async fn act_accepting<F>(
        &self,
        tab: &OpenTab,
        dialog: Option<&AcceptDialog>,
        act: F,
    ) -> Result<MemberOutput, DriverError>
    where
        F: AsyncFnOnce(&FrameTree, Deadline) -> Result<Option<String>, DriverError>,
    {
        let Some(dialog) = dialog else { return self.act(tab, act).await };
        let wanted =
            Acceptance { tab: tab.id.clone(), message: dialog.message.clone(), text: dialog.text.clone() };
        let accepting = Accepting::new(&self.shared, wanted);
        let outcome = self.act(tab, act).await;
        let unused = accepting.end();
        let said = if unused { "No dialog with that message came." } else { "The dialog was accepted." };
        outcome.map(|output| match output {
            MemberOutput::Done { line: Some(line) } => {
                MemberOutput::Done { line: Some(format!("{line} {said}")) }
            }
            MemberOutput::Done { line: None } => MemberOutput::Done { line: Some(said.to_owned()) },
            other => other,
        })
    }

    fn before(&self, tab: &OpenTab) -> Result<Before, DriverError> {
        self.tree(tab)?;
        let state = self.shared.read();
        let open = state.tabs.get(&tab.id).ok_or_else(|| closed_meanwhile(&tab.id))?;
        // Chromium's own page offers to go on in spite of a certificate, by a link and by a word that is typed.
        if open.frames.address().starts_with(ERROR_PAGE) {
            let text = "The tab shows the browser's error page, on which nothing can be done. Navigate it, or reload it.";
            return Err(DriverError::new(ErrorCode::NotSuited, text).about(tab.id.as_str()));
        }
        Ok(Before {
            at: Instant::now(),
            started: open.progress.started,
            loader: open.progress.loader.clone(),
            tree: open.frames.tree(),
        })
    }

    /// Ends an act: popups that the page opened at once, and a navigation of the tab that it began, are given time to
    /// arrive.
    async fn after(
        &self,
        tab: &OpenTab,
        before: Before,
        line: Option<String>,
    ) -> Result<MemberOutput, DriverError> {
        self.caught_up().await;
        self.popups_arrived(before.at).await;
        let landed = self.landed(tab, &before).await.or_else(|| self.without_scripts(tab));
        let line = match (line, landed) {
            (Some(line), Some(landed)) => Some(format!("{line} {landed}")),
            (line, landed) => line.or(landed),
        };
        Ok(MemberOutput::Done { line })
    }

    /// A page whose scripts were stopped does nothing with what is done to it.
    fn without_scripts(&self, tab: &OpenTab) -> Option<String> {
        let off = self.shared.read().tabs.get(&tab.id).is_some_and(|open| open.scripts_off);
        off.then(|| {
            "The page's scripts are stopped, so nothing of them follows; navigate or reload to let them run."
                .to_owned()
        })
    }

    /// Popups that have opened since then: whether they may be, and their first document.
    async fn popups_arrived(&self, since: Instant) {
        const DOCUMENT: Duration = Duration::from_secs(2);
        let decided = self.shared.wait(Deadline::after(START), |state| {
            (!state.tabs.iter().any(|tab| tab.undecided)).then_some(())
        });
        decided.await;
        let arrived = self.shared.wait(Deadline::after(DOCUMENT), |state| {
            let waiting = state.tabs.iter().any(|tab| tab.opened >= since && !tab.progress.content_loaded);
            (!waiting).then_some(())
        });
        arrived.await;
    }

    /// Where a navigation that began since then has led; none when none began or none came through.
    async fn landed(&self, tab: &OpenTab, before: &Before) -> Option<String> {
        let (started, since) = (before.started, before.at);
        let began = self.shared.wait(Deadline::after(START), |state| {
            let Some(open) = state.tabs.get(&tab.id) else { return Some(None) };
            if open.progress.started > started {
                Some(Some(true))
            } else {
                (!open.progress.requested).then_some(Some(false))
            }
        });
        match began.await {
            Some(None) => return Some("The tab has closed.".to_owned()),
            Some(Some(true)) => {}
            _ => return None,
        }
        let deadline = Deadline::after(ARRIVE);
        let arrived = self.shared.wait(deadline, |state| {
            let open = state.tabs.get(&tab.id)?;
            (!open.progress.pending && open.progress.content_loaded).then_some(())
        });
        if arrived.await.is_none() {
            let open = self.shared.read().tabs.get(&tab.id).is_some();
            let line = if open { "The page is still loading." } else { "The tab has closed." };
            return Some(line.to_owned());
        }
        if let Some(failed) = self.failed_since(tab) {
            return Some(failed);
        }
        let tree = self.tree(tab).ok()?;
        let facts = tab.page.facts(&tree, deadline).await.ok()?;
        if facts.url.starts_with(ERROR_PAGE) {
            let asked =
                self.shared.read().tabs.get(&tab.id).map(|open| (open.asked_host.clone(), open.asked_status));
            let (host, status) = asked?;
            let what = match self.exit.last_stop(&host, since) {
                Some(Stopped::Failed(what)) => what.to_owned(),
                Some(Stopped::Refused(refusal)) => refusal.for_model(),
                None => explain::network_phrase("", status),
            };
            return Some(explain::landing_failed(&host, &what));
        }
        // Nothing new came: the navigation was refused, which is told of by itself, or broken off.
        let new =
            self.shared.read().tabs.get(&tab.id).is_some_and(|open| open.progress.loader != before.loader);
        new.then(|| explain::landing(&facts, self.no_login(tab, &facts)))
    }

    /// A document of this tab that failed on the way, not one that was refused: those are counted elsewhere.
    fn failed_since(&self, tab: &OpenTab) -> Option<String> {
        let state = self.shared.read();
        let failed = state.stopped.iter().rev().find(|stopped| stopped.tab.as_ref() == Some(&tab.id))?;
        match failed.why {
            Stopped::Failed(what) => Some(explain::landing_failed(&failed.host, what)),
            Stopped::Refused(_) => None,
        }
    }
}
