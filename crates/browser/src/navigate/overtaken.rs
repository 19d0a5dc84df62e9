//! Navigations that come to nothing because another one, or a crash, comes between.

use std::time::Duration;

use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::NavigateResponse;

use super::Attempt;
use crate::browser::Browser;

/// How long after a navigation was broken off the one that did it is waited for, and how long one that was overtaken may
/// still come to its end.
const OTHER: Duration = Duration::from_millis(200);
/// How long after Chromium has stopped loading a document may still be shown in a tab that has crashed.
const AFTER_CRASH: Duration = Duration::from_secs(1);

impl Browser {
    /// Whether a navigation that was broken off was so by another one.
    pub(super) async fn is_overtaken(
        &self,
        attempt: &Attempt<'_>,
        answer: &NavigateResponse,
        ours: u64,
    ) -> bool {
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
    pub(super) fn is_lost(&self, attempt: &Attempt<'_>, answer: &NavigateResponse) -> bool {
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
    pub(super) async fn never_comes(&self, attempt: &Attempt<'_>, loader: &LoaderId, ours: u64) -> bool {
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
}
