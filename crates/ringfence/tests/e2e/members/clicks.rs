//! `right_click`, `middle_click`, `double_click` and `triple_click`.

use ringfence_testkit::{Site, SiteBuilder};
use serde_json::json;

use crate::agent::{Agent, allowing, asked, at};

/// Notes every event of the mouse: type, trust, button, count, target.
const WATCHED: &str = r#"<!doctype html><title>Watched</title><style>body{margin:0}
    #b{position:absolute;left:100px;top:200px;width:80px;height:40px}#p{position:absolute;left:100px;top:300px;width:400px}</style>
    <button id=b>Press</button><p id=p tabindex=0 aria-label=Story>First words of a paragraph. Second sentence.</p>
    <script>window.seen = [];
    for (const type of ['mousedown', 'mouseup', 'click', 'auxclick', 'contextmenu', 'dblclick'])
      document.addEventListener(type, (event) => seen.push([type, event.isTrusted, event.button, event.detail, event.shiftKey, event.target.id].join(' ')), true);
    </script>"#;

fn watched() -> SiteBuilder {
    Site::builder().page("/watched", WATCHED)
}

fn shown(lines: &str) -> String {
    format!("{lines}\n[state]\n* t1 \"Watched\" http://127.0.0.1:PORT/watched")
}

#[tokio::test]
async fn a_right_click_presses_the_right_button_and_opens_the_pages_menu() {
    let page = r#"<!doctype html><title>Watched</title><ul><li id=i tabindex=0 aria-label=Row>Row</li></ul><div id=m hidden><button onclick="window.chosen = true">Rename</button></div>
        <script>i.oncontextmenu = (event) => { event.preventDefault(); m.hidden = false; window.menu = [event.isTrusted, event.button] }</script>"#;
    let (site, agent) = at(Site::builder().page("/watched", page)).await;
    agent.go(&site.url("/watched")).await;
    let row = agent.find("clickable").await;
    agent
        .on("right_click", &row)
        .await
        .shows(&shown(&format!("[text] Clicked (right) {row}.\n[text] It is listitem \"Row\".")));
    assert_eq!(site.ask("/watched", "window.menu").await.unwrap(), json!([true, 2]));
    let rename = agent.find("button").await;
    agent
        .click(&rename)
        .await
        .shows(&shown(&format!("[text] Clicked (left) {rename}.\n[text] It is button \"Rename\".")));
    assert_eq!(site.ask("/watched", "window.chosen").await.unwrap(), true);
    agent.end().await;
}

#[tokio::test]
async fn a_right_click_without_a_menu_of_the_page_leaves_nothing_in_the_way() {
    let (site, agent) = at(watched()).await;
    agent.go(&site.url("/watched")).await;
    agent.at("right_click", 120, 220).await.shows(&shown("[text] Clicked (right) at (120, 220)."));
    let button = agent.find("button").await;
    agent
        .click(&button)
        .await
        .shows(&shown(&format!("[text] Clicked (left) {button}.\n[text] It is button \"Press\".")));
    assert_eq!(
        site.ask("/watched", "seen").await.unwrap(),
        json!([
            "mousedown true 2 1 false b",
            "contextmenu true 2 0 false b",
            "mouseup true 2 1 false b",
            "auxclick true 2 1 false b",
            "mousedown true 0 1 false b",
            "mouseup true 0 1 false b",
            "click true 0 1 false b",
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn a_middle_click_opens_a_link_in_a_tab_in_the_background() {
    // A document that never comes, so that the tab's state is the same whenever it is looked at.
    let page = "<title>Links</title><a href=/never>Elsewhere</a>";
    let (site, agent) = at(Site::builder().page("/links", page)).await;
    agent.go(&site.url("/links")).await;
    let link = agent.find("link").await;
    agent.on("middle_click", &link).await.shows(&format!(
        r#"
        [text] Clicked (middle) {link}.
        [text] It is link "Elsewhere".
        [state]
        * t1 "Links" http://127.0.0.1:PORT/links
        - t2 "" about:blank
        opened t2
        "#
    ));
    assert_eq!(site.ask("/links", "document.title").await.unwrap(), "Links");
    assert_eq!(asked(&site), ["GET /links", "GET /never"]);
    agent.end().await;
}

#[tokio::test]
async fn the_tab_of_a_middle_click_is_used_like_any_other() {
    let page = "<title>Links</title><a href=/form.html>Form</a>";
    let (site, agent) = at(Site::builder().page("/links", page)).await;
    agent.go(&site.url("/links")).await;
    let link = agent.find("link").await;
    assert!(
        !agent
            .outcome("middle_click", json!({ "target": { "type": "ref", "ref": link } }))
            .await
            .result
            .is_error
    );
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    agent.call("switch_tab", json!({ "tab_id": "t2" })).await.shows(
        r#"
        [state]
        - t1 "Links" http://127.0.0.1:PORT/links
        * t2 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    let fake = agent.find("clickable").await;
    agent.click(&fake).await.shows(&format!(
        r#"
        [text] Clicked (left) {fake}.
        [text] It is div "Div that acts like a button".
        [state]
        - t1 "Links" http://127.0.0.1:PORT/links
        * t2 "Sign up form" http://127.0.0.1:PORT/form.html
        "#
    ));
    assert_eq!(
        site.ask("/form.html", "[out.textContent, innerWidth, innerHeight]").await.unwrap(),
        json!(["fake clicked", 1280, 800])
    );
    agent.end().await;
}

/// Seen to fail with every request let go on by the browser: a tab with the proxy's answer stays open.
#[tokio::test]
async fn d16_a_middle_click_on_a_link_off_the_list_opens_nothing() {
    let other = Site::builder().start().unwrap();
    let page = format!("<title>Links</title><a href={}>Elsewhere</a>", other.url("/secret"));
    let site = Site::builder().page("/links", &page).probed().start().unwrap();
    let policy = allowing(&[&site]).build().unwrap();
    let agent = Agent::with_policy(policy, &[(&site, "PORT")]).await;
    agent.go(&site.url("/links")).await;
    let link = agent.find("link").await;
    agent.on("middle_click", &link).await.shows(&format!(
        r#"
        [text] Clicked (middle) {link}.
        [text] It is link "Elsewhere".
        [text] A page tried to go to an address that the policy refuses; it was stopped.
        [state]
        * t1 "Links" http://127.0.0.1:PORT/links
        "#
    ));
    agent.call("list_tabs", json!({})).await.shows("[state]\n* t1 \"Links\" http://127.0.0.1:PORT/links");
    assert_eq!(other.request_lines(), Vec::<String>::new());
    agent.end().await;
}

#[tokio::test]
async fn a_middle_click_beside_a_link_is_an_event_of_the_page_alone() {
    let (site, agent) = at(watched()).await;
    agent.go(&site.url("/watched")).await;
    agent.at("middle_click", 120, 220).await.shows(&shown("[text] Clicked (middle) at (120, 220)."));
    assert_eq!(
        site.ask("/watched", "seen").await.unwrap(),
        json!(["mousedown true 1 1 false b", "mouseup true 1 1 false b", "auxclick true 1 1 false b"])
    );
    agent.end().await;
}

#[tokio::test]
async fn a_double_click_counts_to_two_and_selects_a_word() {
    let (site, agent) = at(watched()).await;
    agent.go(&site.url("/watched")).await;
    let button = agent.find("button").await;
    agent
        .on("double_click", &button)
        .await
        .shows(&shown(&format!("[text] Clicked (left, 2 times) {button}.\n[text] It is button \"Press\".")));
    assert_eq!(
        site.ask("/watched", "seen").await.unwrap(),
        json!([
            "mousedown true 0 1 false b",
            "mouseup true 0 1 false b",
            "click true 0 1 false b",
            "mousedown true 0 2 false b",
            "mouseup true 0 2 false b",
            "click true 0 2 false b",
            "dblclick true 0 2 false b",
        ])
    );
    let at = site
        .ask(
            "/watched",
            "(() => { const box = p.getBoundingClientRect(); return [box.left + 5, box.top + 8] })()",
        )
        .await
        .unwrap();
    let (x, y) = (at[0].as_f64().unwrap() as i64, at[1].as_f64().unwrap() as i64);
    agent
        .at("double_click", x, y)
        .await
        .shows(&shown(&format!("[text] Clicked (left, 2 times) at ({x}, {y}).")));
    assert_eq!(site.ask("/watched", "getSelection().toString().trim()").await.unwrap(), "First");
    agent.end().await;
}

#[tokio::test]
async fn a_triple_click_selects_a_paragraph_and_what_is_typed_replaces_a_fields_text() {
    let page = r#"<!doctype html><title>Watched</title><p tabindex=0 aria-label=Story>First words of a paragraph. Second sentence.</p>
        <p>Another</p><input aria-label=Name value="the old name">"#;
    let (site, agent) = at(Site::builder().page("/watched", page)).await;
    agent.go(&site.url("/watched")).await;
    agent.at("triple_click", 40, 25).await.shows(&shown("[text] Clicked (left, 3 times) at (40, 25)."));
    assert_eq!(
        site.ask("/watched", "getSelection().toString().trim()").await.unwrap(),
        "First words of a paragraph. Second sentence."
    );
    let name = agent.find("textbox").await;
    agent
        .on("triple_click", &name)
        .await
        .shows(&shown(&format!("[text] Clicked (left, 3 times) {name}.\n[text] It is textbox \"Name\".")));
    agent
        .call("type", json!({ "text": "new" }))
        .await
        .shows(&shown("[text] Typed 3 characters.\n[text] Into textbox \"Name\"."));
    assert_eq!(site.ask("/watched", "document.querySelector('input').value").await.unwrap(), "new");
    agent.end().await;
}

#[tokio::test]
async fn t3_every_kind_of_click_holds_its_modifiers_and_lets_them_go() {
    let (site, agent) = at(watched()).await;
    agent.go(&site.url("/watched")).await;
    for (member, said, events) in [
        ("right_click", "right, shift held", &["contextmenu", "auxclick"][..]),
        ("middle_click", "middle, shift held", &["auxclick"]),
        ("double_click", "left, 2 times, shift held", &["click", "click", "dblclick"]),
        ("triple_click", "left, 3 times, shift held", &["click", "click", "dblclick", "click"]),
    ] {
        site.ask("/watched", "seen.length = 0").await.unwrap();
        let target = json!({ "type": "coordinate", "x": 120, "y": 220 });
        let input = json!({ "target": target, "modifiers": "shift" });
        agent.call(member, input).await.shows(&shown(&format!("[text] Clicked ({said}) at (120, 220).")));
        let told = "seen.filter((line) => !line.startsWith('mouse')).map((line) => line.split(' ')).map(([type, , , , shift]) => type + shift)";
        let expected: Vec<_> = events.iter().map(|event| format!("{event}true")).collect();
        assert_eq!(site.ask("/watched", told).await.unwrap(), json!(expected), "{member}");
    }
    site.ask("/watched", "seen.length = 0").await.unwrap();
    agent.at("left_click", 120, 220).await.shows(&shown("[text] Clicked (left) at (120, 220)."));
    assert_eq!(
        site.ask("/watched", "seen").await.unwrap(),
        json!(["mousedown true 0 1 false b", "mouseup true 0 1 false b", "click true 0 1 false b"])
    );
    agent.end().await;
}

#[tokio::test]
async fn r2_what_can_not_be_pressed_can_not_be_pressed_by_any_click() {
    let page = r#"<!doctype html><title>Watched</title><style>body{margin:0}button{position:absolute;width:100px;height:30px}#lid{position:absolute;left:0;top:80px;width:100px;height:30px;background:red}</style>
        <button style="top:0" disabled>Off</button><button style="top:40px" id=later>Later hidden</button><button style="top:80px">Under</button><div id=lid>Lid</div><button style="top:120px" id=gone>Gone</button>
        <script>window.seen = []; for (const type of ['mousedown', 'mouseup', 'click', 'auxclick', 'contextmenu', 'dblclick']) document.addEventListener(type, () => seen.push(type), true)</script>"#;
    let (site, agent) = at(Site::builder().page("/watched", page)).await;
    agent.go(&site.url("/watched")).await;
    let off = agent.find("button \"Off\"").await;
    let later = agent.find("button \"Later hidden\"").await;
    let under = agent.find("button \"Under\"").await;
    let gone = agent.find("button \"Gone\"").await;
    site.ask("/watched", "later.style.display = 'none'; document.getElementById('gone').remove()")
        .await
        .unwrap();
    for member in ["right_click", "middle_click", "double_click", "triple_click"] {
        for (at, code, said) in [
            (&off, "disabled", " (button \"Off\") is disabled; nothing was done."),
            (&later, "hidden", " (button \"Later hidden\") is hidden; nothing was done."),
            (&under, "covered", " (button \"Under\") is covered by div \"Lid\"; nothing was done."),
            (&gone, "stale_ref", " is stale: the element is no longer on the page; read it again."),
        ] {
            agent.on(member, at).await.shows(&format!("[error {code}, about {at}]\n[text] {at}{said}"));
        }
        agent.on(member, "ref_999").await.shows(
            "
            [error unknown_ref, about ref_999]
            [text] ref_999 was never handed out; read the page to get refs.
            ",
        );
        agent.at(member, 1280, 0).await.shows(
            "
            [error outside_viewport]
            [text] (1280, 0) is outside the viewport, which is 1280×800.
            ",
        );
    }
    assert_eq!(site.ask("/watched", "seen").await.unwrap(), json!([]));
    agent.end().await;
}

/// Seen to fail with the first press alone looked at.
#[tokio::test]
async fn r2_a_double_click_whose_second_press_lands_on_something_else_says_so() {
    let page = "<!doctype html><title>Under</title><body style='margin:0'><button style='width:300px;height:80px'>Pay</button>\
        <button id=cover style='position:absolute;left:0;top:0;width:300px;height:80px' onclick='this.remove()'>Cancel</button>";
    let (site, agent) = at(Site::builder().page("/under", page)).await;
    agent.go(&site.url("/under")).await;
    let cancel = agent.find("button \"Cancel\"").await;
    agent.on("double_click", &cancel).await.shows(&format!(
        r#"
        [text] Clicked (left, 2 times) {cancel}.
        [text] It is button "Cancel". Only its first press came to it: the page put button "Pay" in its place for a later one; read the page.
        [state]
        * t1 "Under" http://127.0.0.1:PORT/under
        "#
    ));
    agent.end().await;
}
