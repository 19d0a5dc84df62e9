//! `read_network`.

use ringfence_testkit::{Answer, Request, Site, SiteBuilder};
use serde_json::json;

use crate::agent::{Agent, Setup, allowing};
use crate::seen::Seen;

async fn watching(site: SiteBuilder) -> (Site, Agent) {
    let site = site.probed().start().unwrap();
    let agent = Setup::at(&site).on("read_network").start().await;
    (site, agent)
}

/// The lines of a reading about other requests than those of the test's own probe, with no sizes.
fn told(seen: &Seen) -> Vec<String> {
    let lines = seen
        .lines()
        .filter(|line| line.contains(" → ") && !line.contains("/probe/") && !line.contains("favicon.ico"));
    lines
        .map(|line| match line.split_once(", ") {
            Some((line, bytes)) if bytes.ends_with(" bytes") => format!("{line}, N bytes"),
            _ => line.to_owned(),
        })
        .collect()
}

async fn read(agent: &Agent) -> Seen {
    agent.call("read_network", json!({})).await
}

#[tokio::test]
async fn requests_are_told_once_with_method_kind_address_and_outcome() {
    let page = "<!doctype html><title>Asks</title><link rel=stylesheet href=/style.css><img src=/missing.png><script src=/script.js></script>";
    let (site, agent) = watching(
        Site::builder()
            .page("/asks", page)
            .route("/style.css", |_| Answer::of("text/css", "p {}"))
            .route("/script.js", |_| Answer::of("text/javascript", "1"))
            .route("/missing.png", |_| Answer::of("text/plain", "no").with_status(404))
            .route("/post", |_| Answer::json(&json!({ "ok": true })))
            .route("/moved", |_| Answer::redirect(302, "/post")),
    )
    .await;
    agent.go(&site.url("/asks")).await;
    let seen = read(&agent).await;
    let mut lines = told(&seen);
    assert_eq!(
        lines.first().map(String::as_str),
        Some("GET document http://127.0.0.1:PORT/asks → 200 text/html, N bytes"),
        "{seen:?}"
    );
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "GET document http://127.0.0.1:PORT/asks → 200 text/html, N bytes",
            "GET image http://127.0.0.1:PORT/missing.png → 404 text/plain, N bytes",
            "GET script http://127.0.0.1:PORT/script.js → 200 text/javascript, N bytes",
            "GET stylesheet http://127.0.0.1:PORT/style.css → 200 text/css, N bytes",
        ],
        "{seen:?}"
    );
    let fetching = "(async () => { await (await fetch('/post', { method: 'POST', body: 'x' })).text(); await (await fetch('/moved')).text() })()";
    site.ask("/asks", fetching).await.unwrap();
    let seen = read(&agent).await;
    assert_eq!(
        told(&seen),
        [
            "POST fetch http://127.0.0.1:PORT/post → 200 application/json, N bytes",
            "GET fetch http://127.0.0.1:PORT/moved → 302 text/html",
            "GET fetch http://127.0.0.1:PORT/post → 200 application/json, N bytes",
        ],
        "{seen:?}"
    );
    assert_eq!(told(&read(&agent).await), Vec::<String>::new());
    agent.end().await;
}

#[tokio::test]
async fn a_request_that_is_refused_or_fails_or_is_pending_says_so() {
    let other = Site::builder().start().unwrap();
    let page = format!("<!doctype html><title>Asks</title><img src={}>", other.url("/secret.png"));
    let (site, agent) = watching(Site::builder().page("/asks", &page)).await;
    agent.go(&site.url("/asks")).await;
    site.ask("/asks", "fetch('/never'); 0").await.unwrap();
    let seen = read(&agent).await;
    let lines = told(&seen);
    let address = format!("http://127.0.0.1:{}/secret.png", other.address().port());
    assert!(
        lines.contains(&format!("GET image {address} → failed: BLOCKED_BY_CLIENT"))
            || lines.contains(&format!("GET image {address} → failed: blocked: inspector")),
        "{seen:?}"
    );
    assert!(lines.contains(&"GET fetch http://127.0.0.1:PORT/never → pending".to_owned()), "{seen:?}");
    assert_eq!(other.request_lines(), Vec::<String>::new());
    agent.end().await;
}

/// What an answer says of a request that was told as pending before.
#[tokio::test]
async fn an_answer_after_the_reading_is_told_by_the_next_one() {
    let (site, agent) = watching(Site::builder().page("/asks", "<!doctype html><title>Asks</title>")).await;
    agent.go(&site.url("/asks")).await;
    site.ask("/asks", "window.asked = fetch('/slow?ms=700').then((answer) => answer.text()); 0")
        .await
        .unwrap();
    let seen = read(&agent).await;
    assert!(
        told(&seen).contains(&"GET fetch http://127.0.0.1:PORT/slow?ms=700 → pending".to_owned()),
        "{seen:?}"
    );
    site.ask("/asks", "asked").await.unwrap();
    let seen = read(&agent).await;
    assert_eq!(
        told(&seen),
        ["… fetch http://127.0.0.1:PORT/slow?ms=700 → 200 text/html, N bytes"],
        "{seen:?}"
    );
    agent.end().await;
}

#[tokio::test]
async fn frames_of_every_origin_and_workers_of_every_kind_are_heard() {
    let page = "<!doctype html><title>Asks</title><iframe src='/inner?in=same'></iframe><iframe id=x></iframe><script>\
        x.src = `//localhost:${location.port}/inner?in=other`;\
        window.worker = new Worker('/worker.js'); window.shared = new SharedWorker('/shared.js'); \
        window.ready = Promise.all([new Promise((done) => { worker.onmessage = done }), new Promise((done) => { shared.port.onmessage = done; shared.port.start() }), \
          navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready), new Promise((done) => { let seen = 0; addEventListener('message', () => { seen += 1; if (seen === 2) done() }) })]).then(() => 'ready')\
        </script>";
    let script = |body: &'static str| move |_: &Request| Answer::of("text/javascript", body);
    let (site, agent) = watching(
        Site::builder()
            .page("/asks", page)
            .page("/inner", "<!doctype html><script>fetch('/data' + location.search).then(() => parent.postMessage(0, '*'))</script>")
            .route("/data", |_| Answer::json(&json!(1)))
            .route("/worker.js", script("fetch('/data?in=worker').then(() => postMessage(0))"))
            .route("/shared.js", script("onconnect = async (event) => { await fetch('/data?in=shared'); event.ports[0].postMessage(0) }"))
            .route("/service.js", script("oninstall = (event) => event.waitUntil(fetch('/data?in=service'))")),
    )
    .await;
    agent.go(&site.url("/asks")).await;
    assert_eq!(site.ask("/asks", "ready").await.unwrap(), "ready");
    let seen = read(&agent).await;
    let mut asked: Vec<_> = seen
        .lines()
        .filter_map(|line| line.split_once("/data?in="))
        .map(|(_, rest)| rest.split(' ').next().unwrap())
        .collect();
    asked.sort_unstable();
    assert_eq!(asked, ["other", "same", "service", "shared", "worker"], "{seen:?}");
    agent.end().await;
}

#[tokio::test]
async fn what_looks_like_a_credential_in_an_address_is_covered() {
    let (site, agent) = watching(Site::builder().page("/asks", "<!doctype html><title>Asks</title>")).await;
    agent.go(&site.url("/asks?session_id=s3cret&page=2")).await;
    let seen = read(&agent).await;
    assert_eq!(
        told(&seen),
        ["GET document http://127.0.0.1:PORT/asks?session_id=***&page=2 → 200 text/html, N bytes"],
        "{seen:?}"
    );
    agent.end().await;
}

#[tokio::test]
async fn a_flood_is_bounded_and_says_how_much_is_missing() {
    let page = "<!doctype html><title>Asks</title>";
    let (site, agent) = watching(Site::builder().page("/asks", page)).await;
    agent.go(&site.url("/asks")).await;
    read(&agent).await.lines().for_each(drop);
    // Requests that no network sees: there can be many in a short time.
    let flood = "(async () => { for (let i = 0; i < 1500; i += 1) await fetch('data:text/plain,' + i) })()";
    site.ask("/asks", flood).await.unwrap();
    let seen = read(&agent).await;
    let first = seen.lines().nth(1).unwrap_or_default();
    let dropped = first
        .strip_prefix("… ")
        .and_then(|rest| rest.split(' ').next())
        .and_then(|count| count.parse::<u32>().ok());
    // The probe asks now and then, too.
    assert!(dropped.is_some_and(|dropped| (500..520).contains(&dropped)), "{first}");
    let total: usize = seen.lines().map(|line| line.chars().count() + 1).sum();
    assert!(total < 51_000, "{total}");
    agent.end().await;
}

#[tokio::test]
async fn what_a_popup_asks_for_is_told_from_its_first_request_on() {
    let page =
        "<!doctype html><title>Asks</title><button onclick=\"window.open('/form.html')\">Open</button>";
    let site = Site::builder().page("/asks", page).probed().start().unwrap();
    let setup = Setup::with_policy(allowing(&[&site]).build().unwrap(), &[(&site, "PORT")]);
    let agent = setup.on("read_network").start().await;
    agent.go(&site.url("/asks")).await;
    let open = agent.find("button").await;
    agent.outcome("left_click", json!({ "target": { "type": "ref", "ref": open } })).await;
    assert_eq!(site.ask("/form.html", "document.title").await.unwrap(), "Sign up form");
    let seen = agent.call("read_network", json!({ "tab_id": "t2" })).await;
    assert_eq!(
        told(&seen),
        ["GET document http://127.0.0.1:PORT/form.html → 200 text/html, N bytes"],
        "{seen:?}"
    );
    agent.end().await;
}
