//! `scroll`.

use ringfence_testkit::Site;
use serde_json::json;

use crate::agent::{at, at_fixtures};

fn to(x: i32, y: i32, direction: &str, amount: Option<u32>) -> serde_json::Value {
    json!({ "target": { "type": "coordinate", "x": x, "y": y }, "scroll_direction": direction, "scroll_amount": amount })
}

#[tokio::test]
async fn t4_the_page_moves_by_notches_of_100_pixels() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/table.html")).await;
    let end = site.ask("/table.html", "document.documentElement.scrollHeight - innerHeight").await.unwrap();
    for (direction, amount, said, now) in [
        ("down", None, "Scrolled down 3 notches", 300),
        ("down", Some(10), "Scrolled down 10 notches", 1300),
        ("up", Some(1), "Scrolled up 1 notch", 1200),
    ] {
        agent.call("scroll", to(640, 400, direction, amount)).await.shows(&format!(
            r#"
            [text] {said} at (640, 400).
            [text] The page is now {now} of {end} pixels down.
            [state]
            * t1 "Orders (500 rows)" http://127.0.0.1:PORT/table.html
            "#
        ));
        assert_eq!(site.ask("/table.html", "scrollY").await.unwrap(), now);
    }
    agent.end().await;
}

#[tokio::test]
async fn t4_at_the_end_nothing_moves_and_the_result_says_so() {
    let (site, agent) = at_fixtures().await;
    agent.go(&site.url("/form.html")).await;
    agent.call("scroll", to(640, 400, "up", None)).await.shows(
        r#"
        [text] Scrolled up 3 notches at (640, 400).
        [text] Nothing moved. The page is 0 of 0 pixels down.
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.call("scroll", to(640, 400, "right", Some(2))).await.shows(
        r#"
        [text] Scrolled right 2 notches at (640, 400).
        [text] Nothing moved. The page is 0 of 0 pixels across.
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.call("scroll", to(640, 800, "down", None)).await.shows(
        "
        [error outside_viewport]
        [text] (640, 800) is outside the viewport, which is 1280×800.
        ",
    );
    assert_eq!(site.ask("/form.html", "[scrollX, scrollY]").await.unwrap(), json!([0, 0]));
    agent.end().await;
}

#[tokio::test]
async fn t4_the_box_under_the_point_scrolls_in_both_directions() {
    let page = r#"<!doctype html><title>Box</title><style>body{margin:0}#box{position:absolute;left:100px;top:100px;width:300px;height:200px;overflow:auto}</style>
        <div id=box role=region aria-label="Log"><div style="width:1000px;height:2000px">tall</div></div><div style="height:3000px"></div>"#;
    let (site, agent) = at(Site::builder().page("/box", page)).await;
    agent.go(&site.url("/box")).await;
    let ends = site
        .ask("/box", "[box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]")
        .await
        .unwrap();
    agent.call("scroll", to(200, 200, "down", Some(2))).await.shows(&format!(
        r#"
        [text] Scrolled down 2 notches at (200, 200).
        [text] region "Log" is now 200 of {} pixels down.
        [state]
        * t1 "Box" http://127.0.0.1:PORT/box
        "#,
        ends[1]
    ));
    agent.call("scroll", to(200, 200, "right", Some(1))).await.shows(&format!(
        r#"
        [text] Scrolled right 1 notch at (200, 200).
        [text] region "Log" is now 100 of {} pixels across.
        [state]
        * t1 "Box" http://127.0.0.1:PORT/box
        "#,
        ends[0]
    ));
    agent.call("scroll", to(200, 200, "left", Some(1))).await.shows(&format!(
        r#"
        [text] Scrolled left 1 notch at (200, 200).
        [text] region "Log" is now 0 of {} pixels across.
        [state]
        * t1 "Box" http://127.0.0.1:PORT/box
        "#,
        ends[0]
    ));
    assert_eq!(
        site.ask("/box", "[box.scrollLeft, box.scrollTop, scrollY]").await.unwrap(),
        json!([0, 200, 0])
    );
    agent.end().await;
}
