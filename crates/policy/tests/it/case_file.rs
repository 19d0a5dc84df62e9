//! The case file: every row in both modes.

use ringfence_policy::{List, Mode, Policy, Source};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    url: String,
    allowlist_verdict: String,
    allowlist_rule: String,
    public_verdict: String,
    public_rule: String,
    why: String,
}

fn rows() -> Vec<Row> {
    let rows: Vec<Row> = serde_json::from_str(include_str!("../cases/url_cases.json")).unwrap();
    assert_eq!(rows.len(), 176);
    rows
}

fn allowlist() -> Policy {
    Policy::builder().allow_host("example.com", Source::option("--allow", "example.com")).build().unwrap()
}

fn public() -> Policy {
    Policy::builder().mode(Mode::Public).build().unwrap()
}

#[test]
fn every_row_gets_its_verdict_and_code_in_allowlist_mode() {
    let policy = allowlist();
    let mut wrong = Vec::new();
    for row in rows() {
        let verdict = policy.verdict(&row.url, List::Navigate);
        let expected = (row.allowlist_verdict == "allow", row.allowlist_rule.as_str());
        if (verdict.allow, verdict.code) != expected {
            wrong.push(format!("{:?}: {verdict:?}, expected {expected:?} ({})", row.url, row.why));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Judging resolves nothing: the rows that are refused on resolving print allow, with a hint.
#[test]
fn every_row_gets_its_verdict_and_code_in_public_mode() {
    let policy = public();
    let mut wrong = Vec::new();
    for row in rows() {
        let verdict = policy.verdict(&row.url, List::Navigate);
        let later = row.public_verdict == "refuse-at-resolve";
        let expected =
            if later { (true, "ok") } else { (row.public_verdict == "allow", row.public_rule.as_str()) };
        if (verdict.allow, verdict.code) != expected || (later && verdict.hint.is_none()) {
            wrong.push(format!("{:?}: {verdict:?}, expected {expected:?} ({})", row.url, row.why));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_row_that_resolves_to_loopback_is_refused_when_vetted() {
    let policy = public();
    let mut tried = 0;
    for row in rows().iter().filter(|row| row.public_verdict == "refuse-at-resolve") {
        let judged = policy.judge(&row.url, List::Navigate).unwrap();
        let target = policy.judge_connect(judged.host().unwrap(), 443).unwrap();
        let refusal = policy.vet(&target, "127.0.0.1".parse().unwrap()).unwrap_err();
        assert_eq!(refusal.code.as_str(), row.public_rule, "{}", row.url);
        tried += 1;
    }
    assert_eq!(tried, 3);
}

#[test]
fn every_row_gets_the_same_verdict_as_a_request_of_the_browser() {
    for (policy, mode) in [(allowlist(), "allowlist"), (public(), "public")] {
        for row in rows().iter().filter(|row| row.url.starts_with("https:")) {
            let judged = policy.judge(&row.url, List::Navigate).map(|judged| judged.as_str().to_owned());
            let requested = policy.judge_request(&row.url, List::Navigate).map(|target| match target {
                ringfence_policy::RequestTarget::Network(judged) => judged.as_str().to_owned(),
                ringfence_policy::RequestTarget::Local => panic!("{}", row.url),
            });
            assert_eq!(judged, requested, "{} in {mode}", row.url);
        }
    }
}

#[test]
fn every_refusal_is_one_bounded_line() {
    for policy in [allowlist(), public(), Policy::closed()] {
        for row in rows() {
            let Err(refusal) = policy.judge(&row.url, List::Navigate) else { continue };
            let line = refusal.for_model();
            assert!(!line.chars().any(char::is_control), "{line:?}");
            assert!(refusal.subject.chars().count() <= 200, "{line:?}");
        }
    }
}
