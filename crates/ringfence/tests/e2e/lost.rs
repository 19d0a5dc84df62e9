//! A browser that is killed during a call, whatever the call is.

use std::time::Duration;

use ringfence::browser::BrowserOptions;
use ringfence::session::StandingApprovals;
use ringfence::toolset::MemberConfig;
use ringfence::{SessionError, Sessions, SessionsOptions};
use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::allowing;
use crate::processes::{command_of, descendants, kill, temporary_files, until_none_is_left};
use crate::seen::Seen;

/// What a person would call at once, on a machine that is busy.
const AT_ONCE: Duration = Duration::from_secs(5);

/// A page that hangs on demand: no call that is about it ends by itself.
const PAGE: &str = "<!doctype html><title>Page</title><button>Go</button><input aria-label=Name><script>\
    window.hang = () => setTimeout(() => { const last = new XMLHttpRequest(); last.open('GET', '/hanging', false); last.send(); for (;;) {} }, 30)</script>";

/// What the page does before the call.
#[derive(Clone, Copy, PartialEq)]
enum Page {
    Works,
    Hangs,
}

fn start() -> (Site, Sessions) {
    let site = Site::builder().page("/page", PAGE).probed().start().unwrap();
    let mut options = SessionsOptions::new(BrowserOptions::new(allowing(&[&site]).build().unwrap()));
    for member in ["javascript_exec", "read_console", "read_network"] {
        options.members.insert(member.to_owned(), MemberConfig::enabled(true));
    }
    options.approvals = StandingApprovals::of(["javascript_exec"]).unwrap().into();
    (site, Sessions::new(options))
}

/// Kills the browser while the call is under way. The call says that the session is lost; nothing starts again by itself,
/// and nothing is left.
async fn killed_during(site: &Site, sessions: &Sessions, page: Page, member: &str, input: Value) {
    let files = temporary_files();
    let went = sessions.call("default", "navigate", json!({ "url": site.url("/page") })).await.unwrap();
    assert!(!went.result.is_error, "{went:?}");
    // The refs of this page, which are never those of another one.
    let found = sessions.call("default", "find", json!({ "query": "name field" })).await.unwrap();
    let name = format!("{:?}", found.result.content);
    let name = name.split("[ref_").nth(1).unwrap().split(']').next().unwrap();
    let input: Value =
        serde_json::from_str(&input.to_string().replace("NAME", &format!("ref_{name}"))).unwrap();
    if page == Page::Hangs {
        let told = || site.request_lines().iter().filter(|line| *line == "GET /hanging").count();
        let before = told();
        site.ask("/page", "hang(); 0").await.unwrap();
        while told() == before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    let running = descendants();
    let chromium = *running.iter().find(|pid| command_of(**pid) == "chromium").unwrap();
    let calling = sessions.call("default", member, input);
    // The call is begun before the browser is killed.
    let killing = async { kill(chromium) };
    let both = async { tokio::join!(calling, killing) };
    let (called, ()) = tokio::time::timeout(AT_ONCE, both).await.unwrap_or_else(|_| panic!("{member} hangs"));
    let lost = called.unwrap_err();
    assert!(matches!(&lost, SessionError::Lost { name } if name == "default"), "{member}: {lost:?}");
    assert_eq!(
        lost.to_string(),
        "the browser of session default has ended, and what it held is lost; the next call starts a fresh one",
        "{member}"
    );
    tokio::time::timeout(AT_ONCE, until_none_is_left(&running)).await.expect("something is left");
    assert_eq!(descendants(), Vec::<u32>::new(), "{member}");
    let left: Vec<_> = temporary_files().difference(&files).cloned().collect();
    assert!(!left.iter().any(|name| name.to_lowercase().contains("chrom")), "{member}: {left:?}");
    let fresh = sessions.call("default", "list_tabs", json!({})).await.unwrap();
    Seen::new(&fresh, &[]).shows("[state]\n* t1 \"about:blank\" about:blank");
}

fn point() -> Value {
    json!({ "type": "coordinate", "x": 30, "y": 20 })
}

fn name() -> Value {
    json!({ "type": "ref", "ref": "NAME" })
}

/// Each call has the browser that was started after the one before it was killed.
async fn each(page: Page, calls: &[(&str, Value)]) {
    let (site, sessions) = start();
    for (member, input) in calls {
        killed_during(&site, &sessions, page, member, input.clone()).await;
    }
    sessions.close().await;
}

#[tokio::test]
async fn a_browser_that_is_killed_while_it_navigates_or_waits() {
    let (site, sessions) = start();
    killed_during(&site, &sessions, Page::Works, "navigate", json!({ "url": site.url("/never") })).await;
    killed_during(&site, &sessions, Page::Works, "wait", json!({ "duration": 30 })).await;
    let until = json!({ "duration": 30, "until": { "text": "Never" } });
    killed_during(&site, &sessions, Page::Works, "wait", until).await;
    let script = json!({ "text": "new Promise(() => {})" });
    killed_during(&site, &sessions, Page::Works, "javascript_exec", script).await;
    killed_during(&site, &sessions, Page::Works, "hold_key", json!({ "text": "a", "duration": 20 })).await;
    sessions.close().await;
}

#[tokio::test]
async fn a_browser_that_is_killed_while_it_reads() {
    let calls = [
        ("read_page", json!({ "filter": "all" })),
        ("find", json!({ "query": "button" })),
        ("get_page_text", json!({})),
        ("read_console", json!({})),
        ("read_network", json!({})),
    ];
    each(Page::Hangs, &calls).await;
}

#[tokio::test]
async fn a_browser_that_is_killed_while_it_zooms_or_scrolls() {
    let scroll = json!({ "target": point(), "scroll_direction": "down" });
    let calls = [
        ("zoom", json!({ "region": [0, 0, 100, 100] })),
        ("scroll", scroll),
        ("scroll_to", json!({ "target": name() })),
        ("mouse_move", json!({ "target": point() })),
    ];
    each(Page::Hangs, &calls).await;
}

#[tokio::test]
async fn a_browser_that_is_killed_while_it_clicks() {
    let drag = json!({ "from": point(), "target": point() });
    let calls = [
        ("left_click", json!({ "target": point() })),
        ("double_click", json!({ "target": name() })),
        ("hover", json!({ "target": point() })),
        ("left_click_drag", drag),
        ("left_mouse_down", json!({ "target": point() })),
    ];
    each(Page::Hangs, &calls).await;
}

#[tokio::test]
async fn a_browser_that_is_killed_while_it_types_or_fills_in() {
    let calls = [
        ("type", json!({ "text": "abc" })),
        ("key", json!({ "text": "Tab" })),
        ("form_input", json!({ "target": name(), "value": "Ada" })),
        ("javascript_exec", json!({ "text": "1" })),
    ];
    each(Page::Hangs, &calls).await;
}
