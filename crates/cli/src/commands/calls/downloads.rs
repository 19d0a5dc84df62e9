//! What the calls download: told as it ends, and waited for at the end.

use std::fmt::Display;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use ringfence_browser::Downloaded;
use ringfence_session::{DEFAULT_SESSION, Happening, Observer, SessionName, Sessions};
use ringfence_toolset::secrets::cover;
use ringfence_toolset::text::{one_line, quoted};

/// How long it is waited for: a download may never end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Tells of each download as it ends, with the file that it lies in, and counts those that were not kept.
#[derive(Debug)]
pub(super) struct Teller {
    directory: Option<PathBuf>,
    lost: AtomicU64,
}

impl Teller {
    pub(super) fn new(directory: Option<PathBuf>) -> Self {
        Self { directory, lost: AtomicU64::new(0) }
    }

    /// Waits for downloads that are under way. Returns how many of all were not kept.
    pub(super) async fn finish(&self, sessions: &Sessions) -> u64 {
        let under_way = sessions.downloads_under_way(DEFAULT_SESSION).await;
        if under_way > 0 {
            let (downloads, patience) = (count(under_way), PATIENCE.as_secs());
            tell(&format!(
                "{downloads} still under way: waiting for the end, at most {patience} s; Ctrl-C ends at once"
            ));
            sessions.downloads_ended(DEFAULT_SESSION, PATIENCE).await;
            let left = sessions.downloads_under_way(DEFAULT_SESSION).await;
            if left > 0 {
                tell(&format!("{} broken off: not whole within {patience} s", count(left)));
            }
            self.lost.fetch_add(u64::try_from(left).unwrap_or(u64::MAX), Relaxed);
        }
        self.lost.load(Relaxed)
    }

    fn line(&self, downloaded: &Downloaded) -> String {
        // Name and host are the page's words.
        let name = quoted(&one_line(&cover(&downloaded.name)));
        let host = one_line(&downloaded.host);
        match &downloaded.ending {
            Ok(kept) => {
                let place = self.directory.as_ref().map(|directory| directory.join(&kept.file));
                let place: &dyn Display = match &place {
                    Some(place) => &place.display(),
                    None => &kept.file,
                };
                format!("downloaded {name} from {host}: kept as {place}, {} bytes", kept.bytes)
            }
            Err(why) => format!("a download was not kept, {name} from {host}: {}", why.phrase()),
        }
    }
}

impl Observer for Teller {
    fn happened(&self, _: &SessionName, happening: &Happening<'_>) {
        let Happening::Downloaded(downloaded) = happening else { return };
        if downloaded.ending.is_err() {
            self.lost.fetch_add(1, Relaxed);
        }
        tell(&self.line(downloaded));
    }
}

fn count(downloads: usize) -> String {
    if downloads == 1 { "1 download is".to_owned() } else { format!("{downloads} downloads are") }
}

fn tell(line: &str) {
    // When stderr is gone the downloads go on all the same.
    let _untold = writeln!(std::io::stderr(), "ringfence: {line}");
}
