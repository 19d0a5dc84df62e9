//! Windows that pages open.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{Agent, allowing, asked, at, at_fixtures};

#[tokio::test]
async fn s2_a_popup_that_is_allowed_is_a_tab_in_the_background() {
    let (site, agent) = at_fixtures().await;
    // A document that never comes, so that the popup's state is the same whenever it is looked at.
    agent.go(&site.url("/popup?to=/never")).await;
    let open = agent.find("button").await;
    agent.click(&open).await.shows(&format!(
        r#"
        [text] Clicked (left) {open}.
        [text] It is button "Open window".
        [state]
        * t1 "Popup" http://127.0.0.1:PORT/popup?to=/never
        - t2 "" about:blank
        opened t2
        "#
    ));
    agent.go(&site.url("/popup?to=/never?link")).await;
    let link = agent.find("link").await;
    agent.click(&link).await.shows(&format!(
        r#"
        [text] Clicked (left) {link}.
        [text] It is link "Open link".
        [state]
        * t1 "Popup" http://127.0.0.1:PORT/popup?to=/never?link
        - t2 "" about:blank
        - t3 "" about:blank
        opened t3
        "#
    ));
    assert_eq!(
        asked(&site),
        ["GET /popup?to=/never", "GET /never", "GET /popup?to=/never?link", "GET /never?link"]
    );
    agent.end().await;
}

#[tokio::test]
async fn a_popup_is_read_and_used_like_any_other_tab() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/popup?to=/form.html")).await;
    let open = agent.find("button").await;
    let opened = agent.outcome("left_click", json!({ "target": { "type": "ref", "ref": open } })).await;
    assert!(!opened.result.is_error);
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    agent.call("switch_tab", json!({ "tab_id": "t2" })).await.shows(
        r#"
        [state]
        - t1 "Popup" http://127.0.0.1:PORT/popup?to=/form.html
        * t2 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    let fake = agent.find("clickable").await;
    agent.click(&fake).await.shows(&format!(
        r#"
        [text] Clicked (left) {fake}.
        [text] It is div "Div that acts like a button".
        [state]
        - t1 "Popup" http://127.0.0.1:PORT/popup?to=/form.html
        * t2 "Sign up form" http://127.0.0.1:PORT/form.html
        "#
    ));
    assert_eq!(
        site.ask("/form.html", "[out.textContent, innerWidth, innerHeight]").await.unwrap(),
        json!(["fake clicked", 1280, 800])
    );
    agent.end().await;
}

#[tokio::test]
async fn a_tab_that_closes_itself_is_told_by_the_click_that_did_it() {
    let page = "<title>Opener</title><button onclick=\"window.open('/closing')\">Open</button>";
    let closing = "<title>Closing</title><button onclick=\"window.close()\">Close me</button>";
    let (site, agent) = at(Site::builder().page("/opener", page).page("/closing", closing)).await;
    agent.go(&site.url("/opener")).await;
    let open = agent.find("button").await;
    agent.outcome("left_click", json!({ "target": { "type": "ref", "ref": open } })).await;
    assert_eq!(site.ask("/closing", "document.title").await.unwrap(), "Closing");
    agent.outcome("switch_tab", json!({ "tab_id": "t2" })).await;
    let close = agent.find("button").await;
    agent.click(&close).await.shows(&format!(
        r#"
        [text] Clicked (left) {close}.
        [text] It is button "Close me". The tab has closed.
        [state]
        * t1 "Opener" http://127.0.0.1:PORT/opener
        "#
    ));
    agent.end().await;
}

/// Seen to fail with the browser told to let every request go on: the popups stay open as tabs.
#[tokio::test]
async fn d16_a_popup_that_is_refused_is_closed_and_told_without_its_address() {
    let site = Site::builder().probed().start().unwrap();
    let other = Site::builder().start().unwrap();
    let agent =
        Agent::with_policy(allowing(&[&site]).build().unwrap(), &[(&site, "PORT"), (&other, "OTHER")]).await;
    agent.go(&site.url(&format!("/popup?to={}", other.url("/secret")))).await;
    for (role, name) in [("button", "Open window"), ("link", "Open link")] {
        let at = agent.find(role).await;
        agent.click(&at).await.shows(&format!(
            r#"
            [text] Clicked (left) {at}.
            [text] It is {role} "{name}".
            [text] A page tried to go to an address that the policy refuses; it was stopped.
            [state]
            * t1 "Popup" http://127.0.0.1:PORT/popup?to=http://127.0.0.1:OTHER/secret
            "#
        ));
    }
    agent.call("list_tabs", json!({})).await.shows(
        r#"
        [state]
        * t1 "Popup" http://127.0.0.1:PORT/popup?to=http://127.0.0.1:OTHER/secret
        "#,
    );
    assert_eq!(other.request_lines(), Vec::<String>::new());
    assert_eq!(asked(&site).len(), 1);
    agent.end().await;
}

/// It isn't only left out of the list of tabs. Seen to fail without `CloseTarget`.
#[tokio::test]
async fn d16_a_popup_that_is_refused_is_gone_for_the_page_that_opened_it() {
    let page = r#"<!doctype html><title>Opener</title><button onclick="window.opened = window.open('https://off.example/')">Open</button>"#;
    let (site, agent) = at(Site::builder().page("/opener", page)).await;
    agent.go(&site.url("/opener")).await;
    let open = agent.find("button").await;
    let _clicked = agent.click(&open).await;
    let gone = "new Promise((over) => { const look = () => { if (opened.closed) over('gone'); else setTimeout(look, 10) }; look() })";
    assert_eq!(site.ask("/opener", gone).await.unwrap(), "gone");
    agent.end().await;
}
