//! What the exit stops by itself: the browser doesn't show it to the policy, or can't know.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use ringfence::browser::BrowserOptions;
use ringfence::egress::{Decision, Event, Resolver};
use ringfence::policy::{Code, Entry, Policy, Source};
use ringfence_testkit::Site;
use serde_json::json;
use tokio::sync::broadcast::Receiver;

use crate::agent::{Agent, allowing, asked};

/// Names that resolve as the test says, and the names that were asked for.
#[derive(Default)]
struct Names {
    known: HashMap<&'static str, Vec<IpAddr>>,
    asked: Mutex<Vec<String>>,
}

impl Names {
    fn new(known: &[(&'static str, &str)]) -> Arc<Self> {
        let known = known.iter().map(|(host, address)| (*host, vec![address.parse().unwrap()])).collect();
        Arc::new(Self { known, asked: Mutex::default() })
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

#[async_trait]
impl Resolver for Names {
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        self.asked.lock().unwrap().push(host.to_owned());
        self.known.get(host).cloned().ok_or_else(|| io::Error::other("no such name"))
    }
}

/// What the exit decided so far, a line each: host, port, decision.
fn decisions(events: &mut Receiver<Arc<Event>>) -> Vec<String> {
    let mut lines = Vec::new();
    while let Ok(event) = events.try_recv() {
        let decision = match &event.decision {
            Decision::Allowed { addr } => format!("allowed {addr}"),
            Decision::Refused(refusal) if refusal.code == Code::Credential => continue,
            Decision::Refused(refusal) => format!("refused {}", refusal.code),
            Decision::Failed { what } => format!("failed {what}"),
            Decision::Ended => continue,
        };
        lines.push(format!("{}:{} {decision}", event.host, event.port));
    }
    lines
}

fn origin(origin: &str) -> Entry {
    Entry::origin(origin, false, Source::option("--allow", origin))
}

/// Seen to fail with `Policy::vet` passing every address: the site on 127.0.0.1 is opened under the public name.
#[tokio::test]
async fn an_allowed_name_that_resolves_to_a_private_address_is_refused_and_never_dialled() {
    let site = Site::builder().start().unwrap();
    let port = site.address().port();
    let plain = format!("http://rebind.example.com:{port}");
    let policy = Policy::builder()
        .allow(origin(&plain))
        .allow_host("intranet.example.com", Source::option("--allow", "intranet.example.com"))
        .build()
        .unwrap();
    let names = Names::new(&[("rebind.example.com", "127.0.0.1"), ("intranet.example.com", "10.0.0.7")]);
    let mut options = BrowserOptions::new(policy);
    options.resolver = Arc::clone(&names) as Arc<dyn Resolver>;
    let agent = Agent::with_options(options, &[(&site, "PORT")]).await;
    let mut events = agent.browser.egress_events();
    agent.call("navigate", json!({ "url": format!("{plain}/form.html") })).await.shows(
        "
        [error resolved-address, about rebind.example.com]
        [text] resolved-address: rebind.example.com: The host leads to an address that is not public. The operator can allow one private origin with --allow-local http://rebind.example.com:PORT. The tab still shows the page that it showed before.
        ",
    );
    agent.call("list_tabs", json!({})).await.shows("[state]\n* t1 \"about:blank\" about:blank");
    agent.call("navigate", json!({ "url": "https://intranet.example.com/" })).await.shows(
        "
        [error resolved-address, about intranet.example.com]
        [text] resolved-address: intranet.example.com: The host leads to an address that is not public. The operator can allow one private origin with --allow-local https://intranet.example.com. The tab shows an error page.
        ",
    );
    assert_eq!(
        decisions(&mut events),
        [
            format!("rebind.example.com:{port} refused resolved-address"),
            "intranet.example.com:443 refused resolved-address".to_owned(),
        ]
    );
    assert_eq!(site.request_lines(), Vec::<String>::new());
    agent.end().await;
}

#[tokio::test]
async fn a_name_that_is_not_allowed_is_not_even_resolved() {
    let site = Site::builder().start().unwrap();
    let policy = allowing(&[&site]).build().unwrap();
    let names = Names::new(&[("example.com", "93.184.216.34")]);
    let mut options = BrowserOptions::new(policy);
    options.resolver = Arc::clone(&names) as Arc<dyn Resolver>;
    let agent = Agent::with_options(options, &[(&site, "PORT")]).await;
    agent.outcome("navigate", json!({ "url": "https://example.com/" })).await;
    agent.go(&site.url("/popup?to=https://example.com/")).await;
    let link = agent.find("link").await;
    agent.click(&link).await.shows(&format!(
        r#"
        [text] Clicked (left) {link}.
        [text] It is link "Open link".
        [text] A page tried to go to an address that the policy refuses; it was stopped.
        [state]
        * t1 "Popup" http://127.0.0.1:PORT/popup?to=https://example.com/
        "#
    ));
    assert_eq!(names.asked().iter().filter(|name| *name != "localhost").count(), 0);
    agent.end().await;
}

#[tokio::test]
async fn a_site_that_can_not_be_reached_is_an_error_and_no_page() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let site = Site::builder().probed().start().unwrap();
    let refused = format!("http://127.0.0.1:{closed}");
    let policy = allowing(&[&site])
        .allow(crate::agent::local(&refused))
        .allow(origin("http://unknown.example.com"))
        .allow_host("nowhere.example.com", Source::option("--allow", "nowhere.example.com"))
        .build()
        .unwrap();
    let mut options = BrowserOptions::new(policy);
    options.resolver = Names::new(&[]);
    let agent = Agent::with_options(options, &[(&site, "PORT")]).await;
    agent.go(&site.url("/form.html")).await;
    agent.call("navigate", json!({ "url": refused })).await.shows(
        "
        [error navigation_failed, about 127.0.0.1]
        [text] 127.0.0.1: the host does not accept the connection. The tab still shows the page that it showed before.
        ",
    );
    agent.call("navigate", json!({ "url": "http://unknown.example.com/" })).await.shows(
        "
        [error navigation_failed, about unknown.example.com]
        [text] unknown.example.com: the host's name does not resolve. The tab still shows the page that it showed before.
        ",
    );
    agent.call("list_tabs", json!({})).await.shows(
        r#"
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    agent.call("navigate", json!({ "url": "https://nowhere.example.com/" })).await.shows(
        "
        [error navigation_failed, about nowhere.example.com]
        [text] nowhere.example.com: the host's name does not resolve. The tab shows an error page.
        ",
    );
    agent.end().await;
}

/// A WebSocket is not stopped by the browser's interception, so nothing but the exit keeps it in.
///
/// Seen to fail with `Policy::judge_connect` granting every target: the other site is asked.
#[tokio::test]
async fn a_web_socket_off_the_list_ends_at_the_exit() {
    let site = Site::builder().probed().start().unwrap();
    let other = Site::builder().start().unwrap();
    let agent = Agent::start(&site).await;
    let mut events = agent.browser.egress_events();
    agent.go(&site.url("/form.html")).await;
    let port = other.address().port();
    let socket = format!(
        "new Promise((done) => {{ const socket = new WebSocket('ws://127.0.0.1:{port}/secret'); \
         socket.onopen = () => done('open'); socket.onerror = () => done('error') }})"
    );
    assert_eq!(site.ask("/form.html", &socket).await.unwrap(), "error");
    let told = decisions(&mut events);
    assert!(told.contains(&format!("127.0.0.1:{port} refused port")), "{told:?}");
    assert_eq!(other.request_lines(), Vec::<String>::new());
    assert_eq!(asked(&site), ["GET /form.html"]);
    agent.end().await;
}

/// Chromium calls home in many ways; all of them would come to the exit, which is the only way out.
///
/// Seen to fail: without `--component-updater` update.googleapis.com is asked for within the 20 seconds, without
/// `--gaia-url` accounts.google.com.
#[tokio::test]
async fn a_browser_that_starts_and_idles_for_20_seconds_asks_for_nothing() {
    let agent = Agent::with_policy(Policy::closed(), &[]).await;
    let mut events = agent.browser.egress_events();
    agent.call("list_tabs", json!({})).await.shows("[state]\n* t1 \"about:blank\" about:blank");
    tokio::time::sleep(Duration::from_secs(20)).await;
    agent.call("list_tabs", json!({})).await.shows("[state]\n* t1 \"about:blank\" about:blank");
    let asked: Vec<_> =
        std::iter::from_fn(|| events.try_recv().ok()).map(|event| event.host.clone()).collect();
    assert_eq!(asked, Vec::<String>::new());
    // Nor before anybody listened; the canary's own requests don't count.
    assert_eq!(agent.browser.egress_totals(), Default::default());
    agent.end().await;
}
