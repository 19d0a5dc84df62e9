//! `read_page` and `get_page_text`.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{at, at_fixtures};

#[tokio::test]
async fn d5_read_page_of_a_form() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.call("read_page", json!({})).await.shows("?1");
    agent.call("read_page", json!({ "filter": "interactive" })).await.shows("?2");
    agent.end().await;
}

#[tokio::test]
async fn d5_read_page_of_a_table_is_a_line_a_row() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/table.html")).await;
    agent.call("read_page", json!({})).await.shows("?1");
    agent.end().await;
}
#[tokio::test]
async fn t7_a_subtree_and_a_depth() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    let group = agent.find("form").await;
    agent.call("read_page", json!({ "depth": 2 })).await.shows("?1");
    agent.call("read_page", json!({ "ref": group, "depth": 1 })).await.shows("?2");
    agent.end().await;
}

#[tokio::test]
async fn read_page_of_frames_and_shadow_roots() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/frames.html")).await;
    agent.call("read_page", json!({ "filter": "all" })).await.shows("?1");
    agent.call("get_page_text", json!({})).await.shows("?2");
    agent.end().await;
}

#[tokio::test]
async fn n2_get_page_text_of_a_form() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.call("get_page_text", json!({})).await.shows("?1");
    agent.end().await;
}

#[tokio::test]
async fn n2_a_page_without_anything_says_so() {
    let (site, agent) = at(Site::builder().page("/empty", "<title>E</title>")).await;
    agent.go(&site.url("/empty")).await;
    agent.call("get_page_text", json!({})).await.shows("?1");
    agent.call("read_page", json!({})).await.shows("?2");
    agent.end().await;
}

#[tokio::test]
async fn article() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/article.html")).await;
    agent.call("read_page", json!({})).await.shows("?1");
    agent.end().await;
}
