//! Pages that are too large, too deep, or too many.

use std::time::Duration;

use ringfence_testkit::{Answer, Site};
use serde_json::json;

use super::{answered, facing_within, goes_on};
use crate::seen::Seen;

/// Large pages take their time, on a busy machine more of it.
const PATIENT: Duration = Duration::from_secs(25);

/// What a reading has: its lines without the blocks around them.
fn lines(seen: &Seen) -> Vec<&str> {
    seen.lines().skip(1).take_while(|line| *line != "[state]").collect()
}

#[track_caller]
fn is_bounded(seen: &Seen) {
    let lines = lines(seen);
    let total: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
    assert!(total <= 50_001 && lines.iter().all(|line| line.chars().count() <= 2_000), "{total}");
}

#[tokio::test]
async fn t12_a_page_of_100000_nodes_is_read_within_its_bounds() {
    let page = "<!doctype html><title>Large</title><div id=d></div><script>d.innerHTML = Array.from({ length: 50000 }, (_, i) => `<p>Line ${i} <a href=/deep>Link ${i}</a></p>`).join('')</script>";
    let (site, agent) = facing_within(PATIENT, Site::builder().page("/large", page)).await;
    agent.go(&site.url("/large")).await;
    let nodes = site.ask("/large", "document.querySelectorAll('*').length").await.unwrap();
    assert!(nodes.as_u64().unwrap() > 100_000);
    for (member, input) in
        [("read_page", json!({})), ("read_page", json!({ "filter": "all" })), ("get_page_text", json!({}))]
    {
        let seen = answered(&agent, member, input).await;
        assert!(seen.lines().next().unwrap_or_default().starts_with("[page text"), "{seen:?}");
        is_bounded(&seen);
        assert!(seen.lines().any(|line| line.contains("Line 7")), "{seen:?}");
    }
    site.ask("/large", "scrollTo(0, 1e9)").await.unwrap();
    let seen = answered(&agent, "read_page", json!({ "filter": "interactive" })).await;
    assert!(lines(&seen).iter().any(|line| line.starts_with("link \"Link 49999\" [ref_")), "{seen:?}");
    let link = lines(&seen).into_iter().find(|line| line.starts_with("link \"Link 49999\"")).unwrap();
    let link = link.split(['[', ']']).nth(1).unwrap().to_owned();
    let seen = answered(&agent, "find", json!({ "query": "link 4999" })).await;
    assert!(lines(&seen)[0].starts_with("link \"Link 4999\" [ref_"), "{seen:?}");
    let unread = "… 80000 lines at the end of the page were not searched; scroll there and use read_page";
    assert_eq!(lines(&seen).last(), Some(&unread));
    answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": link } })).await.shows(
        &format!(
            r#"
        [text] Clicked (left) {link}.
        [text] It is link "Link 49999". The tab is now at http://127.0.0.1:PORT/deep "Linked page" (HTTP 200).
        [state]
        * t1 "Linked page" http://127.0.0.1:PORT/deep
        "#
        ),
    );
    goes_on(&site, &agent).await;
    agent.end().await;
}

fn nested(depth: u32) -> String {
    // The parser would flatten it; a script doesn't.
    format!(
        "<!doctype html><title>Deep</title><p>Above</p><script>let at = document.body; for (let i = 0; i < {depth}; i += 1) at = at.appendChild(document.createElement('div')); at.innerHTML = '<button>Bottom</button>'</script>"
    )
}

#[tokio::test]
async fn t12_a_page_1000_deep_is_read_to_the_bottom() {
    let (site, agent) = facing_within(PATIENT, Site::builder().page("/nested", &nested(1000))).await;
    agent.go(&site.url("/nested")).await;
    let bottom = agent.find("button \"Bottom\"").await;
    for (member, input, lines) in [
        ("read_page", json!({}), format!("text \"Above\"\nbutton \"Bottom\" [{bottom}]")),
        ("get_page_text", json!({}), "Above\nBottom".to_owned()),
        ("find", json!({ "query": "bottom" }), format!("button \"Bottom\" [{bottom}]")),
    ] {
        let state = "[state]\n* t1 \"Deep\" http://127.0.0.1:PORT/nested";
        let seen = answered(&agent, member, input).await;
        seen.shows(&format!("[page text from http://127.0.0.1:PORT]\n{lines}\n{state}"));
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}

/// Chromium itself does not survive the drawing of such a page.
#[tokio::test]
async fn a_page_10000_deep_crashes_and_its_tab_goes_on() {
    let (site, agent) = facing_within(PATIENT, Site::builder().page("/nested", &nested(10_000))).await;
    let crashed = "
        [error page_crashed, about t1]
        [text] The page's process has crashed; navigate the tab again, or open another.
        ";
    // It may be drawn before the navigation has ended, or when it is first read.
    let mut seen = answered(&agent, "navigate", json!({ "url": site.url("/nested") })).await;
    if seen.lines().next().is_some_and(|line| line.starts_with("[text] Now at")) {
        seen = answered(&agent, "read_page", json!({})).await;
    }
    seen.shows(crashed);
    answered(&agent, "get_page_text", json!({})).await.shows(crashed);
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn n8_a_megabyte_in_the_title_and_in_the_address_is_cut() {
    let page = "<!doctype html><title>Long</title><p>Text</p><script>document.title = 'T'.repeat(1 << 20); history.replaceState(0, '', '#' + 'u'.repeat(1 << 20))</script>";
    let (site, agent) = facing_within(PATIENT, Site::builder().page("/long", page)).await;
    let (title, address) = ("T".repeat(4096), format!("{}#", site.url("/long")));
    let address = format!("{address}{}…", "u".repeat(4095 - address.len()));
    let shown_address = address.replace(&site.address().port().to_string(), "PORT");
    let state = format!("[state]\n* t1 \"{title}\" {shown_address}");
    let seen = answered(&agent, "navigate", json!({ "url": site.url("/long") })).await;
    let cut = format!("{}…", "T".repeat(4095));
    assert_eq!(seen.lines().next().unwrap(), format!("[text] Now at {shown_address} \"{cut}\" (HTTP 200)"));
    answered(&agent, "list_tabs", json!({})).await.shows(&state);
    answered(&agent, "get_page_text", json!({}))
        .await
        .shows(&format!("[page text from http://127.0.0.1:PORT]\nText\n{state}"));
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn n8_a_megabyte_in_a_dialog_and_in_a_name_is_cut() {
    let page = "<!doctype html><title>Long</title><button onclick=\"alert('D'.repeat(1 << 20))\">Press</button><script>document.querySelector('button').ariaLabel = 'N'.repeat(1 << 20)</script>";
    let (site, agent) = facing_within(PATIENT, Site::builder().page("/long", page)).await;
    agent.go(&site.url("/long")).await;
    let seen = answered(&agent, "read_page", json!({})).await;
    is_bounded(&seen);
    let press = lines(&seen)[0].split(['[', ']']).nth(1).unwrap().to_owned();
    let seen = answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": press } })).await;
    let dialog = format!("[text] A dialog (alert) was dismissed: \"{}\"", "D".repeat(200));
    assert!(seen.lines().any(|line| line == dialog), "{seen:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn frames_50_deep_are_read_as_far_as_frames_are_read() {
    let frame = |request: &ringfence_testkit::Request| {
        let left: u32 = request.parameter("left").and_then(|left| left.parse().ok()).unwrap_or(50);
        let inner = if left > 0 {
            format!("<iframe src='/nested?left={}'></iframe>", left - 1)
        } else {
            String::new()
        };
        Answer::html(format!(
            "<!doctype html><title>Nested</title><body style='margin:0'><button>Level {left}</button>{inner}"
        ))
    };
    // Without the probe in every frame: a server takes six connections of a kind at once.
    let site = Site::builder()
        .route("/nested", frame)
        .page("/fresh", "<!doctype html><title>Fresh</title><p>A fresh page.</p>")
        .start()
        .unwrap();
    let agent = crate::agent::Setup::at(&site).within(std::time::Duration::from_secs(5)).start().await;
    agent.go(&site.url("/nested")).await;
    let seen = answered(&agent, "read_page", json!({ "filter": "all", "depth": 1000 })).await;
    let buttons = lines(&seen).iter().filter(|line| line.trim_start().starts_with("button")).count();
    assert!(buttons >= 16, "{seen:?}");
    for (member, input) in
        [("get_page_text", json!({})), ("find", json!({ "query": "level 45" })), ("screenshot", json!({}))]
    {
        let seen = answered(&agent, member, input).await;
        assert!(!format!("{seen:?}").contains("[error"), "{member}: {seen:?}");
    }
    let read = agent.outcome("navigate", json!({ "url": site.url("/fresh") })).await;
    assert!(!read.result.is_error, "{read:?}");
    agent.call("get_page_text", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        A fresh page.
        [state]
        * t1 "Fresh" http://127.0.0.1:PORT/fresh
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn two_hundred_frames_are_read_within_their_bounds() {
    let page = "<!doctype html><title>Many</title><div id=d></div><script>for (let i = 0; i < 200; i += 1) { const frame = document.createElement('iframe'); frame.srcdoc = '<p>Frame ' + i; d.append(frame) }</script>";
    let (site, agent) = facing_within(PATIENT, Site::builder().page("/many", page)).await;
    answered(&agent, "navigate", json!({ "url": site.url("/many") })).await.lines().for_each(drop);
    for (member, input) in [("read_page", json!({})), ("screenshot", json!({}))] {
        let seen = answered(&agent, member, input).await;
        assert!(!format!("{seen:?}").contains("[error"), "{member}: {seen:?}");
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}

/// So many frames take many questions: a part of them is read, and the rest is told.
#[tokio::test]
async fn t12_more_frames_than_a_reading_goes_through_are_told() {
    let page = "<!doctype html><title>Many</title><div id=d></div><script>for (let i = 0; i < 220; i += 1) { const frame = document.createElement('iframe'); frame.srcdoc = '<p>Frame ' + i; d.append(frame) }</script>";
    let (site, agent) = facing_within(PATIENT, Site::builder().page("/many", page)).await;
    answered(&agent, "navigate", json!({ "url": site.url("/many") })).await.lines().for_each(drop);
    let text = answered(&agent, "get_page_text", json!({})).await;
    let rest = "… 20 more frames left out: the first 200 of a page are read.";
    assert!(
        text.lines().any(|line| line == "Frame 199") && text.lines().any(|line| line == rest),
        "{text:?}"
    );
    let all = answered(&agent, "read_page", json!({ "filter": "all" })).await;
    let rest = "… lines left out: those of 20 more frames (ref of a frame reads what is in it)";
    assert!(all.lines().any(|line| line == rest), "{all:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
}
