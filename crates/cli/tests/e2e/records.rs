//! `--report` and `--audit`: what a session did is written down, by both faces alike.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use ringfence_testkit::{Answer, Site};
use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command::Running;

const PAGE: &str =
    "<!doctype html><title>Lamp</title><h1>Lamp</h1><img src=\"https://pixels.example.net/a.gif?id=7\">";

/// The decisions of one layer, in order: verdict, code, host, rule, address.
fn decisions(audit: &Path, layer: &str) -> Vec<Value> {
    let lines = fs::read_to_string(audit).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .filter(|line| line["layer"] == layer)
        .map(|line| json!([line["verdict"], line["code"], line["host"], line["rule"], line["address"]]))
        .collect()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Each decision of every layer is a line of the audit, and the report shows calls, pictures, refusals and hosts. Seen to
/// fail without a witness in the browser's options, and without the one that tells the exit's events.
#[test]
fn a_session_is_written_down() {
    let site = Site::builder().page("/lamp", PAGE).start().unwrap();
    let directory = TempDir::new().unwrap();
    let (report, audit) = (directory.path().join("report.html"), directory.path().join("audit.jsonl"));
    let origin = site.origin();
    let mut running = Running::start(&[
        "calls",
        "--allow-local",
        &origin,
        "--report",
        report.to_str().unwrap(),
        "--audit",
        audit.to_str().unwrap(),
    ]);
    let url = site.url("/lamp?name=Kim");
    for call in [
        json!({ "name": "navigate", "input": { "url": url } }),
        json!({ "name": "screenshot" }),
        json!({ "name": "navigate", "input": { "url": "https://example.org/?token=abc" } }),
        json!({ "name": "read_console" }),
    ] {
        running.write(&call.to_string());
        running.read();
    }
    assert_eq!(fs::read_to_string(&report).unwrap(), "", "the report is written at the end");
    assert_eq!(running.end_of_input().code, Some(1));

    let covered = format!("{origin}/lamp?name=***");
    let rule = format!("--allow-local {origin}");
    let address = |address: &str| json!(address);
    assert_eq!(
        decisions(&audit, "call"),
        [
            json!(["allow", "ok", "127.0.0.1", rule, covered]),
            json!(["refuse", "not-listed", "example.org", null, address("https://example.org/?token=***")]),
        ]
    );
    let pixel = "https://pixels.example.net/a.gif?id=***";
    assert_eq!(
        decisions(&audit, "browser")[..2],
        [
            json!(["allow", "ok", "127.0.0.1", rule, covered]),
            json!(["refuse", "not-listed", "pixels.example.net", null, pixel]),
        ]
    );
    let allowed = json!(["allow", "ok", "127.0.0.1", rule, null]);
    assert!(decisions(&audit, "proxy").contains(&allowed), "{:?}", decisions(&audit, "proxy"));
    assert_eq!(decisions(&audit, "jail"), [json!(["allow", "full", null, null, null])]);
    assert_eq!(decisions(&audit, "member"), [json!(["refuse", "turned_off", null, null, null])]);

    let html = fs::read_to_string(&report).unwrap();
    assert_eq!((mode(&report), mode(&audit)), (0o600, 0o600));
    for told in [
        "<h1>Calls from stdin</h1>",
        &format!("<code>{rule}</code>"),
        "src=\"data:image/png;base64,",
        "<code class=\"host\">pixels.example.net</code>",
        "<code class=\"host\">example.org</code>",
        "<code class=\"host\">read_console</code>",
        &format!("<code>127.0.0.1:{}</code>", site.address().port()),
    ] {
        assert!(html.contains(told), "{told}");
    }
    assert!(!html.contains("token=abc"), "what looks like a credential is covered");
}

/// What a click downloads is in the report with where it lies; what is refused, with the option that would allow it. Both
/// are in the audit.
#[test]
fn downloads_are_written_down() {
    let page = "<!doctype html><title>Files</title><h1>Files</h1><a href=/file>Receipt</a>";
    let file = Answer::of("application/octet-stream", "0123456789")
        .with_header("content-disposition", "attachment; filename=\"receipt.bin\"");
    let site = Site::builder().page("/files", page).route("/file", move |_| file.clone()).start().unwrap();
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name).display().to_string();
    fs::create_dir(place("incoming")).unwrap();
    for (downloads, verdict, code) in [(true, "allow", "ok"), (false, "refuse", "downloads-off")] {
        let (report, audit) = (place(&format!("{code}.html")), place(&format!("{code}.jsonl")));
        let (origin, incoming) = (site.origin(), place("incoming"));
        let mut options = vec!["calls", "--allow-local", &origin, "--report", &report, "--audit", &audit];
        if downloads {
            options.extend(["--downloads", &incoming]);
        }
        let mut running = Running::start(&options);
        running.write(&json!({ "name": "navigate", "input": { "url": site.url("/files") } }).to_string());
        running.read();
        running.write(&json!({ "name": "find", "input": { "query": "Receipt link" } }).to_string());
        let found = running.read().to_string();
        let reference = found.split("[ref_").nth(1).unwrap().split(']').next().unwrap().to_owned();
        let target = json!({ "type": "ref", "ref": format!("ref_{reference}") });
        let click = json!({ "name": "left_click", "input": { "target": target } });
        running.write(&click.to_string());
        running.read();
        // It may end a moment after the click is answered.
        let ended = || fs::read_to_string(&audit).unwrap().contains("\"download\"");
        let began = Instant::now();
        while !ended() {
            assert!(began.elapsed() < Duration::from_secs(20), "the audit has no download");
            std::thread::sleep(Duration::from_millis(10));
            running.write(&json!({ "name": "list_tabs" }).to_string());
            running.read();
        }
        // What was not kept has failed.
        assert_eq!(running.end_of_input().code, Some(i32::from(!downloads)));
        let decision = json!([verdict, code, "127.0.0.1", null, site.url("/file")]);
        assert_eq!(decisions(Path::new(&audit), "download"), [decision]);
        let html = fs::read_to_string(&report).unwrap();
        let kept: Vec<_> = fs::read_dir(place("incoming")).unwrap().flatten().collect();
        let file = kept[0].file_name().into_string().unwrap();
        let told = if downloads {
            vec![format!(
                "<li>Downloaded <bdi>receipt.bin</bdi> from <code>127.0.0.1</code>, 10 bytes, kept as <code>{file}</code></li>"
            )]
        } else {
            vec![
                "<code>127.0.0.1</code>: a download from there began, and nothing was saved".to_owned(),
                "<dt>What to do</dt><dd>Start with <span class=\"option\">--downloads</span> DIR, and what pages download is kept in \
                 that directory.</dd>"
                    .to_owned(),
            ]
        };
        told.iter().for_each(|told| assert!(html.contains(told), "{told}: {html}"));
    }
}

#[test]
fn a_session_that_a_signal_ends_is_written_down() {
    let directory = TempDir::new().unwrap();
    let report = directory.path().join("report.html");
    let mut running = Running::start(&["calls", "--report", report.to_str().unwrap()]);
    running.write(&json!({ "name": "list_tabs" }).to_string());
    running.read();
    running.signal(Signal::TERM);
    assert_eq!(running.wait().code, Some(1));
    let html = fs::read_to_string(&report).unwrap();
    assert!(
        html.contains("<code>list_tabs {}</code>") || html.contains("<code>list_tabs null</code>"),
        "{html}"
    );
}

/// `/dev/full` takes no byte: both the audit's lines and the report. One line is of the level at the start, one of the
/// call.
#[test]
fn what_cannot_be_written_is_told_and_fails() {
    let mut running = Running::start(&["calls", "--report", "/dev/full", "--audit", "/dev/full"]);
    running.write(&json!({ "name": "navigate", "input": { "url": "https://example.org/" } }).to_string());
    running.read();
    let ended = running.end_of_input();
    let told: Vec<_> = ended.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
    let full = "No space left on device (os error 28)";
    assert_eq!(
        told,
        [
            format!("error: the file /dev/full can't be written: {full}; what it holds is not whole"),
            format!(
                "error: 2 lines could not be written to the audit file /dev/full: {full}; it is not whole"
            ),
        ]
    );
    assert_eq!(ended.code, Some(1));
}

/// A client that starts the command and asks for nothing leaves the report of the session before. Seen to fail with every
/// report written.
#[test]
fn a_session_without_a_call_writes_no_report() {
    let directory = TempDir::new().unwrap();
    let report = directory.path().join("report.html");
    let ends = || {
        let running =
            Running::start(&["mcp", "--allow", "example.com", "--report", report.to_str().unwrap()]);
        running.end_of_input().code
    };
    assert_eq!(ends(), Some(0));
    assert!(!report.exists());
    let before = "<!DOCTYPE html><title>Before - Ringfence report</title>";
    fs::write(&report, before).unwrap();
    assert_eq!(ends(), Some(0));
    assert_eq!(fs::read_to_string(&report).unwrap(), before);
}
