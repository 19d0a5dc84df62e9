//! Processes of the browser that end before it does: a page's, a frame's, the one that draws.

use std::time::Duration;

use ringfence_testkit::{Site, SiteBuilder};
use serde_json::json;

use crate::agent::{Agent, Setup, allowing, at};
use crate::processes::{arguments_of, descendants_of_type, kill};

const CRASHED: &str = "
    [error page_crashed, about t1]
    [text] The page's process has crashed; navigate the tab again, or open another.
    ";

const PAGE: &str = "<!doctype html><title>Page</title><p>Text</p><button>Go</button><script>\
    window.hang = () => setTimeout(() => { const last = new XMLHttpRequest(); last.open('GET', '/hanging', false); last.send(); for (;;) {} }, 30)</script>";

fn page() -> SiteBuilder {
    Site::builder().page("/page", PAGE)
}

/// Kills every process that draws pages: those of the test's tabs and the one that is kept ready.
fn kill_renderers() {
    let renderers = descendants_of_type("renderer");
    assert!(!renderers.is_empty());
    renderers.into_iter().for_each(kill);
}

async fn until_it_hangs(site: &Site) {
    site.ask("/page", "hang(); 0").await.unwrap();
    while !site.request_lines().contains(&"GET /hanging".to_owned()) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_page_whose_process_crashed_is_told_and_the_tab_is_navigated_again() {
    let (site, agent) = at(page()).await;
    agent.go(&site.url("/page")).await;
    let button = agent.find("button").await;
    kill_renderers();
    let target = json!({ "type": "ref", "ref": button });
    for (member, input) in [
        ("read_page", json!({})),
        ("get_page_text", json!({})),
        ("find", json!({ "query": "go" })),
        ("screenshot", json!({})),
        ("zoom", json!({ "region": [0, 0, 10, 10] })),
        ("left_click", json!({ "target": target })),
        ("hover", json!({ "target": target })),
        ("scroll_to", json!({ "target": target })),
        ("type", json!({ "text": "a" })),
        ("key", json!({ "text": "a" })),
    ] {
        agent.call(member, input).await.shows(CRASHED);
    }
    agent.call("list_tabs", json!({})).await.shows(
        r#"
        [state]
        * t1 "Page" http://127.0.0.1:PORT/page
        "#,
    );
    agent.call("navigate", json!({ "url": site.url("/form.html") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
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
    agent.end().await;
}

#[tokio::test]
async fn a_page_whose_process_crashed_is_reloaded_or_left_backwards() {
    let (site, agent) = at(page()).await;
    agent.go(&site.url("/form.html")).await;
    agent.go(&site.url("/page")).await;
    for (word, title, path) in
        [("reload", "Page", "/page"), ("back", "Sign up form", "/form.html"), ("forward", "Page", "/page")]
    {
        kill_renderers();
        agent.call("get_page_text", json!({})).await.shows(CRASHED);
        agent.call("navigate", json!({ "url": word })).await.shows(&format!(
            r#"
            [text] Now at http://127.0.0.1:PORT{path} "{title}" (HTTP 200)
            [state]
            * t1 "{title}" http://127.0.0.1:PORT{path}
            "#
        ));
        assert_eq!(site.ask(path, "document.title").await.unwrap(), title);
    }
    agent.end().await;
}

#[tokio::test]
async fn a_page_whose_process_crashes_during_a_call_ends_that_call() {
    let (site, agent) = at(page()).await;
    for (member, input) in [
        ("read_page", json!({})),
        ("screenshot", json!({})),
        ("left_click", json!({ "target": { "type": "coordinate", "x": 30, "y": 70 } })),
        ("type", json!({ "text": "abc" })),
        ("hold_key", json!({ "text": "a", "duration": 20 })),
    ] {
        let (site, agent) = (&site, &agent);
        agent.go(&site.url("/page")).await;
        until_it_hangs(site).await;
        let killing = async { kill_renderers() };
        let both = async { tokio::join!(agent.call(member, input), killing) };
        let (seen, ()) = tokio::time::timeout(Duration::from_secs(5), both).await.expect("the call hangs");
        seen.shows(CRASHED);
    }
    agent.go(&site.url("/page")).await;
    assert_eq!(site.ask("/page", "document.title").await.unwrap(), "Page");
    agent.end().await;
}

/// Seen to take ten seconds, and to leave a tab behind, with a crash of the new tab not looked for.
#[tokio::test]
async fn a_tab_whose_process_crashes_as_it_opens_is_opened_again() {
    let (site, agent) = at(page()).await;
    agent.go(&site.url("/page")).await;
    for opened in 2..6 {
        let killing = async {
            tokio::time::sleep(Duration::from_millis(opened)).await;
            descendants_of_type("renderer").into_iter().for_each(kill);
        };
        let both = async { tokio::join!(agent.outcome("new_tab", json!({})), killing) };
        let (outcome, ()) = tokio::time::timeout(Duration::from_secs(8), both).await.expect("the call hangs");
        assert!(outcome.failure.is_none(), "{outcome:?}");
        let tabs = outcome.tabs.iter().filter(|tab| tab.active).count();
        assert_eq!((outcome.tabs.len() as u64, tabs), (opened, 1), "{:?}", outcome.tabs);
    }
    agent.go(&site.url("/page")).await;
    assert_eq!(site.ask("/page", "document.title").await.unwrap(), "Page");
    agent.end().await;
}

#[tokio::test]
async fn a_frame_whose_process_crashed_leaves_the_page_around_it() {
    let site = Site::builder().probed().start().unwrap();
    let outer = format!(
        "<!doctype html><title>Outer</title><p>Around</p><iframe title=Pay src={}/framex.html></iframe><button onclick=\"window.pressed = true\">Go</button>",
        site.localhost_origin()
    );
    let site_around = Site::builder().page("/outer", &outer).page("/page", PAGE).probed().start().unwrap();
    let policy = allowing(&[&site, &site_around]).build().unwrap();
    let agent = Agent::with_policy(policy, &[(&site_around, "PORT"), (&site, "OTHER")]).await;
    agent.go(&site_around.url("/outer")).await;
    let pay = agent.find("button \"Pay now\"").await;
    let go = agent.find("button \"Go\"").await;
    // The frame's process is the one that ends when the frame is told to spin.
    site.ask("/framex.html", "setTimeout(() => { for (;;) {} }, 30); 0").await.unwrap();
    let frames: Vec<_> = descendants_of_type("renderer");
    kill_busiest(&frames).await;
    let seen = agent.call("get_page_text", json!({})).await;
    seen.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        Around
        Go
        [state]
        * t1 "Outer" http://127.0.0.1:PORT/outer
        "#,
    );
    agent.call("read_page", json!({ "filter": "interactive" })).await.shows(&format!(
        "
        [page text from http://127.0.0.1:PORT]
        iframe \"Pay\" [ref_1] crashed=true
        button \"Go\" [{go}]
        [state]
        * t1 \"Outer\" http://127.0.0.1:PORT/outer
        "
    ));
    agent.click(&go).await.shows(&format!(
        r#"
        [text] Clicked (left) {go}.
        [text] It is button "Go".
        [state]
        * t1 "Outer" http://127.0.0.1:PORT/outer
        "#
    ));
    assert_eq!(site_around.ask("/outer", "window.pressed").await.unwrap(), true);
    agent.click(&pay).await.shows(&format!(
        "
        [error stale_ref, about {pay}]
        [text] {pay} is stale: the page has changed since it was handed out; read it again.
        "
    ));
    agent.end().await;
}

/// Kills the process that has used most of the processor since it is watched: the one that spins.
async fn kill_busiest(processes: &[u32]) {
    let used = |pid: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let rest = stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned()).unwrap_or_default();
        rest.split(' ').nth(11).and_then(|ticks| ticks.parse::<u64>().ok()).unwrap_or(0)
    };
    const CLEAR: u64 = 60;
    let before: Vec<_> = processes.iter().map(|pid| used(*pid)).collect();
    loop {
        let busiest = processes.iter().zip(&before).find(|(pid, before)| used(**pid) > *before + CLEAR);
        if let Some((pid, _)) = busiest {
            return kill(*pid);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn the_process_that_draws_is_replaced_and_pictures_are_taken_again() {
    let (site, agent) = at(page()).await;
    agent.go(&site.url("/page")).await;
    let picture = r#"
        [image/png 1280×800]
        [state]
        * t1 "Page" http://127.0.0.1:PORT/page
        "#;
    agent.call("screenshot", json!({})).await.shows(picture);
    let drawing = descendants_of_type("gpu-process");
    assert_eq!(drawing.len(), 1);
    drawing.into_iter().for_each(kill);
    agent.call("screenshot", json!({})).await.shows(picture);
    agent.call("get_page_text", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        Text
        Go
        [state]
        * t1 "Page" http://127.0.0.1:PORT/page
        "#,
    );
    assert_eq!(site.ask("/page", "document.title").await.unwrap(), "Page");
    agent.end().await;
}

#[tokio::test]
async fn the_process_that_speaks_with_the_network_is_replaced_and_the_next_page_comes() {
    let site = page().probed().start().unwrap();
    let agent = Setup::at(&site).navigating_within(Duration::from_secs(2)).start().await;
    agent.go(&site.url("/page")).await;
    let speaks = |pid: &u32| arguments_of(*pid).contains("network.mojom.NetworkService");
    let network: Vec<_> = descendants_of_type("utility").into_iter().filter(speaks).collect();
    assert_eq!(network.len(), 1);
    network.into_iter().for_each(kill);
    // The navigation that meets its end may be lost with it; that is told, and the next one works.
    agent.outcome("navigate", json!({ "url": site.url("/form.html") })).await;
    agent.call("navigate", json!({ "url": site.url("/form.html") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    agent.end().await;
}

/// Chromium loses the first navigation away from the blank page that follows a crash. Seen to fail without `after_crash`: the
/// navigation leads to no page, or runs out of its time.
#[tokio::test]
async fn a_tab_that_crashed_and_was_emptied_is_navigated_at_the_first_try() {
    let deep = "<!doctype html><title>Deep</title><div id=host></div><script>let at = host; for (let i = 0; i < 3000; i++) {\
        const root = at.attachShadow({ mode: 'open' }); at = document.createElement('div'); root.append(at) }</script>";
    let (site, agent) = at(page().page("/deep", deep)).await;
    for _ in 0..3 {
        // It overflows the stack of its process.
        let outcome = agent.outcome("navigate", json!({ "url": site.url("/deep") })).await;
        assert!(outcome.result.is_error, "{outcome:?}");
        agent.go("about:blank").await;
        agent.go(&site.url("/page")).await;
    }
    agent.end().await;
}
