//! How a browser stands in its jail, seen from its pages and from outside.

use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use ringfence::browser::{Browser, BrowserOptions, CanaryError, Judged, Level, StartError, Witness};
use ringfence::egress::{Event, Totals};
use ringfence::policy::{Policy, Source};
use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::{Agent, Setup};
use crate::processes::descendants;

/// What a page hears of being online, as soon as it is there.
async fn online(level: Level) -> Value {
    let site = Site::builder().probed().start().unwrap();
    let mut setup = Setup::at(&site);
    (setup.browser.min_level, setup.browser.max_level) = (level, level);
    let agent: Agent = setup.start().await;
    assert_eq!(agent.browser.level(), level);
    agent.go(&site.url("/form.html")).await;
    let said = site.ask("/form.html", "navigator.onLine").await.unwrap();
    agent.end().await;
    said
}

/// Seen to fail without the address of the dead pair of interfaces: `false`.
#[tokio::test]
async fn a_page_holds_itself_to_be_online_at_full() {
    assert_eq!(online(Level::Full).await, json!(true));
}

/// As the README says: a browser learns the names of its interfaces by a datagram socket, which it can't make.
#[tokio::test]
async fn a_page_holds_itself_to_be_offline_at_reduced() {
    assert_eq!(online(Level::Reduced).await, json!(false));
}

/// Counts what it is told.
#[derive(Debug, Default)]
struct Counting(AtomicUsize);

impl Witness for Counting {
    fn judged(&self, _: Judged) {
        self.0.fetch_add(1, Relaxed);
    }

    fn exit(&self, _: &Event, _: Option<&Source>) {
        self.0.fetch_add(1, Relaxed);
    }

    fn missed(&self, _: u64) {
        self.0.fetch_add(1, Relaxed);
    }
}

/// Seen to fail with the canary's events told like any others: two.
#[tokio::test]
async fn the_canary_is_told_to_nobody_and_not_counted() {
    let witness = Arc::new(Counting::default());
    let mut options = BrowserOptions::new(Policy::closed());
    options.witness = Some(witness.clone());
    let browser = Browser::start(options).await.unwrap();
    assert_eq!(browser.egress_totals(), Totals::default());
    // All has been told by then.
    browser.close().await;
    assert_eq!(witness.0.load(Relaxed), 0);
}

/// The network namespaces of the browser's processes.
fn networks() -> Vec<std::path::PathBuf> {
    let networks =
        descendants().into_iter().filter_map(|pid| std::fs::read_link(format!("/proc/{pid}/ns/net")).ok());
    networks.collect()
}

#[tokio::test]
async fn no_process_of_a_browser_stands_in_our_network_at_full() {
    let browser = Browser::start(BrowserOptions::new(Policy::closed())).await.unwrap();
    let ours = std::fs::read_link("/proc/self/ns/net").unwrap();
    let theirs = networks();
    assert!(theirs.len() > 3, "{theirs:?}");
    assert!(!theirs.contains(&ours), "{theirs:?}");
    browser.close().await;
}

/// Seen to fail with the canary's outcome dropped in `Browser::start`: the browser is handed out.
#[tokio::test]
async fn a_browser_that_does_not_use_our_proxy_is_not_handed_out() {
    let directory = tempfile::tempdir().unwrap();
    let stubborn = directory.path().join("chromium");
    let real = ringfence::browser::probe(None).await.chromium.unwrap();
    std::fs::write(&stubborn, format!("#!/bin/sh\nexec {} \"$@\" --no-proxy-server\n", real.display()))
        .unwrap();
    for path in [directory.path(), &stubborn] {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    for level in Level::STARTED {
        let mut options = BrowserOptions::new(Policy::closed());
        (options.min_level, options.max_level) = (level, level);
        options.chromium = Some(stubborn.clone());
        let error = Browser::start(options).await.unwrap_err();
        assert!(matches!(error, StartError::Canary(CanaryError::Unseen)), "{level}: {error}");
    }
    crate::processes::until_none_is_left(&descendants()).await;
}
