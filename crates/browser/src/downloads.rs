//! Downloads: each has a number of ours, and each of its states is told once.

mod running;

use std::sync::Arc;
use std::time::Duration;

use ringfence_cdp::Session;
use ringfence_cdp::protocol::browser::{
    CancelDownload, DownloadProgress, DownloadProgressState, DownloadWillBegin, SetDownloadBehavior,
    SetDownloadBehaviorBehavior,
};
use ringfence_files::{Quarantine, QuarantineError};
use ringfence_toolset::StateChange;

pub(crate) use self::running::Downloads;
use self::running::{Running, Timer, cut};
use crate::given::DOWNLOADS;
use crate::state::{Shared, State};

/// Downloads that run at the same time.
const MOST_AT_ONCE: usize = 10;
/// How long a download may take; one that never ends holds its place until then.
const LONGEST: Duration = Duration::from_secs(10 * 60);

const TURNED_OFF: &str = "downloads are turned off, nothing was saved";
const TOO_MANY_AT_ONCE: &str = "too many downloads run at the same time";
const TOO_MANY: &str = "this browser has downloaded as many files as it may";
const TOO_LARGE: &str = "it is larger than a download may be";
const TOO_MUCH: &str = "this browser has downloaded as much as it may";
const TOO_SLOW: &str = "it took too long";
const BROKE_OFF: &str = "it broke off";
const NOT_KEPT: &str = "it could not be saved";

/// What is done with downloads, as the events' handler has it.
#[derive(Clone)]
pub(crate) struct Collector {
    pub(crate) shared: Arc<Shared>,
    pub(crate) browser: Session,
    /// Where they go; without it none may.
    pub(crate) quarantine: Option<Arc<Quarantine>>,
}

/// How Chromium is told what to do with downloads.
pub(crate) fn behaviour(quarantine: Option<&Quarantine>) -> SetDownloadBehavior {
    let behaviour = match quarantine {
        // Names that mean nothing, never a page's.
        Some(_) => SetDownloadBehaviorBehavior::AllowAndName,
        None => SetDownloadBehaviorBehavior::Deny,
    };
    SetDownloadBehavior {
        download_path: quarantine.map(|_| DOWNLOADS.to_owned()),
        events_enabled: Some(true),
        ..SetDownloadBehavior::new(behaviour)
    }
}

impl Collector {
    /// A download begins: it is told of, or told to stop.
    pub(crate) fn begun(&self, download: DownloadWillBegin) {
        let DownloadWillBegin { guid, url, .. } = download;
        let url = cut(url);
        let stopped = self.shared.change(|state| {
            if state.downloads.running.contains_key(&guid) {
                return None;
            }
            state.downloads.begun += 1;
            let id = format!("d{}", state.downloads.begun);
            let Some(quarantine) = &self.quarantine else {
                state.report(failed(id, url, TURNED_OFF));
                return None;
            };
            let stopped = if state.downloads.running.len() >= MOST_AT_ONCE {
                Some(TOO_MANY_AT_ONCE)
            } else if state.downloads.files() >= quarantine.limits().files as usize {
                Some(TOO_MANY)
            } else {
                None
            };
            if stopped.is_none() {
                state.report(StateChange::DownloadStarted { download_id: id.clone(), url: url.clone() });
            }
            let running = Running { id, url, bytes: 0, keeping: false, stopped, timer: None };
            state.downloads.running.insert(guid.clone(), running);
            Some(stopped.is_some())
        });
        match stopped {
            Some(true) => self.cancel(&guid),
            Some(false) => self.limit_time(guid),
            None => {}
        }
    }

    /// A download has come further, to its end maybe.
    pub(crate) fn progressed(&self, progress: DownloadProgress) {
        let Some(quarantine) = &self.quarantine else { return };
        match progress.state {
            DownloadProgressState::Completed => {
                // Once, and none that has not begun: a browser that was taken over tells what it likes.
                let known = self.shared.change(|state| {
                    let running = state.downloads.running.get_mut(&progress.guid)?;
                    (!std::mem::replace(&mut running.keeping, true)).then_some(())
                });
                if known.is_some() {
                    self.keep(Arc::clone(quarantine), progress.guid);
                }
            }
            DownloadProgressState::Canceled => {
                quarantine.discard(&progress.guid);
                self.shared.change(|state| end(state, &progress.guid, Err(BROKE_OFF), u64::MAX));
            }
            DownloadProgressState::InProgress | DownloadProgressState::Unrecognized(_) => {
                let limits = quarantine.limits();
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a limit need not be exact to the byte; what is no number becomes 0"
                )]
                let bytes = progress.received_bytes.max(progress.total_bytes) as u64;
                let all = self.shared.change(|state| {
                    if let Some(running) = state.downloads.running.get_mut(&progress.guid) {
                        running.bytes = bytes;
                    }
                    Some(state.downloads.bytes())
                });
                if bytes > limits.file_bytes {
                    self.stop(&progress.guid, TOO_LARGE);
                } else if all.is_some_and(|all| all > limits.total_bytes) {
                    self.stop(&progress.guid, TOO_MUCH);
                }
            }
        }
    }

    /// Tells a download to stop, once, for this reason.
    fn stop(&self, guid: &str, why: &'static str) {
        let first = self.shared.change(|state| {
            let running = state.downloads.running.get_mut(guid)?;
            running.stopped.is_none().then(|| running.stopped = Some(why))
        });
        if first.is_some() {
            self.cancel(guid);
        }
    }

    fn cancel(&self, guid: &str) {
        if let Err(error) = self.browser.send(&CancelDownload::new(guid)) {
            tracing::debug!(%error, "a download could not be stopped");
        }
    }

    fn limit_time(&self, guid: String) {
        let collector = self.clone();
        let name = guid.clone();
        let task = tokio::spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(LONGEST) => collector.stop(&name, TOO_SLOW),
                () = collector.shared.ended() => {}
            }
        });
        let timer = Timer(task.abort_handle());
        self.shared.change(|state| {
            if let Some(running) = state.downloads.running.get_mut(&guid) {
                running.timer = Some(timer);
            }
        });
    }

    /// Takes what is complete out of the browser's reach, and tells of it then.
    fn keep(&self, quarantine: Arc<Quarantine>, guid: String) {
        let shared = Arc::clone(&self.shared);
        let name = guid.clone();
        let total = quarantine.limits().total_bytes;
        let keeping = tokio::task::spawn_blocking(move || quarantine.keep(&name));
        tokio::spawn(async move {
            let kept = match keeping.await {
                Ok(Ok(kept)) => Ok((kept.path, kept.bytes)),
                Ok(Err(QuarantineError::TooLarge)) => Err(TOO_LARGE),
                Ok(Err(error)) => {
                    tracing::warn!(%error, "a download was not kept");
                    Err(NOT_KEPT)
                }
                Err(error) => {
                    tracing::error!(%error, "keeping a download broke");
                    Err(NOT_KEPT)
                }
            };
            shared.change(|state| end(state, &guid, kept, total));
        });
    }
}

/// Tells how a download ended. One that was told to stop has failed for that reason, however it ended.
/// So does one that would be more than `total` bytes in all: small files are complete before their size is told.
fn end(state: &mut State, guid: &str, outcome: Result<(std::path::PathBuf, u64), &'static str>, total: u64) {
    let Some(Running { id, url, stopped, .. }) = state.downloads.running.remove(guid) else { return };
    let too_much = |bytes: u64| state.downloads.kept_bytes.saturating_add(bytes) > total;
    let stopped = stopped.or(match &outcome {
        Ok((_, bytes)) if too_much(*bytes) => Some(TOO_MUCH),
        _ => None,
    });
    let change = match (outcome, stopped) {
        (Ok((path, bytes)), None) => {
            state.downloads.kept += 1;
            state.downloads.kept_bytes = state.downloads.kept_bytes.saturating_add(bytes);
            StateChange::DownloadCompleted { download_id: id, url, path: Some(path), size_bytes: Some(bytes) }
        }
        (Ok((path, _)), Some(why)) => {
            // It was complete before it could be stopped.
            if let Err(error) = std::fs::remove_file(&path) {
                tracing::warn!(%error, "a download that was stopped could not be removed");
            }
            failed(id, url, why)
        }
        (Err(why), stopped) => failed(id, url, stopped.unwrap_or(why)),
    };
    state.report(change);
}

fn failed(id: String, url: String, why: &'static str) -> StateChange {
    StateChange::DownloadFailed { download_id: id, url, error: Some(why) }
}

#[cfg(test)]
mod tests;
