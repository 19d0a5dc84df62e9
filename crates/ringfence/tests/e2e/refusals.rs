//! What the policy refuses, in the browser.
//!
//! Two barriers stand here, one behind the other: the browser stops a request, and the exit stops it again. Seen to fail:
//! with both judgements out (`Judge::judge_request` letting all go on, `Policy::judge_plain` granting all) the other site is
//! asked and every test from the redirect on fails. With the browser's out alone the exit keeps the other site unasked,
//! and what fails is what only the browser can know: frames, popups, and the load list.

use ringfence_policy::{Code, List};
use ringfence_testkit::{Answer, Site};
use ringfence_toolset::PageRefusal;
use serde_json::json;

use crate::agent::{Agent, allowing, asked, load_only};

/// A site that is allowed, one that is not, and an agent between them.
async fn two_sites(site: ringfence_testkit::SiteBuilder) -> (Site, Site, Agent) {
    let site = site.probed().start().unwrap();
    let other = Site::builder().probed().start().unwrap();
    let agent =
        Agent::with_policy(allowing(&[&site]).build().unwrap(), &[(&site, "PORT"), (&other, "OTHER")]).await;
    (site, other, agent)
}

const NOTHING: [&str; 0] = [];

#[tokio::test]
async fn an_address_off_the_list_is_refused_before_anything_is_asked() {
    let (site, other, agent) = two_sites(Site::builder()).await;
    agent.go(&site.url("/form.html")).await;
    let web = "Only web addresses can be opened. Write https://HOST/…";
    let listed =
        "The host is not on the list of allowed hosts. Use an allowed one, or ask the operator for --allow";
    let elsewhere = other.url("/form.html");
    for (address, code, about, hint) in [
        ("https://example.com/", "not-listed", "example.com", format!("{listed} example.com.")),
        ("https://127.0.0.1/", "not-listed", "127.0.0.1", "This address is not on the list of what is allowed, but http://127.0.0.1:PORT is. Use that, or ask the operator for --allow-local https://127.0.0.1.".to_owned()),
        (
            &elsewhere,
            "port",
            "127.0.0.1",
            format!(
                "Port {} is not allowed for this host, but http://127.0.0.1:PORT is. Use that, or ask the operator for \
                 --allow-local http://127.0.0.1:OTHER.",
                other.address().port()
            ),
        ),
        ("file:///etc/passwd", "scheme", "file:", web.to_owned()),
        ("javascript:alert(1)", "scheme", "javascript:", web.to_owned()),
        ("data:text/html,<h1>x</h1>", "scheme", "data:", web.to_owned()),
        ("view-source:http://127.0.0.1/", "scheme", "view-source:", web.to_owned()),
        (
            "http://user:secret@127.0.0.1/",
            "userinfo",
            "127.0.0.1",
            "An address must not carry a user name or password. Write it without what stands before the @."
                .to_owned(),
        ),
        (
            "localhost:3000",
            "scheme",
            "localhost:3000",
            "This reads as a scheme, not as a host and port. Write https://… or http://… before it."
                .to_owned(),
        ),
    ] {
        agent
            .call("navigate", json!({ "url": address }))
            .await
            .shows(&format!("[error {code}, about {about}]\n[text] {code}: {about}: {hint}"));
    }
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    assert_eq!((asked(&site), other.request_lines()), (vec!["GET /form.html".to_owned()], vec![]));
    agent.end().await;
}

#[tokio::test]
async fn d16_each_hop_of_a_redirect_is_judged_and_the_page_stays() {
    let (site, other, agent) = two_sites(Site::builder()).await;
    agent.go(&site.url("/form.html")).await;
    let last = format!("/redirect?to={}/secret", other.origin());
    let first = format!("/redirect?to={last}");
    agent.call("navigate", json!({ "url": site.url(&first) })).await.shows(&format!(
        "
        [error port, about 127.0.0.1]
        [text] The address redirects. port: 127.0.0.1: Port {} is not allowed for this host, but http://127.0.0.1:PORT is. Use that, or ask the operator for --allow-local http://127.0.0.1:OTHER. The tab still shows the page that it showed before.
        ",
        other.address().port()
    ));
    assert_eq!(other.request_lines(), NOTHING);
    assert_eq!(asked(&site), ["GET /form.html".to_owned(), format!("GET {first}"), format!("GET {last}")]);
    assert_eq!(
        site.ask("/form.html", "[document.title, location.pathname]").await.unwrap(),
        json!(["Sign up form", "/form.html"])
    );
    // The refusal was told: nothing of it is left for the next result.
    agent.call("list_tabs", json!({})).await.shows(
        r#"
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.call("wait", json!({ "duration": 0 })).await.shows(
        r#"
        [text] Waited 0 s.
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

#[tokio::test]
async fn n7_a_page_that_goes_where_it_may_not_stays_and_one_line_tells() {
    let (site, other, agent) = two_sites(Site::builder()).await;
    agent.go(&site.url(&format!("/goto?on=click&to={}", other.url("/secret")))).await;
    let go = agent.find("button").await;
    agent.click(&go).await.shows(&format!(
        r#"
        [text] Clicked (left) {go}.
        [text] It is button "Go".
        [text] A page tried to go to an address that the policy refuses; it was stopped.
        [state]
        * t1 "Goto" http://127.0.0.1:PORT/goto?on=click&to=http://127.0.0.1:OTHER/secret
        "#
    ));
    assert_eq!(site.ask("/goto", "document.title").await.unwrap(), "Goto");
    assert_eq!(other.request_lines(), NOTHING);
    agent.end().await;
}

#[tokio::test]
async fn n7_many_refused_navigations_are_one_line_and_it_waits_for_a_result_with_room() {
    let page = "<title>Pushy</title><script>window.tries = 0; window.push = async (to) => { for (; tries < 5; tries += 1) \
        { location.href = to; await new Promise((on) => setTimeout(on, 100)) } return tries }</script>";
    let (site, other, agent) = two_sites(Site::builder().page("/pushy", page)).await;
    agent.go(&site.url("/pushy")).await;
    assert_eq!(site.ask("/pushy", &format!("push('{}')", other.url("/secret"))).await.unwrap(), 5);
    agent.call("list_tabs", json!({})).await.shows(
        r#"
        [state]
        * t1 "Pushy" http://127.0.0.1:PORT/pushy
        "#,
    );
    agent.call("get_page_text", json!({})).await.shows(
        r#"
        [text] The page has no visible text.
        [text] A page tried to go to an address that the policy refuses; it was stopped.
        [state]
        * t1 "Pushy" http://127.0.0.1:PORT/pushy
        "#,
    );
    assert_eq!(other.request_lines(), NOTHING);
    agent.end().await;
}

#[tokio::test]
async fn a_form_that_is_sent_elsewhere_is_stopped_with_what_was_in_it() {
    let site = Site::builder()
        .route("/pay", |request| {
            let to = request.parameter("to").unwrap_or_default();
            Answer::html(format!("<title>Pay</title><form method=post action='{to}'><input name=card value=4111><button>Pay</button></form>"))
        });
    let (site, other, agent) = two_sites(site).await;
    agent.go(&site.url(&format!("/pay?to={}", other.url("/secret")))).await;
    let pay = agent.find("button").await;
    agent.click(&pay).await.shows(&format!(
        r#"
        [text] Clicked (left) {pay}.
        [text] It is button "Pay".
        [text] A page tried to go to an address that the policy refuses; it was stopped.
        [state]
        * t1 "Pay" http://127.0.0.1:PORT/pay?to=http://127.0.0.1:OTHER/secret
        "#
    ));
    assert_eq!(other.request_lines(), NOTHING);
    agent.end().await;
}

/// A page that loads a picture, a script, a style sheet, a frame and data from `to`.
fn loading(request: &ringfence_testkit::Request) -> Answer {
    let to = request.parameter("to").unwrap_or_default();
    Answer::html(format!(
        "<title>Loading</title><h1>Loading</h1><img id=img src='{to}/i.png'><link rel=stylesheet href='{to}/s.css'><script src='{to}/s.js'></script>\
         <iframe title=inner src='{to}/form.html'></iframe><a href='{to}/form.html'>Leave</a><script>window.got = Promise.all([fetch('{to}/data', {{ mode: 'no-cors' }}), \
         navigator.sendBeacon('{to}/beacon', 'x'), new Promise((done) => {{ const source = new EventSource('{to}/events'); source.onerror = () => done('error') }})])\
         .then(() => 'loaded', () => 'refused')</script>"
    ))
}

#[tokio::test]
async fn sub_resources_off_the_list_are_refused_one_by_one() {
    let (site, other, agent) = two_sites(Site::builder().route("/loading", loading)).await;
    agent
        .call("navigate", json!({ "url": site.url(&format!("/loading?to={}", other.origin())) }))
        .await
        .shows(
            r#"
        [text] Now at http://127.0.0.1:PORT/loading?to=http://127.0.0.1:OTHER "Loading" (HTTP 200)
        [text] A page tried to go to an address that the policy refuses; it was stopped.
        [state]
        * t1 "Loading" http://127.0.0.1:PORT/loading?to=http://127.0.0.1:OTHER
        "#,
        );
    assert_eq!(site.ask("/loading", "got").await.unwrap(), "refused");
    assert_eq!(site.ask("/loading", "img.naturalWidth").await.unwrap(), 0);
    assert_eq!(other.request_lines(), NOTHING);
    agent.call("read_page", json!({})).await.shows(
        r#"
        [page text from http://127.0.0.1:PORT]
        heading "Loading" [ref_1] level=1
        iframe "inner" [ref_2]
        link "Leave" [ref_3]
        [state]
        * t1 "Loading" http://127.0.0.1:PORT/loading?to=http://127.0.0.1:OTHER
        "#,
    );
    agent.end().await;
}

/// What a page was refused is told to whoever can be told more than N7's line: each navigation, a popup's, too, and of loads
/// from a host the first, once.
#[tokio::test]
async fn what_a_page_was_refused_is_told_with_host_and_remedy() {
    let (site, other, agent) = two_sites(Site::builder().route("/loading", loading)).await;
    let told = async |member: &str, input: serde_json::Value| {
        let outcome = agent.outcome(member, input).await;
        let one = |one: PageRefusal| (one.list, one.refusal.code, one.refusal.subject, one.refusal.hint);
        outcome.refused.into_iter().map(one).collect::<Vec<_>>()
    };
    let port = other.address().port();
    let refused = |list| {
        let hint = format!(
            "Port {port} is not allowed for this host, but http://127.0.0.1:{0} is. Use that, or ask the operator for \
             --allow-local http://127.0.0.1:{port}.",
            site.address().port()
        );
        (list, Code::Port, "127.0.0.1".to_owned(), hint)
    };
    let load = json!({ "url": site.url(&format!("/loading?to={}", other.origin())) });
    let both = [refused(List::Navigate), refused(List::Load)];
    assert_eq!(told("navigate", load.clone()).await, both);
    assert_eq!(told("navigate", load).await, [refused(List::Navigate)]);
    let leave = agent.find("link").await;
    let click = |at: String| json!({ "target": { "type": "ref", "ref": at } });
    assert_eq!(told("left_click", click(leave)).await, [refused(List::Navigate)]);
    agent.go(&site.url(&format!("/popup?to={}", other.url("/secret")))).await;
    let open = agent.find("button").await;
    assert_eq!(told("left_click", click(open)).await, [refused(List::Navigate)]);
    assert_eq!(told("wait", json!({ "duration": 0 })).await, []);
    assert_eq!(other.request_lines(), NOTHING);
    agent.end().await;
}

#[tokio::test]
async fn what_stands_on_the_load_list_alone_is_loaded_but_not_browsed() {
    let site = Site::builder().probed().route("/loading", loading).start().unwrap();
    let other = Site::builder().route("/data", |_| Answer::of("text/plain", "data")).start().unwrap();
    let policy = allowing(&[&site]).allow(load_only(&other.origin())).build().unwrap();
    let agent = Agent::with_policy(policy, &[(&site, "PORT"), (&other, "OTHER")]).await;
    agent.call("navigate", json!({ "url": other.url("/form.html") })).await.shows(
        "
        [error not-listed, about 127.0.0.1]
        [text] not-listed: 127.0.0.1: Pages may load from this host, but it can't be opened. Ask the operator for --allow-local http://127.0.0.1:OTHER.
        ",
    );
    agent.go(&site.url(&format!("/loading?to={}", other.origin()))).await;
    assert_eq!(site.ask("/loading", "got").await.unwrap(), "loaded");
    let mut loaded = other.request_lines();
    loaded.sort();
    assert_eq!(loaded, ["GET /data", "GET /events", "GET /i.png", "GET /s.css", "GET /s.js", "POST /beacon"]);
    let leave = agent.find("link").await;
    agent.click(&leave).await.shows(&format!(
        r#"
        [text] Clicked (left) {leave}.
        [text] It is link "Leave".
        [text] A page tried to go to an address that the policy refuses; it was stopped.
        [state]
        * t1 "Loading" http://127.0.0.1:PORT/loading?to=http://127.0.0.1:OTHER
        "#
    ));
    assert_eq!(site.ask("/loading", "document.title").await.unwrap(), "Loading");
    assert!(!other.request_lines().contains(&"GET /form.html".to_owned()));
    agent.end().await;
}
