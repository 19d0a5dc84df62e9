//! `zoom`.

use ringfence::toolset::Block;
use ringfence_testkit::{Site, SiteBuilder};
use serde_json::{Value, json};

use crate::agent::{Agent, at};

/// Stripes of half a pixel: a picture at one pixel each can't show them, so a stretched one couldn't either. Below, to be
/// scrolled to, two blocks of colour; on top, a bar that stays where it is.
const FINE: &str = r#"<!doctype html><title>Fine</title><style>body{margin:0;height:3000px;background:#fff}
    #fine{position:absolute;left:100px;top:200px;width:800px;height:800px;transform-origin:0 0;transform:scale(0.125);
      background:repeating-linear-gradient(90deg,rgb(255,0,0) 0 4px,rgb(0,0,255) 4px 8px)}
    #bar{position:fixed;left:0;top:0;width:1280px;height:10px;background:rgb(0,255,255)}
    #green{position:absolute;left:0;top:2000px;width:640px;height:1000px;background:rgb(0,128,0)}
    #grey{position:absolute;left:640px;top:2000px;width:640px;height:1000px;background:rgb(128,128,128)}</style>
    <div id=fine></div><div id=green></div><div id=grey></div><div id=bar></div>
    <script>window.look = async (data, points) => { const image = new Image(); image.src = 'data:image/png;base64,' + data; await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d'); canvas.drawImage(image, 0, 0);
      return points.map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data].slice(0, 3).join()) }</script>"#;

fn fine() -> SiteBuilder {
    Site::builder().page("/fine", FINE)
}

/// The pixels of a picture at these points, seen by the page, to which the picture is given back.
async fn pixels(site: &Site, agent: &Agent, member: &str, input: Value, points: Value) -> Value {
    let outcome = agent.outcome(member, input).await;
    let image = outcome.result.content.iter().find(|block| matches!(block, Block::Image { .. })).unwrap();
    let data = image.to_api()["source"]["data"].as_str().unwrap().to_owned();
    site.ask("/fine", &format!("look('{data}', {points})")).await.unwrap()
}

#[tokio::test]
async fn t6_the_part_is_drawn_again_at_a_higher_scale_and_not_stretched() {
    let (site, agent) = at(fine()).await;
    agent.go(&site.url("/fine")).await;
    agent.call("zoom", json!({ "region": [100, 200, 200, 250] })).await.shows(
        r#"
        [image/png 800×400]
        [state]
        * t1 "Fine" http://127.0.0.1:PORT/fine
        "#,
    );
    // Each stripe is four pixels wide now.
    let points = json!([[1, 1], [2, 1], [5, 1], [6, 1], [9, 399], [797, 399]]);
    assert_eq!(
        pixels(&site, &agent, "zoom", json!({ "region": [100, 200, 200, 250] }), points).await,
        json!(["255,0,0", "255,0,0", "0,0,255", "0,0,255", "255,0,0", "0,0,255"])
    );
    // The page itself is left as it was.
    assert_eq!(
        site.ask("/fine", "[innerWidth, innerHeight, devicePixelRatio, visualViewport.scale, scrollY]")
            .await
            .unwrap(),
        json!([1280, 800, 1, 1, 0])
    );
    agent.call("screenshot", json!({})).await.shows(
        r#"
        [image/png 1280×800]
        [state]
        * t1 "Fine" http://127.0.0.1:PORT/fine
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn t6_a_part_of_a_scrolled_page_is_what_the_viewport_shows_there() {
    let (site, agent) = at(fine()).await;
    agent.go(&site.url("/fine")).await;
    site.ask("/fine", "scrollTo(0, 1900)").await.unwrap();
    // The bar, the white above the blocks, and both blocks.
    let points = json!([[0, 0], [1200, 9], [0, 50], [639, 100], [640, 100]]);
    let expected = json!(["0,255,255", "0,255,255", "255,255,255", "0,128,0", "128,128,128"]);
    assert_eq!(pixels(&site, &agent, "screenshot", json!({}), points).await, expected);
    // 640 pixels become 1,568: 2.45 for each.
    let points = json!([[0, 0], [1567, 20], [0, 122], [782, 247], [785, 247]]);
    let region = json!({ "region": [320, 0, 960, 200] });
    assert_eq!(pixels(&site, &agent, "zoom", region, points).await, expected);
    assert_eq!(site.ask("/fine", "scrollY").await.unwrap(), 1900);
    agent.end().await;
}

#[tokio::test]
async fn n3_the_longer_edge_is_never_over_1568_pixels() {
    let (site, agent) = at(fine()).await;
    agent.go(&site.url("/fine")).await;
    for (region, size) in [
        ([0, 0, 1280, 800], "1568×980"),
        ([0, 0, 1, 1], "8×8"),
        ([1279, 799, 1280, 800], "8×8"),
        ([0, 0, 196, 1], "1568×8"),
        ([0, 0, 10, 800], "20×1568"),
    ] {
        agent.call("zoom", json!({ "region": region })).await.shows(&format!(
            r#"
            [image/png {size}]
            [state]
            * t1 "Fine" http://127.0.0.1:PORT/fine
            "#
        ));
    }
    // Widths that don't divide 1,568, begun anywhere: a picture one pixel too wide would end the session.
    for width in [197, 199, 211, 307, 401, 563, 787, 997, 1277] {
        let outcome = agent.outcome("zoom", json!({ "region": [3, 7, 3 + width, 17] })).await;
        let Some(Block::Image { data, .. }) = outcome.result.content.first() else { panic!("{outcome:?}") };
        assert_eq!(data[16..20], 1568_u32.to_be_bytes(), "{width}");
    }
    agent.end().await;
}

#[tokio::test]
async fn t6_a_region_that_is_none_or_reaches_outside_is_refused() {
    let (site, agent) = at(fine()).await;
    agent.go(&site.url("/fine")).await;
    for (region, reached) in [([0, 0, 1281, 800], "(1281, 800)"), ([0, 0, 1280, 801], "(1280, 801)")] {
        agent.call("zoom", json!({ "region": region })).await.shows(&format!(
            "
            [error outside_viewport]
            [text] {reached} is outside the viewport, which is 1280×800.
            "
        ));
    }
    agent.call("zoom", json!({ "region": [-1, 0, 10, 10] })).await.shows(
        "
        [error outside_viewport, about region]
        [text] The region begins outside the viewport; its edges count from 0.
        ",
    );
    for region in
        [json!([10, 10, 10, 20]), json!([10, 10, 20, 5]), json!([10, 10, 20]), json!([0, 0, 1.5, 2])]
    {
        agent.call("zoom", json!({ "region": region })).await.shows(
            "
            [error bad_input, about zoom]
            [text] The input of zoom is not right: region: expected [x0, y0, x1, y1], integers with x0 < x1 and y0 < y1, got an array.
            ",
        );
    }
    agent.call("zoom", json!({})).await.shows(
        "
        [error bad_input, about zoom]
        [text] The input of zoom is not right: region: expected [x0, y0, x1, y1], integers with x0 < x1 and y0 < y1, got nothing.
        ",
    );
    agent.end().await;
}
