//! Dialogs: dismissed at once, and told.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{at, at_fixtures};

const ASK: &str = r#"<!doctype html><title>Ask</title>
    <button onclick="alert('Hello\nthere'); window.answers.push('closed')">Alert</button>
    <button onclick="window.answers.push(confirm('Are you sure?'))">Confirm</button>
    <button onclick="window.answers.push(prompt('Your name?', 'nobody'))">Prompt</button>
    <button onclick="for (let i = 1; i <= 5; i += 1) alert('Number ' + i)">Many</button>
    <script>window.answers = []</script>"#;

#[tokio::test]
async fn n7_dialogs_of_a_click_are_dismissed_and_told_with_kind_and_message() {
    let (site, agent) = at(Site::builder().page("/ask", ASK)).await;
    agent.go(&site.url("/ask")).await;
    for (button, told) in [
        ("Alert", r#"A dialog (alert) was dismissed: "Hello there""#),
        ("Confirm", r#"A dialog (confirm) was dismissed: "Are you sure?""#),
        ("Prompt", r#"A dialog (prompt) was dismissed: "Your name?""#),
        (
            "Many",
            "A dialog (alert) was dismissed: \"Number 1\"\n        A dialog (alert) was dismissed: \"Number 2\"\n        \
             A dialog (alert) was dismissed: \"Number 3\"\n        2 more dialogs were dismissed.",
        ),
    ] {
        let at = agent.find(&format!("button \"{button}\"")).await;
        agent.click(&at).await.shows(&format!(
            r#"
        [text] Clicked (left) {at}.
        [text] It is button "{button}".
        [text] {told}
        [state]
        * t1 "Ask" http://127.0.0.1:PORT/ask
        "#
        ));
    }
    assert_eq!(site.ask("/ask", "answers").await.unwrap(), json!(["closed", false, null]));
    agent.end().await;
}

#[tokio::test]
async fn n7_a_dialog_while_the_page_loads_does_not_hold_the_navigation_up() {
    let (site, agent) = at_fixtures().await;
    agent.call("navigate", json!({ "url": site.url("/dialog?kind=confirm") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/dialog?kind=confirm "Dialog" (HTTP 200)
        [text] A dialog (confirm) was dismissed: "Are you sure?"
        [state]
        * t1 "Dialog" http://127.0.0.1:PORT/dialog?kind=confirm
        "#,
    );
    assert_eq!(site.ask("/dialog", "out.textContent").await.unwrap(), "false");
    agent.end().await;
}

#[tokio::test]
async fn n7_a_tab_members_result_has_no_room_so_the_next_result_tells() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/article.html")).await;
    site.ask("/article.html", "alert('Late')").await.unwrap();
    agent.call("list_tabs", json!({})).await.shows(
        r#"
        [state]
        * t1 "A long article" http://127.0.0.1:PORT/article.html
        "#,
    );
    agent.call("wait", json!({ "duration": 0 })).await.shows(
        r#"
        [text] Waited 0 s.
        [text] A dialog (alert) was dismissed: "Late"
        [state]
        * t1 "A long article" http://127.0.0.1:PORT/article.html
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn a_page_that_asks_before_it_is_left_is_left() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/dialog?kind=beforeunload")).await;
    // Without a click of the user on it a page isn't asked at all.
    agent.click_at(300.0, 300.0).await.shows(
        r#"
        [text] Clicked (left) at (300, 300).
        [state]
        * t1 "Dialog" http://127.0.0.1:PORT/dialog?kind=beforeunload
        "#,
    );
    agent.call("navigate", json!({ "url": site.url("/form.html") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    agent.end().await;
}

#[tokio::test]
async fn a_tab_that_asks_before_it_is_closed_is_closed() {
    let (site, agent) = at_fixtures().await;
    agent
        .call("new_tab", json!({}))
        .await
        .shows("[state]\n- t1 \"about:blank\" about:blank\n* t2 \"about:blank\" about:blank\nopened t2");
    agent.go(&site.url("/dialog?kind=beforeunload")).await;
    agent.click_at(300.0, 300.0).await.shows(
        r#"
        [text] Clicked (left) at (300, 300).
        [state]
        - t1 "about:blank" about:blank
        * t2 "Dialog" http://127.0.0.1:PORT/dialog?kind=beforeunload
        "#,
    );
    agent.call("close_tab", json!({ "tab_id": "t2" })).await.shows(
        r#"
        [state]
        * t1 "about:blank" about:blank
        "#,
    );
    agent.end().await;
}
