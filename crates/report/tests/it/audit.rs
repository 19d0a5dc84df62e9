//! The audit's lines.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use ringfence_browser::{Judged, Layer, Level, Unkept};
use ringfence_egress::{Decision, Event};
use ringfence_policy::{Code, List, Source};
use ringfence_report::{AuditLog, ReportFile};
use ringfence_session::{Call, Happening, Observer as _, SessionError};
use ringfence_toolset::{ErrorCode, Member, Outcome};
use serde_json::{Value, json};

use crate::recording::{downloaded, event, failed, outcome, refused, session};
use crate::told::at;

fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// A line with every field, most of them null.
fn line(fields: &Value) -> Value {
    let mut line = json!({
        "time": "2026-11-30T19:31:25.600Z", "session": "default", "layer": null, "verdict": null, "code": "ok", "rule": null,
        "host": null, "port": null, "address": null, "list": null, "member": null, "resolved": null,
    });
    for (name, value) in fields.as_object().unwrap() {
        assert!(line.get(name).is_some(), "{name} is a field");
        line[name] = value.clone();
    }
    line
}

/// One line a decision, appended, with secrets covered and mode 0600. Seen to fail without `cover_address`, and without
/// `restrict` where the file was there before.
#[test]
fn each_decision_is_a_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("audit.jsonl");
    fs::write(&path, "{}\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let audit = AuditLog::open(&path).unwrap();
    assert_eq!(mode(&path), 0o600);
    let judged = |layer, verdict| Judged {
        at: at(600),
        layer,
        address: "https://kim:pw@a.test/b?name=Kim&token=abc#here".to_owned(),
        list: List::Navigate,
        host: "a.test".to_owned(),
        verdict,
    };
    let tell = |happening: Happening<'_>| audit.happened(&session(), &happening);
    let exit = |event: Event, rule: Option<Source>| {
        tell(Happening::Exit { event: &event, rule: rule.as_ref() });
    };
    let answered = |member, answer: Result<&Outcome, &SessionError>| {
        let call = Call { at: at(600), took: Duration::from_millis(3), member, input: &Value::Null, answer };
        tell(Happening::Called(&call));
    };
    let called = |outcome: &Outcome| answered(outcome.member.unwrap().name(), Ok(outcome));
    let option = Source::option("--allow", "a.test");
    tell(Happening::Judged(&judged(Layer::Call, Ok(Some(option.clone())))));
    let denied = refused(Code::Denied, "a.test", Some(Source::file("ringfence.toml", 12)));
    tell(Happening::Judged(&judged(Layer::Browser, Err(denied))));
    let addr = "192.0.2.7:443".parse().unwrap();
    exit(event("a.test", 443, Decision::Allowed { addr }), Some(option));
    exit(event("a.test", 443, Decision::Ended), None);
    exit(event("a.test", 443, Decision::Failed { what: "it broke off" }), None);
    exit(
        Event {
            resolved: Vec::new(),
            ..event("b\n.test", 0, Decision::Refused(refused(Code::Request, "b", None)))
        },
        None,
    );
    called(&outcome(Member::Navigate, Vec::new()));
    called(&outcome(Member::JavascriptExec, Vec::new()));
    called(&failed(Member::Wait, ErrorCode::TurnedOff));
    called(&failed(Member::LeftClick, ErrorCode::Covered));
    answered("javascript_exec", Err(&SessionError::GivenUp));
    answered("wait", Err(&SessionError::GivenUp));
    for ending in [Ok(14), Err(Unkept::TurnedOff), Err(Unkept::BrokeOff)] {
        tell(Happening::Downloaded(&downloaded(600, ending)));
    }
    let file = "https://files.test/get?token=***";
    let covered = "https://***@a.test/b?name=***&token=***#***";
    let option = "--allow a.test";
    assert_eq!(
        lines(&path),
        [
            json!({}),
            line(
                &json!({ "layer": "call", "verdict": "allow", "rule": option, "host": "a.test", "address": covered, "list": "navigate" })
            ),
            line(
                &json!({ "layer": "browser", "verdict": "refuse", "code": "denied", "rule": "ringfence.toml:12", "host": "a.test",
            "address": covered, "list": "navigate" })
            ),
            line(
                &json!({ "layer": "proxy", "verdict": "allow", "rule": option, "host": "a.test", "port": 443, "resolved": ["192.0.2.7"] })
            ),
            line(
                &json!({ "layer": "proxy", "verdict": "fail", "code": "it broke off", "host": "a.test", "port": 443,
            "resolved": ["192.0.2.7"] })
            ),
            line(&json!({ "layer": "proxy", "verdict": "refuse", "code": "request", "host": "b .test" })),
            line(
                &json!({ "layer": "member", "verdict": "allow", "rule": "standing approval", "member": "javascript_exec" })
            ),
            line(&json!({ "layer": "member", "verdict": "refuse", "code": "turned_off", "member": "wait" })),
            line(
                &json!({ "layer": "member", "verdict": "fail", "code": "given_up", "member": "javascript_exec" })
            ),
            line(&json!({ "layer": "download", "verdict": "allow", "host": "files.test", "address": file })),
            line(
                &json!({ "layer": "download", "verdict": "refuse", "code": "downloads-off", "host": "files.test", "address": file })
            ),
            line(
                &json!({ "layer": "download", "verdict": "fail", "code": "broke-off", "host": "files.test", "address": file })
            ),
        ]
    );
    audit.check().unwrap();
    tell(Happening::Missed(5));
    let missed = lines(&path).pop().unwrap();
    assert_eq!(
        (&missed["verdict"], &missed["code"], &missed["layer"]),
        (&json!("lost"), &json!("5"), &json!("proxy"))
    );
}

#[test]
fn how_a_session_is_contained_is_a_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("audit.jsonl");
    let audit = AuditLog::open(&path).unwrap();
    audit.happened(&session(), &Happening::Started { product: "Chrome/1", level: Level::Reduced });
    let mut started = lines(&path);
    started[0]["time"] = line(&json!({}))["time"].clone();
    assert_eq!(started, [line(&json!({ "layer": "jail", "verdict": "allow", "code": "reduced" }))]);
}

/// `/dev/full` takes no byte.
#[test]
fn lines_that_are_not_written_are_told() {
    let audit = AuditLog::open(Path::new("/dev/full")).unwrap();
    for _ in 0..2 {
        audit.happened(&session(), &Happening::Missed(1));
    }
    let error = audit.check().unwrap_err();
    assert_eq!(
        error.to_string(),
        "2 lines could not be written to the audit file /dev/full: No space left on device (os error 28); it is not whole"
    );
}

#[test]
fn a_file_that_cannot_be_opened_is_told_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("no").join("such");
    let expected = format!(
        "the file {} can't be opened for writing: No such file or directory (os error 2); name one in a directory that you \
         can write to",
        path.display()
    );
    assert_eq!(AuditLog::open(&path).unwrap_err().to_string(), expected);
    assert_eq!(ReportFile::open(&path).unwrap_err().to_string(), expected);
}

#[test]
fn a_report_takes_the_place_of_what_the_file_held_when_it_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report.html");
    let before = "<title>The one before - Ringfence report</title>";
    fs::write(&path, before).unwrap();
    let file = ReportFile::open(&path).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    file.write("new").unwrap();
    assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("new", 0o600));
}
