//! `left_click`.

use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::{asked, at, at_fixtures};

/// Notes every pointer event on `#b`: type, trust, button, modifiers.
const WATCHED: &str = r#"<!doctype html><title>Watched</title><style>body{margin:0}#b{position:absolute;left:100px;top:200px;width:80px;height:40px}</style>
<button id=b>Press</button><script>
window.seen = [];
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'])
  document.addEventListener(type, (event) => seen.push([type, event.isTrusted, event.button, event.detail, event.ctrlKey, event.shiftKey, event.altKey, event.metaKey, event.target.id, event.clientX, event.clientY].join(' ')), true);
for (const type of ['keydown', 'keyup'])
  document.addEventListener(type, (event) => seen.push([type, event.isTrusted, event.key, event.code].join(' ')), true);
</script>"#;

#[tokio::test]
async fn a_click_by_ref_is_one_press_of_a_real_pointer() {
    let (site, agent) = at(Site::builder().page("/watched", WATCHED)).await;
    agent.go(&site.url("/watched")).await;
    let button = agent.find("button").await;
    agent.click(&button).await.shows(&format!(
        r#"
        [text] Clicked (left) {button}.
        [text] It is button "Press".
        [state]
        * t1 "Watched" http://127.0.0.1:PORT/watched
        "#
    ));
    assert_eq!(
        site.ask("/watched", "seen").await.unwrap(),
        json!([
            "pointerdown true 0 0 false false false false b 140 220",
            "mousedown true 0 1 false false false false b 140 220",
            "pointerup true 0 0 false false false false b 140 220",
            "mouseup true 0 1 false false false false b 140 220",
            "click true 0 1 false false false false b 140 220",
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn t2_a_click_at_a_point_lands_on_that_very_pixel() {
    let (site, agent) = at(Site::builder().page("/watched", WATCHED)).await;
    agent.go(&site.url("/watched")).await;
    agent.call("left_click", json!({ "target": { "type": "coordinate", "x": 100, "y": 239 } })).await.shows(
        r#"
        [text] Clicked (left) at (100, 239).
        [state]
        * t1 "Watched" http://127.0.0.1:PORT/watched
        "#,
    );
    let clicks = "seen.filter((line) => line.startsWith('click'))";
    assert_eq!(
        site.ask("/watched", clicks).await.unwrap(),
        json!(["click true 0 1 false false false false b 100 239"])
    );
    agent.end().await;
}

#[tokio::test]
async fn t2_a_point_outside_the_viewport_is_refused_and_never_moved_inside() {
    let (site, agent) = at(Site::builder().page("/watched", WATCHED)).await;
    agent.go(&site.url("/watched")).await;
    for (x, y) in [(1280, 10), (10, 800), (-1, 10), (10, -1)] {
        let target = json!({ "type": "coordinate", "x": x, "y": y });
        agent.call("left_click", json!({ "target": target })).await.shows(&format!(
            "
            [error outside_viewport]
            [text] ({x}, {y}) is outside the viewport, which is 1280×800.
            "
        ));
    }
    assert_eq!(site.ask("/watched", "seen").await.unwrap(), json!([]));
    agent.call("left_click", json!({ "target": { "type": "coordinate", "x": 1279, "y": 799 } })).await.shows(
        r#"
        [text] Clicked (left) at (1279, 799).
        [state]
        * t1 "Watched" http://127.0.0.1:PORT/watched
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn t3_modifiers_are_held_during_the_click_and_released_after_it() {
    let (site, agent) = at(Site::builder().page("/watched", WATCHED)).await;
    agent.go(&site.url("/watched")).await;
    let button = agent.find("button").await;
    let target = json!({ "type": "ref", "ref": button });
    agent.call("left_click", json!({ "target": target, "modifiers": "shift+CTRL" })).await.shows(&format!(
        r#"
        [text] Clicked (left, ctrl+shift held) {button}.
        [text] It is button "Press".
        [state]
        * t1 "Watched" http://127.0.0.1:PORT/watched
        "#
    ));
    agent.click(&button).await.shows(&format!(
        r#"
        [text] Clicked (left) {button}.
        [text] It is button "Press".
        [state]
        * t1 "Watched" http://127.0.0.1:PORT/watched
        "#
    ));
    let told = "seen.filter((line) => /^(key|click)/.test(line))";
    assert_eq!(
        site.ask("/watched", told).await.unwrap(),
        json!([
            "keydown true Control ControlLeft",
            "keydown true Shift ShiftLeft",
            "click true 0 1 true true false false b 140 220",
            "keyup true Shift ShiftLeft",
            "keyup true Control ControlLeft",
            "click true 0 1 false false false false b 140 220",
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn t3_modifiers_are_not_pressed_for_a_click_that_can_not_be() {
    let page = WATCHED.replace("id=b>", "id=b disabled>");
    let (site, agent) = at(Site::builder().page("/watched", &page)).await;
    agent.go(&site.url("/watched")).await;
    let button = agent.find("button").await;
    let target = json!({ "type": "ref", "ref": button });
    agent.call("left_click", json!({ "target": target, "modifiers": "shift" })).await.shows(&format!(
        r#"
        [error disabled, about {button}]
        [text] {button} (button "Press") is disabled; nothing was done.
        "#
    ));
    assert_eq!(site.ask("/watched", "seen").await.unwrap(), json!([]));
    agent.end().await;
}

#[tokio::test]
async fn the_form_is_sent_by_clicks_and_the_page_answers() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let fake = agent.find("clickable").await;
    agent.click(&fake).await.shows(&format!(
        r#"
        [text] Clicked (left) {fake}.
        [text] It is div "Div that acts like a button".
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#
    ));
    assert_eq!(site.ask("/form.html", "out.textContent").await.unwrap(), "fake clicked");
    // A label is as good as its box.
    let terms = agent.find("checkbox").await;
    agent.click(&terms).await.shows(&format!(
        r#"
        [text] Clicked (left) {terms}.
        [text] It is checkbox "I agree to the terms".
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#
    ));
    assert_eq!(site.ask("/form.html", "tos.checked").await.unwrap(), true);
    agent.end().await;
}

#[tokio::test]
async fn an_element_out_of_sight_is_scrolled_into_view() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/table.html")).await;
    // The whole page is too long to be read at once, so the last row is brought into view first.
    site.ask("/table.html", "scrollTo(0, 1e6)").await.unwrap();
    let row = agent.find_with(json!({}), "row \"1500 ").await;
    site.ask("/table.html", "scrollTo(0, 0)").await.unwrap();
    let button = agent.find_with(json!({ "ref": row, "filter": "all" }), "button").await;
    agent.click(&button).await.shows(&format!(
        r#"
        [text] Clicked (left) {button}.
        [text] It is button "Refund".
        [state]
        * t1 "Orders (500 rows)" http://127.0.0.1:PORT/table.html
        "#
    ));
    assert_eq!(
        site.ask("/table.html", "[out.textContent, scrollY > 1000]").await.unwrap(),
        json!(["refund 1500", true])
    );
    agent.end().await;
}

#[tokio::test]
async fn d8_a_link_click_returns_with_where_it_landed() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let help = agent.find("link \"Help\"").await;
    agent.click(&help).await.shows(&format!(
        r#"
        [text] Clicked (left) {help}.
        [text] It is link "Help". The tab is now at http://127.0.0.1:PORT/article.html "A long article" (HTTP 200).
        [state]
        * t1 "A long article" http://127.0.0.1:PORT/article.html
        "#
    ));
    assert_eq!(asked(&site), ["GET /form.html", "GET /article.html"]);
    agent.end().await;
}

#[tokio::test]
async fn d8_a_navigation_by_script_in_a_timer_is_waited_for_too() {
    let (site, agent) = at(Site::builder().page(
        "/later",
        "<title>Later</title><button onclick=\"setTimeout(() => { location.href = '/slow?ms=700' }, 0)\">Go</button>",
    ))
    .await;
    agent.go(&site.url("/later")).await;
    let go = agent.find("button").await;
    agent.click(&go).await.shows(&format!(
        r#"
        [text] Clicked (left) {go}.
        [text] It is button "Go". The tab is now at http://127.0.0.1:PORT/slow?ms=700 "Slow" (HTTP 200).
        [state]
        * t1 "Slow" http://127.0.0.1:PORT/slow?ms=700
        "#
    ));
    agent.end().await;
}

#[tokio::test]
async fn d8_a_click_does_not_hang_on_a_navigation_that_never_answers() {
    let (site, agent) =
        at(Site::builder().page("/link", "<title>Link</title><a href=/never>Never</a>")).await;
    agent.go(&site.url("/link")).await;
    let never = agent.find("link").await;
    // A click that waited for the answer would outlast the test's own limit.
    agent.click(&never).await.shows(&format!(
        r#"
        [text] Clicked (left) {never}.
        [text] It is link "Never". The page is still loading.
        [state]
        * t1 "Link" http://127.0.0.1:PORT/link
        "#
    ));
    assert_eq!(site.ask("/link", "document.title").await.unwrap(), "Link");
    assert_eq!(asked(&site), ["GET /link", "GET /never"]);
    agent.end().await;
}

#[tokio::test]
async fn d8_a_mail_link_is_no_navigation_to_wait_for() {
    let (site, agent) =
        at(Site::builder().page("/mail", "<title>Mail</title><a href=mailto:a@example.com>Mail us</a>"))
            .await;
    agent.go(&site.url("/mail")).await;
    let mail = agent.find("link").await;
    agent.click(&mail).await.shows(&format!(
        r#"
        [text] Clicked (left) {mail}.
        [text] It is link "Mail us".
        [state]
        * t1 "Mail" http://127.0.0.1:PORT/mail
        "#
    ));
    assert_eq!(site.ask("/mail", "document.title").await.unwrap(), "Mail");
    agent.end().await;
}

#[tokio::test]
async fn an_element_that_is_pressed_at_a_side_is_not_taken_for_covered() {
    let page = r#"<!doctype html><title>Half</title><style>body{margin:0}button{position:absolute;left:0;top:0;width:400px;height:100px}
        #lid{position:absolute;left:100px;top:0;width:300px;height:100px;background:red}</style>
        <button onclick="window.at = [event.clientX, event.clientY]">Wide</button><div id=lid>Lid</div>"#;
    let (site, agent) = at(Site::builder().page("/half", page)).await;
    agent.go(&site.url("/half")).await;
    let wide = agent.find("button").await;
    agent.click(&wide).await.shows(&format!(
        r#"
        [text] Clicked (left) {wide}.
        [text] It is button "Wide".
        [state]
        * t1 "Half" http://127.0.0.1:PORT/half
        "#
    ));
    assert_eq!(site.ask("/half", "window.at").await.unwrap(), json!([80, 50]));
    agent.end().await;
}

#[tokio::test]
async fn a_button_that_moves_away_under_the_pointer_is_told_as_missed() {
    let page = r#"<!doctype html><title>Runaway</title><style>body{margin:0;height:100vh}button{position:absolute;left:100px;top:100px}</style>
        <button id=b onmousemove="this.style.left='600px'" onclick="window.hit=true">Catch me</button><script>window.hit=false</script>"#;
    let (site, agent) = at(Site::builder().page("/runaway", page)).await;
    agent.go(&site.url("/runaway")).await;
    let button = agent.find("button").await;
    agent.click(&button).await.shows(&format!(
        r#"
        [error covered, about {button}]
        [text] The press meant for {button} (button "Catch me") landed on body "Catch me": the page moved; read it again.
        "#
    ));
    assert_eq!(site.ask("/runaway", "window.hit").await.unwrap(), Value::Bool(false));
    agent.end().await;
}
