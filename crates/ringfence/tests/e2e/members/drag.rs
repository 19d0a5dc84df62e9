//! `left_click_drag`, `left_mouse_down`, `mouse_move` and `left_mouse_up`.

use ringfence_testkit::Site;
use serde_json::{Value, json};

use crate::agent::at;
use crate::seen::Seen;

fn point(x: i64, y: i64) -> Value {
    json!({ "type": "coordinate", "x": x, "y": y })
}

fn from_to(from: (i64, i64), to: (i64, i64)) -> Value {
    json!({ "from": point(from.0, from.1), "target": point(to.0, to.1) })
}

fn shown(lines: &str) -> String {
    format!("{lines}\n[state]\n* t1 \"Drag\" http://127.0.0.1:PORT/drag")
}

async fn drag(agent: &crate::agent::Agent, from: (i64, i64), to: (i64, i64)) -> Seen {
    agent.call("left_click_drag", from_to(from, to)).await
}

/// Notes every event of the mouse: type, trust, buttons held, place.
const WATCHED: &str = r#"<!doctype html><title>Drag</title><style>body{margin:0}*{user-select:none}</style><div style="height:700px">Canvas</div>
    <script>window.seen = []; for (const type of ['mousedown', 'mousemove', 'mouseup', 'click'])
      document.addEventListener(type, (event) => seen.push([type, event.isTrusted, event.buttons, event.clientX, event.clientY].join(' ')), true)</script>"#;

#[tokio::test]
async fn a_drag_is_a_press_a_way_and_a_release() {
    let (site, agent) = at(Site::builder().page("/drag", WATCHED)).await;
    agent.go(&site.url("/drag")).await;
    drag(&agent, (100, 100), (180, 260)).await.shows(&shown("[text] Dragged from (100, 100) to (180, 260)."));
    assert_eq!(
        site.ask("/drag", "seen").await.unwrap(),
        json!([
            "mousemove true 0 100 100",
            "mousedown true 1 100 100",
            "mousemove true 1 110 120",
            "mousemove true 1 120 140",
            "mousemove true 1 130 160",
            "mousemove true 1 140 180",
            "mousemove true 1 150 200",
            "mousemove true 1 160 220",
            "mousemove true 1 170 240",
            "mousemove true 1 180 260",
            "mouseup true 0 180 260",
            "click true 0 180 260",
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn a_slider_is_dragged_to_its_value() {
    let page = r#"<!doctype html><title>Drag</title><style>body{margin:0}input{position:absolute;left:100px;top:100px;width:216px;height:16px;margin:0}</style>
        <input type=range id=r min=0 max=100 value=0 aria-label=Volume oninput="window.inputs = (window.inputs ?? 0) + 1">"#;
    let (site, agent) = at(Site::builder().page("/drag", page)).await;
    agent.go(&site.url("/drag")).await;
    drag(&agent, (108, 108), (208, 108)).await.shows(&shown("[text] Dragged from (108, 108) to (208, 108)."));
    assert_eq!(site.ask("/drag", "[r.value, window.inputs > 1]").await.unwrap(), json!(["50", true]));
    drag(&agent, (208, 108), (400, 300)).await.shows(&shown("[text] Dragged from (208, 108) to (400, 300)."));
    assert_eq!(site.ask("/drag", "r.value").await.unwrap(), "100");
    agent.end().await;
}

#[tokio::test]
async fn text_is_selected_by_dragging_over_it() {
    let page = r#"<!doctype html><title>Drag</title><style>body{margin:0;font:20px/30px monospace}p{margin:0;position:absolute;left:0;top:100px;white-space:pre}</style><p id=p>0123456789 abcdefghij</p>"#;
    let (site, agent) = at(Site::builder().page("/drag", page)).await;
    agent.go(&site.url("/drag")).await;
    let edge = async |at: u32| {
        let left = format!(
            "(() => {{ const range = document.createRange(); range.setStart(p.firstChild, {at}); range.setEnd(p.firstChild, {at}); return Math.round(range.getBoundingClientRect().left) }})()"
        );
        site.ask("/drag", &left).await.unwrap().as_i64().unwrap()
    };
    let (from, to) = (edge(2).await, edge(15).await);
    drag(&agent, (from, 115), (to, 115))
        .await
        .shows(&shown(&format!("[text] Dragged from ({from}, 115) to ({to}, 115).")));
    assert_eq!(site.ask("/drag", "getSelection().toString()").await.unwrap(), "23456789 abcd");
    agent.end().await;
}

/// A list that is put in order by the browser's own dragging, which has events of its own.
const LIST: &str = r#"<!doctype html><title>Drag</title><style>body{margin:0}li{list-style:none;height:40px;width:200px;margin:0}ul{margin:0;padding:0}#bin{position:absolute;left:400px;top:0;width:200px;height:200px;background:#eee}</style>
    <ul id=list><li draggable=true id=a>A</li><li draggable=true id=b>B</li><li draggable=true id=c>C</li></ul><div id=bin>Bin</div>
    <script>window.seen = [];
    for (const type of ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend', 'mouseup', 'click'])
      document.addEventListener(type, (event) => { const told = type + ' ' + event.target.id; if (seen.at(-1) !== told) seen.push(told) }, true);
    list.ondragstart = (event) => { event.dataTransfer.setData('text/plain', event.target.id); event.dataTransfer.effectAllowed = 'move' };
    list.ondragover = (event) => event.preventDefault();
    list.ondrop = (event) => { event.preventDefault(); window.trusted = event.isTrusted; event.target.after(document.getElementById(event.dataTransfer.getData('text/plain'))) };
    window.order = () => [...list.children].map((item) => item.id).join('');
    </script>"#;

#[tokio::test]
async fn a_list_is_put_in_order_by_the_browsers_own_dragging() {
    let (site, agent) = at(Site::builder().page("/drag", LIST)).await;
    agent.go(&site.url("/drag")).await;
    drag(&agent, (50, 20), (50, 100)).await.shows(&shown("[text] Dragged from (50, 20) to (50, 100)."));
    assert_eq!(site.ask("/drag", "[order(), window.trusted]").await.unwrap(), json!(["bca", true]));
    assert_eq!(
        site.ask("/drag", "seen.filter((line) => !/^drag(enter|over)/.test(line))").await.unwrap(),
        json!(["dragstart a", "drop c", "dragend a"])
    );
    // And again: nothing of the first drag is left.
    drag(&agent, (50, 20), (50, 60)).await.shows(&shown("[text] Dragged from (50, 20) to (50, 60)."));
    assert_eq!(site.ask("/drag", "order()").await.unwrap(), "cba");
    agent.end().await;
}

#[tokio::test]
async fn what_is_dropped_where_nothing_takes_it_goes_back() {
    let (site, agent) = at(Site::builder().page("/drag", LIST)).await;
    agent.go(&site.url("/drag")).await;
    drag(&agent, (50, 20), (450, 100)).await.shows(&shown("[text] Dragged from (50, 20) to (450, 100)."));
    assert_eq!(
        site.ask("/drag", "[order(), seen.filter((line) => !/^drag(enter|over)/.test(line))]").await.unwrap(),
        json!(["abc", ["dragstart a", "dragend a"]])
    );
    agent.at("left_click", 450, 100).await.shows(&shown("[text] Clicked (left) at (450, 100)."));
    assert_eq!(site.ask("/drag", "seen.slice(-2)").await.unwrap(), json!(["mouseup bin", "click bin"]));
    agent.end().await;
}

#[tokio::test]
async fn t1_t2_a_drag_goes_from_a_point_to_a_point_of_the_viewport() {
    let (site, agent) = at(Site::builder().page("/drag", WATCHED)).await;
    agent.go(&site.url("/drag")).await;
    for (from, to, outside) in [((1280, 1), (5, 5), "(1280, 1)"), ((5, 5), (5, 800), "(5, 800)")] {
        drag(&agent, from, to).await.shows(&format!(
            "
            [error outside_viewport]
            [text] {outside} is outside the viewport, which is 1280×800.
            "
        ));
    }
    let by_ref = json!({ "from": { "type": "ref", "ref": "ref_1" }, "target": point(5, 5) });
    agent.call("left_click_drag", by_ref).await.shows(
        r#"
        [error bad_input, about left_click_drag]
        [text] The input of left_click_drag is not right: from.type: expected coordinate, got string "ref".
        "#,
    );
    assert_eq!(site.ask("/drag", "seen").await.unwrap(), json!([]));
    agent.end().await;
}

#[tokio::test]
async fn the_button_is_held_from_call_to_call() {
    let (site, agent) = at(Site::builder().page("/drag", WATCHED)).await;
    agent.go(&site.url("/drag")).await;
    agent.at("mouse_move", 10, 10).await.shows(&shown("[text] Moved the pointer to (10, 10)."));
    agent.at("left_mouse_down", 20, 20).await.shows(&shown("[text] Pressed the left button at (20, 20)."));
    agent.at("mouse_move", 30, 40).await.shows(&shown("[text] Moved the pointer to (30, 40)."));
    agent.at("left_mouse_up", 50, 60).await.shows(&shown("[text] Released the left button at (50, 60)."));
    agent.at("mouse_move", 70, 80).await.shows(&shown("[text] Moved the pointer to (70, 80)."));
    assert_eq!(
        site.ask("/drag", "seen").await.unwrap(),
        json!([
            "mousemove true 0 10 10",
            "mousemove true 0 20 20",
            "mousedown true 1 20 20",
            "mousemove true 1 30 40",
            "mousemove true 1 50 60",
            "mouseup true 0 50 60",
            "click true 0 50 60",
            "mousemove true 0 70 80",
        ])
    );
    agent.end().await;
}

#[tokio::test]
async fn a_button_that_is_not_as_it_must_be_is_an_error_and_nothing_is_done() {
    let (site, agent) = at(Site::builder().page("/drag", WATCHED)).await;
    agent.go(&site.url("/drag")).await;
    agent.at("left_mouse_up", 20, 20).await.shows(
        "
        [error not_suited]
        [text] The left mouse button is not down; press it with left_mouse_down.
        ",
    );
    assert_eq!(site.ask("/drag", "seen").await.unwrap(), json!([]));
    agent.at("left_mouse_down", 20, 20).await.shows(&shown("[text] Pressed the left button at (20, 20)."));
    agent.at("left_mouse_down", 30, 30).await.shows(
        "
        [error not_suited]
        [text] The left mouse button is down already; let it go with left_mouse_up.
        ",
    );
    for member in ["left_mouse_up", "mouse_move"] {
        agent.at(member, 1280, 10).await.shows(
            "
            [error outside_viewport]
            [text] (1280, 10) is outside the viewport, which is 1280×800.
            ",
        );
    }
    // It is still down.
    agent.at("left_mouse_up", 20, 20).await.shows(&shown("[text] Released the left button at (20, 20)."));
    assert_eq!(
        site.ask("/drag", "seen.filter((line) => !line.startsWith('mousemove'))").await.unwrap(),
        json!(["mousedown true 1 20 20", "mouseup true 0 20 20", "click true 0 20 20"])
    );
    agent.end().await;
}

#[tokio::test]
async fn each_tab_has_a_button_of_its_own() {
    let (site, agent) = at(Site::builder().page("/drag", WATCHED)).await;
    agent.go(&site.url("/drag")).await;
    agent.outcome("new_tab", json!({})).await;
    let at = |tab: &str| json!({ "target": point(20, 20), "tab_id": tab });
    assert!(!agent.outcome("left_mouse_down", at("t1")).await.result.is_error);
    agent.call("left_mouse_up", at("t2")).await.shows(
        "
        [error not_suited]
        [text] The left mouse button is not down; press it with left_mouse_down.
        ",
    );
    assert!(!agent.outcome("left_mouse_up", at("t1")).await.result.is_error);
    agent.end().await;
}

#[tokio::test]
async fn a_page_that_navigates_takes_the_press_with_it() {
    let (site, agent) = at(Site::builder().page("/drag", WATCHED).page("/other", WATCHED)).await;
    agent.go(&site.url("/drag")).await;
    agent.at("left_mouse_down", 20, 20).await.shows(&shown("[text] Pressed the left button at (20, 20)."));
    agent.go(&site.url("/other")).await;
    // The new page was never pressed: a move over it is no drag, and there is nothing to let go.
    agent.call("mouse_move", json!({ "target": point(30, 30) })).await.shows(
        r#"
        [text] Moved the pointer to (30, 30).
        [state]
        * t1 "Drag" http://127.0.0.1:PORT/other
        "#,
    );
    agent.at("left_mouse_up", 30, 30).await.shows(
        "
        [error not_suited]
        [text] The left mouse button is not down; press it with left_mouse_down.
        ",
    );
    assert_eq!(site.ask("/other", "seen").await.unwrap(), json!(["mousemove true 0 30 30"]));
    agent.end().await;
}
