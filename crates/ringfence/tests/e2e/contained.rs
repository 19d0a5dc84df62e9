//! How a browser stands in its jail, seen from its pages and from outside.

use std::os::unix::fs::PermissionsExt as _;

use ringfence::browser::{Browser, BrowserOptions, CanaryError, Level, StartError};
use ringfence::policy::Policy;
use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{Agent, Setup};
use crate::processes::descendants;

/// Seen to fail without the dead pair of interfaces: `false`.
#[tokio::test]
async fn a_page_holds_itself_to_be_online_at_every_level() {
    for level in Level::STARTED {
        let site = Site::builder().probed().start().unwrap();
        let mut setup = Setup::at(&site);
        (setup.browser.min_level, setup.browser.max_level) = (Level::ProxyOnly, level);
        let agent: Agent = setup.start().await;
        assert_eq!(agent.browser.level(), level);
        agent.go(&site.url("/form.html")).await;
        assert_eq!(site.ask("/form.html", "navigator.onLine").await.unwrap(), json!(true), "{level}");
        agent.end().await;
    }
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
    for level in [Level::Full, Level::ProxyOnly] {
        let mut options = BrowserOptions::new(Policy::closed());
        (options.min_level, options.max_level) = (level, level);
        options.chromium = Some(stubborn.clone());
        let error = Browser::start(options).await.unwrap_err();
        assert!(matches!(error, StartError::Canary(CanaryError::Unseen)), "{level}: {error}");
    }
    crate::processes::until_none_is_left(&descendants()).await;
}
