//! `new_tab`, `list_tabs`, `switch_tab`, `close_tab`, and `tab_id` everywhere.

use serde_json::json;

use crate::agent::{asked, at_fixtures};

#[tokio::test]
async fn n5_a_tab_members_answer_is_one_state_block() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let outcome = agent.outcome("new_tab", json!({})).await;
    assert_eq!(
        outcome.result.to_api("toolu_2"),
        json!({
            "type": "tool_result",
            "tool_use_id": "toolu_2",
            "toolset_name": "browser",
            "content": [{
                "type": "browser_state",
                "tabs": [
                    { "tab_id": "t1", "title": "Sign up form", "url": site.url("/form.html"), "active": false },
                    { "tab_id": "t2", "title": "about:blank", "url": "about:blank", "active": true },
                ],
                "state_changes": [{ "type": "tab_opened", "tab_id": "t2" }],
            }],
        })
    );
    agent.call("list_tabs", json!({})).await.shows(
        r#"
        [state]
        - t1 "Sign up form" http://127.0.0.1:PORT/form.html
        * t2 "about:blank" about:blank
        "#,
    );
    agent.call("switch_tab", json!({ "tab_id": "t1" })).await.shows(
        r#"
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        - t2 "about:blank" about:blank
        "#,
    );
    agent.call("close_tab", json!({ "tab_id": "t1" })).await.shows(
        r#"
        [state]
        * t2 "about:blank" about:blank
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn s1_ids_are_never_reused_and_closing_goes_back_to_the_tab_before() {
    let (site, agent) = at_fixtures().await;
    agent.outcome("new_tab", json!({})).await;
    agent.outcome("new_tab", json!({})).await;
    agent.outcome("switch_tab", json!({ "tab_id": "t1" })).await;
    agent.outcome("switch_tab", json!({ "tab_id": "t3" })).await;
    agent.call("close_tab", json!({ "tab_id": "t3" })).await.shows(
        r#"
        [state]
        * t1 "about:blank" about:blank
        - t2 "about:blank" about:blank
        "#,
    );
    agent.call("new_tab", json!({})).await.shows(
        r#"
        [state]
        - t1 "about:blank" about:blank
        - t2 "about:blank" about:blank
        * t4 "about:blank" about:blank
        opened t4
        "#,
    );
    assert!(asked(&site).is_empty());
    agent.end().await;
}

#[tokio::test]
async fn the_last_tab_can_be_closed_and_navigating_opens_another() {
    let (site, agent) = at_fixtures().await;
    agent.call("close_tab", json!({ "tab_id": "t1" })).await.shows("[state]");
    agent.call("screenshot", json!({})).await.shows(
        "
        [error no_tab]
        [text] No tab is open; open one with new_tab.
        ",
    );
    agent.call("navigate", json!({ "url": site.url("/form.html") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
        [state]
        * t2 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn t11_tab_id_acts_on_a_tab_in_the_background_and_leaves_the_active_one() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let name = agent.find("textbox \"Full name\"").await;
    let send = agent.find("button \"Sign up\"").await;
    agent.outcome("new_tab", json!({})).await;
    let state = r#"[state]
        - t1 "Sign up form" http://127.0.0.1:PORT/form.html
        * t2 "about:blank" about:blank"#;
    let target = json!({ "type": "ref", "ref": name });
    agent.call("left_click", json!({ "tab_id": "t1", "target": target })).await.shows(&format!(
        r#"
        [text] Clicked (left) {name} in tab t1.
        [text] It is textbox "Full name".
        {state}
        "#
    ));
    agent.call("type", json!({ "tab_id": "t1", "text": "Ada" })).await.shows(&format!(
        r#"
        [text] Typed 3 characters in tab t1.
        [text] Into textbox "Full name".
        {state}
        "#
    ));
    agent.call("key", json!({ "tab_id": "t1", "text": "BackSpace" })).await.shows(&format!(
        r#"
        [text] Pressed "BackSpace" 1 time in tab t1.
        {state}
        "#
    ));
    assert_eq!(site.ask("/form.html", "document.getElementById('name').value").await.unwrap(), "Ad");
    agent.call("screenshot", json!({ "tab_id": "t1" })).await.shows(&format!(
        r#"
        [image/png 1280×800]
        {state}
        "#
    ));
    let point = json!({ "type": "coordinate", "x": 600, "y": 400 });
    agent.call("scroll", json!({ "tab_id": "t1", "target": point, "scroll_direction": "down" })).await.shows(
        &format!(
            r#"
        [text] Scrolled down 3 notches at (600, 400) in tab t1.
        [text] Nothing moved. The page is 0 of 0 pixels down.
        {state}
        "#
        ),
    );
    let target = json!({ "type": "ref", "ref": send });
    agent.call("form_input", json!({ "tab_id": "t1", "target": target, "value": "x" })).await.shows(
        &format!(
            r#"
        [error not_suited, about {send}]
        [text] {send} (button "Sign up") is not a form field; click it, or pick a field from read_page.
        "#
        ),
    );
    agent.call("wait", json!({ "tab_id": "t1", "duration": 0.1 })).await.shows(&format!(
        r#"
        [text] Waited 0.1 s in tab t1.
        {state}
        "#
    ));
    agent.call("navigate", json!({ "tab_id": "t1", "url": site.url("/missing") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/missing "Not found" (HTTP 404)
        [state]
        - t1 "Not found" http://127.0.0.1:PORT/missing
        * t2 "about:blank" about:blank
        "#,
    );
    agent.call("get_page_text", json!({ "tab_id": "t1" })).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        Not found
        [state]
        - t1 "Not found" http://127.0.0.1:PORT/missing
        * t2 "about:blank" about:blank
        "#,
    );
    // An empty one means the active tab.
    agent.call("get_page_text", json!({ "tab_id": "" })).await.shows(
        r#"
        [text] The page has no visible text.
        [state]
        - t1 "Not found" http://127.0.0.1:PORT/missing
        * t2 "about:blank" about:blank
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn t11_an_unknown_or_closed_tab_is_an_error_that_names_it() {
    let (site, agent) = at_fixtures().await;
    agent.outcome("new_tab", json!({})).await;
    agent.outcome("close_tab", json!({ "tab_id": "t2" })).await;
    let url = site.url("/form.html");
    let point = json!({ "type": "coordinate", "x": 1, "y": 1 });
    for id in ["t2", "t99", "no such\ntab"] {
        let name = id.replace('\n', " ");
        for (member, input) in [
            ("navigate", json!({ "tab_id": id, "url": url })),
            ("screenshot", json!({ "tab_id": id })),
            ("left_click", json!({ "tab_id": id, "target": point })),
            ("scroll", json!({ "tab_id": id, "target": point, "scroll_direction": "up" })),
            ("type", json!({ "tab_id": id, "text": "x" })),
            ("key", json!({ "tab_id": id, "text": "x" })),
            ("wait", json!({ "tab_id": id, "duration": 0 })),
            ("read_page", json!({ "tab_id": id })),
            ("get_page_text", json!({ "tab_id": id })),
            (
                "form_input",
                json!({ "tab_id": id, "target": { "type": "ref", "ref": "ref_1" }, "value": "x" }),
            ),
            ("switch_tab", json!({ "tab_id": id })),
            ("close_tab", json!({ "tab_id": id })),
        ] {
            agent.call(member, input).await.shows(&format!(
                r#"
                [error unknown_tab, about {name}]
                [text] No tab "{name}" is open; list_tabs tells which are.
                "#
            ));
        }
    }
    assert!(asked(&site).is_empty());
    agent.end().await;
}
