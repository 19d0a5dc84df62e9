//! D19: a listed local server is the agent's to open; pages of other listed sites get nothing from it.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use ringfence::BrowserOptions;
use ringfence::policy::{Entry, Policy, Source};
use ringfence_egress::{Resolver, Upstream};
use ringfence_testkit::{Answer, Site};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

use crate::agent::{Agent, asked, local};

const PUBLIC: [u8; 4] = [93, 184, 216, 34];

/// A public site, and a local server with two names: loopback, which Chromium says `Sec-Fetch-Site` to, and one of an
/// inner network, which it doesn't.
struct World {
    public: Site,
    local: Site,
    agent: Agent,
}

/// `site.example` is public; every other name leads to this machine.
struct Names;

#[async_trait]
impl Resolver for Names {
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        Ok(vec![if host == "site.example" { PUBLIC.into() } else { [127, 0, 0, 1].into() }])
    }
}

/// A further proxy that leads every public address to this site: no test may leave the machine.
async fn further_proxy(site: &Site) -> Upstream {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let site = site.address();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(tunnel(stream, site));
        }
    });
    Upstream::parse(&format!("http://{address}")).unwrap()
}

#[expect(clippy::disallowed_methods, reason = "this is another proxy than the product's")]
async fn tunnel(mut stream: TcpStream, site: std::net::SocketAddr) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
    copy_bidirectional(&mut stream, &mut TcpStream::connect(site).await?).await?;
    Ok(())
}

impl World {
    async fn start() -> Self {
        let page = "<!doctype html><title>Page</title><a href=/there>Nothing</a><iframe name=inner></iframe>";
        let to = |request: &ringfence_testkit::Request| {
            Answer::redirect(302, &request.parameter("to").unwrap_or_default())
        };
        let shared = "const at = new URL(location).searchParams.get('at'); \
                      onconnect = (event) => fetch(`${at}/shared-worker`, { mode: 'no-cors', referrerPolicy: 'no-referrer' })\
                      .finally(() => event.ports[0].postMessage(''))";
        let public = Site::builder()
            .page("/page", page)
            .route("/to", to)
            .route("/shared.js", move |_| Answer::of("text/javascript", shared))
            .probed()
            .start()
            .unwrap();
        let worker = "onmessage = async () => { await fetch('/by-worker', { referrerPolicy: 'no-referrer' }); (self.postMessage ?? (() => {}))('done') }; \
                      onfetch = event => event.respondWith(fetch('/by-service-worker', { referrerPolicy: 'no-referrer' }))";
        let local_site = Site::builder()
            .page("/page", page)
            .route("/worker.js", move |_| Answer::of("text/javascript", worker))
            .probed()
            .start()
            .unwrap();
        let mut options = BrowserOptions::new(
            Policy::builder()
                .allow(Entry::origin(
                    "http://site.example",
                    false,
                    Source::option("--allow", "http://site.example"),
                ))
                .allow(local(&local_site.origin()))
                .allow(local(&inner(&local_site)))
                .build()
                .unwrap(),
        );
        options.resolver = Arc::new(Names);
        options.egress.upstream = Some(further_proxy(&public).await);
        let agent = Agent::with_options(options, &[(&local_site, "PORT")]).await;
        Self { public, local: local_site, agent }
    }
}

/// The origin of the same server by its name in an inner network.
fn inner(site: &Site) -> String {
    format!("http://lan.example:{}", site.address().port())
}

/// Has a page try ways to ask for something, all at once. It is over when each has ended or had its time.
async fn tries(site: &Site, ways: impl IntoIterator<Item = String>) -> Value {
    let tried: Vec<String> = ways
        .into_iter()
        .map(|way| {
            format!(
                "new Promise((over) => {{ setTimeout(over, 2000); \
                 const put = (element) => {{ element.onload = element.onerror = over; document.body.append(element); return element }}; \
                 const make = (name, fields) => put(Object.assign(document.createElement(name), fields)); {way} }})"
            )
        })
        .collect();
    site.ask("/page", &format!("Promise.all([{}]).then((all) => all.length)", tried.join(", ")))
        .await
        .unwrap()
}

/// Ways to ask a server at `AT` for something.
const WAYS: [&str; 15] = [
    "make('iframe', { src: 'AT/frame' })",
    "make('object', { data: 'AT/object', type: 'text/html' })",
    "make('embed', { src: 'AT/embed', type: 'text/html' })",
    "make('iframe', { srcdoc: `<iframe src='AT/nested'></iframe>` })",
    "make('iframe', { src: 'AT/silent-frame', referrerPolicy: 'no-referrer' })",
    "frames.inner.location = 'AT/moved'",
    "const form = make('form', { action: 'AT/form', target: 'inner', method: 'get' }); form.submit()",
    "const form = make('form', { action: 'AT/post', target: 'inner', method: 'post' }); form.submit()",
    "make('img', { src: 'AT/img' })",
    "make('img', { src: 'AT/silent-img', referrerPolicy: 'no-referrer' })",
    "fetch('AT/fetch', { mode: 'no-cors', referrerPolicy: 'no-referrer' }).finally(over)",
    "navigator.sendBeacon('AT/beacon', 'x'); fetch('AT/post', { mode: 'no-cors', method: 'post' }).finally(over)",
    "new Worker(URL.createObjectURL(new Blob([`fetch('AT/worker', { mode: 'no-cors', referrerPolicy: 'no-referrer' }).finally(() => postMessage(''))`]))).onmessage = over",
    "new SharedWorker(URL.createObjectURL(new Blob([`onconnect = (event) => fetch('AT/blob-worker', { mode: 'no-cors', referrerPolicy: 'no-referrer' }).finally(() => event.ports[0].postMessage(''))`]))).port.onmessage = over",
    "new SharedWorker('/shared.js?at=AT').port.onmessage = over",
];

/// Seen to fail with `local::refusal` returning none: frames of both names are asked for, and everything else of the name in
/// the inner network that has no referrer; with `is_local_worker` true for every worker, what shared workers ask for.
#[tokio::test]
async fn d19_pages_of_other_sites_get_nothing_from_a_local_server() {
    let World { public, local, agent } = World::start().await;
    agent.go("http://site.example/page").await;
    for at in [local.origin(), inner(&local)] {
        let redirected = "make('iframe', { src: '/to?to=AT/redirected' })";
        let ways = WAYS.into_iter().chain([redirected]).map(|way| way.replace("AT", &at));
        assert_eq!(tries(&public, ways).await, WAYS.len() + 1);
    }
    assert_eq!(asked(&local), Vec::<String>::new());
    // It is the agent's to open, and a link's.
    agent.go(&format!("{}/page", inner(&local))).await;
    agent.go("http://site.example/page").await;
    let set = format!("document.querySelector('a').href = '{}/page'; 'set'", local.origin());
    assert_eq!(public.ask("/page", &set).await.unwrap(), "set");
    let link = agent.find("link").await;
    agent.click(&link).await.shows(&format!(
        r#"
        [text] Clicked (left) {link}.
        [text] It is link "Nothing". The tab is now at http://127.0.0.1:PORT/page "Page" (HTTP 200).
        [state]
        * t1 "Page" http://127.0.0.1:PORT/page
        "#
    ));
    agent.end().await;
}

#[tokio::test]
async fn d19_a_local_page_gets_what_it_asks_of_itself_and_of_other_listed_local_servers() {
    let World { public: _public, local, agent } = World::start().await;
    let other = inner(&local);
    agent.go(&local.url("/page")).await;
    let before = asked(&local).len();
    let ways = [
        "make('iframe', { src: 'AT/frame', referrerPolicy: 'no-referrer' })",
        "make('img', { src: 'AT/img', referrerPolicy: 'no-referrer' })",
        "const worker = new Worker('/worker.js'); worker.onmessage = over; worker.postMessage('')",
        "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => make('iframe', { src: '/served' }))",
    ];
    assert_eq!(tries(&local, ways.map(|way| way.replace("AT", &other))).await, ways.len());
    let seen: Vec<String> = asked(&local).split_off(before);
    for path in ["/frame", "/img", "/by-worker", "/by-service-worker"] {
        assert!(seen.contains(&format!("GET {path}")), "{path}: {seen:?}");
    }
    agent.end().await;
}
