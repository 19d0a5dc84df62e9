//! `navigate`: to an address, back, forward, again.

use std::time::{Duration, Instant};

use ringfence_cdp::CallError;
use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::{
    GetNavigationHistory, Navigate, NavigateResponse, NavigateToHistoryEntry, NavigationEntry, Reload,
    StopLoading,
};
use ringfence_page::{Deadline, Facts};
use ringfence_policy::{JudgedUrl, List, Refusal};
use ringfence_toolset::input::{Destination, NavigateInput};
use ringfence_toolset::text::one_line;
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput, TabId};

use crate::browser::Browser;
use crate::driver::{OpenTab, call_error, closed_meanwhile, page_error};
use crate::network_error::phrase;
use crate::state::RefusedDocument;

/// How long after DOMContentLoaded the load event is waited for.
const LOAD: Duration = Duration::from_secs(5);

/// A navigation under way.
struct Attempt<'a> {
    tab: &'a OpenTab,
    /// The host that was asked for, as it was written; empty for a history step.
    host: String,
    started: Instant,
    deadline: Deadline,
}

impl Browser {
    pub(crate) async fn navigate(&self, input: &NavigateInput) -> Result<MemberOutput, DriverError> {
        let deadline = Deadline::after(self.timeouts.navigate);
        match input.destination() {
            Destination::Address(address) => {
                let url = self.policy.judge(address, List::Navigate)?;
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
        let attempt = Attempt { tab, host, started: Instant::now(), deadline };
        let answer = tab.session.call(&Navigate::new(url.as_str()), deadline.left()).await;
        let answer = match answer {
            Ok(answer) => answer,
            Err(CallError::TimedOut { .. }) => return Err(self.give_up(&attempt)),
            Err(CallError::SessionGone { .. }) => return Err(closed_meanwhile(&tab.id)),
            Err(error) => return Err(call_error(error)),
        };
        if let Some(error) = &answer.error_text {
            return Err(self.failed(&attempt, error, &answer));
        }
        match answer.loader_id {
            // Another place in the same document.
            None => self.arrived(&attempt, true).await,
            Some(loader) => self.arrive(&attempt, |now| *now == loader).await,
        }
    }

    async fn reload(&self, tab: &OpenTab, deadline: Deadline) -> Result<MemberOutput, DriverError> {
        let before = self.loader(tab);
        let attempt = Attempt { tab, host: String::new(), started: Instant::now(), deadline };
        tab.session.call(&Reload::default(), deadline.left()).await.map_err(call_error)?;
        self.arrive(&attempt, |now| Some(now) != before.as_ref()).await
    }

    async fn step(&self, tab: &OpenTab, by: i64, deadline: Deadline) -> Result<MemberOutput, DriverError> {
        let history =
            tab.session.call(&GetNavigationHistory::default(), deadline.left()).await.map_err(call_error)?;
        let at = usize::try_from(history.current_index + by).ok();
        let Some(entry) = at.and_then(|at| history.entries.get(at)) else {
            let text = if by < 0 {
                "the tab has no page to go back to"
            } else {
                "the tab has no page to go forward to"
            };
            return Err(DriverError::new(ErrorCode::NoHistory, text));
        };
        self.policy.judge_request(&entry.url, List::Navigate)?;
        let before = self.loader(tab);
        let attempt = Attempt { tab, host: String::new(), started: Instant::now(), deadline };
        let to = NavigateToHistoryEntry::new(entry.id);
        tab.session.call(&to, deadline.left()).await.map_err(call_error)?;
        self.step_arrived(&attempt, entry, before.as_ref()).await
    }

    /// A step can lead to another document, or to another place in the same one; then only the history tells.
    async fn step_arrived(
        &self,
        attempt: &Attempt<'_>,
        entry: &NavigationEntry,
        before: Option<&LoaderId>,
    ) -> Result<MemberOutput, DriverError> {
        const LOOK: Duration = Duration::from_millis(20);
        loop {
            if self.loader(attempt.tab).as_ref() != before {
                return self.arrive(attempt, |now| Some(now) != before).await;
            }
            let history = attempt
                .tab
                .session
                .call(&GetNavigationHistory::default(), attempt.deadline.left())
                .await
                .map_err(call_error)?;
            let current = usize::try_from(history.current_index).ok().and_then(|at| history.entries.get(at));
            let pending =
                self.shared.read().tabs.get(&attempt.tab.id).is_some_and(|open| open.progress.pending);
            if current.is_some_and(|current| current.id == entry.id)
                && !pending
                && self.loader(attempt.tab).as_ref() == before
            {
                return self.arrived(attempt, true).await;
            }
            if let Some(refused) = self.take_refused(attempt.tab, None) {
                return Err(explain(&refused));
            }
            if attempt.deadline.left().is_zero() {
                return Err(self.give_up(attempt));
            }
            // Until something changes, but no longer than a look takes to be worth another.
            let mut changed = false;
            self.shared
                .wait(attempt.deadline.at_most(LOOK), |_| std::mem::replace(&mut changed, true).then_some(()))
                .await;
        }
    }

    fn loader(&self, tab: &OpenTab) -> Option<LoaderId> {
        self.shared.read().tabs.get(&tab.id).and_then(|open| open.progress.loader.clone())
    }

    /// Waits for the new document's DOMContentLoaded, then for its load event or five seconds.
    async fn arrive(
        &self,
        attempt: &Attempt<'_>,
        is_new: impl Fn(&LoaderId) -> bool,
    ) -> Result<MemberOutput, DriverError> {
        enum Seen {
            Content,
            Refused(RefusedDocument),
            Failed,
        }
        let id = &attempt.tab.id;
        let mut reached = false;
        let seen = self.shared.wait(attempt.deadline, |state| {
            let open = state.tabs.get(id)?;
            // A page may go on by itself at once: any later document will do.
            reached = reached || open.progress.loader.as_ref().is_some_and(&is_new);
            if open.crashed {
                return Some(Seen::Failed);
            }
            if reached && open.progress.content_loaded && !open.progress.pending {
                return Some(Seen::Content);
            }
            let at = state.refused.iter().position(|refused| refused.tab.as_ref() == Some(id) && !reached);
            at.map(|at| Seen::Refused(state.refused.remove(at)))
        });
        match seen.await {
            Some(Seen::Content) => {}
            Some(Seen::Refused(refused)) => return Err(explain(&refused)),
            Some(Seen::Failed) => {
                let text = "the page's process crashed while it loaded; navigate again, or open another tab";
                return Err(DriverError::new(ErrorCode::PageCrashed, text).about(id.as_str()));
            }
            None => return Err(self.give_up(attempt)),
        }
        let loaded = self.shared.wait(attempt.deadline.at_most(LOAD), |state| {
            let open = state.tabs.get(id)?;
            (open.progress.loaded && !open.progress.pending).then_some(())
        });
        let loaded = loaded.await.is_some();
        self.arrived(attempt, loaded).await
    }

    /// Tells where a navigation has led. What must not be shown is put away.
    async fn arrived(&self, attempt: &Attempt<'_>, loaded: bool) -> Result<MemberOutput, DriverError> {
        let tree = self.tree(attempt.tab)?;
        let facts = attempt.tab.page.facts(&tree, attempt.deadline).await.map_err(page_error)?;
        if let Some(refusal) = self.off_limits(attempt, &facts) {
            self.put_away(attempt.tab).await;
            return Err(refusal.into());
        }
        let note = (!loaded).then(|| "still loading".to_owned());
        Ok(MemberOutput::Navigated { url: facts.url, title: Some(facts.title), status: facts.status, note })
    }

    /// Why what is shown now must not be: its address is off the list, or it is the proxy's own refusal.
    fn off_limits(&self, attempt: &Attempt<'_>, facts: &Facts) -> Option<Refusal> {
        match self.policy.judge_request(&facts.url, List::Navigate) {
            Err(refusal) => Some(refusal),
            Ok(_) => {
                let host = self.policy.judge(&facts.url, List::Navigate).ok()?;
                // The proxy answers what it refuses on plain http with a page of its own, status 403.
                if facts.status == Some(403) {
                    self.exit.last_refusal(host.host()?, attempt.started)
                } else {
                    None
                }
            }
        }
    }

    async fn put_away(&self, tab: &OpenTab) {
        let blank = tab.session.call(&Navigate::new("about:blank"), self.timeouts.act).await;
        if let Err(error) = blank {
            tracing::warn!(%error, "a page that must not be shown could not be put away");
        }
    }

    /// Why a navigation failed: refused in the browser, refused by the proxy, or by the network.
    fn failed(&self, attempt: &Attempt<'_>, error: &str, answer: &NavigateResponse) -> DriverError {
        if let Some(refused) = self.take_refused(attempt.tab, answer.loader_id.as_ref()) {
            return explain(&refused);
        }
        if let Some(refusal) = self.exit.last_refusal(&attempt.host, attempt.started) {
            return refusal.into();
        }
        let host = one_line(&attempt.host);
        if answer.is_download == Some(true) {
            let text = format!(
                "{host}: that address is a download, and downloads are turned off; nothing was saved"
            );
            return DriverError::new(ErrorCode::NavigationFailed, text).about(host);
        }
        let text = format!("{host}: {}; the tab may show an error page", phrase(error));
        DriverError::new(ErrorCode::NavigationFailed, text).about(host).caused_by(error.to_owned())
    }

    /// Takes the refusal of the agent's own navigation out of those that pages started.
    fn take_refused(&self, tab: &OpenTab, loader: Option<&LoaderId>) -> Option<RefusedDocument> {
        self.shared.change(|state| {
            let at = state.refused.iter().position(|refused| {
                let own = refused.tab.as_ref() == Some(&tab.id);
                own && loader.is_none_or(|loader| {
                    refused.request.as_ref().is_some_and(|id| id.as_str() == loader.as_str())
                })
            })?;
            Some(state.refused.remove(at))
        })
    }

    /// The time is up: the load is stopped, so that the tab can be used.
    fn give_up(&self, attempt: &Attempt<'_>) -> DriverError {
        if let Err(error) = attempt.tab.session.send(&StopLoading::default()) {
            tracing::debug!(%error, "a load could not be stopped");
        }
        let seconds = self.timeouts.navigate.as_secs();
        let host = one_line(&attempt.host);
        let who = if host.is_empty() { "the page".to_owned() } else { host.clone() };
        DriverError::new(
            ErrorCode::TimedOut,
            format!("{who} did not load within {seconds} s; the load was stopped"),
        )
        .about(host)
    }
}

/// A refusal of the agent's own navigation, for the agent.
fn explain(refused: &RefusedDocument) -> DriverError {
    let mut error = DriverError::from(&refused.refusal);
    if refused.redirected {
        error.text = format!("the address redirects to one that is refused: {}", error.text);
    }
    error.text.push_str(" The tab still shows the page that it showed before.");
    error
}

/// Where an act has led, in a sentence.
pub(crate) fn landing(facts: &Facts) -> String {
    let url = ringfence_toolset::text::address_line(&facts.url);
    let title = one_line(&facts.title);
    let status = facts.status.map(|status| format!(" ({status})")).unwrap_or_default();
    if title.is_empty() {
        format!("The tab is now at {url}{status}.")
    } else {
        format!("The tab is now at {url}, {title:?}{status}.")
    }
}
