//! `new_tab`, `list_tabs`, `switch_tab`, `close_tab`, and `tab_id` everywhere.

use serde_json::json;

use crate::agent::at_fixtures;

#[tokio::test]
async fn n5_tab_members_answer_with_one_state_block() {
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
