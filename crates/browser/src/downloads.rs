//! Downloads: each has a number of ours, and each of its states is told once.

mod ending;
mod running;
mod under_way;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ringfence_cdp::Session;
use ringfence_cdp::protocol::browser::{
    CancelDownload, DownloadProgress, DownloadProgressState, DownloadWillBegin, SetDownloadBehavior,
    SetDownloadBehaviorBehavior,
};
use ringfence_files::{Quarantine, QuarantineError};
use ringfence_toolset::StateChange;

pub use self::ending::{Downloaded, KeptDownload, Unkept};
pub(crate) use self::running::Downloads;
use self::running::{LONGEST_NAME, LONGEST_URL, Running, Timer, cut};
use crate::given::DOWNLOADS;
use crate::state::{Shared, State};
use crate::witness::Witnessed;

/// Downloads that run at the same time.
const MOST_AT_ONCE: usize = 10;
/// How long a download may take; one that never ends holds its place until then.
const LONGEST: Duration = Duration::from_secs(10 * 60);

/// What is done with downloads, as the events' handler has it.
#[derive(Clone)]
pub(crate) struct Collector {
    pub(crate) shared: Arc<Shared>,
    pub(crate) browser: Session,
    /// Where they go; without it none may.
    pub(crate) quarantine: Option<Arc<Quarantine>>,
    /// Who is told how they end.
    pub(crate) witnessed: Witnessed,
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
        let DownloadWillBegin { guid, url, suggested_filename, .. } = download;
        let (url, name) = (cut(url, LONGEST_URL), cut(suggested_filename, LONGEST_NAME));
        let stopped = self.shared.change(|state| {
            if state.downloads.running.contains_key(&guid) {
                return None;
            }
            state.downloads.begun += 1;
            let id = format!("d{}", state.downloads.begun);
            let Some(quarantine) = &self.quarantine else {
                self.witnessed.download(Some(ended(&url, name, Err(Unkept::TurnedOff))));
                state.report(failed(id, url, Unkept::TurnedOff));
                return None;
            };
            let stopped = if state.downloads.running.len() >= MOST_AT_ONCE {
                Some(Unkept::TooManyAtOnce)
            } else if state.downloads.files() >= quarantine.limits().files as usize {
                Some(Unkept::TooMany)
            } else {
                None
            };
            if stopped.is_none() {
                state.report(StateChange::DownloadStarted { download_id: id.clone(), url: url.clone() });
            }
            let running = Running { id, url, name, bytes: 0, keeping: false, stopped, timer: None };
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
                let outcome = Err(Unkept::BrokeOff);
                self.end(&progress.guid, outcome, u64::MAX);
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
                    self.stop(&progress.guid, Unkept::TooLarge);
                } else if all.is_some_and(|all| all > limits.total_bytes) {
                    self.stop(&progress.guid, Unkept::TooMuch);
                }
            }
        }
    }

    /// Tells a download to stop, once, for this reason.
    fn stop(&self, guid: &str, why: Unkept) {
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
                () = tokio::time::sleep(LONGEST) => collector.stop(&name, Unkept::TooSlow),
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
        let collector = self.clone();
        let name = guid.clone();
        let total = quarantine.limits().total_bytes;
        let keeping = tokio::task::spawn_blocking(move || quarantine.keep(&name));
        tokio::spawn(async move {
            let kept = match keeping.await {
                Ok(Ok(kept)) => Ok((kept.path, kept.bytes)),
                Ok(Err(QuarantineError::TooLarge)) => Err(Unkept::TooLarge),
                Ok(Err(error)) => {
                    tracing::warn!(%error, "a download was not kept");
                    Err(Unkept::NotSaved)
                }
                Err(error) => {
                    tracing::error!(%error, "keeping a download broke");
                    Err(Unkept::NotSaved)
                }
            };
            collector.end(&guid, kept, total);
        });
    }

    fn end(&self, guid: &str, outcome: Outcome, total: u64) {
        // Whoever sees that it runs no more finds that it has been told.
        self.shared.change(|state| self.witnessed.download(end(state, guid, outcome, total)));
    }
}

/// Where a download lies and how large it is, or why it was not kept.
type Outcome = Result<(PathBuf, u64), Unkept>;

/// Tells how a download ended. One that was told to stop has failed for that reason, however it ended.
/// So does one that would be more than `total` bytes in all: small files are complete before their size is told.
fn end(state: &mut State, guid: &str, outcome: Outcome, total: u64) -> Option<Downloaded> {
    let Running { id, url, name, stopped, .. } = state.downloads.running.remove(guid)?;
    let too_much = |bytes: u64| state.downloads.kept_bytes.saturating_add(bytes) > total;
    let stopped = stopped.or(match &outcome {
        Ok((_, bytes)) if too_much(*bytes) => Some(Unkept::TooMuch),
        _ => None,
    });
    let outcome = match (outcome, stopped) {
        (Ok((path, _)), Some(why)) => {
            // It was complete before it could be stopped.
            if let Err(error) = std::fs::remove_file(&path) {
                tracing::warn!(%error, "a download that was stopped could not be removed");
            }
            Err(why)
        }
        (Err(why), stopped) => Err(stopped.unwrap_or(why)),
        (kept, None) => kept,
    };
    let kept = |(path, bytes): &(PathBuf, u64)| KeptDownload {
        file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        bytes: *bytes,
    };
    let told = ended(&url, name, outcome.as_ref().map(kept).map_err(|why| *why));
    let change = match outcome {
        Ok((path, bytes)) => {
            state.downloads.kept += 1;
            state.downloads.kept_bytes = state.downloads.kept_bytes.saturating_add(bytes);
            StateChange::DownloadCompleted { download_id: id, url, path: Some(path), size_bytes: Some(bytes) }
        }
        Err(why) => failed(id, url, why),
    };
    state.report(change);
    Some(told)
}

fn ended(address: &str, name: String, ending: Result<KeptDownload, Unkept>) -> Downloaded {
    let host = ending::host(address).to_owned();
    Downloaded { at: SystemTime::now(), address: address.to_owned(), host, name, ending }
}

fn failed(id: String, url: String, why: Unkept) -> StateChange {
    StateChange::DownloadFailed { download_id: id, url, error: Some(why.phrase()) }
}

#[cfg(test)]
mod tests;
