//! References to elements.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{at, at_fixtures};

#[tokio::test]
async fn r1_refs_stay_the_same_across_readings_and_changes_of_the_page() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let send = agent.find("button \"Sign up\"").await;
    let added = "document.querySelector('main').prepend(Object.assign(document.createElement('button'), { textContent: 'New' }))";
    site.ask("/form.html", added).await.unwrap();
    let new = agent.find("button \"New\"").await;
    assert_eq!(agent.find("button \"Sign up\"").await, send);
    // The new element got a number that nothing had before.
    assert_eq!((send.as_str(), new.as_str()), ("ref_16", "ref_19"));
    agent.end().await;
}

#[tokio::test]
async fn r1_a_navigation_makes_refs_stale_and_numbers_go_on() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let send = agent.find("button \"Sign up\"").await;
    agent.go(&site.url("/form.html")).await;
    agent.click(&send).await.shows(&format!(
        "
        [error stale_ref, about {send}]
        [text] {send} is stale: the page has changed since it was handed out; read it again.
        "
    ));
    assert_eq!(agent.find("banner").await, "ref_19");
    assert_eq!(site.ask("/form.html", "out.textContent").await.unwrap(), "");
    agent.end().await;
}

#[tokio::test]
async fn r2_a_ref_that_was_never_handed_out_is_unknown() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.click("ref_1").await.shows(
        "
        [error unknown_ref, about ref_1]
        [text] ref_1 was never handed out; read the page to get refs.
        ",
    );
    agent.set("ref_999", json!("x")).await.shows(
        "
        [error unknown_ref, about ref_999]
        [text] ref_999 was never handed out; read the page to get refs.
        ",
    );
    agent.call("read_page", json!({ "ref": "ref_999" })).await.shows(
        "
        [error unknown_ref, about ref_999]
        [text] ref_999 was never handed out; read the page to get refs.
        ",
    );
    agent.click("button").await.shows(
        r#"
        [error bad_input, about left_click]
        [text] The input of left_click is not right: target.ref: expected a reference such as ref_7, got string "button".
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn r1_another_tabs_ref_is_told_as_one() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let send = agent.find("button \"Sign up\"").await;
    agent.outcome("new_tab", json!({})).await;
    agent.go(&site.url("/form.html")).await;
    agent.click(&send).await.shows(&format!(
        "
        [error stale_ref, about {send}]
        [text] {send} belongs to another tab; read this tab to get refs of it.
        "
    ));
    assert_ne!(agent.find("button \"Sign up\"").await, send);
    agent.end().await;
}

/// Elements that can't be pressed, each for a reason of its own.
const HURDLES: &str = r#"<!doctype html><title>Hurdles</title><style>body{margin:0}button{position:absolute;left:0;width:100px;height:30px}
    #lid{position:absolute;left:0;top:100px;width:300px;height:30px;background:red}</style>
    <button style="top:0" id=removed>Removed</button><button style="top:40px" id=hidden>Hidden</button>
    <button style="top:70px" id=faint>Faint</button><button style="top:100px" id=covered>Covered</button>
    <div id=lid role=alertdialog aria-label="Cookie notice">We use cookies</div>
    <fieldset disabled><button style="top:140px">Disabled</button></fieldset>
    <button style="top:170px" aria-disabled=true>Soft</button><button style="top:200px;pointer-events:none">Ghost</button>
    <button style="top:-500px">Beyond</button><input style="position:absolute;top:240px" aria-label=Field id=field>
    <script>window.clicks = []; addEventListener('click', (event) => clicks.push(event.target.id || event.target.textContent), true)</script>"#;

#[tokio::test]
async fn r2_what_can_not_be_pressed_says_why_and_nothing_is_done() {
    let (site, agent) = at(Site::builder().page("/hurdles", HURDLES)).await;
    agent.go(&site.url("/hurdles")).await;
    let mut refs = Vec::new();
    for name in ["Removed", "Hidden", "Covered", "Disabled", "Soft", "Ghost", "Beyond"] {
        refs.push((name, agent.find(&format!("button \"{name}\"")).await));
    }
    let field = agent.find("textbox \"Field\"").await;
    site.ask("/hurdles", "removed.remove(); document.getElementById('hidden').style.display = 'none'; field.style.visibility = 'hidden'")
        .await
        .unwrap();
    let behind = "Faint Covered Cookie notice Disabled Soft Ghost Beyond";
    for (name, at) in &refs {
        let (code, text) = match *name {
            "Removed" => {
                ("stale_ref", "is stale: the element is no longer on the page; read it again".to_owned())
            }
            "Hidden" => ("hidden", "(button \"Hidden\") is hidden; nothing was done".to_owned()),
            "Covered" => (
                "covered",
                "(button \"Covered\") is covered by alertdialog \"Cookie notice\"; nothing was done"
                    .to_owned(),
            ),
            // It lets the pointer through to what lies behind.
            "Ghost" => {
                ("covered", format!("(button \"Ghost\") is covered by html \"{behind}\"; nothing was done"))
            }
            "Beyond" => (
                "hidden",
                "(button \"Beyond\") can't be scrolled into the viewport; nothing was done".to_owned(),
            ),
            name => ("disabled", format!("(button \"{name}\") is disabled; nothing was done")),
        };
        agent.click(at).await.shows(&format!("[error {code}, about {at}]\n[text] {at} {text}."));
    }
    agent.set(&field, json!("x")).await.shows(&format!(
        r#"
        [error hidden, about {field}]
        [text] {field} (textbox "Field") is hidden; nothing was done.
        "#
    ));
    assert_eq!(site.ask("/hurdles", "[clicks, field.value]").await.unwrap(), json!([[], ""]));
    agent.end().await;
}

#[tokio::test]
async fn r2_a_removed_subtree_can_not_be_read() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let main = agent.find("main").await;
    site.ask("/form.html", "document.querySelector('main').remove()").await.unwrap();
    agent.call("read_page", json!({ "ref": main })).await.shows(&format!(
        "
        [error stale_ref, about {main}]
        [text] {main} is stale: the element is no longer on the page; read it again.
        "
    ));
    agent.end().await;
}

/// Everything of a page that a script can list: the names of the global object and of its prototypes, and the markup.
const VISIBLE: &str = "(() => { const names = []; for (let object = window; object; object = Object.getPrototypeOf(object)) \
     names.push(...Reflect.ownKeys(object).map(String)); \
     return [names.sort(), document.documentElement.outerHTML] })()";

/// Seen to fail with the scripts put into the page's own world: their global shows.
#[tokio::test]
async fn r3_a_page_can_neither_see_nor_use_refs() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let before = site.ask("/form.html", VISIBLE).await.unwrap();
    site.ask(
        "/form.html",
        "window.changes = 0; new MutationObserver((list) => { changes += list.length }).observe(document, \
         { subtree: true, childList: true, attributes: true, characterData: true }); 0",
    )
    .await
    .unwrap();
    let name = agent.find("textbox \"Full name\"").await;
    agent.outcome("read_page", json!({ "filter": "all" })).await;
    agent.outcome("get_page_text", json!({})).await;
    agent.outcome("screenshot", json!({})).await;
    let target = json!({ "type": "ref", "ref": name });
    for (member, input) in [
        ("left_click", json!({ "target": target })),
        ("form_input", json!({ "target": target, "value": "" })),
    ] {
        let done = agent.outcome(member, input).await;
        assert!(!done.result.is_error, "{done:?}");
    }
    assert_eq!(site.ask("/form.html", "[changes, typeof ringfence]").await.unwrap(), json!([0, "undefined"]));
    site.ask("/form.html", "delete window.changes").await.unwrap();
    assert_eq!(site.ask("/form.html", VISIBLE).await.unwrap(), before);
    agent.end().await;
}
