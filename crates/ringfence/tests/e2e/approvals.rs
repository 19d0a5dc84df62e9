//! What whoever approves is told, and that it is what is done then.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ringfence::toolset::input::{Filter, NavigateInput, ReadPageInput};
use ringfence::toolset::{
    Approval, Call, ConfirmRequest, Driver as _, ErrorCode, Member, MemberInput, Subject,
};
use ringfence_testkit::{Answer, Request, Site};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::agent::{Agent, Setup};

type Asked = Arc<Mutex<Vec<ConfirmRequest>>>;

/// An agent whose every call somebody is asked about, who gives this answer.
async fn asking(site: &Site, answer: Approval) -> (Agent, Asked) {
    let asked = Asked::default();
    let noted = Arc::clone(&asked);
    let confirm = move |request: ConfirmRequest| {
        noted.lock().unwrap().push(request);
        async move { Ok(answer) }
    };
    (Setup::at(site).confirming(confirm).start().await, asked)
}

/// A site with the built-in pages, and an agent there whose every call is approved.
async fn asked_about() -> (Site, Agent, Asked) {
    let site = Site::builder().probed().start().unwrap();
    let (agent, asked) = asking(&site, Approval::Yes).await;
    agent.go(&site.url("/frames.html")).await;
    (site, agent, asked)
}

/// What was acted on last, as it is shown.
fn subjects(asked: &Asked) -> Vec<Subject> {
    let subjects = asked.lock().unwrap().last().unwrap().subjects.clone();
    subjects.into_iter().map(|subject| Subject { detail: String::new(), ..subject }).collect()
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
        leads: String::new(),
        detail: String::new(),
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

/// Pages that make one thing of another while somebody thinks it over. `swap()` does, and `done` tells what came of it.
const SWAPS: [(&str, &str); 9] = [
    // The end of a long name.
    (
        "<button>Pay</button><script>const label = (who) => { document.querySelector('button').textContent = `Pay ${'a little '.repeat(100)}to ${who}` };
         label('Alice'); const swap = () => label('Mallory')</script>",
        "button \"Pay",
    ),
    ("<a href='#alice'>Pay</a><script>const swap = () => { document.querySelector('a').href = '#mallory' }</script>", "link \"Pay"),
    (
        "<form action='#alice'><button>Pay</button></form><script>const swap = () => { document.forms[0].action = '#mallory' }</script>",
        "button \"Pay",
    ),
    (
        "<form><button formaction='#alice'>Pay</button></form><script>const swap = () => { document.querySelector('button').formAction = '#mallory' }</script>",
        "button \"Pay",
    ),
    (
        "<form id=form action='#alice'></form><button form=form>Pay</button><script>const swap = () => { form.action = '#mallory' }</script>",
        "button \"Pay",
    ),
    (
        "<form action='#alice'><button id=pay>Pay</button></form><label for=pay style='position:absolute;left:0;top:0;width:300px;height:60px'></label><script>const swap = () => { document.forms[0].action = '#mallory' }</script>",
        "button \"Pay",
    ),
    (
        "<svg width=300 height=60><a xlink:href='#alice'><text y=20>Pay</text></a></svg><script>const swap = () => { document.querySelector('a').setAttributeNS('http://www.w3.org/1999/xlink', 'href', '#mallory') }</script>",
        "link \"Pay",
    ),
    // A long name that is no text.
    (
        "<button>Pay</button><script>const label = (who) => { document.querySelector('button').ariaLabel = `Pay ${'a little '.repeat(100)}to ${who}` };
         label('Alice'); const swap = () => label('Mallory')</script>",
        "button \"Pay",
    ),
    // Another one of the same name in its place.
    (
        "<div style='width:300px;height:60px'><button style='width:300px;height:60px'>Pay</button></div><script>const swap = () => { const old = document.querySelector('button'); old.replaceWith(old.cloneNode(true)) }</script>",
        "",
    ),
];

/// Fails when the driver doesn't look again, and when it compares what an answer shows of a name: seen so.
#[tokio::test]
async fn p6_what_is_another_thing_by_now_is_not_what_was_approved() {
    for (body, named) in SWAPS {
        let page = format!(
            "<!doctype html><title>Swap</title><body style='margin:0'>{body}<script>
             window.done = 0; addEventListener('click', (event) => {{ done += 1; event.preventDefault() }})</script>"
        );
        let site = Arc::new(Site::builder().probed().page("/swap", &page).start().unwrap());
        let swapping = Arc::clone(&site);
        let confirm = move |request: ConfirmRequest| {
            let site = Arc::clone(&swapping);
            async move {
                if request.member == Member::LeftClick {
                    site.ask("/swap", "swap()").await.unwrap();
                }
                Ok(Approval::Yes)
            }
        };
        let agent = Setup::at(&site).confirming(confirm).start().await;
        agent.go(&site.url("/swap")).await;
        let seen = match named {
            "" => agent.click_at(150.0, 30.0).await,
            named => agent.click(&agent.find(named).await).await,
        };
        seen.shows(
            "
            [error page_moved, about t1]
            [text] What the call would act on has changed since it was approved; nothing was done. Read the page and ask again.",
        );
        assert_eq!(site.ask("/swap", "done").await.unwrap(), json!(0), "{body}");
        agent.end().await;
    }
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

#[tokio::test]
async fn p6_a_question_says_where_a_link_and_a_form_lead() {
    let page = "<!doctype html><title>Leads</title><base href=/base/><a href='x?a=1'>Link</a><form action=../send><input aria-label=Word><button>Send</button>
        <button type=button>Plain</button><button formaction=//other.example/take>Take</button></form>";
    let site = Site::builder().page("/leads", page).start().unwrap();
    let (agent, asked) = asking(&site, Approval::No).await;
    agent.browser.execute(&Call::new(go(&site.url("/leads")))).await.unwrap();
    let read = MemberInput::ReadPage(ReadPageInput {
        filter: Some(Filter::All),
        depth: 15,
        element: None,
        tab_id: None,
    });
    agent.browser.execute(&Call::new(read)).await.unwrap();
    for (number, leads) in
        [(1, "/base/x?a=1"), (2, ""), (3, "/send"), (4, ""), (5, "http://other.example/take")]
    {
        let _refused = agent.click(&format!("ref_{number}")).await;
        let leads = if leads.starts_with('/') { site.url(leads) } else { leads.to_owned() };
        assert_eq!(subjects(&asked)[0].leads, leads, "{:?}", subjects(&asked));
    }
    agent.end().await;
}

fn go(url: &str) -> MemberInput {
    MemberInput::Navigate(NavigateInput { url: url.to_owned(), tab_id: None })
}

/// Frames have more than one name. Seen to fail with iframes alone looked into.
#[tokio::test]
async fn p6_whatever_holds_a_frame_is_looked_into() {
    let style = "style='position:absolute;left:0;top:0;width:400px;height:200px'";
    for (holder, closing) in [
        ("iframe src=", "iframe"),
        ("object type=text/html data=", "object"),
        ("embed type=text/html src=", ""),
        // In a closed shadow root, in another, that nobody has looked into.
        ("iframe src=", "closed"),
    ] {
        let site = Site::builder().probed().page("/inner", INNER);
        let site = site.route("/outer", move |request: &Request| {
            let holder = format!("<{holder}'{}' {style}>", elsewhere(request));
            let body = match closing {
                "closed" => format!("<x-a></x-a><script>{HIDE}hide(hide(document.querySelector('x-a'), '<div></div>').firstChild, `{holder}`)</script>"),
                "" => holder,
                tag => format!("{holder}</{tag}>"),
            };
            Answer::html(format!("<!doctype html><title>Outer</title><body>{body}"))
        });
        let site = site.start().unwrap();
        let (agent, asked) = asking(&site, Approval::Yes).await;
        agent.go(&site.url("/outer")).await;
        site.ask("/inner", "1").await.unwrap();
        let _clicked = agent.click_at(200.0, 100.0).await;
        let field = Subject {
            what: "textbox".to_owned(),
            leads: String::new(),
            detail: String::new(),
            origin: Some(site.localhost_origin()),
            in_frame: true,
        };
        assert_eq!(subjects(&asked), std::slice::from_ref(&field), "{holder}");
        if closing != "closed" {
            let _typed = agent.call("key", json!({ "text": "a" })).await;
            assert_eq!(subjects(&asked), [field], "{holder}");
        }
        agent.end().await;
    }
}

const HIDE: &str = "const hide = (host, inside) => { const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = inside; return root };";

/// The address of another site's document, on the same server.
fn elsewhere(request: &Request) -> String {
    let port = request.header("host").unwrap().rsplit(':').next().unwrap();
    format!("http://localhost:{port}/inner")
}

/// What a page does with what was approved for it.
struct Trick {
    /// The page. `INNER` stands for the address of another site's document.
    page: &'static str,
    member: &'static str,
    input: fn() -> Value,
    /// Whether something would come to the other site's document sooner or later, however fast the machine draws.
    comes: bool,
}

/// How often a trick is tried that works only when the page is drawn between two presses.
const MOST_TRIES: usize = 25;

/// The document of another site, which counts what it gets.
const INNER: &str = r#"<!doctype html><title>Inner</title><style>* { margin: 0 }</style><textarea style="width:100%;height:180px"></textarea><script>
    window.got = [];
    for (const type of ['pointerdown', 'mousedown', 'click', 'keydown', 'input'])
      document.addEventListener(type, (event) => got.push(type), { capture: true });</script>"#;

const COVER: &str =
    r#"<div id=cover style="position:absolute;left:0;top:0;width:400px;height:200px;background:#eee"></div>"#;

const TRICKS: [Trick; 5] = [
    Trick {
        page: "<iframe src='INNER' style='position:absolute;left:0;top:0;width:400px;height:200px'></iframe>COVER<script>cover.onclick = () => cover.remove()</script>",
        member: "triple_click",
        input: || json!({ "target": at(200.0, 100.0) }),
        comes: true,
    },
    Trick {
        page: "<iframe src='INNER' style='position:absolute;left:0;top:0;width:400px;height:200px'></iframe>COVER<script>cover.onpointermove = () => cover.remove()</script>",
        member: "left_click",
        input: || json!({ "target": at(200.0, 100.0) }),
        comes: false,
    },
    Trick {
        page: "<button autofocus onkeydown='frames[0].focus()'>Top</button><iframe src='INNER' style='width:400px;height:200px'></iframe>",
        member: "key",
        input: || json!({ "text": "Tab a Return", "repeat": 5 }),
        comes: true,
    },
    Trick {
        page: "<textarea autofocus oninput='frames[0].focus()'></textarea><iframe src='INNER' style='width:400px;height:200px'></iframe>",
        member: "type",
        input: || json!({ "text": "one\ntwo\nthree" }),
        comes: false,
    },
    Trick {
        page: "<button autofocus onkeydown='frames[0].focus()'>Top</button><iframe src='INNER' style='width:400px;height:200px'></iframe>",
        member: "hold_key",
        input: || json!({ "text": "a", "duration": 1.2 }),
        comes: true,
    },
];

/// What an act goes to can change by the act. Seen to fail with `raise_shield` raising none: each trick gives the other
/// site's document what was approved for the page.
#[tokio::test]
async fn p6_what_was_approved_for_one_site_reaches_no_frame_of_another_however_the_page_moves() {
    for trick in TRICKS {
        let mut told = trick.play().await;
        for _ in 1..MOST_TRIES {
            if told == Some(ErrorCode::PageMoved) || !trick.comes {
                break;
            }
            told = trick.play().await;
        }
        let moved = told == Some(ErrorCode::PageMoved);
        assert!(moved || (told.is_none() && !trick.comes), "{}: {told:?}", trick.member);
    }
}

impl Trick {
    /// Nothing comes to the other site's document. Returns what the call failed with.
    async fn play(&self) -> Option<ErrorCode> {
        let page = self.page.to_owned();
        let site = Site::builder().probed().page("/inner", INNER);
        let site = site
            .route("/outer", move |request: &Request| {
                let body = page.replace("INNER", &elsewhere(request)).replace("COVER", COVER);
                Answer::html(format!("<!doctype html><title>Outer</title><body>{body}"))
            })
            .start()
            .unwrap();
        let agent = Setup::at(&site).approved().start().await;
        agent.go(&site.url("/outer")).await;
        site.ask("/inner", "1").await.unwrap();
        let outcome = agent.outcome(self.member, (self.input)()).await;
        let code = outcome.failure.map(|failure| failure.code);
        let got = site.ask("/inner", "[got, document.querySelector('textarea').value]").await.unwrap();
        assert_eq!(got, json!([[], ""]), "{}: {code:?}", self.member);
        agent.end().await;
        code
    }
}
