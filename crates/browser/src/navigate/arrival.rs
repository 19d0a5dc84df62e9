//! Waiting for a new document, and telling where a navigation has led.

use std::time::Duration;

use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::Navigate;
use ringfence_page::{Deadline, PageError};
use ringfence_policy::List;
use ringfence_toolset::{DriverError, MemberOutput};

use super::{Attempt, ERROR_PAGE};
use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::explain;
use crate::failure::page_error;
use crate::hang::Shows;
use crate::logins::NoLogin;
use crate::state::StoppedDocument;

/// How long after DOMContentLoaded the load event is waited for.
const LOAD: Duration = Duration::from_secs(5);
/// How long a page that goes elsewhere as soon as it is there is followed.
const ON_ITS_WAY: Duration = Duration::from_secs(3);
/// How long a page that is there may take to say where it is before whatever else loads in the tab is stopped.
const SAYS_WHERE: Duration = Duration::from_secs(1);

impl Browser {
    /// Waits for the new document's DOMContentLoaded, then for its load event or five seconds.
    pub(super) async fn arrive(
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
    pub(super) async fn arrived(
        &self,
        attempt: &Attempt<'_>,
        note: Option<&str>,
    ) -> Result<MemberOutput, DriverError> {
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

    pub(super) async fn put_away(&self, tab: &OpenTab) {
        let blank = tab.session.call(&Navigate::new("about:blank"), self.timeouts.act).await;
        if let Err(error) = blank {
            tracing::warn!(%error, "a page that must not be shown could not be put away");
        }
    }
}
