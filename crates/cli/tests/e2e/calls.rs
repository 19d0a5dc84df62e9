//! `ringfence calls`.

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
                "Line 2 is no call: it is not JSON (expected ident at line 1 column 2). Write one JSON object a line: \
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
