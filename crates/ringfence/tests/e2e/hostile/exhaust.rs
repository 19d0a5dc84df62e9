//! Pages that want all of the machine.

use std::time::Duration;

use ringfence_testkit::{Answer, Site};
use serde_json::json;

use super::{answered, facing_within, goes_on};

/// What these pages want takes the machine a while.
const PATIENT: Duration = Duration::from_secs(10);

/// Goes to a page and makes calls on it; each is answered, and the next page works.
async fn is_survived(script: &str) {
    let page = format!("<!doctype html><title>Greedy</title><button>Press</button><script>{script}</script>");
    let (site, agent) = facing_within(PATIENT, Site::builder().page("/greedy", &page)).await;
    let calls = [
        ("navigate", json!({ "url": site.url("/greedy") })),
        ("read_page", json!({})),
        ("left_click", json!({ "target": { "type": "coordinate", "x": 30, "y": 20 } })),
        ("screenshot", json!({})),
    ];
    for (member, input) in calls {
        let seen = answered(&agent, member, input).await;
        let first = seen.lines().find(|line| !line.is_empty()).unwrap_or_default();
        let told = [
            "[text]",
            "[page text",
            "[image",
            "[error page_hung, about t1]",
            "[error page_crashed, about t1]",
            "[error timed_out",
        ];
        assert!(told.iter().any(|begin| first.starts_with(begin)), "{member}: {seen:?}");
    }
    goes_on(&site, &agent).await;
    agent.end().await;
}

#[tokio::test]
async fn a_page_that_takes_memory_until_there_is_none() {
    is_survived("const all = []; setInterval(() => { for (let i = 0; i < 5; i += 1) all.push(new Uint8Array(1 << 27)) }, 1)").await;
}

#[tokio::test]
async fn a_page_whose_objects_fill_its_heap() {
    is_survived("setTimeout(() => { const all = []; for (;;) all.push({ text: String(all.length).padEnd(1000) }) }, 50)").await;
}

#[tokio::test]
async fn a_page_that_starts_a_hundred_workers_that_never_end() {
    is_survived(
        "for (let i = 0; i < 100; i += 1) new Worker(URL.createObjectURL(new Blob(['for (;;) {}'])))",
    )
    .await;
}

#[tokio::test]
async fn a_page_that_fills_its_storage() {
    is_survived("caches.open('all').then(async (cache) => { const much = new Blob([new Uint8Array(1 << 26)]); for (let i = 0; i < 40; i += 1) await cache.put('/' + i, new Response(much)) })").await;
}

#[tokio::test]
async fn a_page_of_canvases_as_large_as_may_be() {
    is_survived("for (let i = 0; i < 4; i += 1) { const canvas = document.createElement('canvas'); canvas.width = canvas.height = 8192; document.body.append(canvas); canvas.getContext('2d').fillRect(0, 0, 9, 9) }").await;
}

#[tokio::test]
async fn a_page_with_a_giant_picture_of_blurred_circles() {
    is_survived("const circles = '<circle r=50000 />'.repeat(500); document.body.insertAdjacentHTML('beforeend', `<svg width=100000 height=100000><filter id=f><feGaussianBlur stdDeviation=500 /></filter><g filter=\"url(#f)\">${circles}</g></svg>`)").await;
}

#[tokio::test]
async fn a_page_whose_shader_never_ends() {
    is_survived("const canvas = document.createElement('canvas'); document.body.append(canvas); const gl = canvas.getContext('webgl'); if (gl) { const program = gl.createProgram(); const shader = (type, text) => { const one = gl.createShader(type); gl.shaderSource(one, text); gl.compileShader(one); gl.attachShader(program, one) }; shader(gl.VERTEX_SHADER, 'attribute vec4 p; void main() { gl_Position = p; }'); shader(gl.FRAGMENT_SHADER, 'precision highp float; void main() { float x = 0.; for (int i = 0; i < 100000000; i++) { x += sin(x + float(i)); } gl_FragColor = vec4(x); }'); gl.linkProgram(program); gl.useProgram(program); gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer()); gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW); gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0); gl.drawArrays(gl.TRIANGLES, 0, 3) }").await;
}

#[tokio::test]
async fn a_page_whose_pattern_never_ends_on_a_click() {
    is_survived("document.querySelector('button').onclick = () => /^(a+)+$/.test('a'.repeat(40) + 'b')")
        .await;
}

#[tokio::test]
async fn frames_in_frames_500_deep() {
    is_survived("const inside = (document, deep) => { const frame = document.createElement('iframe'); document.body.append(frame); frame.contentDocument.write(`<body>${deep}`); frame.contentDocument.close(); if (deep < 500) setTimeout(() => inside(frame.contentDocument, deep + 1)) }; inside(document, 0)").await;
}

#[tokio::test]
async fn documents_in_documents_500_deep() {
    is_survived("const inside = (document, deep) => { const frame = document.createElement('iframe'); frame.srcdoc = `<p>${deep}`; frame.onload = () => { if (deep < 500) inside(frame.contentDocument, deep + 1) }; document.body.append(frame) }; inside(document, 0)").await;
}

#[tokio::test]
async fn two_thousand_frames() {
    is_survived("for (let i = 0; i < 2000; i += 1) { const frame = document.createElement('iframe'); frame.srcdoc = `<button>${i}</button>`; document.body.append(frame) }").await;
}

/// A worker answers for its origin when its page is long gone, by never answering. Another origin is not its to keep.
#[tokio::test]
async fn workers_that_outlive_their_page() {
    let page = "<!doctype html><title>Works</title><script>new SharedWorker('/spin.js'); navigator.serviceWorker.register('/keep.js').then(() => navigator.serviceWorker.ready).then(() => { document.title = 'Kept' })</script>";
    let script = |text: &'static str| move |_: &_| Answer::of("text/javascript", text);
    let site = Site::builder()
        .page("/works", page)
        .route("/spin.js", script("for (;;) {}"))
        .route("/keep.js", script("oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim()); onfetch = (event) => event.respondWith(new Promise(() => {}))"));
    let (site, agent) = facing_within(PATIENT, site).await;
    agent.go(&site.url("/works")).await;
    // The worker answers for what the test would ask the page by, too.
    let mut kept = false;
    for _ in 0..500 {
        let tabs = answered(&agent, "list_tabs", json!({})).await;
        kept = tabs.lines().any(|line| line.contains("\"Kept\""));
        if kept {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(kept);
    let seen = answered(&agent, "navigate", json!({ "url": site.url("/fresh") })).await;
    assert_eq!(seen.lines().next(), Some("[error timed_out, about t1]"), "{seen:?}");
    let elsewhere = format!("{}/fresh", site.localhost_origin());
    let seen = answered(&agent, "navigate", json!({ "url": elsewhere })).await;
    assert!(seen.lines().any(|line| line.contains("\"Fresh\" (HTTP 200)")), "{seen:?}");
    agent.end().await;
}

/// A film and a sound that come without end, and never make sense.
#[tokio::test]
async fn media_that_never_end() {
    let page = "<!doctype html><title>Media</title><button>Press</button><video autoplay muted src=/endless></video><audio autoplay src=/endless></audio>";
    let site = Site::builder().page("/media", page).route("/endless", |_| Answer::never());
    let (site, agent) = facing_within(PATIENT, site).await;
    answered(&agent, "navigate", json!({ "url": site.url("/media") })).await.lines().for_each(drop);
    let read = answered(&agent, "read_page", json!({})).await;
    assert!(read.lines().any(|line| line.starts_with("video [ref_")), "{read:?}");
    goes_on(&site, &agent).await;
    agent.end().await;
}
