//! `navigate`: to an address, back, forward, again.

use std::time::{Duration, Instant};

use ringfence_cdp::CallError;
use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::{
    GetNavigationHistory, Navigate, NavigateResponse, NavigateToHistoryEntry, Reload, StopLoading,
};
use ringfence_page::{Deadline, PageError};
use ringfence_policy::{JudgedUrl, List};
use ringfence_toolset::input::{Destination, NavigateInput};
use ringfence_toolset::text::one_line;
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput, TabId};

use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::explain;
use crate::failure::{call_error, closed_meanwhile, page_error};
use crate::hang::{ELSEWHERE, Shows};
use crate::logins::NoLogin;
use crate::state::StoppedDocument;
use crate::tabs::Tab;

/// How long after DOMContentLoaded the load event is waited for.
const LOAD: Duration = Duration::from_secs(5);
/// How long a page that goes elsewhere as soon as it is there is followed.
const ON_ITS_WAY: Duration = Duration::from_secs(3);
/// How often a navigation is begun that the page's own may overtake; the last time the page was put away before.
const OVERTAKEN: u32 = 4;
/// How long after a navigation was broken off the one that did it is waited for, and how long one that was overtaken may
/// still come to its end.
const OTHER: Duration = Duration::from_millis(200);

/// How long after Chromium has stopped loading a document may still be shown in a tab that has crashed.
const AFTER_CRASH: Duration = Duration::from_secs(1);

/// How long a page that is there may take to say where it is before whatever else loads in the tab is stopped.
const SAYS_WHERE: Duration = Duration::from_secs(1);

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

/// Where a tab is: in which document, and how often it has moved within documents.
struct Place {
    loader: Option<LoaderId>,
    moves: u64,
}

impl Place {
    fn of(tab: &Tab) -> Self {
        Self { loader: tab.progress.loader.clone(), moves: tab.progress.moves }
    }
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

    /// A tab that was emptied, and got nothing else, shows a blank page as a new one does.
    async fn after_failure(&self, attempt: &Attempt<'_>, error: DriverError) -> DriverError {
        let shown = self.shared.read().tabs.get(&attempt.tab.id).map(|open| open.frames.address().to_owned());
        if shown.as_deref() == Some(ELSEWHERE) && !self.show_blank(attempt.tab).await {
            tracing::debug!("an emptied tab could not be given a blank page");
        }
        error
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

    /// Whether a navigation that was broken off was so by another one.
    async fn is_overtaken(&self, attempt: &Attempt<'_>, answer: &NavigateResponse, ours: u64) -> bool {
        if answer.is_download == Some(true) {
            return false;
        }
        let other = self.shared.wait(attempt.deadline.at_most(OTHER), |state| {
            if state.stopped.iter().any(|stopped| attempt.is_stopped_by(stopped)) {
                return Some(false);
            }
            let progress = &state.tabs.get(&attempt.tab.id)?.progress;
            (progress.started > ours || progress.requested).then_some(true)
        });
        other.await.unwrap_or(false)
    }

    /// Whether a navigation came to nothing because the tab had crashed before. Chromium breaks off the first one away from the
    /// blank page that comes after a crash, or forgets about it; the next one works.
    fn is_lost(&self, attempt: &Attempt<'_>, answer: &NavigateResponse) -> bool {
        self.shared.change(|state| {
            if answer.is_download == Some(true)
                || state.stopped.iter().any(|stopped| attempt.is_stopped_by(stopped))
            {
                return false;
            }
            let tab = state.tabs.get_mut(&attempt.tab.id);
            tab.is_some_and(|tab| std::mem::take(&mut tab.after_crash))
        })
    }

    /// Whether a document that was answered will not be shown, because another navigation has begun since.
    async fn never_comes(&self, attempt: &Attempt<'_>, loader: &LoaderId, ours: u64) -> bool {
        let id = &attempt.tab.id;
        let comes = self.shared.wait(attempt.deadline, |state| {
            if state.stopped.iter().any(|stopped| attempt.is_stopped_by(stopped)) {
                return Some(true);
            }
            let open = state.tabs.get(id)?;
            let progress = &open.progress;
            if progress.loader.as_ref() == Some(loader) {
                return Some(true);
            }
            let lost = open.after_crash && progress.started == ours && !progress.pending;
            (progress.started > ours || lost).then_some(false)
        });
        if comes.await != Some(false) {
            return false;
        }
        let after_crash = self.shared.read().tabs.get(id).is_some_and(|open| open.after_crash);
        let patience = if after_crash { AFTER_CRASH } else { OTHER };
        let shown = self.shared.wait(attempt.deadline.at_most(patience), |state| {
            (state.tabs.get(id)?.progress.loader.as_ref() == Some(loader)).then_some(())
        });
        shown.await.is_none()
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

    async fn step(&self, tab: &OpenTab, by: i64, deadline: Deadline) -> Result<MemberOutput, DriverError> {
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
    async fn step_arrived(&self, attempt: &Attempt<'_>, before: &Place) -> Result<MemberOutput, DriverError> {
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

    fn place(&self, tab: &OpenTab) -> Result<Place, DriverError> {
        self.shared.read().tabs.get(&tab.id).map(Place::of).ok_or_else(|| closed_meanwhile(&tab.id))
    }

    /// Waits for the new document's DOMContentLoaded, then for its load event or five seconds.
    async fn arrive(
        &self,
        attempt: &Attempt<'_>,
        is_new: impl Fn(&LoaderId) -> bool,
    ) -> Result<MemberOutput, DriverError> {
        enum Seen {
            Content,
            Stopped(StoppedDocument),
        }
        let id = &attempt.tab.id;
        let mut reached = false;
        let seen = self.shared.wait(attempt.deadline, |state| {
            let open = state.tabs.get(id)?;
            // A page may go on by itself at once: any later document will do.
            reached = reached || open.progress.loader.as_ref().is_some_and(&is_new);
            if reached && (open.progress.content_loaded || open.progress.stopped) {
                return Some(Seen::Content);
            }
            let at = state.stopped.iter().position(|stopped| !reached && attempt.is_stopped_by(stopped));
            at.map(|at| Seen::Stopped(state.stopped.remove(at)))
        });
        match seen.await {
            Some(Seen::Content) => {}
            Some(Seen::Stopped(stopped)) => return Err(explain::stopped(&stopped, attempt.otherwise)),
            None => return Err(self.give_up(attempt, if reached { Shows::Part } else { attempt.otherwise })),
        }
        // The page may be on its way elsewhere at once; and what it started may come to nothing without a word.
        let settled = self.shared.wait(attempt.deadline.at_most(ON_ITS_WAY), |state| {
            let progress = &state.tabs.get(id)?.progress;
            (!progress.pending && (progress.content_loaded || progress.stopped)).then_some(())
        });
        settled.await;
        let loaded = self.shared.wait(attempt.deadline.at_most(LOAD), |state| {
            let progress = &state.tabs.get(id)?.progress;
            ((progress.loaded || progress.stopped) && !progress.pending).then_some(progress.content_loaded)
        });
        let note = match loaded.await {
            Some(true) => None,
            Some(false) => Some("it broke off while it loaded"),
            None => Some("still loading"),
        };
        self.arrived(attempt, note).await
    }

    /// Tells where a navigation has led. What must not be shown is put away.
    async fn arrived(&self, attempt: &Attempt<'_>, note: Option<&str>) -> Result<MemberOutput, DriverError> {
        let tree = self.tree(attempt.tab)?;
        // What the page took of its time to load is not taken from this.
        let deadline = Deadline::after(self.timeouts.read);
        let facts = match attempt.tab.page.facts(&tree, deadline.at_most(SAYS_WHERE)).await {
            // The page before it may have gone elsewhere in its last moment; Chromium asks the new one nothing then.
            Err(PageError::TimedOut) => {
                self.stop_loading(attempt.tab).await;
                attempt.tab.page.facts(&tree, deadline).await
            }
            other => other,
        };
        let facts = facts.map_err(page_error)?;
        if facts.url.starts_with(ERROR_PAGE) {
            return Err(self.failed(attempt, "", None));
        }
        if let Err(refusal) = self.policy.judge_request(&facts.url, List::Navigate) {
            self.put_away(attempt.tab).await;
            return Err(refusal.into());
        }
        let no_login = self.no_login(attempt.tab, &facts).map(NoLogin::phrase);
        let note = if facts.is_pdf() { Some(explain::PDF) } else { no_login.or(note) };
        let note = note.map(str::to_owned);
        Ok(MemberOutput::Navigated { url: facts.url, title: Some(facts.title), status: facts.status, note })
    }

    async fn put_away(&self, tab: &OpenTab) {
        let blank = tab.session.call(&Navigate::new("about:blank"), self.timeouts.act).await;
        if let Err(error) = blank {
            tracing::warn!(%error, "a page that must not be shown could not be put away");
        }
    }

    /// Waits for Chromium's error page, which comes a little later than the error; until then the tab can't be used.
    /// A navigation that was broken off has none.
    async fn error_page(&self, attempt: &Attempt<'_>, error: &str, loader: Option<&LoaderId>) {
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
    fn failed(&self, attempt: &Attempt<'_>, error: &str, answer: Option<&NavigateResponse>) -> DriverError {
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
    fn take_stopped(&self, attempt: &Attempt<'_>) -> Option<StoppedDocument> {
        self.shared.change(|state| {
            let at = state.stopped.iter().position(|stopped| attempt.is_stopped_by(stopped))?;
            Some(state.stopped.remove(at))
        })
    }

    /// The time is up: the load is stopped. Whether a page hangs is looked at once for every call.
    fn give_up(&self, attempt: &Attempt<'_>, shows: Shows) -> DriverError {
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
