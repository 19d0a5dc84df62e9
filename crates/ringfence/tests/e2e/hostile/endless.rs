//! Scripts that never end, and dialogs that never stop.

use std::time::Duration;

use ringfence_testkit::Site;
use serde_json::{Value, json};

use super::{answered, facing, facing_within, goes_on, without_numbers};
use crate::seen::dedent;

/// Makes the page hang. The last that it does is to tell its site.
async fn hang(site: &Site) {
    let told = || site.request_lines().iter().filter(|line| *line == "GET /hanging").count();
    let before = told();
    site.ask("/endless", "hang(); 0").await.unwrap();
    while told() == before {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

const HUNG: &str = "
    [error page_hung, about t1]
    [text] The page did not answer in time, so its scripts were stopped. What it shows can be read; navigate or reload to use it again.
    ";

#[tokio::test]
async fn d17_a_script_that_never_ends_while_the_page_loads() {
    let page = "<!doctype html><title>Endless</title><p>Before</p><script>for (;;) {}</script><p>After</p>";
    let (site, agent) = facing(Site::builder().page("/endless", page)).await;
    answered(&agent, "navigate", json!({ "url": site.url("/endless") })).await.shows(HUNG);
    answered(&agent, "get_page_text", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        Before
        [state]
        * t1 "Endless" http://127.0.0.1:PORT/endless
        "#,
    );
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn d17_a_script_that_never_ends_on_a_click() {
    let page = "<!doctype html><title>Endless</title><button onclick='for (;;) {}'>Go</button>";
    let (site, agent) = facing(Site::builder().page("/endless", page)).await;
    agent.go(&site.url("/endless")).await;
    let go = agent.find("button").await;
    // The press was carried out; that the page hangs is told by whatever comes next.
    let clicked = answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": go } })).await;
    clicked.shows(HUNG);
    answered(&agent, "read_page", json!({})).await.shows(&format!(
        r#"
        [page text from http://127.0.0.1:PORT]
        button "Go" [{go}] focused=true
        [state]
        * t1 "Endless" http://127.0.0.1:PORT/endless
        "#
    ));
    goes_on(&site, &agent).await;
    agent.end().await;
}

/// A press on a page without scripts does nothing of what its buttons are for, and says so: no false success.
///
/// Seen to fail with `without_scripts` taken out of `Browser::after`.
#[tokio::test]
async fn an_act_on_a_page_whose_scripts_were_stopped_says_that_nothing_follows() {
    let page = "<!doctype html><title>Endless</title><button onclick='for (;;) {}'>Go</button><button onclick='document.title = 1'>Title</button>";
    let (site, agent) = facing(Site::builder().page("/endless", page)).await;
    agent.go(&site.url("/endless")).await;
    let (go, title) = (agent.find("button \"Go\"").await, agent.find("button \"Title\"").await);
    let press = |at: &str| json!({ "target": { "type": "ref", "ref": at } });
    answered(&agent, "left_click", press(&go)).await.shows(HUNG);
    answered(&agent, "left_click", press(&title)).await.shows(&format!(
        r#"
        [text] Clicked (left) {title}.
        [text] It is button "Title". The page's scripts are stopped, so nothing of them follows; navigate or reload to let them run.
        [state]
        * t1 "Endless" http://127.0.0.1:PORT/endless
        "#
    ));
    goes_on(&site, &agent).await;
    agent.end().await;
}

/// Seen to take all its time, in vain, when a drawn frame is waited for as long as there is time.
#[tokio::test]
async fn a_page_whose_scripts_were_stopped_can_be_scrolled() {
    let page = "<!doctype html><title>Endless</title><button onclick='for (;;) {}'>Go</button><p style='height: 3000px'>Tall";
    let (site, agent) = facing(Site::builder().page("/endless", page)).await;
    agent.go(&site.url("/endless")).await;
    let go = agent.find("button \"Go\"").await;
    answered(&agent, "left_click", json!({ "target": { "type": "ref", "ref": go } })).await.shows(HUNG);
    let down = json!({ "target": { "type": "coordinate", "x": 300, "y": 300 }, "scroll_direction": "down", "scroll_amount": 3 });
    let seen = answered(&agent, "scroll", down).await;
    assert!(seen.lines().any(|line| line.contains("The page's scripts are stopped")), "{seen:?}");
    let read = answered(&agent, "read_page", json!({})).await;
    assert!(!read.lines().any(|line| line.contains("button \"Go\"")), "{read:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
}

/// Ending the script that runs would not do: the timer starts the next.
#[tokio::test]
async fn d17_a_timer_whose_script_never_ends() {
    let page = "<!doctype html><title>Endless</title><p>Text</p><script>addEventListener('load', () => setInterval(() => { for (;;) {} }, 1))</script>";
    let (site, agent) = facing(Site::builder().page("/endless", page)).await;
    let seen = answered(&agent, "navigate", json!({ "url": site.url("/endless") })).await;
    let hung = seen.lines().next() == Some("[error page_hung, about t1]");
    if !hung {
        answered(&agent, "read_page", json!({})).await.shows(HUNG);
    }
    for _ in 0..3 {
        answered(&agent, "get_page_text", json!({})).await.shows(
            r#"
            [page text from http://127.0.0.1:PORT]
            Text
            [state]
            * t1 "Endless" http://127.0.0.1:PORT/endless
            "#,
        );
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}

/// Each call is made on a page that hangs, and frees it. `NAME` stands for the ref of the page's field.
async fn each_frees_a_page_that_hangs(calls: &[(&str, Value)]) {
    let page = "<!doctype html><title>Endless</title><button>Go</button><input aria-label=Name><script>window.hang = () => setTimeout(() => { const last = new XMLHttpRequest(); last.open('GET', '/hanging', false); last.send(); for (;;) {} }, 30)</script>";
    let (site, agent) =
        facing_within(Duration::from_millis(500), Site::builder().page("/endless", page)).await;
    for (member, input) in calls {
        agent.go(&site.url("/endless")).await;
        let mut input = input.clone();
        if input["target"] == "NAME" {
            input["target"] = json!({ "type": "ref", "ref": agent.find("textbox").await });
        }
        hang(&site).await;
        let seen = answered(&agent, member, input).await;
        assert_eq!(format!("{seen:?}").trim(), dedent(HUNG), "{member}");
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn d17_every_reading_of_a_page_that_hangs_is_answered() {
    each_frees_a_page_that_hangs(&[
        ("read_page", json!({})),
        ("find", json!({ "query": "button" })),
        ("get_page_text", json!({})),
        ("zoom", json!({ "region": [0, 0, 100, 100] })),
        ("scroll_to", json!({ "target": "NAME" })),
    ])
    .await;
}

#[tokio::test]
async fn d17_every_act_of_the_pointer_on_a_page_that_hangs_is_answered() {
    let point = json!({ "type": "coordinate", "x": 30, "y": 20 });
    each_frees_a_page_that_hangs(&[
        ("left_click", json!({ "target": point })),
        ("double_click", json!({ "target": "NAME" })),
        ("hover", json!({ "target": point })),
        ("left_click_drag", json!({ "from": point, "target": point })),
        ("left_mouse_down", json!({ "target": point })),
        ("scroll", json!({ "target": point, "scroll_direction": "down" })),
    ])
    .await;
}

#[tokio::test]
async fn d17_every_act_of_the_keyboard_on_a_page_that_hangs_is_answered() {
    each_frees_a_page_that_hangs(&[
        ("type", json!({ "text": "abc" })),
        ("key", json!({ "text": "Tab" })),
        ("hold_key", json!({ "text": "a", "duration": 0.1 })),
        ("form_input", json!({ "target": "NAME", "value": "x" })),
    ])
    .await;
}

#[tokio::test]
async fn d17_tab_members_do_not_care_about_a_page_that_hangs() {
    let page = "<!doctype html><title>Endless</title><script>window.hang = () => setTimeout(() => { const last = new XMLHttpRequest(); last.open('GET', '/hanging', false); last.send(); for (;;) {} }, 30)</script>";
    let (site, agent) = facing(Site::builder().page("/endless", page)).await;
    agent.go(&site.url("/endless")).await;
    hang(&site).await;
    answered(&agent, "list_tabs", json!({})).await.shows(
        r#"
        [state]
        * t1 "Endless" http://127.0.0.1:PORT/endless
        "#,
    );
    answered(&agent, "wait", json!({ "duration": 0 })).await.shows(
        r#"
        [text] Waited 0 s.
        [state]
        * t1 "Endless" http://127.0.0.1:PORT/endless
        "#,
    );
    answered(&agent, "new_tab", json!({})).await.shows(
        r#"
        [state]
        - t1 "Endless" http://127.0.0.1:PORT/endless
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
async fn n7_dialogs_that_never_stop_while_the_page_loads() {
    let page = "<!doctype html><title>Nagging</title><p>Text</p><script>for (;;) alert('Again')</script>";
    let (site, agent) = facing(Site::builder().page("/nagging", page)).await;
    let seen = answered(&agent, "navigate", json!({ "url": site.url("/nagging") })).await;
    assert_eq!(
        without_numbers(&seen),
        dedent(
            "
            [error page_hung, about t1]
            [text] The page did not answer in time, so the tab was emptied. Navigate to go on; refs of the page are stale.
            [text] A dialog (alert) was dismissed: \"Again\"
            A dialog (alert) was dismissed: \"Again\"
            A dialog (alert) was dismissed: \"Again\"
            N more dialogs were dismissed.
            "
        )
    );
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn n7_dialogs_that_never_stop_on_a_timer() {
    let page = "<!doctype html><title>Nagging</title><p>Text</p><script>setInterval(() => confirm('Again'), 1)</script>";
    let (site, agent) = facing(Site::builder().page("/nagging", page)).await;
    agent.outcome("navigate", json!({ "url": site.url("/nagging") })).await;
    for _ in 0..3 {
        let seen = answered(&agent, "get_page_text", json!({})).await;
        assert_eq!(
            seen.lines().take(2).collect::<Vec<_>>(),
            ["[page text from http://127.0.0.1:PORT]", "Text"]
        );
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}
