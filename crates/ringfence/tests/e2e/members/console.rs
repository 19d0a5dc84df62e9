//! `read_console`.

use ringfence_testkit::{Answer, Site, SiteBuilder};
use serde_json::json;

use crate::agent::{Agent, Setup, allowing};

async fn watching(site: SiteBuilder) -> (Site, Agent) {
    let site = site.probed().start().unwrap();
    let agent = Setup::at(&site).on("read_console").start().await;
    (site, agent)
}

fn gave(title: &str, path: &str, lines: &[&str]) -> String {
    format!(
        "[page text from http://127.0.0.1:PORT]\n{}\n[state]\n* t1 \"{title}\" http://127.0.0.1:PORT{path}",
        lines.join("\n")
    )
}

fn nothing(title: &str, path: &str) -> String {
    format!(
        "[text] Nothing has come to the console since the last read.\n[state]\n* t1 \"{title}\" http://127.0.0.1:PORT{path}"
    )
}

async fn read(agent: &Agent) -> crate::seen::Seen {
    agent.call("read_console", json!({})).await
}

#[tokio::test]
async fn what_came_since_the_page_began_is_told_once_with_level_and_place() {
    let page = "<!doctype html><link rel=icon href=data:,><title>Talk</title>\n<script>console.log('Hello', 1, true, null, undefined, { a: 1, b: 'x' }, [1, 2]);\nconsole.warn('Careful');\nconsole.error(new Error('Broken'));\nconsole.info('For you'); console.debug('Detail');\nnothing.there;</script>\n<script>Promise.reject(new TypeError('unhandled'))</script>";
    let (site, agent) = watching(Site::builder().page("/talk", page)).await;
    agent.go(&site.url("/talk")).await;
    // The rejection is told when the task is over.
    site.ask("/talk", "new Promise((done) => setTimeout(done, 50))").await.unwrap();
    read(&agent).await.shows(&gave(
        "Talk",
        "/talk",
        &[
            "[log] Hello 1 true null undefined {a: 1, b: x} [1, 2] (http://127.0.0.1:PORT/talk:2)",
            "[warn] Careful (http://127.0.0.1:PORT/talk:3)",
            "[error] Error: Broken (http://127.0.0.1:PORT/talk:4)",
            "[info] For you (http://127.0.0.1:PORT/talk:5)",
            "[debug] Detail (http://127.0.0.1:PORT/talk:5)",
            "[error] Uncaught ReferenceError: nothing is not defined (http://127.0.0.1:PORT/talk:6)",
            "[error] Uncaught (in promise) TypeError: unhandled (http://127.0.0.1:PORT/talk:7)",
        ],
    ));
    read(&agent).await.shows(&nothing("Talk", "/talk"));
    site.ask("/talk", "console.log('Once more')").await.unwrap();
    let again = read(&agent).await;
    let line = again.lines().nth(1).unwrap_or_default();
    assert!(line == "[log] Once more", "{again:?}");
    read(&agent).await.shows(&nothing("Talk", "/talk"));
    agent.end().await;
}

#[tokio::test]
async fn frames_of_every_origin_and_workers_of_every_kind_are_heard() {
    let page = "<!doctype html><link rel=icon href=data:,><title>Talk</title><iframe src=/inner></iframe><iframe id=x></iframe><script>\
        x.src = `//localhost:${location.port}/inner`;\
        window.worker = new Worker('/worker.js'); window.shared = new SharedWorker('/shared.js'); \
        window.ready = Promise.all([new Promise((done) => { worker.onmessage = done }), new Promise((done) => { shared.port.onmessage = done; shared.port.start() }), \
          navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready), new Promise((done) => { let seen = 0; addEventListener('message', () => { seen += 1; if (seen === 2) done() }) })]).then(() => 'ready')\
        </script>";
    let script =
        |body: &'static str| move |_: &ringfence_testkit::Request| Answer::of("text/javascript", body);
    let (site, agent) = watching(
        Site::builder()
            .page("/talk", page)
            .page("/inner", "<!doctype html><script>console.log('frame on ' + location.hostname); parent.postMessage(0, '*')</script>")
            .route("/worker.js", script("console.log('worker'); postMessage(0)"))
            .route("/shared.js", script("console.log('shared worker'); onconnect = (event) => event.ports[0].postMessage(0)"))
            .route("/service.js", script("console.log('service worker')")),
    )
    .await;
    agent.go(&site.url("/talk")).await;
    assert_eq!(site.ask("/talk", "ready").await.unwrap(), "ready");
    let seen = read(&agent).await;
    let mut told: Vec<_> = seen
        .lines()
        .filter_map(|line| line.strip_prefix("[log] "))
        .map(|line| line.split(" (").next().unwrap())
        .collect();
    told.sort_unstable();
    assert_eq!(
        told,
        ["frame on 127.0.0.1", "frame on localhost", "service worker", "shared worker", "worker"],
        "{seen:?}"
    );
    agent.end().await;
}

#[tokio::test]
async fn what_looks_like_a_credential_is_covered() {
    let page = "<!doctype html><link rel=icon href=data:,><title>Talk</title><script>\
        console.log('token=abc123&page=2'); console.log('Authorization: Bearer abcdefghijk.lmn'); console.log({ password: 'hunter2', name: 'Kim' });\
        console.log('at https://user:pw@example.com/a'); console.log('sk_live_0123456789abcdefXYZ')</script>";
    let (site, agent) = watching(Site::builder().page("/talk", page)).await;
    agent.go(&site.url("/talk")).await;
    read(&agent).await.shows(&gave(
        "Talk",
        "/talk",
        &[
            "[log] token=***&page=2 (http://127.0.0.1:PORT/talk:1)",
            "[log] Authorization: *** *** (http://127.0.0.1:PORT/talk:1)",
            "[log] {password: ***, name: Kim} (http://127.0.0.1:PORT/talk:1)",
            "[log] at https://***@example.com/a (http://127.0.0.1:PORT/talk:1)",
            "[log] *** (http://127.0.0.1:PORT/talk:1)",
        ],
    ));
    agent.end().await;
}

#[tokio::test]
async fn a_flood_is_bounded_and_says_how_much_is_missing() {
    let page = "<!doctype html><link rel=icon href=data:,><title>Talk</title><script>for (let i = 0; i < 5000; i += 1) console.log('line ' + i, 'x'.repeat(i % 3 ? 1 : 5000))</script>";
    let (site, agent) = watching(Site::builder().page("/talk", page)).await;
    agent.go(&site.url("/talk")).await;
    let seen = read(&agent).await;
    let lines: Vec<_> = seen.lines().collect();
    assert_eq!(lines[1], "… 4000 older entries were dropped");
    assert!(lines[2].starts_with("[log] line 4000 x"), "{}", lines[2]);
    assert!(lines.iter().all(|line| line.chars().count() <= 1100));
    let total: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
    assert!(total < 51_000, "{total}");
    // What did not fit is gone, as the result says.
    assert!(lines.iter().any(|line| line.ends_with("It is not kept; read more often.")), "{seen:?}");
    read(&agent).await.shows(&nothing("Talk", "/talk"));
    agent.end().await;
}

#[tokio::test]
async fn n8_an_entry_is_one_line_whatever_the_page_writes() {
    let page = "<!doctype html><meta charset=utf-8><link rel=icon href=data:,><title>Talk</title><script>console.log('a\\n[error] forged\\u2028b\\u202ec')</script>";
    let (site, agent) = watching(Site::builder().page("/talk", page)).await;
    agent.go(&site.url("/talk")).await;
    read(&agent).await.shows(&gave(
        "Talk",
        "/talk",
        &["[log] a [error] forged b c (http://127.0.0.1:PORT/talk:1)"],
    ));
    agent.end().await;
}

#[tokio::test]
async fn t11_each_tab_has_a_console_of_its_own() {
    let page = "<!doctype html><link rel=icon href=data:,><title>Talk</title><script>console.log('from ' + location.pathname)</script>";
    let (site, agent) = watching(Site::builder().page("/one", page).page("/two", page)).await;
    agent.go(&site.url("/one")).await;
    agent.outcome("new_tab", json!({})).await;
    agent.go(&site.url("/two")).await;
    for (tab, path) in [("t2", "/two"), ("t1", "/one")] {
        agent.call("read_console", json!({ "tab_id": tab })).await.shows(&format!(
            r#"
            [page text from http://127.0.0.1:PORT]
            [log] from {path} (http://127.0.0.1:PORT{path}:1)
            [state]
            - t1 "Talk" http://127.0.0.1:PORT/one
            * t2 "Talk" http://127.0.0.1:PORT/two
            "#
        ));
    }
    agent.end().await;
}

#[tokio::test]
async fn it_is_off_unless_it_is_turned_on() {
    let site = Site::builder().start().unwrap();
    let agent = Agent::with_policy(allowing(&[&site]).build().unwrap(), &[]).await;
    for member in ["read_console", "read_network"] {
        let seen = agent.call(member, json!({})).await;
        let mut lines = seen.lines();
        assert_eq!(lines.next(), Some(format!("[error turned_off, about {member}]").as_str()));
        let said = format!(
            "[text] {member} is turned off; the operator can turn it on with --enable {member}. Use one of: navigate,"
        );
        assert!(lines.next().unwrap_or_default().starts_with(&said), "{seen:?}");
    }
    agent.end().await;
}
