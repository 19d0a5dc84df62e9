//! Local servers are listed for the agent to open, not for the other listed sites.
//!
//! What a page asks of a local server must come from a local page: the one in the tab, or the one that the request names
//! as its own. Only going there, by a link or an address, is open to every page. The exit judges by what a request says
//! of itself (`Sec-Fetch-Site`, `Origin`, `Referer`) and sees nothing of that inside TLS; this layer knows the page.

use ringfence_cdp::protocol::fetch::RequestPaused;
use ringfence_cdp::protocol::network::ResourceType;
use ringfence_policy::{Code, List, Policy, Refusal, RequestTarget};

use crate::state::{Shared, State};
use crate::tabs::Tab;

const HINT: &str =
    "Pages of other sites may not ask this local server for anything. Open its address itself.";

/// Why a request that the lists allow is refused nevertheless: it is for a local server, and from a page that isn't local.
pub(crate) fn refusal(
    policy: &Policy,
    target: &RequestTarget,
    paused: &RequestPaused,
    shared: &Shared,
) -> Option<Refusal> {
    let RequestTarget::Network(url) = target else { return None };
    if !url.private() || is_named_local(policy, paused) {
        return None;
    }
    let state = shared.read();
    let free = match state.tabs.iter().find(|tab| tab.frames.contains(&paused.frame_id)) {
        Some(tab) => is_visit(tab, paused) || shows_local(policy, tab),
        None => is_local_worker(policy, &state, paused),
    };
    let host = url.host().unwrap_or_default();
    (!free).then(|| Refusal::new(Code::CrossSite, host, url.rule().cloned(), HINT))
}

/// Whether an address is one of a listed local server.
pub(crate) fn is_local(policy: &Policy, address: &str) -> bool {
    // Which list it is on doesn't matter: the page is there.
    [List::Navigate, List::Load].into_iter().any(|list| {
        matches!(policy.judge_request(address, list), Ok(RequestTarget::Network(url)) if url.private())
    })
}

/// The tab itself goes there.
fn is_visit(tab: &Tab, paused: &RequestPaused) -> bool {
    paused.resource_type == ResourceType::Document && tab.frames.is_main(&paused.frame_id)
}

/// What the tab shows is local. Its document may be about to be replaced, and that may not have been told yet: then what it
/// is replaced by must be local, too.
fn shows_local(policy: &Policy, tab: &Tab) -> bool {
    is_local(policy, tab.frames.address()) && (tab.asked_local || !tab.progress.pending)
}

/// A shared or service worker asks, which no tab owns: Chromium names it where the frame would stand.
fn is_local_worker(policy: &Policy, state: &State, paused: &RequestPaused) -> bool {
    let worker = state.workers.values().find(|worker| worker.target.0 == paused.frame_id.0);
    worker.is_some_and(|worker| is_local(policy, &worker.url))
}

/// The browser says in the request which page it comes from; a page can keep that back, but not forge it.
fn is_named_local(policy: &Policy, paused: &RequestPaused) -> bool {
    let named = |name: &str| {
        let headers = &paused.request.headers;
        headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name))?.1.as_str()
    };
    ["referer", "origin"].into_iter().filter_map(named).any(|from| is_local(policy, from))
}
