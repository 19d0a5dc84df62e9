//! What a site serves, and what it remembers.

use crate::client::{connect, get, request};
use ringfence_testkit::{Answer, PAGES, Site};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::time::Duration;

#[test]
fn every_page_is_served_as_it_stands() {
    let site = Site::start().unwrap();
    for (name, page) in PAGES {
        let reply = get(&site, &format!("/{name}"));
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/html; charset=utf-8")));
        assert!(reply.body == page, "{name} came out changed");
    }
    let index = get(&site, "/").body;
    assert!(PAGES.iter().all(|(name, _)| index.contains(&format!("href=\"/{name}\""))), "{index}");
}

#[test]
fn built_in_routes_answer_with_the_status_that_was_asked_for() {
    let site = Site::start().unwrap();
    let status = |path: &str| get(&site, path).status;
    assert_eq!(status("/status?code=503"), 503);
    assert_eq!(status("/status?code=7"), 500);
    assert_eq!(status("/order/1001"), 200);
    assert_eq!(status("/nowhere"), 404);
    let redirect = get(&site, "/redirect?to=http%3A%2F%2Fexample.com%2Fa%3Fb&code=307");
    assert_eq!((redirect.status, redirect.header("location")), (307, Some("http://example.com/a?b")));
    assert_eq!(status("/redirect?to=/form.html"), 302);
    assert_eq!(status("/slow?ms=1"), 200);
}

#[test]
fn an_address_can_not_break_out_of_the_page_that_carries_it() {
    let site = Site::start().unwrap();
    let hostile = "%22%3E%3C/script%3E%3Cb%3E";
    for path in ["/popup?to=", "/goto?to=", "/goto?on=click&to="] {
        let body = get(&site, &format!("{path}{hostile}")).body;
        assert!(!body.contains("<b>"), "{body}");
    }
    let body = get(&site, "/goto?to=/form.html").body;
    assert!(body.contains("location.href = \"/form.html\""), "{body}");
}

#[test]
fn each_request_is_remembered_whole() {
    let site = Site::start().unwrap();
    let sent = "POST /echo?a=1 HTTP/1.1\r\nHost: h\r\nX-Test: yes\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody";
    let reply = request(&site, sent);
    let headers = json!([["host", "h"], ["x-test", "yes"], ["content-length", "4"], ["connection", "close"]]);
    let expected =
        json!({"method": "POST", "path": "/echo", "query": "a=1", "headers": headers, "body": "body"});
    assert_eq!(serde_json::from_str::<Value>(&reply.body).unwrap(), expected);
    get(&site, "/nowhere");
    assert_eq!(site.request_lines(), ["POST /echo?a=1", "GET /nowhere"]);
    let first = &site.requests()[0];
    assert_eq!((first.header("x-test"), first.parameter("a").as_deref()), (Some("yes"), Some("1")));
    assert_eq!(first.body, "body");
}

#[test]
fn a_test_adds_routes_pages_and_a_directory() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("note.txt"), "a note").unwrap();
    std::fs::write(directory.path().join("form.html"), "another form").unwrap();
    let site = Site::builder()
        .page("/page", "<p>page</p>")
        .route("/teapot", |request| Answer::html(request.line()).with_status(418))
        .directory(directory.path())
        .start()
        .unwrap();
    assert_eq!(get(&site, "/page?x").body, "<p>page</p>");
    let teapot = get(&site, "/teapot?milk");
    assert_eq!((teapot.status, teapot.body.as_str()), (418, "GET /teapot?milk"));
    assert_eq!(get(&site, "/note.txt").header("content-type"), Some("text/plain; charset=utf-8"));
    assert_eq!(get(&site, "/form.html").body, "another form");
    assert_eq!(get(&site, "/../note.txt").status, 404);
    assert_eq!(get(&site, "/frames.html").status, 200);
}

#[test]
fn never_keeps_the_connection_and_says_nothing() {
    let site = Site::start().unwrap();
    let mut stream = connect(&site);
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    stream.write_all(b"GET /never HTTP/1.1\r\nHost: h\r\n\r\n").unwrap();
    let error = stream.read(&mut [0]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
    assert_eq!(site.request_lines(), ["GET /never"]);
    drop(site);
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    assert_eq!(stream.read(&mut [0]).unwrap_or(0), 0, "a stopped site closes its connections");
}

#[test]
fn a_site_has_two_origins_and_listens_at_one_address() {
    let site = Site::start().unwrap();
    let port = site.address().port();
    assert_eq!(site.origin(), format!("http://127.0.0.1:{port}"));
    assert_eq!(site.localhost_origin(), format!("http://localhost:{port}"));
    assert_eq!(site.url("/a?b"), format!("http://127.0.0.1:{port}/a?b"));
}
