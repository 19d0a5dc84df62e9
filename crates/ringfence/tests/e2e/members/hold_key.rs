//! `hold_key`.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::at;

const KEYS: &str = r#"<!doctype html><title>Keys</title><textarea id=t aria-label=Note></textarea><script>
    window.seen = [];
    for (const type of ['keydown', 'keyup'])
      document.addEventListener(type, (event) => seen.push([type, event.isTrusted, event.key, event.repeat, event.shiftKey].join(' ')), true);
    t.focus()</script>"#;

fn shown(lines: &str) -> String {
    format!("{lines}\n[state]\n* t1 \"Keys\" http://127.0.0.1:PORT/keys")
}

#[tokio::test]
async fn t6_a_key_is_down_for_so_long_and_repeats_like_a_keyboards() {
    let (site, agent) = at(Site::builder().page("/keys", KEYS)).await;
    agent.go(&site.url("/keys")).await;
    agent
        .call("hold_key", json!({ "text": "a", "duration": 1 }))
        .await
        .shows(&shown("[text] Held \"a\" for 1 s."));
    // It begins to repeat after half a second; how often it then does is the machine's to say.
    let seen = site.ask("/keys", "seen").await.unwrap();
    let seen: Vec<_> = seen.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    assert_eq!(seen.first(), Some(&"keydown true a false false"));
    assert_eq!(seen.last(), Some(&"keyup true a false false"));
    let repeats = &seen[1..seen.len() - 1];
    assert!(repeats.iter().all(|line| *line == "keydown true a true false"), "{seen:?}");
    assert!(!repeats.is_empty(), "{seen:?}");
    assert_eq!(site.ask("/keys", "t.value").await.unwrap(), "a".repeat(1 + repeats.len()));
    agent.end().await;
}

#[tokio::test]
async fn t6_a_key_that_is_held_for_no_time_is_pressed_once() {
    let (site, agent) = at(Site::builder().page("/keys", KEYS)).await;
    agent.go(&site.url("/keys")).await;
    agent
        .call("hold_key", json!({ "text": "shift+b", "duration": 0 }))
        .await
        .shows(&shown("[text] Held \"shift+b\" for 0 s."));
    assert_eq!(
        site.ask("/keys", "[seen, t.value]").await.unwrap(),
        json!([
            [
                "keydown true Shift false true",
                "keydown true B false true",
                "keyup true B false true",
                "keyup true Shift false false"
            ],
            "B"
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn a_modifier_alone_is_held_and_let_go() {
    let (site, agent) = at(Site::builder().page("/keys", KEYS)).await;
    agent.go(&site.url("/keys")).await;
    agent
        .call("hold_key", json!({ "text": "shift", "duration": 0.05 }))
        .await
        .shows(&shown("[text] Held \"shift\" for 0.05 s."));
    agent
        .call("type", json!({ "text": "x" }))
        .await
        .shows(&shown("[text] Typed 1 character.\n[text] Into textbox \"Note\"."));
    assert_eq!(
        site.ask("/keys", "[seen, t.value]").await.unwrap(),
        json!([
            [
                "keydown true Shift false true",
                "keyup true Shift false false",
                "keydown true x false false",
                "keyup true x false false"
            ],
            "x"
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn t5_t6_what_can_not_be_held_is_an_error_and_nothing_is_pressed() {
    let (site, agent) = at(Site::builder().page("/keys", KEYS)).await;
    agent.go(&site.url("/keys")).await;
    for (text, said) in [
        (
            "a b",
            "one key or one chord can be held, such as shift or ctrl+a; keys one after the other are for key.",
        ),
        (
            "nosuchkey",
            "\"nosuchkey\" is no key; use names such as Enter, Tab, Escape, ArrowDown, Page_Down, F5, a, or chords such as ctrl+a.",
        ),
    ] {
        agent.call("hold_key", json!({ "text": text, "duration": 1 })).await.shows(&format!(
            "
            [error bad_input, about text]
            [text] text: {said}
            "
        ));
    }
    for (duration, got) in [(json!(30.5), "30.5"), (json!(-1), "-1"), (json!(null), "nothing")] {
        agent.call("hold_key", json!({ "text": "a", "duration": duration })).await.shows(&format!(
            "
            [error bad_input, about hold_key]
            [text] The input of hold_key is not right: duration: expected number 0–30, got {got}.
            "
        ));
    }
    assert_eq!(site.ask("/keys", "[seen, t.value]").await.unwrap(), json!([[], ""]));
    agent.end().await;
}

#[tokio::test]
async fn a_key_is_let_go_when_the_page_goes_away_under_it() {
    let page = "<!doctype html><title>Keys</title><script>addEventListener('keydown', () => { location.href = '/keys' })</script>";
    let (site, agent) = at(Site::builder().page("/keys", KEYS).page("/leaving", page)).await;
    agent.go(&site.url("/leaving")).await;
    agent.call("hold_key", json!({ "text": "shift+a", "duration": 0.3 })).await.shows(
        r#"
        [text] Held "shift+a" for 0.3 s.
        [text] The tab is now at http://127.0.0.1:PORT/keys "Keys" (HTTP 200).
        [state]
        * t1 "Keys" http://127.0.0.1:PORT/keys
        "#,
    );
    site.ask("/keys", "seen.length = 0; t.value = ''").await.unwrap();
    agent
        .call("type", json!({ "text": "x" }))
        .await
        .shows(&shown("[text] Typed 1 character.\n[text] Into textbox \"Note\"."));
    assert_eq!(
        site.ask("/keys", "[seen, t.value]").await.unwrap(),
        json!([["keydown true x false false", "keyup true x false false"], "x"])
    );
    agent.end().await;
}
