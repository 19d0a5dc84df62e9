//! `wait` with `until`, an addition of ours.

use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::{Agent, Setup};

const LATER: &str = r#"<!doctype html><title>Later</title><p id=p>Loading…</p><button id=b>Cancel</button><script>
    window.go = (what, after) => { setTimeout(what, after) }</script>"#;

async fn at_later() -> (Site, Agent) {
    let site = Site::builder().page("/later", LATER).probed().start().unwrap();
    let agent = Setup::at(&site).extended().start().await;
    agent.go(&site.url("/later")).await;
    (site, agent)
}

fn until(seconds: f64, until: Value) -> Value {
    json!({ "duration": seconds, "until": until })
}

fn shown(lines: &str) -> String {
    format!("{lines}\n[state]\n* t1 \"Later\" http://127.0.0.1:PORT/later")
}

#[tokio::test]
async fn what_is_waited_for_comes_and_the_wait_ends_long_before_its_time() {
    let (site, agent) = at_later().await;
    site.ask("/later", "go(() => { p.textContent = 'All done' }, 200)").await.unwrap();
    agent
        .call("wait", until(30.0, json!({ "text": "All done" })))
        .await
        .shows(&shown("[text] Waited for the text \"All done\", at most 30 s.\n[text] The text is there."));
    assert_eq!(site.ask("/later", "p.textContent").await.unwrap(), "All done");
    site.ask("/later", "go(() => { p.textContent = 'Over' }, 200)").await.unwrap();
    agent.call("wait", until(30.0, json!({ "text": "All done", "gone": true }))).await.shows(&shown(
        "[text] Waited for the text \"All done\" to be gone, at most 30 s.\n[text] The text is gone.",
    ));
    assert_eq!(site.ask("/later", "p.textContent").await.unwrap(), "Over");
    let button = agent.find("button").await;
    site.ask("/later", "go(() => { b.style.display = 'none' }, 200)").await.unwrap();
    agent.call("wait", until(30.0, json!({ "ref": button, "gone": true }))).await.shows(&shown(&format!(
        "[text] Waited for {button} to be gone, at most 30 s.\n[text] The element is gone."
    )));
    site.ask("/later", "go(() => { b.style.display = '' }, 200)").await.unwrap();
    agent
        .call("wait", until(30.0, json!({ "ref": button })))
        .await
        .shows(&shown(&format!("[text] Waited for {button}, at most 30 s.\n[text] The element is there.")));
    site.ask("/later", "go(() => b.remove(), 200)").await.unwrap();
    agent.call("wait", until(30.0, json!({ "ref": button, "gone": true }))).await.shows(&shown(&format!(
        "[text] Waited for {button} to be gone, at most 30 s.\n[text] The element is gone."
    )));
    assert_eq!(site.ask("/later", "document.querySelector('button')").await.unwrap(), Value::Null);
    agent.end().await;
}

#[tokio::test]
async fn an_address_is_waited_for_across_documents_and_within_one() {
    let (site, agent) = at_later().await;
    site.ask("/later", "go(() => history.pushState(0, '', '/later?step=2'), 200)").await.unwrap();
    agent.call("wait", until(30.0, json!({ "url": "step=2" }))).await.shows(
        r#"
        [text] Waited for an address with "step=2", at most 30 s.
        [text] The address is there.
        [state]
        * t1 "Later" http://127.0.0.1:PORT/later?step=2
        "#,
    );
    site.ask("/later", "go(() => { location.href = '/form.html' }, 200)").await.unwrap();
    let button = agent.find("button").await;
    agent.call("wait", until(30.0, json!({ "text": "Create an account" }))).await.shows(
        r#"
        [text] Waited for the text "Create an account", at most 30 s.
        [text] The text is there.
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    // A ref of a page that was left is gone.
    agent.call("wait", until(0.0, json!({ "ref": button, "gone": true }))).await.shows(&format!(
        r#"
        [text] Waited for {button} to be gone, at most 0 s.
        [text] The element is gone.
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#
    ));
    agent.end().await;
}

#[tokio::test]
async fn what_does_not_come_is_an_error_and_the_next_call_works() {
    let (site, agent) = at_later().await;
    let button = agent.find("button").await;
    for (what, said) in [
        (json!({ "text": "Never" }), "The text is not there"),
        (json!({ "text": "Loading…", "gone": true }), "The text is not gone"),
        (json!({ "url": "/elsewhere" }), "The address is not there"),
        (json!({ "ref": button, "gone": true }), "The element is not gone"),
    ] {
        agent.call("wait", until(0.2, what)).await.shows(&format!(
            "
            [error timed_out]
            [text] {said} within 0.2 s.
            "
        ));
    }
    agent
        .call("get_page_text", json!({}))
        .await
        .shows(&shown("[page text from http://127.0.0.1:PORT]\nLoading…\nCancel"));
    assert_eq!(site.ask("/later", "p.textContent").await.unwrap(), "Loading…");
    agent.end().await;
}

#[tokio::test]
async fn t10_exactly_one_thing_is_waited_for() {
    let (_site, agent) = at_later().await;
    for what in [json!({}), json!({ "gone": true }), json!({ "text": "a", "url": "b" })] {
        let seen = agent.call("wait", until(1.0, what.clone())).await;
        let text = seen.lines().nth(1).unwrap_or_default();
        assert!(
            text.starts_with("[text] The input of wait is not right: until: expected exactly one of text, url and ref, got "),
            "{what}: {seen:?}"
        );
    }
    agent.call("wait", until(1.0, json!({ "ref": "ref_999" }))).await.shows(
        "
        [error unknown_ref, about ref_999]
        [text] ref_999 was never handed out; read the page to get refs.
        ",
    );
    agent.end().await;
}

#[tokio::test]
async fn t10_where_our_additions_are_off_until_is_an_unknown_field() {
    let site = Site::builder().page("/later", LATER).probed().start().unwrap();
    let agent = Agent::start(&site).await;
    agent.go(&site.url("/later")).await;
    agent.call("wait", until(0.0, json!({ "text": "Never" }))).await.shows(&shown("[text] Waited 0 s."));
    agent.end().await;
}
