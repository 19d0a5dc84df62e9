//! `hover`.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::at;

const MENU: &str = r#"<!doctype html><title>Menu</title><style>body{margin:0}nav button,nav div{position:absolute;left:100px;width:100px;height:30px}
    #m{top:100px}#s{top:130px;visibility:hidden}nav:hover #s{visibility:visible}#d{position:absolute;left:400px;top:100px}</style>
    <nav aria-label=Main><button id=m>More</button><div id=s><button style="left:0;top:0;position:static" onclick="window.chosen = true">Settings</button></div></nav>
    <button id=d disabled title="Sign in first">Delete</button>
    <script>window.seen = []; for (const type of ['mouseover', 'mousedown', 'click']) document.addEventListener(type, (event) => seen.push([type, event.isTrusted, event.target.id].join(' ')), true)</script>"#;

fn shown(lines: &str) -> String {
    format!("{lines}\n[state]\n* t1 \"Menu\" http://127.0.0.1:PORT/menu")
}

#[tokio::test]
async fn the_pointer_stays_on_the_element_so_that_a_menu_stays_open() {
    let (site, agent) = at(Site::builder().page("/menu", MENU)).await;
    agent.go(&site.url("/menu")).await;
    let more = agent.find("button \"More\"").await;
    agent
        .on("hover", &more)
        .await
        .shows(&shown(&format!("[text] Moved the pointer onto {more}.\n[text] It is button \"More\".")));
    assert_eq!(
        site.ask("/menu", "[seen, m.matches(':hover'), getComputedStyle(s).visibility]").await.unwrap(),
        json!([["mouseover true m"], true, "visible"])
    );
    let settings = agent.find("button \"Settings\"").await;
    agent
        .click(&settings)
        .await
        .shows(&shown(&format!("[text] Clicked (left) {settings}.\n[text] It is button \"Settings\".")));
    assert_eq!(site.ask("/menu", "window.chosen").await.unwrap(), true);
    agent.end().await;
}

#[tokio::test]
async fn a_disabled_element_can_be_pointed_at() {
    let (site, agent) = at(Site::builder().page("/menu", MENU)).await;
    agent.go(&site.url("/menu")).await;
    let delete = agent.find("button \"Delete\"").await;
    agent
        .on("hover", &delete)
        .await
        .shows(&shown(&format!("[text] Moved the pointer onto {delete}.\n[text] It is button \"Delete\".")));
    assert_eq!(site.ask("/menu", "d.matches(':hover')").await.unwrap(), true);
    agent.end().await;
}

#[tokio::test]
async fn t1_a_point_can_be_pointed_at_and_nothing_is_pressed() {
    let (site, agent) = at(Site::builder().page("/menu", MENU)).await;
    agent.go(&site.url("/menu")).await;
    agent.at("hover", 150, 115).await.shows(&shown("[text] Moved the pointer to (150, 115)."));
    assert_eq!(site.ask("/menu", "m.matches(':hover')").await.unwrap(), true);
    agent.at("hover", 1000, 700).await.shows(&shown("[text] Moved the pointer to (1000, 700)."));
    assert_eq!(
        site.ask("/menu", "[m.matches(':hover'), seen.filter((line) => !line.startsWith('mouseover'))]")
            .await
            .unwrap(),
        json!([false, []])
    );
    agent.end().await;
}

#[tokio::test]
async fn r2_what_can_not_be_pointed_at_says_why_and_the_pointer_stays() {
    let page = r#"<!doctype html><title>Menu</title><style>body{margin:0}button{position:absolute;left:0;width:100px;height:30px}#lid{position:absolute;left:0;top:80px;width:100px;height:30px;background:red}</style>
        <button style="top:40px" id=later>Later hidden</button><button style="top:80px">Under</button><div id=lid>Lid</div><button style="top:120px" id=gone>Gone</button>
        <script>window.seen = []; document.addEventListener('mousemove', () => seen.push('move'), true)</script>"#;
    let (site, agent) = at(Site::builder().page("/menu", page)).await;
    agent.go(&site.url("/menu")).await;
    let later = agent.find("button \"Later hidden\"").await;
    let under = agent.find("button \"Under\"").await;
    let gone = agent.find("button \"Gone\"").await;
    site.ask("/menu", "later.style.display = 'none'; document.getElementById('gone').remove()")
        .await
        .unwrap();
    for (at, code, said) in [
        (&later, "hidden", " (button \"Later hidden\") is hidden; nothing was done."),
        (&under, "covered", " (button \"Under\") is covered by div \"Lid\"; nothing was done."),
        (&gone, "stale_ref", " is stale: the element is no longer on the page; read it again."),
    ] {
        agent.on("hover", at).await.shows(&format!("[error {code}, about {at}]\n[text] {at}{said}"));
    }
    agent.at("hover", 10, 800).await.shows(
        "
        [error outside_viewport]
        [text] (10, 800) is outside the viewport, which is 1280×800.
        ",
    );
    assert_eq!(site.ask("/menu", "seen").await.unwrap(), json!([]));
    agent.end().await;
}
