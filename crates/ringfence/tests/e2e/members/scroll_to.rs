//! `scroll_to`.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{Agent, allowing, at, at_fixtures};

fn shown(lines: &str) -> String {
    format!("{lines}\n[state]\n* t1 \"Long\" http://127.0.0.1:PORT/long")
}

/// Whether an element lies in the viewport, and in the box around it.
const IN_VIEW: &str = "(element) => { const box = element.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth }";

const LONG: &str = r#"<!doctype html><title>Long</title><style>body{margin:0}#box{height:200px;width:300px;overflow:auto}</style>
    <button id=first>First</button>
    <div id=box><div style="height:2000px;width:2000px;position:relative"><button id=inner style="position:absolute;left:1500px;top:1500px">Inner</button></div></div>
    <div style="height:3000px"></div><button id=last disabled>Last</button><div style="height:1000px"></div>
    <script>window.seen = []; for (const type of ['mousemove', 'mousedown', 'click', 'focusin']) document.addEventListener(type, () => seen.push(type), true)</script>"#;

#[tokio::test]
async fn an_element_is_brought_into_view_and_nothing_else_is_done() {
    let (site, agent) = at(Site::builder().page("/long", LONG)).await;
    agent.go(&site.url("/long")).await;
    let last = agent.find("button \"Last\"").await;
    let first = agent.find("button \"First\"").await;
    // One that is disabled, too.
    agent
        .on("scroll_to", &last)
        .await
        .shows(&shown(&format!("[text] Scrolled {last} into view.\n[text] It is button \"Last\".")));
    let state = format!("[({IN_VIEW})(last), ({IN_VIEW})(first), seen]");
    assert_eq!(site.ask("/long", &state).await.unwrap(), json!([true, false, []]));
    agent.call("read_page", json!({})).await.shows(&format!(
        r#"
        [page text from http://127.0.0.1:PORT]
        button "Last" [{last}] disabled=true
        … lines left out: 2 outside the viewport (filter "all" reads them, scroll brings them in)
        [state]
        * t1 "Long" http://127.0.0.1:PORT/long
        "#
    ));
    agent
        .on("scroll_to", &first)
        .await
        .shows(&shown(&format!("[text] Scrolled {first} into view.\n[text] It is button \"First\".")));
    assert_eq!(site.ask("/long", &state).await.unwrap(), json!([false, true, []]));
    agent.end().await;
}

#[tokio::test]
async fn every_box_around_an_element_is_scrolled() {
    let (site, agent) = at(Site::builder().page("/long", LONG)).await;
    agent.go(&site.url("/long")).await;
    let inner = agent.find("button \"Inner\"").await;
    site.ask("/long", "scrollTo(0, 3000)").await.unwrap();
    agent
        .on("scroll_to", &inner)
        .await
        .shows(&shown(&format!("[text] Scrolled {inner} into view.\n[text] It is button \"Inner\".")));
    let top = "document.elementFromPoint(...(({ left, top }) => [left + 5, top + 5])(inner.getBoundingClientRect())) === inner";
    assert_eq!(
        site.ask(
            "/long",
            &format!("[({IN_VIEW})(inner), {top}, box.scrollTop > 1000, box.scrollLeft > 1000]")
        )
        .await
        .unwrap(),
        json!([true, true, true, true])
    );
    agent.end().await;
}

#[tokio::test]
async fn an_element_in_view_is_left_where_it_is() {
    let (site, agent) = at(Site::builder().page("/long", LONG)).await;
    agent.go(&site.url("/long")).await;
    let first = agent.find("button \"First\"").await;
    agent
        .on("scroll_to", &first)
        .await
        .shows(&shown(&format!("[text] Scrolled {first} into view.\n[text] It is button \"First\".")));
    assert_eq!(site.ask("/long", "[scrollY, box.scrollTop, seen]").await.unwrap(), json!([0, 0, []]));
    agent.end().await;
}

#[tokio::test]
async fn what_is_covered_is_brought_into_view_and_what_is_hidden_or_gone_is_told() {
    let page = r#"<!doctype html><title>Long</title><style>body{margin:0}#lid{position:fixed;inset:0;background:white}</style>
        <div style="height:3000px"></div><button id=under>Under</button><button id=later>Later hidden</button><button id=away>Gone</button><div id=lid>Cookies?</div>"#;
    let (site, agent) = at(Site::builder().page("/long", page)).await;
    agent.go(&site.url("/long")).await;
    let under = agent.find("button \"Under\"").await;
    let later = agent.find("button \"Later hidden\"").await;
    let away = agent.find("button \"Gone\"").await;
    site.ask("/long", "later.style.display = 'none'; away.remove()").await.unwrap();
    agent
        .on("scroll_to", &under)
        .await
        .shows(&shown(&format!("[text] Scrolled {under} into view.\n[text] It is button \"Under\".")));
    assert_eq!(site.ask("/long", &format!("({IN_VIEW})(under)")).await.unwrap(), true);
    site.ask("/long", "scrollTo(0, 0)").await.unwrap();
    agent.on("scroll_to", &later).await.shows(&format!(
        "[error hidden, about {later}]\n[text] {later} (button \"Later hidden\") is hidden; nothing was done."
    ));
    agent.on("scroll_to", &away).await.shows(&format!(
        "[error stale_ref, about {away}]\n[text] {away} is stale: the element is no longer on the page; read it again."
    ));
    agent.on("scroll_to", "ref_999").await.shows(
        "
        [error unknown_ref, about ref_999]
        [text] ref_999 was never handed out; read the page to get refs.
        ",
    );
    agent.at("scroll_to", 10, 10).await.shows(
        r#"
        [error bad_input, about scroll_to]
        [text] The input of scroll_to is not right: target.type: expected ref, got string "coordinate".
        "#,
    );
    assert_eq!(site.ask("/long", "scrollY").await.unwrap(), 0);
    agent.end().await;
}

#[tokio::test]
async fn an_element_in_frames_is_brought_into_view_through_all_of_them() {
    let outer = "<!doctype html><title>Long</title><div style='height:2000px'></div><iframe title=One style='width:400px;height:200px' src=/middle></iframe><div style='height:2000px'></div>";
    let inner = "<!doctype html><title>Inner</title><body style='margin:0'><div style='height:1500px'></div><button onclick=\"window.pressed = true\">Deep</button><div style='height:1500px'></div>";
    // The innermost frame is of another origin, and so drawn by another process.
    let site = Site::builder()
        .page("/long", outer)
        .page("/inner", inner)
        .page("/middle", "<!doctype html><title>Middle</title><div style='height:1000px'></div><iframe title=Two style='width:300px;height:150px'></iframe><div style='height:1000px'></div><script>document.querySelector('iframe').src = `//localhost:${location.port}/inner`</script>")
        .probed()
        .start()
        .unwrap();
    let agent = Agent::with_policy(allowing(&[&site]).build().unwrap(), &[(&site, "PORT")]).await;
    agent.go(&site.url("/long")).await;
    let deep = agent.find("button \"Deep\"").await;
    agent
        .on("scroll_to", &deep)
        .await
        .shows(&shown(&format!("[text] Scrolled {deep} into view.\n[text] It is button \"Deep\".")));
    for (page, positions) in [("/long", (1000, 2100)), ("/middle", (500, 1100)), ("/inner", (1000, 1600))] {
        let at = site.ask(page, "scrollY").await.unwrap().as_i64().unwrap();
        assert!((positions.0..positions.1).contains(&at), "{page} is at {at}");
    }
    // It is where it can be pressed: nothing has to be scrolled any more.
    agent
        .click(&deep)
        .await
        .shows(&shown(&format!("[text] Clicked (left) {deep}.\n[text] It is button \"Deep\".")));
    assert_eq!(site.ask("/inner", "window.pressed").await.unwrap(), true);
    agent.end().await;
}

#[tokio::test]
async fn a_ref_of_a_page_that_was_left_is_stale() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let name = agent.find("textbox").await;
    agent.go(&site.url("/table.html")).await;
    agent.on("scroll_to", &name).await.shows(&format!(
        "[error stale_ref, about {name}]\n[text] {name} is stale: the page has changed since it was handed out; read it again."
    ));
    assert_eq!(site.ask("/table.html", "scrollY").await.unwrap(), 0);
    agent.end().await;
}
