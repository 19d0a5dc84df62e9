//! Pages that give what nobody asked for.

use ringfence::toolset::Block;
use ringfence_testkit::{Answer, Site, SiteBuilder};
use serde_json::json;

use super::{answered, goes_on};
use crate::agent::{Agent, Setup};

const PAGE: &str = "<!doctype html><title>Gives</title><button>Press</button><script>setInterval(() => { for (let i = 0; i < 20; i += 1) { const a = document.createElement('a'); a.href = '/attached?' + i; a.download = i; a.click() } }, 1)</script>";

fn site() -> SiteBuilder {
    Site::builder()
        .page("/gives", PAGE)
        .page("/fresh", "<!doctype html><title>Fresh</title><p>A fresh page.</p>")
        .route("/attached", |_| {
            Answer::of("application/octet-stream", "x").with_header("content-disposition", "attachment")
        })
}

/// Uses the browser while the page goes on giving.
async fn is_used(site: &Site, agent: &Agent) {
    answered(agent, "navigate", json!({ "url": site.url("/gives") })).await.lines().for_each(drop);
    for _ in 0..5 {
        let read = agent.outcome("read_page", json!({})).await;
        let found =
            |block: &Block| matches!(block, Block::PageText { text, .. } if text.starts_with("button"));
        assert!(read.result.content.iter().any(found), "{read:?}");
        // A new tab is told of with its own call, however many downloads are told of.
        let opened = agent.outcome("new_tab", json!({})).await;
        assert!(!opened.result.is_error, "{opened:?}");
        answered(agent, "switch_tab", json!({ "tab_id": "t1" })).await.lines().for_each(drop);
    }
    goes_on(site, agent).await;
}

#[tokio::test]
async fn downloads_in_a_loop_are_refused_and_the_browser_is_used_as_before() {
    let site = site().probed().start().unwrap();
    let agent = Setup::at(&site).start().await;
    is_used(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn downloads_in_a_loop_end_at_the_limit_where_they_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    let site = site().probed().start().unwrap();
    let mut setup = Setup::at(&site);
    setup.browser.files.downloads = Some(directory.path().to_owned());
    setup.browser.files.download_limits.files = 7;
    let agent = setup.start().await;
    is_used(&site, &agent).await;
    agent.end().await;
    let kept = std::fs::read_dir(directory.path()).unwrap().count();
    assert!(kept <= 7, "{kept}");
}
