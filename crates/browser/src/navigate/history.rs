//! Steps through a tab's history.

use std::time::Instant;

use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::{GetNavigationHistory, NavigateToHistoryEntry};
use ringfence_page::Deadline;
use ringfence_policy::List;
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput};

use super::Attempt;
use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::failure::{call_error, closed_meanwhile};
use crate::hang::ELSEWHERE;
use crate::tabs::Tab;

/// Where a tab is: in which document, and how often it has moved within documents.
pub(super) struct Place {
    pub(super) loader: Option<LoaderId>,
    moves: u64,
}

impl Place {
    pub(super) fn of(tab: &Tab) -> Self {
        Self { loader: tab.progress.loader.clone(), moves: tab.progress.moves }
    }
}

impl Browser {
    pub(super) async fn step(
        &self,
        tab: &OpenTab,
        by: i64,
        deadline: Deadline,
    ) -> Result<MemberOutput, DriverError> {
        let history =
            tab.session.call(&GetNavigationHistory::default(), deadline.left()).await.map_err(call_error)?;
        let current = usize::try_from(history.current_index).unwrap_or_default();
        // What a tab was emptied with is no page of anybody's.
        let mut steps = history.entries.iter().enumerate().filter(|(_, entry)| entry.url != ELSEWHERE);
        let entry = match by < 0 {
            true => steps.rfind(|(at, _)| *at < current),
            false => steps.find(|(at, _)| *at > current),
        };
        let Some((_, entry)) = entry else {
            let text = if by < 0 {
                "The tab has no page to go back to."
            } else {
                "The tab has no page to go forward to."
            };
            return Err(DriverError::new(ErrorCode::NoHistory, text));
        };
        self.policy.judge_request(&entry.url, List::Navigate)?;
        let otherwise = self.put_trouble_away(tab).await?;
        let before = self.place(tab)?;
        let attempt = Attempt { tab, host: String::new(), started: Instant::now(), deadline, otherwise };
        let to = NavigateToHistoryEntry::new(entry.id);
        tab.session.call(&to, deadline.left()).await.map_err(call_error)?;
        match self.step_arrived(&attempt, &before).await {
            Err(error) => Err(self.after_failure(&attempt, error).await),
            there => there,
        }
    }

    /// A step can lead to another document, or to another place in the same one.
    pub(super) async fn step_arrived(
        &self,
        attempt: &Attempt<'_>,
        before: &Place,
    ) -> Result<MemberOutput, DriverError> {
        let moved = self.shared.wait(attempt.deadline, |state| {
            let now = Place::of(state.tabs.get(&attempt.tab.id)?);
            let stopped = state.stopped.iter().any(|stopped| attempt.is_stopped_by(stopped));
            (now.loader != before.loader || now.moves != before.moves || stopped).then_some(now)
        });
        match moved.await {
            Some(now) if now.moves != before.moves => self.arrived(attempt, None).await,
            _ => self.arrive(attempt, |now| Some(now) != before.loader.as_ref()).await,
        }
    }

    pub(super) fn place(&self, tab: &OpenTab) -> Result<Place, DriverError> {
        self.shared.read().tabs.get(&tab.id).map(Place::of).ok_or_else(|| closed_meanwhile(&tab.id))
    }
}
