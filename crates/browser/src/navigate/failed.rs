//! Why a navigation failed.

use std::time::Duration;

use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::{NavigateResponse, StopLoading};
use ringfence_toolset::text::one_line;
use ringfence_toolset::{DriverError, ErrorCode};

use super::Attempt;
use crate::browser::Browser;
use crate::explain;
use crate::hang::{ELSEWHERE, Shows};
use crate::state::StoppedDocument;

impl Browser {
    /// A tab that was emptied, and got nothing else, shows a blank page as a new one does.
    pub(super) async fn after_failure(&self, attempt: &Attempt<'_>, error: DriverError) -> DriverError {
        let shown = self.shared.read().tabs.get(&attempt.tab.id).map(|open| open.frames.address().to_owned());
        if shown.as_deref() == Some(ELSEWHERE) && !self.show_blank(attempt.tab).await {
            tracing::debug!("an emptied tab could not be given a blank page");
        }
        error
    }

    /// Waits for Chromium's error page, which comes a little later than the error; until then the tab can't be used.
    /// A navigation that was broken off has none.
    pub(super) async fn error_page(&self, attempt: &Attempt<'_>, error: &str, loader: Option<&LoaderId>) {
        const SOON: Duration = Duration::from_secs(2);
        let (false, Some(loader)) = (error == explain::BROKEN_OFF, loader) else { return };
        let shown = self.shared.wait(attempt.deadline.at_most(SOON), |state| {
            let progress = &state.tabs.get(&attempt.tab.id)?.progress;
            (progress.loader.as_ref() == Some(loader) && progress.content_loaded).then_some(())
        });
        if shown.await.is_none() {
            tracing::debug!(error, "no error page came");
        }
    }

    /// Why a navigation failed: stopped in the browser, stopped by the proxy, or by the network.
    pub(super) fn failed(
        &self,
        attempt: &Attempt<'_>,
        error: &str,
        answer: Option<&NavigateResponse>,
    ) -> DriverError {
        if let Some(stopped) = self.take_stopped(attempt) {
            return explain::stopped(&stopped, attempt.otherwise);
        }
        // A redirect may have led to another host than the one asked for.
        let asked = self
            .shared
            .read()
            .tabs
            .get(&attempt.tab.id)
            .map(|open| (open.asked_host.clone(), open.asked_status));
        let (asked, status) = asked.unwrap_or_default();
        let host = if asked.is_empty() { attempt.host.clone() } else { asked };
        if answer.is_some_and(|answer| answer.is_download == Some(true)) {
            return explain::download(&host);
        }
        match self.exit.last_stop(&host, attempt.started) {
            Some(stop) => explain::behind_error_page(&host, &stop),
            None => explain::network(&host, error, status, attempt.otherwise),
        }
    }

    /// Takes what stopped the agent's own navigation out of what stopped those that pages started.
    pub(super) fn take_stopped(&self, attempt: &Attempt<'_>) -> Option<StoppedDocument> {
        self.shared.change(|state| {
            let at = state.stopped.iter().position(|stopped| attempt.is_stopped_by(stopped))?;
            Some(state.stopped.remove(at))
        })
    }

    /// The time is up: the load is stopped. Whether a page hangs is looked at once for every call.
    pub(super) fn give_up(&self, attempt: &Attempt<'_>, shows: Shows) -> DriverError {
        if let Err(error) = attempt.tab.session.send(&StopLoading::default()) {
            tracing::debug!(%error, "a load could not be stopped");
        }
        let seconds = self.timeouts.navigate.as_secs_f64();
        let host = one_line(&attempt.host);
        let who = if host.is_empty() { "The page" } else { host.as_str() };
        let text = format!("{who} did not load within {seconds} s; the load was stopped.");
        explain::with(DriverError::new(ErrorCode::PageHung, text).about(host), shows)
    }
}
