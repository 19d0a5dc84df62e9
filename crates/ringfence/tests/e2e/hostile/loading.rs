//! Servers that never answer, or never end.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use ringfence_testkit::Site;
use serde_json::json;

use super::{DEADLINE, answered, facing, facing_within, goes_on};
use crate::agent::{Setup, allowing, asked, local};

/// A server whose answers never end: a head, and then the same again and again. It lives as long as the test's process.
struct Endless(SocketAddr);

impl Endless {
    fn start(content_type: &'static str, part: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                std::thread::spawn(move || Self::send(stream, content_type, part));
            }
        });
        Self(address)
    }

    fn send(mut stream: TcpStream, content_type: &str, part: &str) -> Option<()> {
        let mut request = [0; 4096];
        // Whatever was asked, the answer is the same.
        let _asked = stream.read(&mut request).ok()?;
        write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nConnection: close\r\n\r\n")
            .ok()?;
        // Until the other side has had enough.
        loop {
            stream.write_all(part.as_bytes()).ok()?;
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn origin(&self) -> String {
        format!("http://{}", self.0)
    }
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up_and_the_page_stays() {
    let (site, agent) = facing(Site::builder()).await;
    agent.go(&site.url("/form.html")).await;
    answered(&agent, "navigate", json!({ "url": site.url("/never") })).await.shows(
        "
        [error timed_out, about 127.0.0.1]
        [text] 127.0.0.1 did not load within 3 s; the load was stopped.
        ",
    );
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    goes_on(&site, &agent).await;
    assert_eq!(asked(&site), ["GET /form.html", "GET /never", "GET /fresh"]);
    agent.end().await;
}

#[tokio::test]
async fn a_document_that_never_ends_is_stopped_and_what_has_come_can_be_read() {
    let endless = Endless::start("text/html", "<!doctype html><title>Endless</title><p>More.</p>");
    let site = Site::builder()
        .page("/fresh", "<!doctype html><title>Fresh</title><p>A fresh page.</p>")
        .probed()
        .start()
        .unwrap();
    let policy = allowing(&[&site]).allow(local(&endless.origin())).build().unwrap();
    let agent = Setup::with_policy(policy, &[(&site, "PORT")]).within(DEADLINE).start().await;
    answered(&agent, "navigate", json!({ "url": endless.origin() })).await.shows(
        "
        [error timed_out, about 127.0.0.1]
        [text] 127.0.0.1 did not load within 1.5 s; the load was stopped.
        ",
    );
    let seen = answered(&agent, "get_page_text", json!({})).await;
    assert_eq!(seen.lines().nth(1), Some("More."), "{seen:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn pictures_scripts_and_frames_that_never_end_do_not_keep_a_page_from_being_used() {
    let picture = Endless::start("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'>");
    let frame = Endless::start("text/html", "<p>More.</p>");
    let page = format!(
        "<!doctype html><title>Waiting</title><img src={0} alt=Chart><img src=/never alt=Never><iframe src={1}></iframe><script async src=/never></script><button onclick=\"this.textContent = 'Pressed'\">Press</button>",
        picture.origin(),
        frame.origin()
    );
    let site = Site::builder()
        .page("/waiting", &page)
        .page("/fresh", "<!doctype html><title>Fresh</title><p>A fresh page.</p>")
        .probed()
        .start()
        .unwrap();
    let policy =
        allowing(&[&site]).allow(local(&picture.origin())).allow(local(&frame.origin())).build().unwrap();
    let agent = Setup::with_policy(policy, &[(&site, "PORT")]).within(DEADLINE).start().await;
    answered(&agent, "navigate", json!({ "url": site.url("/waiting") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/waiting "Waiting" (HTTP 200, still loading)
        [state]
        * t1 "Waiting" http://127.0.0.1:PORT/waiting
        "#,
    );
    let press = agent.find("button").await;
    agent.click(&press).await.shows(&format!(
        r#"
        [text] Clicked (left) {press}.
        [text] It is button "Press".
        [state]
        * t1 "Waiting" http://127.0.0.1:PORT/waiting
        "#
    ));
    assert_eq!(
        site.ask("/waiting", "document.querySelector('button').textContent").await.unwrap(),
        "Pressed"
    );
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn a_redirect_that_goes_round_in_a_circle_is_told() {
    let (site, agent) =
        facing(Site::builder().route("/round", |_| ringfence_testkit::Answer::redirect(302, "/round"))).await;
    answered(&agent, "navigate", json!({ "url": site.url("/round") })).await.shows(
        "
        [error navigation_failed, about 127.0.0.1]
        [text] 127.0.0.1: it redirects in a circle. The tab shows an error page.
        ",
    );
    goes_on(&site, &agent).await;
    agent.end().await;
}

/// Chromium asks a frame nothing while it is on its way elsewhere.
#[tokio::test]
async fn a_frame_of_another_site_that_is_on_its_way_for_ever_is_left_out() {
    let outer = "<!doctype html><title>Outer</title><h1>Before</h1><iframe title=Inner></iframe><button>After</button>
        <script>document.querySelector('iframe').src = `http://localhost:${location.port}/inner`</script>";
    let inner = "<!doctype html><p>Inner</p><script>onload = () => setTimeout(() => { location.href = '/never' })</script>";
    let site = Site::builder().page("/outer", outer).page("/inner", inner);
    let (site, agent) = facing_within(Duration::from_secs(6), site).await;
    agent.go(&site.url("/outer")).await;
    while !asked(&site).contains(&"GET /never".to_owned()) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    answered(&agent, "read_page", json!({})).await.shows(
        "
        [page text from http://127.0.0.1:PORT]
        heading \"Before\" [ref_1] level=1
        iframe \"Inner\" [ref_2] no_answer=true
        button \"After\" [ref_3]
        [state]
        * t1 \"Outer\" http://127.0.0.1:PORT/outer
        ",
    );
    answered(&agent, "get_page_text", json!({})).await.shows(
        "
        [page text from http://127.0.0.1:PORT]
        Before
        After
        … 1 frame left out: it did not answer in time.
        [state]
        * t1 \"Outer\" http://127.0.0.1:PORT/outer
        ",
    );
    agent.click("ref_3").await.shows(
        "
        [text] Clicked (left) ref_3.
        [text] It is button \"After\".
        [state]
        * t1 \"Outer\" http://127.0.0.1:PORT/outer
        ",
    );
    goes_on(&site, &agent).await;
    agent.end().await;
}
