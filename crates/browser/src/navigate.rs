//! `navigate`: to an address, back, forward, again.

mod arrival;
mod failed;
mod history;
mod overtaken;

use std::time::Instant;

use ringfence_cdp::CallError;
use ringfence_cdp::protocol::page::{Navigate, Reload};
use ringfence_page::Deadline;
use ringfence_policy::{JudgedUrl, List};
use ringfence_toolset::input::{Destination, NavigateInput};
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput, TabId};

use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::explain;
use crate::failure::{call_error, closed_meanwhile};
use crate::hang::Shows;
use crate::state::StoppedDocument;

/// How often a navigation is begun that the page's own may overtake; the last time the page was put away before.
const OVERTAKEN: u32 = 4;

/// How the address of Chromium's own error page begins.
pub(crate) const ERROR_PAGE: &str = "chrome-error:";

/// A navigation under way.
struct Attempt<'a> {
    tab: &'a OpenTab,
    /// The host that was asked for, as it was written; empty for a history step.
    host: String,
    started: Instant,
    deadline: Deadline,
    /// What the tab shows if nothing comes.
    otherwise: Shows,
}

impl Attempt<'_> {
    fn is_stopped_by(&self, stopped: &StoppedDocument) -> bool {
        stopped.main && stopped.tab.as_ref() == Some(&self.tab.id) && stopped.at >= self.started
    }
}

impl Browser {
    pub(crate) async fn navigate(&self, input: &NavigateInput) -> Result<MemberOutput, DriverError> {
        let deadline = Deadline::after(self.timeouts.navigate);
        match input.destination() {
            Destination::Address(address) => {
                let judged = self.policy.judge(address, List::Navigate);
                self.witnessed.call(address, &judged);
                let url = judged?;
                let tab = self.tab_to_navigate(input.tab_id.as_ref(), deadline).await?;
                self.go_to(&tab, &url, deadline).await
            }
            Destination::Reload => {
                let tab = self.tab(input.tab_id.as_ref())?;
                self.reload(&tab, deadline).await
            }
            Destination::Back => self.step(&self.tab(input.tab_id.as_ref())?, -1, deadline).await,
            Destination::Forward => self.step(&self.tab(input.tab_id.as_ref())?, 1, deadline).await,
        }
    }

    /// The tab that is named, the active one, or a new one where none is open.
    async fn tab_to_navigate(
        &self,
        named: Option<&TabId>,
        deadline: Deadline,
    ) -> Result<OpenTab, DriverError> {
        match self.tab(named) {
            Err(error) if error.code == ErrorCode::NoTab => {
                let id = self.open_tab(deadline).await.map_err(call_error)?;
                self.tab(Some(&id))
            }
            other => other,
        }
    }

    async fn go_to(
        &self,
        tab: &OpenTab,
        url: &JudgedUrl,
        deadline: Deadline,
    ) -> Result<MemberOutput, DriverError> {
        let host = url.host().unwrap_or_default().to_owned();
        let mut otherwise = self.put_trouble_away(tab).await?;
        for tries in 1..=OVERTAKEN {
            let attempt = Attempt { tab, host: host.clone(), started: Instant::now(), deadline, otherwise };
            match self.go_once(&attempt, url).await {
                Ok(Some(there)) => return Ok(there),
                Ok(None) => {
                    tracing::debug!(tries, "another navigation, or a change of the network, came between")
                }
                Err(error) => return Err(self.after_failure(&attempt, error).await),
            }
            if tries + 1 == OVERTAKEN {
                otherwise = self.put_away_without_scripts(tab).await?;
            }
        }
        let text = "The page goes elsewhere by itself whenever it is left. Close it with close_tab and open another.";
        Err(DriverError::new(ErrorCode::Failed, text).about(tab.id.as_str()))
    }

    /// Goes there, unless the page goes elsewhere by itself in the same moment: if it was used shortly before, its own
    /// navigation takes the place of the agent's.
    async fn go_once(
        &self,
        attempt: &Attempt<'_>,
        url: &JudgedUrl,
    ) -> Result<Option<MemberOutput>, DriverError> {
        let tab = attempt.tab;
        let ours = self.shared.read().tabs.get(&tab.id).map_or(0, |open| open.progress.started) + 1;
        let answer = tab.session.call(&Navigate::new(url.as_str()), attempt.deadline.left()).await;
        let answer = match answer {
            Ok(answer) => answer,
            Err(CallError::TimedOut { .. }) => return Err(self.give_up(attempt, attempt.otherwise)),
            Err(CallError::SessionGone { .. }) => return Err(closed_meanwhile(&tab.id)),
            Err(error) => return Err(call_error(error)),
        };
        if let Some(error) = &answer.error_text {
            if error == explain::BROKEN_OFF
                && (self.is_overtaken(attempt, &answer, ours).await || self.is_lost(attempt, &answer))
            {
                return Ok(None);
            }
            if answer.is_download == Some(true) && self.keeps_downloads {
                return self.arrived(attempt, Some(explain::DOWNLOADED)).await.map(Some);
            }
            self.error_page(attempt, error, answer.loader_id.as_ref()).await;
            if error == explain::NETWORK_CHANGED {
                return Ok(None);
            }
            return Err(self.failed(attempt, error, Some(&answer)));
        }
        match answer.loader_id {
            // Another place in the same document.
            None => self.arrived(attempt, None).await.map(Some),
            Some(loader) if self.never_comes(attempt, &loader, ours).await => Ok(None),
            Some(loader) => self.arrive(attempt, |now| *now == loader).await.map(Some),
        }
    }

    async fn reload(&self, tab: &OpenTab, deadline: Deadline) -> Result<MemberOutput, DriverError> {
        let stopped =
            self.shared.read().tabs.get(&tab.id).filter(|open| open.scripts_off).map(|open| open.url.clone());
        if let Some(address) = stopped {
            // Reloading would let the page's timers run first.
            let url = self.policy.judge(&address, List::Navigate)?;
            return self.go_to(tab, &url, deadline).await;
        }
        let before = self.place(tab)?;
        let otherwise = Shows::Before;
        let attempt = Attempt { tab, host: String::new(), started: Instant::now(), deadline, otherwise };
        tab.session.call(&Reload::default(), deadline.left()).await.map_err(call_error)?;
        self.arrive(&attempt, |now| Some(now) != before.loader.as_ref()).await
    }
}
