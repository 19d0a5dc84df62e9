//! `ringfence config`, and what clients are told.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::{Ran, in_home, ringfence};

const OWN: &str = ".config/ringfence/ringfence.toml";

fn own(home: &TempDir) -> String {
    home.path().join(OWN).display().to_string()
}

fn with_file(text: &str) -> TempDir {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("mine.toml"), text).unwrap();
    home
}

fn said(code: i32, stdout: &str, stderr: &str) -> Ran {
    Ran { code, stdout: stdout.to_owned(), stderr: stderr.to_owned() }
}

#[test]
fn a_file_is_made_once_and_can_be_used() {
    let home = TempDir::new().unwrap();
    let path = own(&home);
    let made = said(0, &format!("{path}: made; everything in it is off\n"), "");
    assert_eq!(in_home(&home, &["config", "init"], ""), made);
    let starter = fs::read_to_string(&path).unwrap();
    assert_eq!(ringfence(&["config", "init", "-"], ""), said(0, &starter, ""));
    fs::write(&path, "[policy]\nmode = \"public\"\n").unwrap();
    let kept =
        format!("error: {path} is there already and was left as it is; edit it, or name another file\n");
    assert_eq!(in_home(&home, &["config", "init"], ""), said(1, "", &kept));
    let used = format!("{path}: can be used\nmode public, 0 allowed, 0 denied, 27 members on\n");
    assert_eq!(in_home(&home, &["config", "check"], ""), said(0, &used, ""));
}

#[test]
fn without_a_file_there_is_nothing_to_check() {
    let home = TempDir::new().unwrap();
    let stderr = format!(
        "error: you have no configuration file: {} is not there; make one with `ringfence config init`, or name one\n",
        own(&home)
    );
    assert_eq!(in_home(&home, &["config", "check"], ""), said(2, "", &stderr));
    assert_eq!(in_home(&home, &["config", "show"], ""), said(0, "# no configuration file\n", ""));
}

#[test]
fn each_mistake_is_told_with_its_place() {
    let home = with_file(
        "[policy]\nmod = \"public\"\n[[policy.allow]]\nhost = 1\n[[policy.allow]]\nhost = \"a.test\"\nlists = [\"lod\"]\n",
    );
    let ran = in_home(&home, &["config", "check", "mine.toml"], "");
    insta::assert_snapshot!(ran.stdout);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let errors: Vec<_> = ran.stdout.lines().collect();
    let json = in_home(&home, &["config", "check", "mine.toml", "--json"], "");
    let answer: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(
        (json.code, answer),
        (1, json!({ "file": "mine.toml", "ok": false, "errors": errors, "warnings": [] }))
    );
}

/// Those that the file's reader finds, and those that only whoever uses the values can find.
#[test]
fn all_mistakes_are_told_in_one_round() {
    let text = "\
[policy]
allow = [\"x.test\"]
[members.clik]
enabled = true
[members.accept_dialog]
enabled = true
[look]
locale = \"german\"
time_zone = \"Europe/Z\u{fc}rich\"
[[confirm]]
members = [\"scroll_too\"]
answer = \"deny\"
[[credentials]]
origin = \"https://wiki.example.com\"
user = \"agent\"
password_file = \"/none\"
";
    let home = with_file(text);
    let told = in_home(&home, &["calls", "--config", "mine.toml", "--enable", "findd", "--yes", "nope"], "");
    assert_eq!((told.code, told.stdout.as_str()), (2, ""));
    insta::assert_snapshot!("all_mistakes_at_a_start", told.stderr);
    let checked = in_home(&home, &["config", "check", "mine.toml"], "");
    assert_eq!((checked.code, checked.stderr.as_str()), (1, ""));
    insta::assert_snapshot!("all_mistakes_in_a_check", checked.stdout);
    let address = in_home(&home, &["check", "--config", "mine.toml", "--allow", "*", "https://x.test"], "");
    assert_eq!((address.code, address.stdout.as_str()), (2, ""));
    insta::assert_snapshot!("all_mistakes_at_a_check_of_an_address", address.stderr);
}

/// A part that can be used is not told, and one that nobody approves is, whatever else is wrong.
#[test]
fn what_nobody_approves_is_told_with_the_rest() {
    let home = with_file("[members.javascript_exec]\nenabled = true\n[look]\nlocale = \"german\"\n");
    let stderr = "error: mine.toml:4:10: `look.locale`: a locale is a language tag such as de or de-CH, not \"german\"\nerror: \
                  javascript_exec is turned on and needs the operator's approval; add --yes javascript_exec or --ask \
                  javascript_exec, or leave it off\n";
    assert_eq!(in_home(&home, &["mcp", "--config", "mine.toml"], ""), said(2, "", stderr));
}

/// An entry without a usable answer is looked at for what else is wrong in it.
#[test]
fn members_of_an_entry_whose_answer_is_wrong_are_checked_too() {
    let home = with_file("[[confirm]]\nmembers = [\"clik\"]\nanswer = \"maybe\"\n");
    let stdout = "mine.toml:1: \"clik\" is neither a member nor accept_dialog, so it can't be approved; write a member's \
                  name\nmine.toml:3:10: `confirm.answer` can't be \"maybe\"; known are `allow`, `ask`, `deny`\n";
    assert_eq!(in_home(&home, &["config", "check", "mine.toml"], ""), said(1, stdout, ""));
}

#[test]
fn an_option_that_is_no_locale_or_time_zone_is_named() {
    let stderr = "error: --locale: a locale is a language tag such as de or de-CH, not \"german\"\nerror: --time-zone: a time \
                  zone is a name such as Europe/Zurich or UTC, not \"/etc/passwd\"\n";
    let options = ["calls", "--locale", "german", "--time-zone", "/etc/passwd"];
    assert_eq!(ringfence(&options, ""), said(2, "", stderr));
}

/// Passwords aren't shown, so that what holds can be told where they can't be read.
#[test]
fn what_holds_is_shown_without_the_password_files() {
    let text = "[[credentials]]\norigin = \"https://wiki.example.com\"\nuser = \"agent\"\npassword_file = \"/none\"\n";
    let home = with_file(text);
    let ran = in_home(&home, &["config", "show", "--effective", "--config", "mine.toml", "--json"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let shown: Value = serde_json::from_str(&ran.stdout).unwrap();
    let credential =
        json!([{ "origin": "https://wiki.example.com", "user": "agent", "password_file": "/none" }]);
    assert_eq!(shown["credentials"], credential);
}

#[test]
fn what_needs_approval_is_told() {
    let home = with_file("[members.javascript_exec]\nenabled = true\n");
    let stdout = "mine.toml: can be used\nmode closed, 0 allowed, 0 denied, 28 members on\njavascript_exec is on and needs your \
                  approval: start with --ask javascript_exec or --yes javascript_exec, or write it in [[confirm]]\n";
    assert_eq!(in_home(&home, &["config", "check", "mine.toml"], ""), said(0, stdout, ""));
    let approved = "[[confirm]]\nmembers = [\"javascript_exec\"]\nanswer = \"allow\"\n[members.javascript_exec]\nenabled = true\n";
    let home = with_file(approved);
    let stdout = "mine.toml: can be used\nmode closed, 0 allowed, 0 denied, 28 members on\n";
    assert_eq!(in_home(&home, &["config", "check", "mine.toml"], ""), said(0, stdout, ""));
}

/// A file that can be used is told of directories that can't be, and calls don't begin without one that they need.
#[test]
fn directories_that_are_not_there_are_told() {
    let home = with_file("[files]\ndownloads = \"/none\"\n");
    let stdout = "mine.toml: can be used\nmode closed, 0 allowed, 0 denied, 27 members on\n/none is no directory: no browser can \
                  start with it for downloads; make it, or name another\n";
    assert_eq!(in_home(&home, &["config", "check", "mine.toml"], ""), said(0, stdout, ""));
    let stderr = "error: /none is no directory, so downloads can't be kept there; make it, or name another\n";
    assert_eq!(in_home(&home, &["calls", "--config", "mine.toml"], ""), said(2, "", stderr));
    let home = with_file(
        "[members.file_upload]\nenabled = true\n[[confirm]]\nmembers = [\"file_upload\"]\nanswer = \"allow\"\n",
    );
    let stdout = "mine.toml: can be used\nmode closed, 0 allowed, 0 denied, 28 members on\nfile_upload is on, but has no \
                  directory to take files from; name one with --upload-root DIR or --staging DIR\n";
    assert_eq!(in_home(&home, &["config", "check", "mine.toml"], ""), said(0, stdout, ""));
}

const MIXED: &str = "\
[policy]
[[policy.allow]]
host = \"example.com\"
lists = [\"load\"]
[[policy.allow]]
origin = \"http://127.0.0.1:8931\"
private = true
[[policy.deny]]
host = \"ads.example.com\"
[members.screenshot]
enabled = false
[egress]
upstream_proxy = \"http://me:secret@proxy.example:3128\"
max_tunnels = 64
[files]
upload_roots = [\"/srv/outgoing\"]
downloads = \"/srv/incoming\"
[look]
locale = \"de-CH\"
[[confirm]]
members = [\"left_click\"]
answer = \"ask\"
";

#[test]
fn what_the_file_says_is_shown_with_its_lines() {
    let home = with_file(MIXED);
    let ran = in_home(&home, &["config", "show", "--config", "mine.toml"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout);
    // What is shown is a file itself, and says the same.
    fs::write(home.path().join("shown.toml"), &ran.stdout).unwrap();
    let again = in_home(&home, &["config", "show", "--config", "shown.toml"], "");
    let without_comments = |text: &str| {
        text.lines().map(|line| line.split("  #").next().unwrap().to_owned()).skip(1).collect::<Vec<_>>()
    };
    assert_eq!(without_comments(&again.stdout), without_comments(&ran.stdout));
}

#[test]
fn what_holds_is_shown_with_where_it_comes_from() {
    let home = with_file(MIXED);
    let options = [
        "config",
        "show",
        "--effective",
        "--config",
        "mine.toml",
        "--allow",
        "example.org",
        "--enable",
        "read_console",
    ];
    let ran = in_home(&home, &options, "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout);
    assert!(!ran.stdout.contains("secret"));
    // It can be a file, too.
    fs::write(home.path().join("shown.toml"), &ran.stdout).unwrap();
    assert_eq!(in_home(&home, &["config", "check", "shown.toml"], "").code, 0);
    let ran = in_home(&home, &[&options[..], &["--json"]].concat(), "");
    let shown: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        shown["policy"],
        json!({
            "mode": "allowlist",
            "allow": [{ "host": "example.org", "lists": ["navigate", "load"], "from": "--allow example.org" }],
            "deny": [{ "host": "ads.example.com", "from": "mine.toml:9" }],
        })
    );
    assert_eq!(shown["members"]["screenshot"], json!({ "enabled": false, "from": "mine.toml:10" }));
    assert_eq!(shown["members"]["read_console"], json!({ "enabled": true, "from": "--enable read_console" }));
    assert_eq!(shown["members"]["navigate"], json!({ "enabled": true, "from": "default" }));
    assert_eq!(shown["members"].as_object().unwrap().len(), 32);
}

/// The schema that is checked in is this version's.
#[test]
fn the_schema_is_as_checked_in() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/ringfence.schema.json");
    assert_eq!(ringfence(&["config", "schema", "--check", path], ""), said(0, "", ""));
    assert_eq!(ringfence(&["config", "schema"], "").stdout, fs::read_to_string(path).unwrap());
    let home = with_file("{}\n");
    let stderr = "error: mine.toml is not this version's schema; write it anew with `ringfence config schema > mine.toml`\n";
    assert_eq!(in_home(&home, &["config", "schema", "--check", "mine.toml"], ""), said(1, "", stderr));
}

#[test]
fn each_client_is_told_how_to_start_this_very_command() {
    let home = with_file(MIXED);
    let home_path = home.path().display().to_string();
    let home_path = home_path.as_str();
    for client in ["claude", "cursor", "vscode", "codex"] {
        let given = [
            "mcp",
            "--allow",
            "example.com",
            "--allow",
            "=example.org",
            "--report",
            "report.html",
            "--downloads",
            "incoming",
            "--upload-root",
            "outgoing",
            "--print-config",
        ];
        let ran = in_home(
            &home,
            &[&given[..], &[client, "--config=mine.toml", "--enable", "read_console"]].concat(),
            "",
        );
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let told = format!("{}{}", ran.stdout, ran.stderr);
        let command = assert_cmd::cargo::cargo_bin("ringfence").display().to_string();
        assert!(told.contains(&format!("\"{command}\"")), "{told}");
        let told = told.replace(&command, "/path/to/ringfence").replace(home_path, "/home");
        insta::assert_snapshot!(format!("print_config_{client}"), told);
    }
    assert!(!home.path().join("report.html").exists(), "nothing is begun");
}

#[test]
fn a_policy_that_cannot_be_used_is_not_put_into_a_configuration() {
    let ran = ringfence(&["mcp", "--allow", "*", "--print-config", "claude"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
}
