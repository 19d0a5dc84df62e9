//! What a tab's documents do.

use ringfence_cdp::Session;
use ringfence_cdp::protocol::page::{
    FrameNavigated, FrameStartedNavigating, FrameStartedNavigatingNavigationType,
};

use crate::tabs::Tab;

pub(super) fn frame_navigated(tab: &mut Tab, navigated: &FrameNavigated, session: &Session) {
    tab.frames.navigated(&navigated.frame, session);
    if tab.frames.is_main(&navigated.frame.id) {
        tab.crashed = false;
        tab.after_crash &= navigated.frame.url.starts_with("about:");
        tab.dialogs.forget();
        tab.progress.committed(navigated.frame.loader_id.clone());
    }
}

pub(super) fn started_navigating(tab: &mut Tab, started: &FrameStartedNavigating) {
    use FrameStartedNavigatingNavigationType::{HistorySameDocument, SameDocument};
    let same = matches!(started.navigation_type, HistorySameDocument | SameDocument);
    if !same && tab.frames.is_main(&started.frame_id) && leaves_document(&started.url) {
        tab.progress.started += 1;
        tab.progress.pending = true;
        tab.progress.requested = false;
    }
}

/// Script and mail addresses replace no document.
pub(super) fn leaves_document(url: &str) -> bool {
    ["http:", "https:", "about:", "blob:", "data:"].iter().any(|scheme| url.starts_with(scheme))
}
