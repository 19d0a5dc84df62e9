//! Where the configuration comes from (D1, D2).

use std::fs;

use tempfile::TempDir;

use crate::run::{Ran, in_home};

const FILE: &str = "\
[policy]
mode = \"allowlist\"
[[policy.allow]]
host = \"example.com\"
[[policy.deny]]
host = \"ads.example.com\"
";

fn home_with(path: &str, text: &str) -> TempDir {
    let home = TempDir::new().unwrap();
    let path = home.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    home
}

/// Judges three addresses and returns one letter for each: `+` allowed, `-` refused.
fn verdicts(home: &TempDir, options: &[&str]) -> String {
    let urls = ["https://example.com/", "https://ads.example.com/", "https://example.org/"];
    let ran = in_home(home, &[&["check"], options, &urls].concat(), "");
    let replaced = ["allows (1); ", "denies (1); "].iter().any(|told| ran.stderr.contains(told));
    assert!(ran.stderr.is_empty() || replaced, "{}", ran.stderr);
    let letters = ran.stdout.lines().filter_map(|line| match line.split_whitespace().next() {
        Some("allow") => Some('+'),
        Some("refuse") => Some('-'),
        _ => None,
    });
    letters.collect()
}

#[test]
fn d2_the_users_own_file_is_read() {
    let home = home_with(".config/ringfence/ringfence.toml", FILE);
    assert_eq!(verdicts(&home, &[]), "+--");
}

#[test]
fn d2_a_file_in_the_working_directory_is_not_read() {
    let home = home_with("ringfence.toml", FILE);
    assert_eq!(verdicts(&home, &[]), "---");
    assert_eq!(verdicts(&home, &["--config", "ringfence.toml"]), "+--");
}

#[test]
fn d1_lists_on_the_command_line_replace_the_files() {
    let home = home_with(".config/ringfence/ringfence.toml", FILE);
    assert_eq!(verdicts(&home, &["--allow", "example.org"]), "--+");
    assert_eq!(verdicts(&home, &["--deny", "example.org"]), "++-");
    assert_eq!(verdicts(&home, &["--public"]), "+-+");
    assert_eq!(verdicts(&home, &["--allow-local", "http://127.0.0.1:1"]), "---");
    assert_eq!(verdicts(&home, &["--load", "example.com"]), "---");
}

/// A denial that is added must not open what was denied without a word.
#[test]
fn d1_what_an_option_replaces_is_told() {
    let home = home_with(".config/ringfence/ringfence.toml", FILE);
    let told = |options: &[&str]| {
        in_home(&home, &[&["check"], options, &["https://example.com/"]].concat(), "").stderr
    };
    let denied = "ringfence: --deny replaces the entry that the configuration file denies (1); to add to the file's, write into it \
                  instead\n";
    let allowed = "ringfence: --allow, --allow-local, --load and --public replace the entry that the configuration file allows (1); \
                   to add to the file's, write into it instead\n";
    assert_eq!(told(&["--deny", "x.test"]), denied);
    assert_eq!(told(&["--allow", "x.test"]), allowed);
    assert_eq!(told(&["--deny", "x.test", "--public"]), format!("{allowed}{denied}"));
}

#[test]
fn d1_a_closed_file_is_opened_by_the_command_line() {
    let home = home_with(".config/ringfence/ringfence.toml", "[policy]\nmode = \"closed\"\n");
    assert_eq!(verdicts(&home, &[]), "---");
    assert_eq!(verdicts(&home, &["--allow", "example.com"]), "++-");
}

#[test]
fn a_file_with_mistakes_is_a_usage_error_that_names_each() {
    let home = home_with("mine.toml", "[policy]\nmod = \"public\"\n[[policy.allow]]\nhost = 1\n");
    let ran = in_home(&home, &["check", "--config", "mine.toml", "https://x.test"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr);
}

#[test]
fn a_named_file_that_is_not_there_is_a_usage_error() {
    let ran = in_home(&TempDir::new().unwrap(), &["check", "--config", "no.toml", "https://x.test"], "");
    let stderr = "error: the configuration file no.toml can't be read: No such file or directory (os error 2); mend it, or \
                  name another\n";
    assert_eq!(ran, Ran { code: 2, stdout: String::new(), stderr: stderr.to_owned() });
}

#[test]
fn a_member_that_does_not_exist_is_an_error_for_check_too() {
    let home = home_with("r.toml", "[members.read_consol]\nenabled = true\n");
    let ran = in_home(&home, &["check", "--config", "r.toml", "https://example.com/"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let told = "error: r.toml:1: there is no member \"read_consol\"; did you mean read_console? Members are navigate, ";
    assert!(ran.stderr.starts_with(told), "{}", ran.stderr);
}

#[test]
fn a_directory_is_no_file_of_calls_and_what_is_repeated_moves_no_cursor() {
    let home = TempDir::new().unwrap();
    let ran = in_home(&home, &["calls", "."], "");
    let told = "error: . is a directory; name a file of calls, or - for stdin\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (2, "", told));
    let ran = in_home(&home, &["check", "--allow", "a\u{1b}[31mb", "https://example.com/"], "");
    assert_eq!((ran.code, ran.stderr.contains('\u{1b}')), (2, false), "{}", ran.stderr);
    assert!(ran.stderr.contains("\\u{1b}[31m"), "{}", ran.stderr);
}

#[test]
fn a_hint_never_advises_what_would_be_refused_as_well() {
    let home = TempDir::new().unwrap();
    let hint = |options: &[&str], url: &str| {
        let ran = in_home(&home, &[&["check"], options, &[url]].concat(), "");
        ran.stdout.lines().last().unwrap_or_default().trim().to_owned()
    };
    assert_eq!(
        hint(&["--allow", "example.com"], "http://127.0.0.1:9/"),
        "Plain http is not allowed for this host. Ask the operator for --allow-local http://127.0.0.1:9."
    );
    assert_eq!(
        hint(&["--allow-local", "http://127.0.0.1:9"], "http://127.0.0.1/"),
        "Port 80 is not allowed for this host, but http://127.0.0.1:9 is. Use that, or ask the operator for --allow-local http://127.0.0.1."
    );
}
