//! Downloads: kept under names of ours, limited, each state told once.

use std::fs;
use std::time::{Duration, Instant};

use ringfence::files::Limits;
use ringfence_testkit::{Answer, Site, SiteBuilder};
use serde_json::{Value, json};

use crate::agent::{Agent, Setup};
use crate::seen::Seen;

const PAGE: &str = r#"<!doctype html><title>Files</title><a href=/attached>Attached</a> <a href=/plain download="../../x.sh">Named</a>
  <a href="data:text/plain,data" download=d.txt>Data</a> <a id=blob download=b.txt>Blob</a> <button onclick="many(4)">Many</button>
  <script>blob.href = URL.createObjectURL(new Blob(['blob']));
  const many = (count) => { for (let n = 0; n < count; n += 1) { const a = document.createElement('a'); a.href = '/attached?' + n; a.download = n; a.click() } }</script>"#;

fn attached(body: &'static str, name: &str) -> Answer {
    Answer::of("application/octet-stream", body)
        .with_header("content-disposition", &format!("attachment; filename=\"{name}\""))
}

fn site() -> SiteBuilder {
    let file = attached("attached", "../../../etc/cron.d/evil.sh");
    let large = attached("0123456789", "large");
    Site::builder()
        .page("/files", PAGE)
        .route("/plain", |_| Answer::of("text/plain", "plain"))
        .route("/attached", move |_| file.clone())
        .route("/large", move |_| large.clone())
}

/// How long a download of some bytes may take on a busy machine, and how often is looked.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(10);

struct Desk {
    directory: tempfile::TempDir,
    site: Site,
    agent: Agent,
}

async fn desk(limits: Limits) -> Desk {
    let directory = tempfile::tempdir().unwrap();
    let site = site().probed().start().unwrap();
    let mut setup = Setup::at(&site);
    setup.browser.files.downloads = Some(directory.path().to_owned());
    setup.browser.files.download_limits = limits;
    let agent = setup.start().await;
    agent.go(&site.url("/files")).await;
    Desk { directory, site, agent }
}

impl Desk {
    /// Lets calls tell of downloads until so many have ended, and returns what was told, after what `first` told.
    async fn told(&self, first: &Seen, ends: usize) -> Vec<Value> {
        let mut told = changes(first);
        let ended = |change: &Value| change["type"] != "download_started";
        let began = Instant::now();
        while told.iter().filter(|change| ended(change)).count() < ends {
            assert!(began.elapsed() < PATIENCE, "no end is told of: {told:?}");
            tokio::time::sleep(PAUSE).await;
            let seen = self.agent.call("list_tabs", json!({})).await;
            told.extend(changes(&seen));
        }
        told
    }

    /// What lies in the directory: the content of each file, in their order.
    fn kept(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory.path()).unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<_> = entries.filter(|entry| entry.file_type().unwrap().is_file()).collect();
        files.sort_by_key(fs::DirEntry::file_name);
        let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
        assert!(files.iter().all(|entry| name(entry).starts_with("download-")), "{files:?}");
        files.iter().map(|entry| fs::read_to_string(entry.path()).unwrap()).collect()
    }

    async fn click(&self, line: &str) -> Seen {
        let link = self.agent.find(line).await;
        self.agent.click(&link).await
    }

    async fn go(&self, path: &str) -> Seen {
        self.agent.call("navigate", json!({ "url": self.site.url(path) })).await
    }
}

/// The changes that a result tells of.
fn changes(seen: &Seen) -> Vec<Value> {
    seen.lines().filter_map(|line| serde_json::from_str::<Vec<Value>>(line).ok()).flatten().collect()
}

#[tokio::test]
async fn f3_each_kind_of_download_is_kept_under_a_name_of_ours() {
    for (line, content, url) in [
        ("link \"Attached", "attached", "/attached"),
        ("link \"Named", "plain", "/plain"),
        ("link \"Data", "data", "data:"),
        ("link \"Blob", "blob", "blob:"),
    ] {
        let desk = desk(Limits::default()).await;
        // The click itself may tell of it, or the calls after it.
        let clicked = desk.click(line).await;
        let told = desk.told(&clicked, 1).await;
        let last = told.last().unwrap();
        let size = content.len();
        assert_eq!((&last["type"], &last["download_id"]), (&json!("download_completed"), &json!("d1")));
        assert_eq!(last["size_bytes"], size);
        assert_eq!(last.get("path"), None, "S5: off by default");
        assert!(last["url"].as_str().unwrap().contains(url), "{last}");
        assert_eq!(desk.kept(), [content]);
        desk.agent.end().await;
        // What the browser wrote into is gone with it.
        assert_eq!(fs::read_dir(desk.directory.path()).unwrap().count(), 1);
    }
}

#[tokio::test]
async fn an_address_that_is_a_download_leaves_the_tab_as_it_is() {
    let desk = desk(Limits::default()).await;
    let went = desk.go("/attached?token=1").await;
    let seen = format!("{went:?}");
    let said = "[text] Now at http://127.0.0.1:PORT/files \"Files\" (HTTP 200, the address given is a download, which has begun; the tab shows what it showed before)";
    assert!(seen.contains(said), "{seen}");
    let told = desk.told(&went, 1).await;
    assert_eq!(told.last().unwrap()["url"], "http://127.0.0.1:PORT/attached?…");
    assert_eq!(desk.kept(), ["attached"]);
    desk.agent.end().await;
}

#[tokio::test]
async fn s3_many_at_once_are_told_once_each() {
    let desk = desk(Limits::default()).await;
    let clicked = desk.click("button \"Many").await;
    let told = desk.told(&clicked, 4).await;
    let mut ended: Vec<_> = told
        .iter()
        .filter(|change| change["type"] == "download_completed")
        .map(|change| change["download_id"].as_str().unwrap())
        .collect();
    ended.sort_unstable();
    ended.dedup();
    assert!(ended.len() == 4 && desk.kept().len() == 4, "{told:?}");
    desk.agent.end().await;
}

#[tokio::test]
async fn limits_on_size_and_number_hold() {
    let desk = desk(Limits { file_bytes: 9, total_bytes: 100, files: 1 }).await;
    let told = desk.told(&desk.go("/large").await, 1).await;
    assert_eq!(told.last().unwrap()["error"], "it is larger than a download may be");
    assert_eq!(desk.kept(), [""; 0]);
    let told = desk.told(&desk.go("/attached").await, 1).await;
    assert_eq!(told.last().unwrap()["type"], "download_completed");
    let told = desk.told(&desk.go("/attached").await, 1).await;
    assert_eq!(told.last().unwrap()["error"], "this browser has downloaded as many files as it may");
    assert_eq!(desk.kept(), ["attached"]);
    desk.agent.end().await;
}
