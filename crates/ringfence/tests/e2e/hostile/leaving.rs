//! Pages that go away, or won't.

use ringfence_testkit::{Answer, Site};
use serde_json::json;

use super::{answered, facing, goes_on};

/// What may come of reading or acting on a page that is never the same twice.
const NAMED: &[&str] = &[
    "[error failed]",
    "[error page_hung, about t1]",
    "[error timed_out",
    "[error stale_ref, about ",
    "[error covered, about ",
    "[error unknown_ref, about ",
];

/// A page that was used may take the place of the agent's navigation with its own. Seen to fail, two times in three, with
/// `is_overtaken` never true: the page can't be left.
#[tokio::test]
async fn a_page_that_navigates_all_the_time_is_read_or_told_to_have_changed() {
    let page = "<!doctype html><title>Restless</title><h1>Restless</h1><button>Press</button><script>setTimeout(() => { location.href = '/restless?' + Math.random() }, 20)</script>";
    let (site, agent) = facing(Site::builder().page("/restless", page)).await;
    answered(&agent, "navigate", json!({ "url": site.url("/restless") })).await.lines().for_each(drop);
    for _ in 0..4 {
        for (member, input) in [
            ("read_page", json!({})),
            ("get_page_text", json!({})),
            ("find", json!({ "query": "press" })),
            ("left_click", json!({ "target": { "type": "coordinate", "x": 30, "y": 80 } })),
            ("left_click", json!({ "target": { "type": "ref", "ref": "ref_2" } })),
            ("screenshot", json!({})),
            ("key", json!({ "text": "a" })),
        ] {
            let seen = answered(&agent, member, input).await;
            let first = seen.lines().next().unwrap_or_default();
            let told =
                first.starts_with("[page text") || first.starts_with("[text]") || first.starts_with("[image");
            if first.starts_with("[error page_hung") {
                // It came and went too fast to answer, and its scripts were stopped.
                answered(&agent, "navigate", json!({ "url": site.url("/restless") }))
                    .await
                    .lines()
                    .for_each(drop);
            }
            assert!(told || NAMED.iter().any(|name| first.starts_with(name)), "{member}: {seen:?}");
        }
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}

/// Seen to fail without `stop_loading` in `arrived`: what the page began in its last moment keeps the next one from being
/// read.
#[tokio::test]
async fn a_page_that_goes_elsewhere_whenever_it_is_left_is_left() {
    let page = "<!doctype html><title>Clinging</title><p>Text</p><script>setInterval(() => { location.href = '/never?' + Math.random() }, 1)</script>";
    let site = Site::builder().page("/clinging", page).route("/never", |_| Answer::never());
    let (site, agent) = facing(site).await;
    for _ in 0..3 {
        answered(&agent, "navigate", json!({ "url": site.url("/clinging") })).await.lines().for_each(drop);
        answered(&agent, "key", json!({ "text": "a" })).await.lines().for_each(drop);
        goes_on(&site, &agent).await;
    }
    agent.end().await;
}

/// Seen to fail with `Browser::stays` answering `None`: the page, which did nothing wrong, is put away.
#[tokio::test]
async fn a_page_that_is_left_for_one_that_never_comes_stays() {
    let page = "<!doctype html><title>Links</title><a href=\"/never\">Slow</a>";
    let site = Site::builder().page("/links", page).route("/never", |_| Answer::never());
    let (site, agent) = facing(site).await;
    agent.go(&site.url("/links")).await;
    let slow = agent.find("link").await;
    answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": slow } })).await.shows(
        &format!(
            r#"
        [text] Clicked (left) {slow}.
        [text] It is link "Slow". The page is still loading.
        [state]
        * t1 "Links" http://127.0.0.1:PORT/links
        "#
        ),
    );
    answered(&agent, "get_page_text", json!({})).await.shows(
        "
        [error timed_out, about 127.0.0.1]
        [text] The tab was on its way to 127.0.0.1, which did not answer in time, and a page that is being left can't be used. That load was stopped; the tab still shows the page that it showed before.
        ",
    );
    let read = answered(&agent, "read_page", json!({})).await;
    assert!(read.lines().any(|line| line.contains("link \"Slow\"") && line.contains(&slow)), "{read:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn a_page_that_goes_away_under_the_click_is_told_with_where_it_went() {
    let page = "<!doctype html><title>Slippery</title><button onmousedown=\"location.href = '/fresh'\">Press</button>";
    let (site, agent) = facing(Site::builder().page("/slippery", page)).await;
    for _ in 0..5 {
        agent.go(&site.url("/slippery")).await;
        let press = agent.find("button").await;
        answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": press } })).await.shows(
            &format!(
                r#"
            [text] Clicked (left) {press}.
            [text] It is button "Press". The tab is now at http://127.0.0.1:PORT/fresh "Fresh" (HTTP 200).
            [state]
            * t1 "Fresh" http://127.0.0.1:PORT/fresh
            "#
            ),
        );
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn a_page_that_asks_before_it_is_left_in_every_way_is_left() {
    for trap in [
        "event.preventDefault(); event.returnValue = 'Stay!'",
        "alert('Stay!'); event.preventDefault()",
        "location.href = '/trap'; event.preventDefault()",
        "for (;;) {}",
    ] {
        let page = format!(
            "<!doctype html><title>Trap</title><p>Text</p><script>addEventListener('beforeunload', (event) => {{ {trap} }})</script>"
        );
        let (site, agent) = facing(Site::builder().page("/trap", &page)).await;
        agent.go(&site.url("/trap")).await;
        // Without a click of the user on it a page isn't asked at all.
        agent.at("left_click", 300, 300).await.lines().for_each(drop);
        if trap == "for (;;) {}" {
            // It hangs when it is asked; its scripts are stopped, and it is left.
            let seen = answered(&agent, "navigate", json!({ "url": site.url("/fresh") })).await;
            assert_eq!(seen.lines().next(), Some("[error page_hung, about t1]"), "{seen:?}");
        }
        goes_on(&site, &agent).await;
        agent.end().await;
    }
}

#[tokio::test]
async fn a_page_that_will_not_unload_is_left_and_its_tab_closed() {
    let page = "<!doctype html><title>Trap</title><p>Text</p><script>for (const type of ['pagehide', 'unload', 'visibilitychange']) addEventListener(type, () => { for (;;) {} })</script>";
    let (site, agent) = facing(Site::builder().page("/trap", page)).await;
    agent.go(&site.url("/trap")).await;
    agent.at("left_click", 300, 300).await.lines().for_each(drop);
    let seen = answered(&agent, "navigate", json!({ "url": site.url("/fresh") })).await;
    assert_eq!(seen.lines().next(), Some("[error page_hung, about t1]"), "{seen:?}");
    goes_on(&site, &agent).await;
    agent.go(&site.url("/trap")).await;
    agent.at("left_click", 300, 300).await.lines().for_each(drop);
    answered(&agent, "new_tab", json!({})).await.shows(
        r#"
        [state]
        - t1 "Trap" http://127.0.0.1:PORT/trap
        * t2 "about:blank" about:blank
        opened t2
        "#,
    );
    answered(&agent, "close_tab", json!({ "tab_id": "t1" })).await.shows(
        r#"
        [state]
        * t2 "about:blank" about:blank
        "#,
    );
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn a_page_that_closes_itself_while_it_loads_is_told_and_the_tab_before_is_active() {
    let opener =
        "<!doctype html><title>Opener</title><button onclick=\"window.open('/closing')\">Open</button>";
    let (site, agent) = facing(
        Site::builder()
            .page("/opener", opener)
            .page("/closing", "<!doctype html><title>Closing</title><script>window.close()</script>"),
    )
    .await;
    agent.go(&site.url("/opener")).await;
    let open = agent.find("button").await;
    let seen = answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": open } })).await;
    assert_eq!(seen.lines().next(), Some(format!("[text] Clicked (left) {open}.").as_str()));
    // It is gone by now, or its tab is told to have opened and closes right after.
    let listed = loop {
        let seen = answered(&agent, "list_tabs", json!({})).await;
        if !seen.lines().any(|line| line.starts_with("- t2")) {
            break seen;
        }
    };
    assert!(listed.lines().any(|line| line == "* t1 \"Opener\" http://127.0.0.1:PORT/opener"), "{listed:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn a_page_that_closes_itself_while_it_is_used_is_told_by_the_call() {
    let opener =
        "<!doctype html><title>Opener</title><button onclick=\"window.open('/closing')\">Open</button>";
    let (site, agent) = facing(
        Site::builder()
            .page("/opener", opener)
            .page("/closing", "<!doctype html><title>Closing</title><p>Text</p><script>setTimeout(() => window.close(), 300)</script>"),
    )
    .await;
    agent.go(&site.url("/opener")).await;
    let open = agent.find("button").await;
    answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": open } }))
        .await
        .lines()
        .for_each(drop);
    // Read until it is gone: there is a word for every moment.
    let mut seen = answered(&agent, "read_page", json!({ "tab_id": "t2" })).await;
    while !format!("{seen:?}").contains("[error unknown_tab, about t2]") {
        let first = seen.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("[page text") || first.starts_with("[text]") || first == "[error failed]",
            "{seen:?}"
        );
        seen = answered(&agent, "read_page", json!({ "tab_id": "t2" })).await;
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}
