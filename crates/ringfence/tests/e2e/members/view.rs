//! `screenshot` and `wait`.

use std::time::Duration;

use ringfence::browser::{BrowserOptions, Viewport};
use ringfence::toolset::Block;
use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{Agent, allowing, at, at_fixtures};

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

#[tokio::test]
async fn a_picture_shows_the_page_as_it_is_now_pixel_by_pixel() {
    // Four quarters; the picture is given back to the page, which looks at its pixels.
    let page = r#"<!doctype html><title>Colours</title><style>body{margin:0}div{position:absolute;width:640px;height:400px}</style>
        <div style="left:0;top:0;background:rgb(255,0,0)"></div><div style="left:640px;top:0;background:rgb(0,255,0)"></div>
        <div style="left:0;top:400px;background:rgb(0,0,255)"></div><div id=last style="left:640px;top:400px;background:rgb(1,2,3)"></div>
        <script>window.look = async (data) => { const image = new Image(); image.src = 'data:image/png;base64,' + data; await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d'); canvas.drawImage(image, 0, 0);
          return [[0, 0], [639, 399], [640, 0], [1279, 399], [0, 400], [639, 799], [640, 400], [1279, 799]]
            .map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data].slice(0, 3).join()) }</script>"#;
    let (site, agent) = at(Site::builder().page("/colours", page)).await;
    agent.go(&site.url("/colours")).await;
    for last in ["1,2,3", "250,240,230"] {
        site.ask("/colours", &format!("last.style.background = 'rgb({last})'")).await.unwrap();
        let outcome = agent.outcome("screenshot", json!({})).await;
        let image = outcome
            .result
            .content
            .iter()
            .find(|block| matches!(block, Block::Image { .. }))
            .unwrap()
            .to_api();
        let data = image["source"]["data"].as_str().unwrap();
        assert_eq!(
            site.ask("/colours", &format!("look('{data}')")).await.unwrap(),
            json!(["255,0,0", "255,0,0", "0,255,0", "0,255,0", "0,0,255", "0,0,255", last, last])
        );
    }
    agent.end().await;
}

#[tokio::test]
async fn d11_another_viewport_is_the_frame_of_pictures_and_points_in_every_tab() {
    let site = Site::builder().probed().start().unwrap();
    let mut options = BrowserOptions::new(allowing(&[&site]).build().unwrap());
    options.viewport = Viewport::new(800, 600).unwrap();
    let agent = Agent::with_options(options, &[(&site, "PORT")]).await;
    agent.outcome("new_tab", json!({})).await;
    agent.go(&site.url("/form.html")).await;
    agent.call("screenshot", json!({})).await.shows(
        r#"
        [image/png 800×600]
        [state]
        - t1 "about:blank" about:blank
        * t2 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.call("screenshot", json!({ "tab_id": "t1" })).await.shows(
        r#"
        [image/png 800×600]
        [state]
        - t1 "about:blank" about:blank
        * t2 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.click_at(800.0, 10.0).await.shows(
        "
        [error outside_viewport]
        [text] (800, 10) is outside the viewport, which is 800×600.
        ",
    );
    agent.end().await;
}

#[tokio::test]
async fn t6_wait_gives_the_page_its_time() {
    let (site, agent) = at(Site::builder().page(
        "/clock",
        "<title>Clock</title><h1>Clock</h1><script>window.started = performance.now()</script>",
    ))
    .await;
    agent.go(&site.url("/clock")).await;
    let before = site.ask("/clock", "performance.now()").await.unwrap().as_f64().unwrap();
    agent.call("wait", json!({ "duration": 0.75 })).await.shows(
        r#"
        [text] Waited 0.75 s.
        [state]
        * t1 "Clock" http://127.0.0.1:PORT/clock
        "#,
    );
    let after = site.ask("/clock", "performance.now()").await.unwrap().as_f64().unwrap();
    assert!(Duration::from_secs_f64((after - before) / 1000.0) >= Duration::from_millis(750));
    for (duration, got) in [(json!(31), "31"), (json!(-1), "-1"), (json!("1"), "string \"1\"")] {
        agent.call("wait", json!({ "duration": duration })).await.shows(&format!(
            "
            [error bad_input, about wait]
            [text] The input of wait is not right: duration: expected number 0–30, got {got}.
            "
        ));
    }
    agent.end().await;
}
