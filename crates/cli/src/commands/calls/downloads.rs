//! What is still downloaded when the calls have ended: waited for, and told.

use std::io::Write as _;
use std::time::Duration;

use ringfence_session::{DEFAULT_SESSION, Sessions};
use ringfence_toolset::StateChange;

/// How long it is waited for: a download may never end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits for downloads that are under way, and says how they ended. Returns how many were not kept.
pub(super) async fn finish(sessions: &Sessions) -> u64 {
    let under_way = sessions.downloads_under_way(DEFAULT_SESSION).await;
    if under_way == 0 {
        return 0;
    }
    let downloads = count(under_way);
    tell(&format!(
        "{downloads} still under way: waiting for the end, at most {} s; Ctrl-C ends at once",
        PATIENCE.as_secs()
    ));
    let ended = sessions.downloads_ended(DEFAULT_SESSION, PATIENCE).await;
    let lost = ended.iter().filter_map(line).fold(0, |lost, (line, kept)| {
        tell(&line);
        lost + u64::from(!kept)
    });
    let left = sessions.downloads_under_way(DEFAULT_SESSION).await;
    if left > 0 {
        tell(&format!("{} broken off: not whole within {} s", count(left), PATIENCE.as_secs()));
    }
    lost + u64::try_from(left).unwrap_or(u64::MAX)
}

/// What is said of a download that has ended, and whether it was kept.
fn line(change: &StateChange) -> Option<(String, bool)> {
    match change {
        StateChange::DownloadCompleted { download_id, size_bytes, .. } => {
            let size = size_bytes.map(|bytes| format!(", {bytes} bytes")).unwrap_or_default();
            Some((format!("download {download_id} was kept{size}"), true))
        }
        StateChange::DownloadFailed { download_id, error, .. } => {
            let why = error.map(|why| format!(": {why}")).unwrap_or_default();
            Some((format!("download {download_id} failed{why}"), false))
        }
        _ => None,
    }
}

fn count(downloads: usize) -> String {
    if downloads == 1 { "1 download is".to_owned() } else { format!("{downloads} downloads are") }
}

fn tell(line: &str) {
    // When stderr is gone the downloads go on all the same.
    let _untold = writeln!(std::io::stderr(), "ringfence: {line}");
}
