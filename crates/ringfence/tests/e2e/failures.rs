//! Documents that don't come: each reason has a phrase of its own, and a status is always shown.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use ringfence::browser::BrowserOptions;
use ringfence::egress::Resolver;
use ringfence::policy::{Policy, Source};
use ringfence_testkit::{Answer, Site};
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::agent::{Agent, Setup, allowing, at, local};

/// Serves one thing to whoever connects, for as long as the test's process lives.
fn server(answer: impl Fn(TcpStream) + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            answer(stream);
        }
    });
    address
}

/// A server that takes a request and answers with these bytes, then closes.
fn answering(bytes: &'static [u8]) -> SocketAddr {
    server(move |mut stream| {
        let mut request = [0; 4096];
        let _ = stream.read(&mut request);
        let _ = stream.write_all(bytes);
    })
}

/// A server with a certificate that nobody vouches for, and how often somebody trusted it nevertheless and asked for something.
async fn self_signed() -> (SocketAddr, Arc<AtomicUsize>) {
    let key = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let private = PrivateKeyDer::try_from(key.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![key.cert.der().clone()], private)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let asked: Arc<AtomicUsize> = Arc::default();
    let count = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, count) = (acceptor.clone(), Arc::clone(&count));
            // A client that does not trust it breaks off.
            tokio::spawn(async move {
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
                if stream.read_u8().await.is_ok() {
                    count.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
    (address, asked)
}

/// An agent at a page, which may also go to these origins.
async fn facing(origins: &[String]) -> (Site, Agent) {
    let site = Site::builder().probed().start().unwrap();
    let policy = origins.iter().fold(allowing(&[&site]), |policy, origin| policy.allow(local(origin)));
    let agent = Agent::with_policy(policy.build().unwrap(), &[(&site, "PORT")]).await;
    agent.go(&site.url("/form.html")).await;
    (site, agent)
}

/// Going there fails with this phrase, and the tab works on.
async fn fails_with(origin: String, said: &str) {
    let (site, agent) = facing(std::slice::from_ref(&origin)).await;
    agent.call("navigate", json!({ "url": origin })).await.shows(&format!(
        "
        [error navigation_failed, about 127.0.0.1]
        [text] 127.0.0.1: {said}
        "
    ));
    agent.call("navigate", json!({ "url": site.url("/form.html") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    agent.end().await;
}

const STAYS: &str = "The tab still shows the page that it showed before.";

#[tokio::test]
async fn nobody_listens() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    fails_with(format!("http://{closed}"), &format!("the host does not accept the connection. {STAYS}"))
        .await;
}

#[tokio::test]
async fn the_server_closes_without_an_answer() {
    let empty = answering(b"");
    fails_with(
        format!("http://{empty}"),
        &format!("the host closed the connection without an answer. {STAYS}"),
    )
    .await;
}

#[tokio::test]
async fn the_answer_is_not_http() {
    let garbage = answering(b"220 mail.example.com ESMTP\r\n");
    fails_with(format!("http://{garbage}"), &format!("the host gave no valid answer. {STAYS}")).await;
}

/// No document comes of it, so no error page does, either.
#[tokio::test]
async fn the_answer_has_no_page() {
    let empty = answering(b"HTTP/1.1 204 No Content\r\n\r\n");
    fails_with(format!("http://{empty}"), &format!("the navigation led to no page. {STAYS}")).await;
}

/// A server of half a page, which breaks off when the page has run as far as it came.
fn breaking_off() -> SocketAddr {
    const HALF: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9000\r\n\r\n<title>Half</title><p>As far as here<script>fetch('/ran')</script>";
    let half = std::sync::Mutex::new(None);
    server(move |mut stream| {
        let mut request = [0; 4096];
        let read = stream.read(&mut request).unwrap_or(0);
        if request[..read].starts_with(b"GET /ran") {
            drop(half.lock().unwrap().take());
        } else if stream.write_all(HALF).is_ok() {
            *half.lock().unwrap() = Some(stream);
        }
    })
}

/// Seen to fail with `stopped` left out of `Browser::arrive`: the navigation takes all its time and says that nothing
/// was loaded.
#[tokio::test]
async fn a_page_that_breaks_off_is_there_as_far_as_it_came() {
    let broken = breaking_off();
    let origin = format!("http://{broken}");
    let (site, agent) = facing(std::slice::from_ref(&origin)).await;
    let told = agent.call("navigate", json!({ "url": origin })).await;
    let line = told.lines().find(|line| line.starts_with("[text]")).unwrap().to_owned();
    assert_eq!(line, format!("[text] Now at {origin}/ \"Half\" (HTTP 200, it broke off while it loaded)"));
    let text = agent.call("get_page_text", json!({})).await;
    assert!(text.lines().any(|line| line == "As far as here"));
    drop(site);
    agent.end().await;
}

#[tokio::test]
async fn the_server_does_not_speak_tls() {
    let plain = answering(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    fails_with(format!("https://{plain}"), "its TLS can't be used. The tab shows an error page.").await;
}

#[tokio::test]
async fn the_certificate_is_not_trusted() {
    let (address, _) = self_signed().await;
    fails_with(format!("https://{address}"), "its certificate is not trusted. The tab shows an error page.")
        .await;
}

/// Chromium's error page has a link to go on, and a word that does the same when it is typed.
///
/// Seen to fail without the look at the address in `Browser::before` and without the policy `SSLErrorOverrideAllowed`; with
/// either of them no request is sent.
#[tokio::test]
async fn a_certificate_that_is_not_trusted_can_not_be_waved_through() {
    let (address, asked) = self_signed().await;
    let (_site, agent) = facing(&[format!("https://{address}")]).await;
    let goes = async || {
        let seen = agent.call("navigate", json!({ "url": format!("https://{address}/") })).await;
        assert_eq!(seen.lines().next(), Some("[error navigation_failed, about 127.0.0.1]"), "{seen:?}");
    };
    goes().await;
    let point = json!({ "type": "coordinate", "x": 600, "y": 600 });
    for (member, input) in [
        ("type", json!({ "text": "thisisunsafe" })),
        ("key", json!({ "text": "t h i s i s u n s a f e" })),
        ("left_click", json!({ "target": point })),
    ] {
        let seen = agent.call(member, input).await;
        assert_eq!(seen.lines().next(), Some("[error not_suited, about t1]"), "{seen:?}");
    }
    // Whatever would have begun has had its time: the next page is there.
    goes().await;
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    agent.end().await;
}

#[tokio::test]
async fn nobody_listens_behind_https() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    fails_with(
        format!("https://{closed}"),
        "the host does not accept the connection. The tab shows an error page.",
    )
    .await;
}

struct Names(HashMap<&'static str, IpAddr>);

#[async_trait]
impl Resolver for Names {
    async fn resolve(&self, host: &str) -> std::io::Result<Vec<IpAddr>> {
        self.0.get(host).map(|ip| vec![*ip]).ok_or_else(|| std::io::Error::other("no such name"))
    }
}

#[tokio::test]
async fn the_name_is_unknown() {
    let policy = Policy::builder()
        .allow_host("unknown.example.com", Source::option("--allow", "unknown.example.com"))
        .build()
        .unwrap();
    let mut options = BrowserOptions::new(policy);
    options.resolver = Arc::new(Names(HashMap::new()));
    let agent = Agent::with_options(options, &[]).await;
    agent.call("navigate", json!({ "url": "https://unknown.example.com/" })).await.shows(
        "
        [error navigation_failed, about unknown.example.com]
        [text] unknown.example.com: the host's name does not resolve. The tab shows an error page.
        ",
    );
    agent.end().await;
}

#[tokio::test]
async fn the_policy_refuses() {
    let (site, agent) = facing(&[]).await;
    agent.call("navigate", json!({ "url": "https://example.com/" })).await.shows(
        "
        [error not-listed, about example.com]
        [text] not-listed: example.com: The host is not on the list of allowed hosts. Use an allowed one, or ask the operator for --allow example.com.
        ",
    );
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    agent.end().await;
}

#[tokio::test]
async fn the_server_does_not_answer_in_time() {
    let site = Site::builder().probed().start().unwrap();
    let agent = Setup::at(&site).within(std::time::Duration::from_millis(700)).start().await;
    agent.call("navigate", json!({ "url": site.url("/never") })).await.shows(
        "
        [error timed_out, about 127.0.0.1]
        [text] 127.0.0.1 did not load within 0.7 s; the load was stopped. The tab still shows the page that it showed before.
        ",
    );
    agent.end().await;
}

#[tokio::test]
async fn n1_every_status_is_shown_with_the_page_that_came_with_it() {
    let (site, agent) = at(Site::builder().route("/nothing", |_| Answer::html("").with_status(404))).await;
    for code in [200, 201, 400, 401, 403, 404, 407, 410, 418, 429, 500, 502, 503, 504, 599] {
        let seen = agent.call("navigate", json!({ "url": site.url(&format!("/status?code={code}")) })).await;
        if code == 407 {
            // Only a proxy says so. From a host it would be taken for ours.
            seen.shows(&format!(
                "
                [error navigation_failed, about 127.0.0.1]
                [text] 127.0.0.1: the host gave no valid answer. {STAYS}
                "
            ));
            continue;
        }
        seen.shows(&format!(
            r#"
            [text] Now at http://127.0.0.1:PORT/status?code={code} "Status" (HTTP {code})
            [state]
            * t1 "Status" http://127.0.0.1:PORT/status?code={code}
            "#
        ));
    }
    // An error without a page of its own: Chromium shows one of its.
    agent.call("navigate", json!({ "url": site.url("/nothing") })).await.shows(
        "
        [error navigation_failed, about 127.0.0.1]
        [text] 127.0.0.1: the server answered with an error and no page (HTTP 404). The tab shows an error page.
        ",
    );
    agent.end().await;
}

#[tokio::test]
async fn a_click_that_leads_to_a_failure_tells_it_too() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (certificate, _) = self_signed().await;
    let (refused, untrusted) = (format!("http://{closed}"), format!("https://{certificate}"));
    let page = format!(
        "<!doctype html><title>Links</title><a href={refused}>Refused</a> <a href={untrusted}>Untrusted</a>"
    );
    let site = Site::builder().page("/links", &page).probed().start().unwrap();
    let policy = allowing(&[&site]).allow(local(&refused)).allow(local(&untrusted)).build().unwrap();
    let agent = Agent::with_policy(policy, &[(&site, "PORT")]).await;
    agent.go(&site.url("/links")).await;
    let link = agent.find("link \"Refused\"").await;
    agent.click(&link).await.shows(&format!(
        r#"
        [text] Clicked (left) {link}.
        [text] It is link "Refused". A navigation that this began failed: 127.0.0.1: the host does not accept the connection.
        [state]
        * t1 "Links" http://127.0.0.1:PORT/links
        "#
    ));
    let link = agent.find("link \"Untrusted\"").await;
    let seen = agent.click(&link).await;
    assert_eq!(
        seen.lines().nth(1),
        Some(
            "[text] It is link \"Untrusted\". A navigation that this began failed: 127.0.0.1: the browser could not load it."
        ),
        "{seen:?}"
    );
    agent.end().await;
}
