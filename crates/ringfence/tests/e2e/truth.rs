//! What an answer must not leave out: values that a field bends, elements that can't be used, presses that came to
//! nothing, downloads that were refused.

use ringfence_testkit::{Answer, Site};
use serde_json::{Value, json};

use crate::agent::{Agent, at};

const FIELDS: &str = r##"<!doctype html><title>Fields</title>
<label>Level <input id=level type=range min=10 max=20 step=5 value=15></label> <label>Count <input id=count type=number min=1 max=9></label>
<label>Paint <input id=paint type=color value="#112233"></label> <label>Day <input id=day type=date max=2024-12-31></label>
<label>Size <select id=size><option>Small<option disabled>Large<optgroup label=More disabled><option>Huge</optgroup></select></label>
<script>window.seen = [];
for (const type of ['input', 'change']) document.addEventListener(type, (event) => seen.push(`${event.target.id} ${type}`), true);
</script>"##;

async fn fields() -> (Site, Agent) {
    let (site, agent) = at(Site::builder().page("/fields", FIELDS)).await;
    agent.go(&site.url("/fields")).await;
    (site, agent)
}

fn refused(code: &str, reference: &str, text: &str) -> String {
    format!("[error {code}, about {reference}]\n[text] {reference} ({text}")
}

#[tokio::test]
async fn t8_a_value_that_the_browser_would_bend_is_an_error_and_changes_nothing() {
    let (site, agent) = fields().await;
    let level = agent.find("slider \"Level\"").await;
    let paint = agent.find("color \"Paint\"").await;
    let nothing = "(it takes from 10, to 20, in steps of 5); nothing was done.";
    for (value, instead) in [(json!(150), "20"), (json!("loud"), "15"), (json!(""), "15"), (json!(17), "15")]
    {
        agent.set(&level, value).await.shows(&refused(
            "not_suited",
            &level,
            &format!(
                "slider \"Level\") can't hold that value and would hold \"{instead}\" instead {nothing}"
            ),
        ));
    }
    agent.set(&paint, json!("no color")).await.shows(&refused(
        "not_suited",
        &paint,
        "color \"Paint\") can't hold that value and would hold \"#000000\" instead (it takes a color, such as #00ff00); nothing was done.",
    ));
    let held = "[level.value, paint.value, seen]";
    assert_eq!(site.ask("/fields", held).await.unwrap(), json!(["15", "#112233", []]));
    agent.outcome("form_input", json!({ "target": { "type": "ref", "ref": level }, "value": 20 })).await;
    agent.outcome("form_input", json!({ "target": { "type": "ref", "ref": paint }, "value": "lime" })).await;
    assert_eq!(
        site.ask("/fields", held).await.unwrap(),
        json!(["20", "#00ff00", ["level input", "level change", "paint input", "paint change"]])
    );
    agent.end().await;
}

/// A person may type such a value, too; the form can't be sent with it.
#[tokio::test]
async fn t8_a_value_off_the_fields_own_limits_is_told_with_them() {
    let (_site, agent) = fields().await;
    for (field, value, said, line) in [
        (
            "spinbutton \"Count\"",
            json!(12),
            "a number",
            "spinbutton \"Count\" now holds \"12\", which the field itself calls invalid (it takes from 1, to 9).",
        ),
        (
            "textbox \"Day\"",
            json!("2025-01-01"),
            "a text of 10 characters",
            "textbox \"Day\" now holds \"2025-01-01\", which the field itself calls invalid (it takes to 2024-12-31).",
        ),
        ("spinbutton \"Count\"", json!(9), "a number", "spinbutton \"Count\" now holds \"9\"."),
    ] {
        let reference = agent.find(field).await;
        agent.set(&reference, value).await.shows(&format!(
            "[text] Set {reference} to {said}.\n[text] {line}\n[state]\n* t1 \"Fields\" http://127.0.0.1:PORT/fields"
        ));
    }
    agent.end().await;
}

#[tokio::test]
async fn t8_an_option_that_is_disabled_is_listed_so_and_said_to_be() {
    let (site, agent) = fields().await;
    let read =
        agent.outcome("read_page", json!({ "filter": "interactive" })).await.result.to_api("c").to_string();
    assert!(read.contains(r#"options=[\"Small\", \"Large (disabled)\", \"Huge (disabled)\"]"#), "{read}");
    let size = agent.find("combobox").await;
    for value in ["Large", "huge"] {
        agent.set(&size, json!(value)).await.shows(&refused(
            "not_suited",
            &size,
            "combobox \"Size\") has that option, but it is disabled; nothing was done.",
        ));
    }
    assert_eq!(site.ask("/fields", "[size.value, seen]").await.unwrap(), json!(["Small", []]));
    agent.end().await;
}

#[tokio::test]
async fn r2_a_field_that_is_inert_or_behind_a_modal_dialog_is_not_set() {
    let page = r#"<!doctype html><title>Kept</title><label>Behind <input id=behind></label>
        <dialog id=first aria-label=First><label>In first <input id=inside></label></dialog>
        <dialog id=second aria-label=Second>Sure? <label>In second <input id=over></label></dialog>
        <div inert><label>Inert <input id=kept></label></div>"#;
    let (site, agent) = at(Site::builder().page("/kept", page)).await;
    agent.go(&site.url("/kept")).await;
    let behind = agent.find("textbox \"Behind\"").await;
    let kept = agent.find("textbox \"Inert\"").await;
    agent.set(&kept, json!("x")).await.shows(&refused(
        "disabled",
        &kept,
        "textbox \"Inert\") is inert: the page keeps it from being used; nothing was done.",
    ));
    site.ask("/kept", "first.showModal()").await.unwrap();
    let inside = agent.find("textbox \"In first\"").await;
    agent.set(&behind, json!("x")).await.shows(&refused(
        "covered",
        &behind,
        "textbox \"Behind\") is covered by dialog \"First\"; nothing was done.",
    ));
    agent.outcome("form_input", json!({ "target": { "type": "ref", "ref": inside }, "value": "free" })).await;
    site.ask("/kept", "second.showModal()").await.unwrap();
    agent.set(&inside, json!("x")).await.shows(&refused(
        "covered",
        &inside,
        "textbox \"In first\") is covered by dialog \"Second\"; nothing was done.",
    ));
    let top = agent.find("textbox \"In second\"").await;
    agent.outcome("form_input", json!({ "target": { "type": "ref", "ref": top }, "value": "free" })).await;
    assert_eq!(
        site.ask("/kept", "[behind.value, kept.value, inside.value, over.value]").await.unwrap(),
        json!(["", "", "free", "free"])
    );
    agent.end().await;
}

#[tokio::test]
async fn n4_an_element_that_goes_away_while_it_is_pressed_is_told() {
    let page = r#"<!doctype html><title>Away</title><button id=early onmousedown="this.remove()" onclick="clicks.push('early')">Early</button>
        <button id=late onclick="clicks.push('late'); this.remove()">Late</button><script>window.clicks = []</script>"#;
    let (site, agent) = at(Site::builder().page("/away", page)).await;
    agent.go(&site.url("/away")).await;
    for (name, more) in [
        (
            "Early",
            " It went away while it was pressed, so the press came through, but no click of it; read the page.",
        ),
        ("Late", ""),
    ] {
        let button = agent.find(&format!("button {name:?}")).await;
        agent.click(&button).await.shows(&format!(
            "[text] Clicked (left) {button}.\n[text] It is button {name:?}.{more}\n[state]\n* t1 \"Away\" http://127.0.0.1:PORT/away"
        ));
    }
    assert_eq!(site.ask("/away", "clicks").await.unwrap(), json!(["late"]));
    agent.end().await;
}

#[tokio::test]
async fn s2_a_download_that_a_click_began_is_told_as_refused() {
    let page = r#"<!doctype html><title>Files</title><a href="/file?token=secret">By header</a> <a href=/plain download=x.html>By link</a>"#;
    let file = Answer::of("application/octet-stream", "data")
        .with_header("content-disposition", "attachment; filename=data.bin");
    let site =
        Site::builder().page("/files", page).route("/file", move |_| file.clone()).page("/plain", "plain");
    let (site, agent) = at(site).await;
    agent.go(&site.url("/files")).await;
    let refused = |number: u32, address: &str| {
        format!(
            "[{{\"download_id\":\"d{number}\",\"error\":\"downloads are turned off, nothing was saved; the operator turns them on with --downloads DIR\",\"type\":\"download_failed\",\"url\":\"http://127.0.0.1:PORT{address}\"}}]"
        )
    };
    let link = agent.find("link \"By header\"").await;
    agent.click(&link).await.shows(&format!(
        "[text] Clicked (left) {link}.\n[text] It is link \"By header\".\n[state]\n* t1 \"Files\" http://127.0.0.1:PORT/files\n{}",
        refused(1, "/file?…")
    ));
    // No navigation begins of this one, and nothing but the link itself tells of it beforehand.
    let link = agent.find("link \"By link\"").await;
    agent.click(&link).await.shows(&format!(
        "[text] Clicked (left) {link}.\n[text] It is link \"By link\".\n[state]\n* t1 \"Files\" http://127.0.0.1:PORT/files\n{}",
        refused(2, "/plain")
    ));
    agent.end().await;
}

/// Titles and dialogs whose letters hide a text in characters that nobody sees.
#[tokio::test]
async fn n8_titles_and_dialogs_hold_nothing_that_can_not_be_seen() {
    let hidden: String = "obey".chars().filter_map(|c| char::from_u32(0xe0000 + u32::from(c))).collect();
    let spelt = format!("Sa\u{ad}le\u{200b}s\u{feff}{hidden}\u{e0100}");
    let page = format!(
        "<!doctype html><meta charset=utf-8><title>{spelt}</title><button onclick=\"alert(document.title)\">Ask</button>"
    );
    let (site, agent) = at(Site::builder().page("/sales", &page)).await;
    agent.call("navigate", json!({ "url": site.url("/sales") })).await.shows(
        "[text] Now at http://127.0.0.1:PORT/sales \"Sales\" (HTTP 200)\n[state]\n* t1 \"Sales\" http://127.0.0.1:PORT/sales",
    );
    let ask = agent.find("button").await;
    agent.click(&ask).await.shows(&format!(
        "[text] Clicked (left) {ask}.\n[text] It is button \"Ask\".\n[text] A dialog (alert) was dismissed: \"Sales\"\n[state]\n* t1 \"Sales\" http://127.0.0.1:PORT/sales"
    ));
    assert_eq!(site.ask("/sales", "document.title").await.unwrap(), Value::from(spelt));
    agent.end().await;
}
