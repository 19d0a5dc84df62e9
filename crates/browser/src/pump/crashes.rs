//! Processes of pages and frames that crash.

use ringfence_cdp::Session;
use ringfence_cdp::protocol::page::FrameId;
use ringfence_cdp::protocol::target::TargetId;

use crate::state::State;
use crate::tabs::Tab;

pub(super) fn target_crashed(state: &mut State, target: &TargetId) {
    let frame = FrameId(target.0.clone());
    let around = state.tabs.iter_mut().find_map(|tab| {
        let session = tab.frames.session_of(&frame)?;
        Some((tab, session))
    });
    match around {
        Some((tab, session)) => frame_crashed(tab, &session),
        None => mark_crashed(state.tabs.by_target(target.as_str())),
    }
}

/// The process of a frame of another site: what is left is a hole in the page.
pub(super) fn frame_crashed(tab: &mut Tab, session: &Session) {
    if let Some(id) = session.id() {
        tab.frames.session_crashed(id);
    }
    // Nothing answers there any more.
    session.abandon();
}

pub(super) fn mark_crashed(tab: Option<&mut Tab>) {
    // The browser and the page's own session both tell of it.
    if let Some(tab) = tab.filter(|tab| !tab.crashed) {
        tab.crashed = true;
        tab.after_crash = true;
        tab.crashes += 1;
        tab.progress.pending = false;
        tab.progress.requested = false;
    }
}
