//! A page that doesn't answer.
//!
//! Chromium asks a page nothing while its tab is on the way to another one: a load that doesn't come is stopped, and the
//! page is as it was. Otherwise a script runs without end. First the page's scripts are stopped: what they made can still be read. If it hangs again, the tab is emptied. The tab stays
//! either way, and the next call works.

use std::time::Duration;

use ringfence_cdp::protocol::emulation::SetScriptExecutionDisabled;
use ringfence_cdp::protocol::page::{Navigate, StopLoading};
use ringfence_cdp::protocol::runtime::TerminateExecution;
use ringfence_cdp::{Command, Session};
use ringfence_page::{Deadline, PageError};
use ringfence_toolset::text::one_line;
use ringfence_toolset::{DriverError, ErrorCode, TabId};

use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::nagging::Nagging;

/// How long stopping the scripts, and emptying the tab, may take.
const RESCUE: Duration = Duration::from_secs(3);
/// What a tab shows when a navigation has come to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// The page that it showed before.
    Before,
    /// Nothing: the page before had to be put away.
    Nothing,
    /// What has come of the next page.
    Part,
    /// Chromium's error page.
    Error,
}

/// An empty page that is drawn by another process than any page before it, so that it waits for none of them. A blank one
/// is drawn by the same process as the page that hangs, and would hang with it.
pub(crate) const ELSEWHERE: &str = "data:text/html,";
/// How long a page whose script was ended has to answer before the one after it is ended, too.
const NEXT_SCRIPT: Duration = Duration::from_millis(100);
/// No more scripts than these are ended one by one.
const MOST_SCRIPTS: u32 = 10;
/// How long a page that works may take to say its address.
const ANSWER: Duration = Duration::from_secs(1);

impl Browser {
    /// Sorts a call that ran out of time on a page: one that answers was busy or is slow, and nothing is done to it; one
    /// that was being left is kept; one that hangs is freed.
    pub(crate) async fn hung_or_late(&self, named: Option<&TabId>, late: DriverError) -> DriverError {
        let Ok(tab) = self.tab(named) else { return DriverError { code: ErrorCode::TimedOut, ..late } };
        if !self.hangs(&tab).await {
            return DriverError { code: ErrorCode::TimedOut, ..late };
        }
        match self.stays(&tab).await {
            Some(host) => left_for(&host, &tab.id).caused_by(late),
            None => self.free(&tab, late).await,
        }
    }

    /// Stops what the tab loads. If the page answers then, it was only being left: returns the host that it was left for.
    async fn stays(&self, tab: &OpenTab) -> Option<String> {
        let host = self.shared.read().tabs.get(&tab.id).map(|open| open.asked_host.clone());
        self.stop_loading(tab).await;
        if self.hangs(tab).await { None } else { host }
    }

    pub(crate) async fn stop_loading(&self, tab: &OpenTab) {
        if let Err(error) = tab.session.call(&StopLoading::default(), RESCUE).await {
            tracing::debug!(%error, "a load could not be stopped");
        }
    }

    /// Frees a tab whose page hangs, and says what was done.
    async fn free(&self, tab: &OpenTab, hung: DriverError) -> DriverError {
        // A script that waits for a dialog is not ended; the one that opens dialogs all the time always waits for one.
        let worth_stopping = self.shared.change(|state| {
            let open = state.tabs.get_mut(&tab.id)?;
            let nags = open.nagging.is_on();
            Some(!nags && !std::mem::replace(&mut open.scripts_off, true))
        });
        let text = if worth_stopping == Some(true) && self.stop_scripts(tab).await {
            "The page did not answer in time, so its scripts were stopped. What it shows can be read; navigate or reload to use it again."
        } else if self.empty(tab).await && self.show_blank(tab).await {
            "The page did not answer in time, so the tab was emptied. Navigate to go on; refs of the page are stale."
        } else {
            "The page did not answer in time, and the tab could not be freed. Close it with close_tab and open another."
        };
        DriverError::new(ErrorCode::PageHung, text).about(tab.id.as_str()).caused_by(hung)
    }

    /// Whether the page leaves even the simplest question unanswered.
    async fn hangs(&self, tab: &OpenTab) -> bool {
        let Ok(tree) = self.tree(tab) else { return false };
        matches!(tab.page.facts(&tree, Deadline::after(ANSWER)).await, Err(PageError::TimedOut))
    }

    /// Stops the page's scripts, and tells whether the page answers then. Ending the one that runs is not enough: a timer
    /// starts it again, and what happens when a page is left is several scripts, one after the other.
    async fn stop_scripts(&self, tab: &OpenTab) -> bool {
        let Ok(tree) = self.tree(tab) else { return false };
        let deadline = Deadline::after(RESCUE);
        let sessions = tree.sessions();
        tell(&sessions, &SetScriptExecutionDisabled::new(true));
        for _ in 0..MOST_SCRIPTS {
            tell(&sessions, &TerminateExecution::default());
            // It may be our own question that was ended.
            if tab.page.facts(&tree, deadline.at_most(NEXT_SCRIPT)).await.is_ok() {
                return true;
            }
        }
        tab.page.facts(&tree, deadline).await.is_ok()
    }

    /// Puts an empty page in the place of one that hangs, and lets scripts run again.
    async fn empty(&self, tab: &OpenTab) -> bool {
        let deadline = Deadline::after(RESCUE);
        let Ok(answer) = tab.session.call(&Navigate::new(ELSEWHERE), deadline.left()).await else {
            return false;
        };
        let emptied = self.shared.wait(deadline, |state| {
            let open = state.tabs.get_mut(&tab.id)?;
            let there = open.progress.loader == answer.loader_id && open.progress.content_loaded;
            there.then(|| {
                open.nagging = Nagging::default();
                std::mem::take(&mut open.scripts_off)
            })
        });
        match emptied.await {
            // Its answer is waited for: the next page must find it done.
            Some(true) => {
                tab.session.call(&SetScriptExecutionDisabled::new(false), deadline.left()).await.is_ok()
            }
            Some(false) => true,
            None => false,
        }
    }

    /// From the empty page to the one that tabs begin with.
    pub(crate) async fn show_blank(&self, tab: &OpenTab) -> bool {
        tab.session.call(&Navigate::new("about:blank"), RESCUE).await.is_ok()
    }

    /// Before the tab goes elsewhere: a page that would keep the next one from working is put away first.
    ///
    /// If stopped scripts were only let run again, timers would make the page hang anew. And a dialog that opens in the
    /// very moment in which the page is replaced can be answered by nobody: Chromium then waits for it for ever, and the
    /// next page in the same process with it.
    /// Tells what the tab shows from then on.
    pub(crate) async fn put_trouble_away(&self, tab: &OpenTab) -> Result<Shows, DriverError> {
        let trouble =
            self.shared.read().tabs.get(&tab.id).is_some_and(|open| open.scripts_off || open.nagging.is_on());
        if trouble { self.emptied(tab).await } else { Ok(Shows::Before) }
    }

    /// Puts away a page that would not let the tab go: its scripts are stopped first.
    pub(crate) async fn put_away_without_scripts(&self, tab: &OpenTab) -> Result<Shows, DriverError> {
        let stops =
            self.shared.change(|state| state.tabs.get_mut(&tab.id).map(|open| open.scripts_off = true));
        if stops.is_some() {
            tell(&self.tree(tab)?.sessions(), &SetScriptExecutionDisabled::new(true));
        }
        self.emptied(tab).await
    }

    async fn emptied(&self, tab: &OpenTab) -> Result<Shows, DriverError> {
        if self.empty(tab).await {
            return Ok(Shows::Nothing);
        }
        let text =
            "The page hangs, and the tab could not be freed. Close it with close_tab and open another.";
        Err(DriverError::new(ErrorCode::Failed, text).about(tab.id.as_str()))
    }
}

fn left_for(host: &str, tab: &TabId) -> DriverError {
    let host = one_line(host);
    let (whom, subject) = match host.as_str() {
        "" => ("another page", tab.as_str()),
        host => (host, host),
    };
    let text = format!(
        "The tab was on its way to {whom}, which did not answer in time, and a page that is being left can't be used. That load was stopped; the tab still shows the page that it showed before."
    );
    DriverError::new(ErrorCode::TimedOut, text).about(subject)
}

/// Tells every process that draws a part of the page.
fn tell(sessions: &[&Session], command: &impl Command) {
    for session in sessions {
        if let Err(error) = session.send(command) {
            tracing::debug!(%error, "a page could not be told to stop");
        }
    }
}
