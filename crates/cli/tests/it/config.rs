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
    assert_eq!(ran.stderr, "");
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
                  name another with --config\n";
    assert_eq!(ran, Ran { code: 2, stdout: String::new(), stderr: stderr.to_owned() });
}
