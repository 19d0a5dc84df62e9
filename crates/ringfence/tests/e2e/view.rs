//! `screenshot` and `wait`.

use ringfence::browser::{BrowserOptions, Viewport};
use ringfence::toolset::Block;
use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{Agent, allowing, at_fixtures};

#[tokio::test]
async fn d11_n3_a_picture_is_the_viewport_at_one_pixel_each() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.call("screenshot", json!({})).await.shows(
        r#"
        [image/png 1280×800]
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    assert_eq!(
        site.ask("/form.html", "[innerWidth, innerHeight, devicePixelRatio]").await.unwrap(),
        json!([1280, 800, 1])
    );
    agent.end().await;
}
