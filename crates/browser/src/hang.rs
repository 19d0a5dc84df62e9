//! A page that doesn't answer.
//!
//! First its scripts are stopped: what they made can still be read. If it hangs again, the tab is emptied. The tab stays
//! either way, and the next call works.

use std::time::Duration;

use ringfence_cdp::protocol::emulation::SetScriptExecutionDisabled;
use ringfence_cdp::protocol::page::Navigate;
use ringfence_cdp::protocol::runtime::TerminateExecution;
use ringfence_page::{Deadline, PageError};
use ringfence_toolset::{DriverError, ErrorCode, TabId};

use crate::browser::Browser;
use crate::driver::OpenTab;

/// How long stopping the scripts, and emptying the tab, may take.
const RESCUE: Duration = Duration::from_secs(3);
/// How long a page that works may take to say its address.
const ANSWER: Duration = Duration::from_secs(1);

impl Browser {
    /// Sorts a call that ran out of time on a page: one that answers was busy or is slow, and nothing is done to it; one
    /// that doesn't is freed.
    pub(crate) async fn hung_or_late(&self, named: Option<&TabId>, late: DriverError) -> DriverError {
        match self.tab(named) {
            Ok(tab) if self.hangs(&tab).await => self.free(&tab, late).await,
            _ => DriverError { code: ErrorCode::TimedOut, ..late },
        }
    }

    /// Frees a tab whose page hangs, and says what was done.
    async fn free(&self, tab: &OpenTab, hung: DriverError) -> DriverError {
        let first = self.shared.change(|state| {
            let open = state.tabs.get_mut(&tab.id)?;
            Some(!std::mem::replace(&mut open.scripts_off, true))
        });
        let text = if first == Some(true) && self.stop_scripts(tab).await {
            "The page did not answer in time, so its scripts were stopped. What it shows can be read; navigate or reload to use it again."
        } else if self.empty(tab).await {
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

    /// Stops the page's scripts. Ending the one that runs is not enough: a timer starts it again.
    async fn stop_scripts(&self, tab: &OpenTab) -> bool {
        let Ok(tree) = self.tree(tab) else { return false };
        let deadline = Deadline::after(RESCUE);
        for session in tree.sessions() {
            let off = session.start(&SetScriptExecutionDisabled::new(true), deadline.left());
            let ended = session.start(&TerminateExecution::default(), deadline.left());
            if let Err(error) = off.await.and(ended.await) {
                tracing::debug!(%error, "scripts could not be stopped");
            }
        }
        tab.page.facts(&tree, deadline).await.is_ok()
    }

    /// Puts an empty page in the place of one that hangs, and lets scripts run again.
    async fn empty(&self, tab: &OpenTab) -> bool {
        let emptied = tab.session.call(&Navigate::new("about:blank"), RESCUE).await.is_ok();
        self.shared.change(|state| {
            if let Some(open) = state.tabs.get_mut(&tab.id) {
                open.scripts_off = false;
            }
        });
        if let Err(error) = tab.session.send(&SetScriptExecutionDisabled::new(false)) {
            tracing::debug!(%error, "scripts could not be let run again");
        }
        emptied
    }

    /// Before the tab goes elsewhere: a page whose scripts were stopped is put away first. If they were only let run
    /// again, its timers would make it hang anew, and it would never be left.
    pub(crate) async fn leave_stopped_page(&self, tab: &OpenTab) -> Result<(), DriverError> {
        let stopped = self.shared.read().tabs.get(&tab.id).is_some_and(|open| open.scripts_off);
        if !stopped || self.empty(tab).await {
            return Ok(());
        }
        let text =
            "The page hangs, and the tab could not be freed. Close it with close_tab and open another.";
        Err(DriverError::new(ErrorCode::Failed, text).about(tab.id.as_str()))
    }
}
