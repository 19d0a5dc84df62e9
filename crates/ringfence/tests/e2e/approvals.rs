//! What whoever approves is told, and that it is what is done then.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ringfence::toolset::{Approval, ConfirmRequest, ErrorCode, Member, Subject};
use ringfence_testkit::Site;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::agent::{Agent, Setup};

type Asked = Arc<Mutex<Vec<ConfirmRequest>>>;

/// A site with the built-in pages, and an agent whose every call somebody is asked about, who says yes.
async fn asked_about() -> (Site, Agent, Asked) {
    let site = Site::builder().probed().start().unwrap();
    let asked = Asked::default();
    let noted = Arc::clone(&asked);
    let confirm = move |request: ConfirmRequest| {
        noted.lock().unwrap().push(request);
        async { Ok(Approval::Yes) }
    };
    let agent = Setup::at(&site).confirming(confirm).start().await;
    agent.go(&site.url("/frames.html")).await;
    (site, agent, asked)
}

fn subjects(asked: &Asked) -> Vec<Subject> {
    asked.lock().unwrap().last().unwrap().subjects.clone()
}

/// The middle of an element, in its own frame's viewport.
async fn middle(site: &Site, page: &str, element: &str) -> (f64, f64) {
    let ask = format!(
        "{element}.scrollIntoView({{block: 'center'}}), (b => [b.x + b.width / 2, b.y + b.height / 2])({element}.getBoundingClientRect())"
    );
    let at = site.ask(page, &ask).await.unwrap();
    (at[0].as_f64().unwrap().round(), at[1].as_f64().unwrap().round())
}

fn at(x: f64, y: f64) -> Value {
    json!({ "type": "coordinate", "x": x, "y": y })
}

#[tokio::test]
async fn p6_a_question_says_what_is_acted_on_and_in_whose_frame() {
    let (site, agent, asked) = asked_about().await;
    let (own, other) = (site.origin(), site.localhost_origin());
    let subject = |what: &str, origin: &str, in_frame| Subject {
        what: what.to_owned(),
        origin: Some(origin.to_owned()),
        in_frame,
    };

    let outer = agent.find("button \"Outer button\"").await;
    assert_eq!(subjects(&asked), [], "a reading is of the page as a whole");
    let _clicked = agent.click(&outer).await;
    assert_eq!(subjects(&asked), [subject("button \"Outer button\"", &own, false)]);

    let card = agent.find("textbox \"Card number\"").await;
    let _set = agent.set(&card, json!("41")).await;
    let in_frame = subject("textbox \"Card number\"", &other, true);
    assert_eq!(subjects(&asked), std::slice::from_ref(&in_frame));

    // Keys go where the focus is, points to what is drawn there.
    let _clicked = agent.click(&card).await;
    let _typed = agent.call("type", json!({ "text": "11" })).await;
    assert_eq!(subjects(&asked), [in_frame]);
    let (pay, frame) = (middle(&site, "/framex.html", "document.querySelector('button')").await, "fx");
    let edge = site
        .ask(
            "/frames.html",
            &format!(
                "(b => [b.x + {frame}.clientLeft, b.y + {frame}.clientTop])({frame}.getBoundingClientRect())"
            ),
        )
        .await
        .unwrap();
    let (x, y) = (edge[0].as_f64().unwrap() + pay.0, edge[1].as_f64().unwrap() + pay.1);
    let _clicked = agent.click_at(x, y).await;
    assert_eq!(subjects(&asked), [subject("button \"Pay now\"", &other, true)]);
    let drag = json!({ "from": at(x.round(), y.round()), "target": at(1.0, 1.0) });
    let _dragged = agent.call("left_click_drag", drag).await;
    let ends = subjects(&asked);
    assert_eq!(ends[0], subject("button \"pay clicked\"", &other, true));
    assert_eq!((ends.len(), ends[1].origin.as_deref(), ends[1].in_frame), (2, Some(own.as_str()), false));
    agent.end().await;
}

#[tokio::test]
async fn p6_nobody_is_asked_about_what_is_not_there() {
    let (_site, agent, asked) = asked_about().await;
    let before = asked.lock().unwrap().len();
    agent.click("ref_999").await.shows(
        r#"
        [error unknown_ref, about ref_999]
        [text] ref_999 was never handed out; read the page to get refs."#,
    );
    assert_eq!(asked.lock().unwrap().len(), before);
    agent.end().await;
}

/// A page can make one thing of another while somebody thinks it over. Fails when the driver doesn't look again: seen so.
#[tokio::test]
async fn p6_what_is_another_thing_by_now_is_not_what_was_approved() {
    let page = r#"<!doctype html><title>Swap</title><button onclick="presses += 1">Cancel</button><script>
        window.presses = 0;</script>"#;
    let site = Arc::new(Site::builder().probed().page("/swap", page).start().unwrap());
    let swapping = Arc::clone(&site);
    let confirm = move |request: ConfirmRequest| {
        let site = Arc::clone(&swapping);
        async move {
            if !request.subjects.is_empty() {
                site.ask("/swap", "document.querySelector('button').textContent = 'Pay'").await.unwrap();
            }
            Ok(Approval::Yes)
        }
    };
    let agent = Setup::at(&site).confirming(confirm).start().await;
    agent.go(&site.url("/swap")).await;
    let cancel = agent.find("button \"Cancel\"").await;
    agent.click(&cancel).await.shows(
        "
        [error page_moved, about t1]
        [text] What the call would act on has changed since it was approved; nothing was done. Read the page and ask again.",
    );
    assert_eq!(site.ask("/swap", "presses").await.unwrap(), json!(0));
    let pay = agent.find("button \"Pay\"").await;
    let _clicked = agent.click(&pay).await;
    assert_eq!(site.ask("/swap", "presses").await.unwrap(), json!(1));
    agent.end().await;
}

/// A page can close its tab while somebody thinks it over; then another one is active. Seen to fail when only the origin is
/// compared.
#[tokio::test]
async fn p6_an_approval_for_a_tab_is_none_for_the_one_behind_it() {
    let page = r#"<!doctype html><title>One</title><button onmousedown="event.preventDefault()" onclick="window.open('/two')">Open</button><script>
        window.keys = 0;
        addEventListener('keydown', () => { keys += 1; });</script>"#;
    let two = "<!doctype html><title>Two</title>";
    let site = Arc::new(Site::builder().probed().page("/one", page).page("/two", two).start().unwrap());
    let closing = Arc::clone(&site);
    let confirm = move |request: ConfirmRequest| {
        let site = Arc::clone(&closing);
        async move {
            if request.member == Member::Key {
                // It may be gone before it has answered.
                let _closing = timeout(Duration::from_millis(300), site.ask("/two", "window.close()")).await;
                // Nobody answers there when it is gone.
                while let Ok(Ok(_)) = timeout(Duration::from_millis(300), site.ask("/two", "1")).await {}
            }
            Ok(Approval::Yes)
        }
    };
    let agent = Setup::at(&site).confirming(confirm).start().await;
    agent.go(&site.url("/one")).await;
    let open = agent.find("button \"Open\"").await;
    let _opened = agent.click(&open).await;
    site.ask("/two", "1").await.unwrap();
    let _listed = agent.call("list_tabs", json!({})).await;
    let _switched = agent.call("switch_tab", json!({ "tab_id": "t2" })).await;
    let outcome = agent.outcome("key", json!({ "text": "a" })).await;
    assert_eq!(outcome.failure.unwrap().code, ErrorCode::PageMoved);
    assert_eq!(site.ask("/one", "keys").await.unwrap(), json!(0));
    agent.end().await;
}
