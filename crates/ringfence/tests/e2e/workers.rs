//! Workers run like in any browser, watched or not.

use ringfence_testkit::{Answer, Site};

use crate::agent::{Agent, Setup};

const PAGE: &str = "<!doctype html><title>Workers</title><h1>Workers</h1>";
/// Says what kind it is as soon as it runs.
const WORKER: &str = "const kind = self.constructor.name; self.postMessage?.(kind); \
                      self.onconnect = (event) => event.ports[0].postMessage(kind); \
                      self.onmessage = (event) => event.source?.postMessage(kind)";
/// What the page is asked, once for each kind of worker.
const KINDS: [(&str, &str); 4] = [
    (
        "new Promise(done => { new Worker('/worker.js').onmessage = e => done(e.data) })",
        "DedicatedWorkerGlobalScope",
    ),
    (
        "fetch('/worker.js').then(r => r.blob()).then(b => new Promise(done => { new Worker(URL.createObjectURL(b)).onmessage = e => done(e.data) }))",
        "DedicatedWorkerGlobalScope",
    ),
    (
        "new Promise(done => { new SharedWorker('/worker.js').port.onmessage = e => done(e.data) })",
        "SharedWorkerGlobalScope",
    ),
    (
        "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(r => new Promise(done => { navigator.serviceWorker.onmessage = e => done(e.data); r.active.postMessage('') }))",
        "ServiceWorkerGlobalScope",
    ),
];

async fn each_kind_runs(site: &Site, agent: Agent) {
    agent.go(&site.url("/workers")).await;
    for (asked, kind) in KINDS {
        assert_eq!(site.ask("/workers", asked).await.unwrap(), kind, "{asked}");
    }
    agent.end().await;
}

fn site() -> Site {
    let worker = |_: &_| Answer::of("text/javascript", WORKER);
    Site::builder().page("/workers", PAGE).route("/worker.js", worker).probed().start().unwrap()
}

/// Seen to fail when workers are attached to only where they are watched: Chromium stops each before it runs, and nobody
/// let it run.
#[tokio::test]
async fn workers_of_each_kind_run() {
    let site = site();
    let agent = Agent::start(&site).await;
    each_kind_runs(&site, agent).await;
}

#[tokio::test]
async fn workers_of_each_kind_run_when_they_are_watched() {
    let site = site();
    let agent = Setup::at(&site).on("read_console").on("read_network").start().await;
    each_kind_runs(&site, agent).await;
}
