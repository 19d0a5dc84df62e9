//! `type` and `key`.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{Agent, asked, at, at_fixtures};

/// A text area, and a record of every key that the page sees.
const KEYS: &str = r#"<!doctype html><title>Keys</title><textarea id=t aria-label=Text></textarea><input id=u aria-label=Other><script>
window.seen = [];
for (const type of ['keydown', 'keyup']) document.addEventListener(type, (event) => {
  const held = ['ctrlKey', 'altKey', 'metaKey', 'shiftKey'].filter((name) => event[name]).map((name) => name.slice(0, -3)).join('+');
  seen.push([type, event.isTrusted, event.key, event.code, event.keyCode, held].join(' ').trim());
}, true);
</script>"#;

async fn at_keys() -> (Site, Agent) {
    let (site, agent) = at(Site::builder().page("/keys", KEYS)).await;
    agent.go(&site.url("/keys")).await;
    site.ask("/keys", "t.focus()").await.unwrap();
    (site, agent)
}

fn shown(lines: &str) -> String {
    format!("{lines}\n[state]\n* t1 \"Keys\" http://127.0.0.1:PORT/keys")
}

#[tokio::test]
async fn text_is_typed_key_by_key_where_the_focus_is() {
    let (site, agent) = at_keys().await;
    let into = "[text] Into textbox \"Text\".";
    agent
        .call("type", json!({ "text": "aB ü!\n" }))
        .await
        .shows(&shown(&format!("[text] Typed 6 characters.\n{into}")));
    assert_eq!(site.ask("/keys", "t.value").await.unwrap(), "aB ü!\n");
    assert_eq!(
        site.ask("/keys", "seen").await.unwrap(),
        json!([
            "keydown true a KeyA 65",
            "keyup true a KeyA 65",
            "keydown true B KeyB 66 shift",
            "keyup true B KeyB 66 shift",
            "keydown true   Space 32",
            "keyup true   Space 32",
            "keydown true ! Digit1 49 shift",
            "keyup true ! Digit1 49 shift",
            "keydown true Enter Enter 13",
            "keyup true Enter Enter 13",
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn a_long_text_arrives_whole_and_in_order() {
    let (site, agent) = at_keys().await;
    let text = (1..=200).map(|number| format!("line {number} “quoted” 😀")).collect::<Vec<_>>().join("\n");
    let count = text.chars().count();
    agent
        .call("type", json!({ "text": text }))
        .await
        .shows(&shown(&format!("[text] Typed {count} characters.\n[text] Into textbox \"Text\".")));
    assert_eq!(site.ask("/keys", "t.value").await.unwrap(), text);
    agent.end().await;
}

#[tokio::test]
async fn text_without_a_field_is_told_as_keys_to_the_page() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.call("type", json!({ "text": "x" })).await.shows(
        r#"
        [text] Typed 1 character.
        [text] No field has the focus; the page got the keys. Click a field first to fill it in.
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    site.ask("/form.html", "go.focus()").await.unwrap();
    agent.call("type", json!({ "text": "x" })).await.shows(
        r#"
        [text] Typed 1 character.
        [text] button "Sign up" has the focus and takes no text; the page got the keys.
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn a_line_feed_sends_a_form_and_the_landing_is_told() {
    let (site, agent) = at(Site::builder()
        .page("/search", "<title>Search</title><form action=/echo><input name=q aria-label=Query></form>"))
    .await;
    agent.go(&site.url("/search")).await;
    let query = agent.find("textbox").await;
    agent.click(&query).await.shows(&format!(
        "[text] Clicked (left) {query}.\n[text] It is textbox \"Query\".\n[state]\n* t1 \"Search\" http://127.0.0.1:PORT/search"
    ));
    agent.call("type", json!({ "text": "tea & cake\n" })).await.shows(
        r#"
        [text] Typed 11 characters.
        [text] Into textbox "Query". The tab is now at http://127.0.0.1:PORT/echo?q=tea+%26+cake (HTTP 200).
        [state]
        * t1 "127.0.0.1:PORT/echo?q=tea+%26+cake" http://127.0.0.1:PORT/echo?q=tea+%26+cake
        "#,
    );
    assert_eq!(asked(&site), ["GET /search", "GET /echo?q=tea+%26+cake"]);
    agent.end().await;
}

#[tokio::test]
async fn t5_chords_edit_as_a_persons_would() {
    let (site, agent) = at_keys().await;
    site.ask("/keys", "t.value = 'one two three'; t.setSelectionRange(13, 13)").await.unwrap();
    agent
        .call("key", json!({ "text": "ctrl+BackSpace" }))
        .await
        .shows(&shown("[text] Pressed \"ctrl+BackSpace\" 1 time."));
    assert_eq!(site.ask("/keys", "t.value").await.unwrap(), "one two ");
    agent
        .call("key", json!({ "text": "shift+Left", "repeat": 4 }))
        .await
        .shows(&shown("[text] Pressed \"shift+Left\" 4 times."));
    assert_eq!(site.ask("/keys", "t.value.slice(t.selectionStart, t.selectionEnd)").await.unwrap(), "two ");
    agent
        .call("key", json!({ "text": "Delete Home X End Y" }))
        .await
        .shows(&shown("[text] Pressed \"Delete Home X End Y\" 1 time."));
    assert_eq!(site.ask("/keys", "t.value").await.unwrap(), "Xone Y");
    agent
        .call("key", json!({ "text": "ctrl+a Delete" }))
        .await
        .shows(&shown("[text] Pressed \"ctrl+a Delete\" 1 time."));
    assert_eq!(site.ask("/keys", "t.value").await.unwrap(), "");
    agent
        .call("key", json!({ "text": "shift+a shift+1" }))
        .await
        .shows(&shown("[text] Pressed \"shift+a shift+1\" 1 time."));
    assert_eq!(site.ask("/keys", "t.value").await.unwrap(), "A!");
    agent.call("key", json!({ "text": "Tab z" })).await.shows(&shown("[text] Pressed \"Tab z\" 1 time."));
    assert_eq!(site.ask("/keys", "u.value").await.unwrap(), "z");
    agent.end().await;
}

#[tokio::test]
async fn t5_the_page_sees_each_key_of_a_chord_go_down_and_up() {
    let (site, agent) = at_keys().await;
    agent
        .call("key", json!({ "text": "ctrl+shift+k" }))
        .await
        .shows(&shown("[text] Pressed \"ctrl+shift+k\" 1 time."));
    agent
        .call("key", json!({ "text": "ctrl++ F2 Page_Down Return" }))
        .await
        .shows(&shown("[text] Pressed \"ctrl++ F2 Page_Down Return\" 1 time."));
    agent
        .call("key", json!({ "text": "alt+super+ArrowUp" }))
        .await
        .shows(&shown("[text] Pressed \"alt+super+ArrowUp\" 1 time."));
    assert_eq!(
        site.ask("/keys", "seen").await.unwrap(),
        json!([
            "keydown true Control ControlLeft 17 ctrl",
            "keydown true Shift ShiftLeft 16 ctrl+shift",
            "keydown true K KeyK 75 ctrl+shift",
            "keyup true K KeyK 75 ctrl+shift",
            "keyup true Shift ShiftLeft 16 ctrl",
            "keyup true Control ControlLeft 17",
            "keydown true Control ControlLeft 17 ctrl",
            "keydown true + Equal 187 ctrl+shift",
            "keyup true + Equal 187 ctrl+shift",
            "keyup true Control ControlLeft 17",
            "keydown true F2 F2 113",
            "keyup true F2 F2 113",
            "keydown true PageDown PageDown 34",
            "keyup true PageDown PageDown 34",
            "keydown true Enter Enter 13",
            "keyup true Enter Enter 13",
            "keydown true Alt AltLeft 18 alt",
            "keydown true Meta MetaLeft 91 alt+meta",
            "keydown true ArrowUp ArrowUp 38 alt+meta",
            "keyup true ArrowUp ArrowUp 38 alt+meta",
            "keyup true Meta MetaLeft 91 alt",
            "keyup true Alt AltLeft 18",
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn t5_a_key_that_is_none_is_an_error_and_nothing_is_pressed() {
    let (site, agent) = at_keys().await;
    agent.call("key", json!({ "text": "a ctrl+Nope" })).await.shows(
        r#"
        [error bad_input, about text]
        [text] text: "Nope" is no key; use names such as Enter, Tab, Escape, ArrowDown, Page_Down, F5, a, or chords such as ctrl+a.
        "#,
    );
    agent.call("key", json!({ "text": "a", "repeat": 101 })).await.shows(
        "
        [error bad_input, about key]
        [text] The input of key is not right: repeat: expected integer 1–100, got 101.
        ",
    );
    assert_eq!(site.ask("/keys", "seen").await.unwrap(), json!([]));
    agent.end().await;
}
