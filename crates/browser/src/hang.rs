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
    /// Frees a tab whose page did not answer, and says what was done.
    pub(crate) async fn free(&self, named: Option<&TabId>, hung: DriverError) -> DriverError {
        let Ok(tab) = self.tab(named) else { return hung };
        let first = self.shared.change(|state| {
            let open = state.tabs.get_mut(&tab.id)?;
            Some(!std::mem::replace(&mut open.scripts_off, true))
        });
        let text = if first == Some(true) && self.stop_scripts(&tab).await {
            "The page did not answer in time, so its scripts were stopped. What it shows can be read; navigate or reload to use it again."
        } else if self.empty(&tab).await {
            "The page did not answer in time, so the tab was emptied. Navigate to go on; refs of the page are stale."
        } else {
            "The page did not answer in time, and the tab could not be freed. Close it with close_tab and open another."
        };
        DriverError::new(ErrorCode::PageHung, text).about(tab.id.as_str()).caused_by(hung)
    }

    /// Whether the page leaves even the simplest question unanswered.
    pub(crate) async fn hangs(&self, tab: &OpenTab) -> bool {
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

    async fn empty(&self, tab: &OpenTab) -> bool {
        let emptied = tab.session.call(&Navigate::new("about:blank"), RESCUE).await.is_ok();
        self.let_scripts_run(tab);
        emptied
    }

    /// Undoes the stopping before the tab shows something else.
    pub(crate) fn let_scripts_run(&self, tab: &OpenTab) {
        let was_off = self.shared.change(|state| {
            state.tabs.get_mut(&tab.id).is_some_and(|open| std::mem::take(&mut open.scripts_off))
        });
        if was_off && let Err(error) = tab.session.send(&SetScriptExecutionDisabled::new(false)) {
            tracing::debug!(%error, "scripts could not be let run again");
        }
    }
}
