//! `ringfence calls`.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use ringfence_testkit::Site;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::command::{Ended, Running, command_of, until_none_is_left};

const CONTAINED: &str = "ringfence: contained: full (the kernel keeps the browser in a network of its own, whose only way \
                         out is our proxy, and in a file view of its own)\n";

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn state(title: &str, url: &str) -> Value {
    json!({ "type": "browser_state", "tabs": [{ "tab_id": "t1", "title": title, "url": url, "active": true }] })
}

fn done(id: &str, content: &[Value]) -> Value {
    json!({ "type": "tool_result", "tool_use_id": id, "toolset_name": "browser", "content": content })
}

fn failed(id: &str, said: &str) -> Value {
    json!({ "type": "tool_result", "tool_use_id": id, "toolset_name": "browser", "content": [text(said)], "is_error": true })
}

#[test]
fn d13_a_stream_of_calls_is_answered_in_order_and_goes_on_after_what_fails() {
    let site = Site::start().unwrap();
    let origin = site.origin();
    let form = site.url("/form.html");
    let mut running = Running::start(&["calls", "--allow-local", &origin]);
    let calls = [
        json!({ "id": "open", "name": "navigate", "input": { "url": form } }).to_string(),
        "this is no call".to_owned(),
        String::new(),
        json!({ "id": 7, "name": "get_page_text" }).to_string(),
        json!({ "name": "navigate", "input": { "url": "https://example.com" } }).to_string(),
        json!({ "name": "zap", "input": {} }).to_string(),
        json!({ "id": "last", "name": "wait", "input": { "duration": 0 } }).to_string(),
    ];
    for call in &calls {
        running.write(call);
    }
    let answers: Vec<Value> = (0..6).map(|_| running.read()).collect();
    let page = "Create an account\nHelp Orders\nFull name\nEmail\nPassword\nCountry Choose\nPlan\nFree\nPro\nI agree to the \
                terms\nComments\nAvatar\nSign up Not yet\nDiv that acts like a button";
    let unknown = answers[4]["content"][0]["text"].as_str().unwrap().to_owned();
    assert!(unknown.starts_with("There is no member \"zap\". Use one of: navigate, "), "{unknown}");
    assert_eq!(
        answers,
        [
            done(
                "open",
                &[text(&format!("Now at {form} \"Sign up form\" (HTTP 200)")), state("Sign up form", &form)]
            ),
            failed(
                "2",
                "Line 2 is no call: it is not JSON (expected ident at column 2). Write one JSON object a line: \
                 {\"id\":\"1\",\"name\":\"navigate\",\"input\":{\"url\":\"https://example.com\"}}."
            ),
            done("7", &[text(page), state("Sign up form", &form)]),
            failed(
                "5",
                "not-listed: example.com: The host is not on the list of allowed hosts. Use an allowed one, or ask the \
                 operator for --allow example.com."
            ),
            failed("6", &unknown),
            done("last", &[text("Waited 0 s."), state("Sign up form", &form)]),
        ]
    );
    let browser = running.descendants();
    assert!(browser.iter().any(|pid| command_of(*pid) == "chromium"));
    let ended = running.end_of_input();
    assert_eq!(ended, Ended { code: Some(1), stdout: String::new(), stderr: CONTAINED.to_owned() });
    until_none_is_left(&browser);
}

#[test]
fn d13_calls_that_all_succeed_end_with_0() {
    let site = Site::start().unwrap();
    let mut running = Running::start(&["calls", "--allow-local", &site.origin()]);
    running
        .write(&json!({ "name": "navigate", "input": { "url": site.url("/status?code=404") } }).to_string());
    running.write(&json!({ "name": "list_tabs" }).to_string());
    let url = site.url("/status?code=404");
    assert_eq!(
        [running.read(), running.read()],
        [
            done("1", &[text(&format!("Now at {url} \"Status\" (HTTP 404)")), state("Status", &url)]),
            done("2", &[state("Status", &url)]),
        ]
    );
    let ended = running.end_of_input();
    assert_eq!(ended, Ended { code: Some(0), stdout: String::new(), stderr: CONTAINED.to_owned() });
}

#[test]
fn a_signal_ends_the_stream_and_leaves_no_browser() {
    let mut running = Running::start(&["calls"]);
    running.write(&json!({ "name": "list_tabs" }).to_string());
    assert_eq!(running.read(), done("1", &[state("about:blank", "about:blank")]));
    let browser = running.descendants();
    assert!(browser.iter().any(|pid| command_of(*pid) == "chromium"));
    running.signal(Signal::INT);
    let ended = running.wait();
    let stderr = format!("{CONTAINED}error: ended by SIGINT\n");
    assert_eq!(ended, Ended { code: Some(1), stdout: String::new(), stderr });
    until_none_is_left(&browser);
}

/// Half of a file: more than a browser wants to have seen before it knows what it gets.
static HALF: [u8; 32 << 10] = [b'x'; 32 << 10];

/// A server of one page, and of a file whose second half it holds back until it is told to go on.
fn slow_server() -> (String, Sender<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let (go_on, told) = channel();
    let told = Arc::new(Mutex::new(told));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let told = Arc::clone(&told);
            // A browser may open a connection that it doesn't use.
            std::thread::spawn(move || serve_slowly(stream.unwrap(), &told));
        }
    });
    (origin, go_on)
}

fn serve_slowly(mut stream: TcpStream, told: &Mutex<Receiver<()>>) {
    let mut asked = [0; 4096];
    let length = stream.read(&mut asked).unwrap();
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n";
    if asked[..length].starts_with(b"GET /file") {
        let kind = "Content-Type: application/octet-stream\r\nContent-Disposition: attachment";
        let head = format!("{head}{kind}\r\nContent-Length: {}\r\n\r\n", 2 * HALF.len());
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&HALF).unwrap();
        // When nobody can tell any more the connection is closed.
        if told.lock().unwrap().recv().is_ok() {
            stream.write_all(&HALF).unwrap();
        }
    } else {
        let page = "<title>Files</title><a href=/file>File</a>";
        let kind = "Content-Type: text/html";
        let page = format!("{head}{kind}\r\nContent-Length: {}\r\n\r\n{page}", page.len());
        stream.write_all(page.as_bytes()).unwrap();
    }
}

#[test]
fn a_download_that_is_under_way_at_the_end_is_waited_for() {
    let (origin, go_on) = slow_server();
    let kept = tempfile::tempdir().unwrap();
    let directory = kept.path().to_str().unwrap();
    let mut running = Running::start(&["calls", "--allow-local", &origin, "--downloads", directory]);
    running.write(&json!({ "name": "navigate", "input": { "url": origin } }).to_string());
    running.read();
    running.write(&json!({ "name": "find", "input": { "query": "file" } }).to_string());
    let found = running.read()["content"][0]["text"].as_str().unwrap().to_owned();
    let at = found.split_once('[').unwrap().1.split_once(']').unwrap().0.to_owned();
    running.write(
        &json!({ "name": "left_click", "input": { "target": { "type": "ref", "ref": at } } }).to_string(),
    );
    let clicked = running.read();
    assert!(clicked.to_string().contains("download_started"), "{clicked}");
    let lines = running.end_input_until("under way");
    assert_eq!(
        lines.last().unwrap(),
        "ringfence: 1 download is still under way: waiting for the end, at most 60 s; Ctrl-C ends at once"
    );
    go_on.send(()).unwrap();
    let ended = running.wait();
    let files = std::fs::read_dir(kept.path()).unwrap().flatten().map(|entry| entry.path());
    let files: Vec<_> = files.filter(|path| path.is_file()).collect();
    let [file] = files.as_slice() else { panic!("{files:?}") };
    assert_eq!(file.metadata().unwrap().len(), 65536);
    let told =
        format!("ringfence: downloaded \"file\" from 127.0.0.1: kept as {}, 65536 bytes\n", file.display());
    assert_eq!(ended, Ended { code: Some(0), stdout: String::new(), stderr: told });
}

#[test]
fn a_download_that_breaks_off_at_the_end_is_told_and_counts_as_failed() {
    let (origin, go_on) = slow_server();
    let kept = tempfile::tempdir().unwrap();
    let directory = kept.path().to_str().unwrap();
    let mut running = Running::start(&["calls", "--allow-local", &origin, "--downloads", directory]);
    running.write(&json!({ "name": "navigate", "input": { "url": format!("{origin}/file") } }).to_string());
    running.read();
    running.end_input_until("under way");
    drop(go_on);
    let ended = running.wait();
    assert_eq!(ended.code, Some(1));
    let told = "ringfence: a download was not kept, \"file\" from 127.0.0.1: it broke off\n";
    assert_eq!(ended.stderr, told);
}

/// Seen to fail with `lost` not counted as a download ends.
#[test]
fn a_download_that_was_refused_at_a_click_is_told_and_counts_as_failed() {
    let (origin, _go_on) = slow_server();
    let mut running = Running::start(&["calls", "--allow-local", &origin]);
    running.write(&json!({ "name": "navigate", "input": { "url": origin } }).to_string());
    running.read();
    running.write(&json!({ "name": "find", "input": { "query": "file" } }).to_string());
    let found = running.read()["content"][0]["text"].as_str().unwrap().to_owned();
    let at = found.split_once('[').unwrap().1.split_once(']').unwrap().0.to_owned();
    let click = json!({ "name": "left_click", "input": { "target": { "type": "ref", "ref": at } } });
    running.write(&click.to_string());
    let mut told = running.read();
    // It may begin a moment after the click is answered.
    while !told.to_string().contains("download_failed") {
        running.write(&json!({ "name": "list_tabs" }).to_string());
        told = running.read();
    }
    let ended = running.end_of_input();
    assert_eq!(ended.code, Some(1));
    let said = "ringfence: a download was not kept, \"file\" from 127.0.0.1: downloads are turned off, nothing was saved; \
                the operator turns them on with --downloads DIR\n";
    assert_eq!(ended.stderr.matches(said).count(), 1, "{}", ended.stderr);
}
