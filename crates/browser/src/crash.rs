//! A page whose process crashes while a call is about it.

use std::time::Duration;

use ringfence_cdp::CallError;
use ringfence_page::{Deadline, PageError};
use ringfence_toolset::{DriverError, ErrorCode, Group, MemberInput, TabId};

use crate::browser::Browser;
use crate::failure::page_crashed;
use crate::state::{Shared, State};

/// No call takes longer.
const LONGEST_CALL: Duration = Duration::from_secs(3600);
/// How long after a command broke off the browser may take to say that the page's process has crashed.
const TOLD: Duration = Duration::from_millis(500);

/// Looks whether the page that a call is for crashes, from when it is made.
pub(crate) struct CrashWatch<'a> {
    shared: &'a Shared,
    /// The tab, and how many times it had crashed before; none for a call that is about no page.
    tab: Option<(TabId, u64)>,
}

impl Browser {
    pub(crate) fn watch_for_crash(&self, input: &MemberInput) -> CrashWatch<'_> {
        let about_page = input.member().group() != Group::Tabs;
        let tab = self.tab(input.tab_id()).ok().filter(|_| about_page);
        let tab = tab.map(|tab| {
            let before = crashes(&self.shared.read(), &tab.id);
            (tab.id, before)
        });
        CrashWatch { shared: &self.shared, tab }
    }
}

impl CrashWatch<'_> {
    /// Waits for the page to crash: whatever was asked of it then will not be answered.
    pub(crate) async fn crashed(&self) -> DriverError {
        match self.crashed_by(Deadline::after(LONGEST_CALL)).await {
            Some(crashed) => crashed,
            None => std::future::pending().await,
        }
    }

    /// Sorts what a call failed with: Chromium breaks commands off first, and says why a moment later.
    pub(crate) async fn explain(&self, error: DriverError) -> DriverError {
        let patience = if broke_off(&error) { TOLD } else { Duration::ZERO };
        self.crashed_by(Deadline::after(patience)).await.unwrap_or(error)
    }

    async fn crashed_by(&self, deadline: Deadline) -> Option<DriverError> {
        let (id, before) = self.tab.as_ref()?;
        self.shared.wait(deadline, |state| (crashes(state, id) > *before).then_some(())).await?;
        Some(page_crashed(id))
    }
}

fn crashes(state: &State, id: &TabId) -> u64 {
    state.tabs.get(id).map_or(0, |tab| tab.crashes)
}

/// Whether Chromium gave a command up that it had taken.
fn broke_off(error: &DriverError) -> bool {
    let cause = error.cause.as_ref();
    let by_page = cause.and_then(|cause| cause.downcast_ref::<PageError>());
    let by_browser = cause.is_some_and(|cause| cause.is::<CallError>());
    let page_broke_off = matches!(by_page, Some(PageError::Protocol(_) | PageError::DocumentGone));
    error.code == ErrorCode::Failed && (by_browser || page_broke_off)
}
