//! `ringfence check` (D1, D4).

use serde_json::{Value, json};

use crate::run::{Ran, ringfence};

/// The case file that the policy's own tests go by.
const CASES: &str = include_str!("../../../policy/tests/cases/url_cases.json");

fn cases() -> Vec<Value> {
    serde_json::from_str(CASES).unwrap()
}

/// Judges every address of the case file, each as a JSON string on its line, and compares with these columns.
fn judge_all(options: &[&str], verdict: &str, rule: &str) {
    let cases = cases();
    assert_eq!(cases.len(), 176);
    let input: String = cases.iter().map(|case| format!("{}\n", case["url"])).collect();
    let ran = ringfence(&[&["check", "--json"], options, &["-"]].concat(), &input);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let answers: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(&answers) {
        // Nothing is resolved: what only its addresses could refuse is allowed, with a hint that says so.
        let at_resolve = case[verdict] == "refuse-at-resolve";
        let expected = match at_resolve {
            true => (&case["url"], &json!("allow"), &json!("ok")),
            false => (&case["url"], &case[verdict], &case[rule]),
        };
        assert_eq!((&answer["url"], &answer["verdict"], &answer["code"]), expected, "{case}");
        assert!(!at_resolve || answer["hint"].is_string(), "{answer}");
    }
}

#[test]
fn d4_every_case_of_the_file_with_an_allowlist() {
    judge_all(&["--allow", "example.com"], "allowlist_verdict", "allowlist_rule");
}

#[test]
fn d4_every_case_of_the_file_in_public_mode() {
    judge_all(&["--public"], "public_verdict", "public_rule");
}

#[test]
fn d4_json_lines_have_their_fields_in_order() {
    let args = ["check", "--json", "--allow", "example.com", "https://docs.example.com/a", "http://evil.com"];
    let ran = ringfence(&args, "");
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn d4_people_get_a_line_and_a_hint() {
    let args = ["check", "--allow", "example.com", "--deny", "ads.example.com", "https://example.com/", "-"];
    let ran = ringfence(&args, "https://ads.example.com/\n\"\\u001b[2J\"\nlocalhost:3000\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn d4_every_line_is_answered_and_only_its_end_is_stripped() {
    let ran = ringfence(
        &["check", "--json", "--allow", "example.com", "-"],
        "https://example.com/\r\n\n https://example.com/\nhttps://example.com/ \nhttps://example.com/\r\r\n\"x",
    );
    let urls: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["url"].clone()).collect();
    let expected = [
        "https://example.com/",
        "",
        " https://example.com/",
        "https://example.com/ ",
        "https://example.com/\r",
        "\"x",
    ];
    assert_eq!(urls, expected);
}

#[test]
fn d4_all_allowed_is_0() {
    let ran = ringfence(&["check", "--allow", "example.com", "https://example.com/"], "");
    let stdout = "allow   https://example.com/  (--allow example.com)\n".to_owned();
    assert_eq!(ran, Ran { code: 0, stdout, stderr: String::new() });
}

#[test]
fn d1_without_a_list_everything_is_refused_with_the_option_that_would_allow_it() {
    let ran = ringfence(&["check", "https://example.com/"], "");
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn d1_public_with_local_origins_is_a_union() {
    let ran = ringfence(
        &[
            "check",
            "--public",
            "--allow-local",
            "http://127.0.0.1:8931",
            "https://example.org/",
            "http://127.0.0.1:8931/x",
        ],
        "",
    );
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn d1_public_with_allow_is_a_usage_error() {
    let ran = ringfence(&["check", "--public", "--allow", "example.com", "https://example.com/"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr);
}

#[test]
fn every_bad_entry_is_named_with_its_option() {
    let args = [
        "check",
        "--allow",
        "*",
        "--allow",
        "co.uk",
        "--allow",
        "localhost",
        "--deny",
        "a/b",
        "https://x.test/",
    ];
    let ran = ringfence(&args, "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr);
}

#[test]
fn no_address_is_a_usage_error() {
    let ran = ringfence(&["check", "--public"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr);
}
