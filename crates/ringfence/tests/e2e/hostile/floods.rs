//! Pages that do one harmless thing without end.

use std::time::Duration;

use ringfence_testkit::Site;
use serde_json::json;

use super::{answered, facing, facing_within, goes_on};
use crate::agent::Agent;

/// Reads and uses a page that shows a button, as if it were any other.
async fn is_used_as_any_other(agent: &Agent) {
    let read = answered(agent, "read_page", json!({})).await;
    assert!(read.lines().any(|line| line.starts_with("button \"Press\" [ref_")), "{read:?}");
    let text = answered(agent, "get_page_text", json!({})).await;
    assert!(text.lines().any(|line| line == "Press"), "{text:?}");
    let press = agent.find("button").await;
    let pressed = answered(agent, "left_click", json!({ "target": { "type": "ref", "ref": press } })).await;
    let first = format!("[text] Clicked (left) {press}.");
    assert_eq!(pressed.lines().find(|line| !line.is_empty()), Some(first.as_str()), "{pressed:?}");
    let picture = answered(agent, "screenshot", json!({})).await;
    assert!(picture.lines().any(|line| line.starts_with("[image")), "{picture:?}");
}

/// As long as an agent has by default: such a page takes time, and none of its calls may run out of it.
const ENOUGH: Duration = Duration::from_secs(10);

async fn floods(script: &str) {
    let page = format!("<!doctype html><title>Flood</title><button>Press</button><script>{script}</script>");
    let (site, agent) = facing_within(ENOUGH, Site::builder().page("/flood", &page)).await;
    answered(&agent, "navigate", json!({ "url": site.url("/flood") })).await.lines().for_each(drop);
    is_used_as_any_other(&agent).await;
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn a_page_that_prints_all_the_time() {
    floods("setInterval(() => print(), 10)").await;
}

#[tokio::test]
async fn a_page_that_fills_the_history() {
    floods("setInterval(() => { for (let i = 0; i < 50; i += 1) history.pushState({}, '', '?' + Math.random()) }, 5)").await;
}

#[tokio::test]
async fn a_page_that_moves_between_its_fragments_all_the_time() {
    floods("setInterval(() => { location.hash = Math.random() }, 5)").await;
}

#[tokio::test]
async fn a_page_that_changes_its_title_all_the_time() {
    floods("setInterval(() => { document.title = 'Flood '.repeat(1000) + Math.random() }, 1)").await;
}

#[tokio::test]
async fn a_page_that_writes_to_the_console_all_the_time() {
    floods("setInterval(() => { for (let i = 0; i < 500; i += 1) console.log('x'.repeat(1000), i) }, 5)")
        .await;
}

#[tokio::test]
async fn a_page_that_asks_for_pictures_of_refused_hosts_all_the_time() {
    floods("setInterval(() => { for (let i = 0; i < 20; i += 1) new Image().src = 'http://h' + Math.random() + '.example.com/' }, 10)").await;
}

#[tokio::test]
async fn a_page_that_adds_and_removes_frames_all_the_time() {
    floods("setInterval(() => { const frame = document.createElement('iframe'); document.body.append(frame); setTimeout(() => frame.remove(), 5) }, 5)").await;
}

/// It is another document each time: what is read is of one of them, or it is said that there was none to read.
#[tokio::test]
async fn a_page_that_writes_itself_anew_all_the_time() {
    let page = "<!doctype html><title>Flood</title><script>setInterval(() => { document.open(); document.write('<title>Flood</title><button>Press</button>'); document.close() }, 5)</script>";
    let (site, agent) = facing(Site::builder().page("/flood", page)).await;
    answered(&agent, "navigate", json!({ "url": site.url("/flood") })).await.lines().for_each(drop);
    for member in ["read_page", "get_page_text", "screenshot"] {
        let seen = answered(&agent, member, json!({})).await;
        let first = seen.lines().find(|line| !line.is_empty()).unwrap_or_default();
        let told = ["[page text", "[image", "[error failed]"].iter().any(|begin| first.starts_with(begin));
        assert!(told, "{member}: {seen:?}");
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn d17_a_page_that_is_written_without_end() {
    let page = "<!doctype html><title>Flood</title><script>for (;;) document.write('<p>More')</script>";
    let (site, agent) = facing(Site::builder().page("/flood", page)).await;
    let seen = answered(&agent, "navigate", json!({ "url": site.url("/flood") })).await;
    assert!(seen.lines().any(|line| line == "[error page_hung, about t1]"), "{seen:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
}

/// A refresh without a pause: every document goes as soon as it is there.
#[tokio::test]
async fn a_page_that_refreshes_itself_all_the_time() {
    let page = "<!doctype html><title>Flood</title><meta http-equiv=refresh content=\"0;url=/flood\"><button>Press</button>";
    let (site, agent) = facing(Site::builder().page("/flood", page)).await;
    answered(&agent, "navigate", json!({ "url": site.url("/flood") })).await.lines().for_each(drop);
    for member in ["read_page", "get_page_text", "screenshot"] {
        let seen = answered(&agent, member, json!({})).await;
        let first = seen.lines().find(|line| !line.is_empty()).unwrap_or_default();
        let told = ["[page text", "[image", "[error failed]", "[error timed_out"];
        assert!(told.iter().any(|begin| first.starts_with(begin)), "{member}: {seen:?}");
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}
