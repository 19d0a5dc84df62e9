//! What the toolset is told of the browser after every call.

use std::time::Instant;

use ringfence_policy::List;
use ringfence_toolset::state::MOST_TABS;
use ringfence_toolset::{BrowserState, PageRefusal, Tab};

use crate::state::State;

/// A popup whose first document has not come yet shows an empty one.
fn shown_url(tab: &crate::tabs::Tab) -> String {
    if tab.url.is_empty() { "about:blank".to_owned() } else { tab.url.clone() }
}

/// Empties what is reported once.
pub(crate) fn report(state: &mut State) -> BrowserState {
    state.decide_old_popups(Instant::now());
    let active = state.tabs.active().cloned();
    let tabs: Vec<Tab> = state
        .tabs
        .iter()
        .filter(|tab| !tab.undecided)
        .take(MOST_TABS)
        .map(|tab| Tab {
            tab_id: tab.id.clone(),
            title: tab.title.clone(),
            url: shown_url(tab),
            active: active.as_ref() == Some(&tab.id),
        })
        .collect();
    let refused = state.stopped.iter().filter(|stopped| stopped.why.refusal().is_some()).count();
    let refused = u32::try_from(refused).unwrap_or(u32::MAX).saturating_add(state.refused_more);
    let documents = state.stopped.iter().filter_map(|stopped| stopped.why.refusal());
    let documents = documents.map(|refusal| PageRefusal { list: List::Navigate, refusal: refusal.clone() });
    let documents: Vec<_> = documents.collect();
    state.stopped.clear();
    state.refused_more = 0;
    BrowserState {
        tabs,
        changes: std::mem::take(&mut state.changes),
        refused_navigations: refused,
        refused: documents.into_iter().chain(state.refused.take()).collect(),
        dismissed_dialogs: std::mem::take(&mut state.dialogs),
    }
}
