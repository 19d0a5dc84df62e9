//! What a browser that was taken over tells of downloads, and what is kept of it.

use std::fs;
use std::sync::Mutex;

use ringfence_cdp::Client;
use ringfence_files::Limits;
use serde_json::json;
use tokio::io::{DuplexStream, duplex, split};

use super::running::LONGEST_URL;
use super::*;
use crate::witness::{Judged, Witness};

struct Desk {
    directory: tempfile::TempDir,
    collector: Collector,
    told: Arc<Told>,
    _browser: DuplexStream,
}

/// What a witness is told of downloads: host, name, and what came of it.
#[derive(Debug, Default)]
struct Told(Mutex<Vec<One>>);

type One = (String, String, Result<u64, Unkept>);

impl Witness for Told {
    fn judged(&self, _: Judged) {}

    fn exit(&self, _: &ringfence_egress::Event, _: Option<&ringfence_policy::Source>) {}

    fn downloaded(&self, Downloaded { host, name, ending, .. }: Downloaded) {
        self.0.lock().unwrap().push((host, name, ending.map(|kept| kept.bytes)));
    }

    fn missed(&self, _: u64) {}
}

fn desk(limits: Limits) -> Desk {
    let directory = tempfile::tempdir().unwrap();
    let quarantine = Arc::new(Quarantine::open(directory.path(), limits).unwrap());
    let (ours, theirs) = duplex(1 << 16);
    let (reader, writer) = split(ours);
    let (client, _events) =
        Client::new(reader, writer, crate::pump::filter(crate::options::Watch::default()));
    let shared = Arc::new(Shared::default());
    let told = Arc::new(Told::default());
    let witnessed = Witnessed::by(Some(Arc::clone(&told) as Arc<dyn Witness>));
    let collector = Collector { shared, browser: client.browser(), quarantine: Some(quarantine), witnessed };
    Desk { directory, collector, told, _browser: theirs }
}

impl Desk {
    fn begins(&self, guid: &str, url: &str) {
        let told = json!({ "frameId": "f", "guid": guid, "url": url, "suggestedFilename": "../x" });
        self.collector.begun(serde_json::from_value(told).unwrap());
    }

    fn tells(&self, guid: &str, state: &str, bytes: u64) {
        let told = json!({ "guid": guid, "totalBytes": 0, "receivedBytes": bytes, "state": state });
        self.collector.progressed(serde_json::from_value(told).unwrap());
    }

    fn writes(&self, guid: &str, bytes: usize) {
        let incoming = self.collector.quarantine.as_ref().unwrap().incoming();
        fs::write(incoming.join(guid), vec![b'x'; bytes]).unwrap();
    }

    /// How each download has ended, once so many have.
    async fn ended(&self, count: usize) -> Vec<String> {
        let deadline = ringfence_page::Deadline::after(Duration::from_secs(60));
        let ended = |change: &StateChange| match change {
            StateChange::DownloadCompleted { download_id, .. } => Some(format!("{download_id} kept")),
            StateChange::DownloadFailed { download_id, error, .. } => {
                Some(format!("{download_id} {}", error.unwrap_or_default()))
            }
            _ => None,
        };
        let all = self.collector.shared.wait(deadline, |state| {
            let all: Vec<String> = state.changes.iter().filter_map(ended).collect();
            (all.len() >= count).then_some(all)
        });
        all.await.unwrap()
    }

    /// Waits until the witness was told of so many. It is told after the state.
    async fn told_of(&self, count: usize) {
        self.ended(count).await;
        let told = async {
            while self.told.0.lock().unwrap().len() < count {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), told).await.unwrap();
    }

    fn kept(&self) -> usize {
        let entries = fs::read_dir(self.directory.path()).unwrap().flatten();
        entries.filter(|entry| entry.file_type().unwrap().is_file()).count()
    }
}

#[tokio::test]
async fn f3_a_download_that_never_began_is_not_kept() {
    let desk = desk(Limits::default());
    for guid in ["never", "a"] {
        desk.writes(guid, 1);
    }
    desk.tells("never", "completed", 1);
    desk.begins("a", "https://a.example/");
    desk.tells("a", "completed", 1);
    desk.tells("a", "completed", 1);
    assert_eq!(desk.ended(1).await, ["d1 kept"]);
    // Keeping goes on in order on other threads: one more, begun after them all, is through when they are.
    desk.writes("a", 1);
    desk.tells("a", "completed", 1);
    desk.begins("b", "https://a.example/");
    desk.writes("b", 1);
    desk.tells("b", "completed", 1);
    assert_eq!(desk.ended(2).await, ["d1 kept", "d2 kept"]);
    assert_eq!(desk.kept(), 2);
}

#[tokio::test]
async fn what_runs_counts_against_what_may_be_kept_in_all() {
    let desk = desk(Limits { file_bytes: 10, total_bytes: 15, files: 3 });
    for guid in ["a", "b"] {
        desk.begins(guid, "https://a.example/");
        desk.tells(guid, "inProgress", 8);
    }
    desk.tells("b", "canceled", 8);
    assert_eq!(desk.ended(1).await, ["d2 this browser has downloaded as much as it may"]);
    // What is complete before its size is told is measured when it is kept.
    for guid in ["a", "c"] {
        desk.begins(guid, "https://a.example/");
        desk.writes(guid, 8);
        desk.tells(guid, "completed", 0);
        desk.ended(if guid == "a" { 2 } else { 3 }).await;
    }
    assert_eq!(desk.ended(3).await[1..], ["d1 kept", "d3 this browser has downloaded as much as it may"]);
    assert_eq!(desk.kept(), 1);
}

#[tokio::test]
async fn ten_downloads_run_at_a_time_and_the_eleventh_is_told() {
    let desk = desk(Limits { files: 12, ..Limits::default() });
    for number in 0..11 {
        desk.begins(&format!("g{number}"), "https://a.example/");
    }
    desk.tells("g10", "canceled", 0);
    assert_eq!(desk.ended(1).await, ["d11 too many downloads run at the same time"]);
}

#[tokio::test]
async fn s2_a_download_that_breaks_off_has_failed_and_leaves_nothing() {
    let desk = desk(Limits::default());
    desk.begins("a", "https://a.example/");
    desk.writes("a", 5);
    desk.tells("a", "canceled", 5);
    assert_eq!(desk.ended(1).await, ["d1 it broke off"]);
    let incoming = desk.collector.quarantine.as_ref().unwrap().incoming();
    assert_eq!((fs::read_dir(incoming).unwrap().count(), desk.kept()), (0, 0));
}

/// A `data:` address holds all of a file.
#[tokio::test]
async fn an_address_without_end_is_not_kept_whole() {
    let desk = desk(Limits::default());
    desk.begins("a", &format!("data:text/plain,{}", "ü".repeat(1 << 20)));
    let state = desk.collector.shared.read();
    let [StateChange::DownloadStarted { url, .. }] = state.changes.as_slice() else { panic!() };
    assert!(url.len() <= LONGEST_URL && url.starts_with("data:text/plain,ü"), "{}", url.len());
}

#[tokio::test]
async fn a_flood_of_downloads_does_not_keep_a_tab_from_being_told() {
    let mut desk = desk(Limits::default());
    desk.collector.quarantine = None;
    let flood = |desk: &Desk, from: usize| {
        for number in from..from + 1_500 {
            desk.begins(&format!("g{number}"), "https://a.example/");
        }
    };
    flood(&desk, 0);
    let tab_id = ringfence_toolset::TabId::new("t2");
    desk.collector.shared.change(|state| state.report(StateChange::TabOpened { tab_id: tab_id.clone() }));
    flood(&desk, 1_500);
    let state = desk.collector.shared.read();
    assert!(state.changes.contains(&StateChange::TabOpened { tab_id }));
    let last = state.changes.last().and_then(StateChange::download_id).map(ToString::to_string);
    assert_eq!((state.changes.len(), last.as_deref()), (crate::state::MAX_REPORTS, Some("d3000")));
}

#[tokio::test]
async fn whoever_watches_is_told_once_how_each_download_ended() {
    let mut desk = desk(Limits { file_bytes: 10, total_bytes: 100, files: 3 });
    for (number, (guid, state, bytes)) in
        (1..).zip([("a", "completed", 3), ("b", "canceled", 1), ("c", "inProgress", 11)])
    {
        desk.begins(guid, "https://files.example.com/f?token=x");
        desk.writes(guid, bytes);
        desk.tells(guid, state, bytes as u64);
        if state != "completed" {
            desk.tells(guid, "canceled", bytes as u64);
        }
        desk.told_of(number).await;
    }
    desk.collector.quarantine = None;
    desk.begins("d", "data:text/plain,d");
    let told = |host: &str, ending| (host.to_owned(), "../x".to_owned(), ending);
    let host = "files.example.com";
    assert_eq!(
        *desk.told.0.lock().unwrap(),
        [
            told(host, Ok(3)),
            told(host, Err(Unkept::BrokeOff)),
            told(host, Err(Unkept::TooLarge)),
            told("data:", Err(Unkept::TurnedOff)),
        ]
    );
}
