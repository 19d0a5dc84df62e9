//! Which level a machine has, and what is told where it has less. The machine that lacks something is a user namespace
//! of the test's own, with settings of its own; the host's settings stay as they are.

use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Runs the command where this limit on namespaces, in `/proc/sys/user`, is 0.
#[expect(clippy::disallowed_methods, reason = "the command under test is a process")]
fn without(namespaces: &str, args: &[&str]) -> Output {
    let home = TempDir::new().unwrap();
    let script = format!("echo 0 > /proc/sys/user/{namespaces} && exec \"$@\"");
    Command::new("unshare")
        .args(["--user", "--map-root-user", "sh", "-c", &script, "sh", env!("CARGO_BIN_EXE_ringfence")])
        .args(args)
        .env("HOME", home.path())
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap()
}

fn levels(doctor: &Output) -> (Value, Vec<(String, bool)>) {
    let found: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    let levels = found["levels"].as_array().unwrap().iter();
    let levels = levels.map(|l| (l["level"].as_str().unwrap().to_owned(), l["works"].as_bool().unwrap()));
    (found["level"].clone(), levels.collect())
}

fn expected(full: bool, reduced: bool, proxy_only: bool) -> Vec<(String, bool)> {
    [("full", full), ("reduced", reduced), ("proxy-only", proxy_only)]
        .map(|(level, works)| (level.to_owned(), works))
        .to_vec()
}

const NO_NETWORKS: &str = "making a network namespace failed: No space left on device (os error 28). No network namespace \
                           may be made: set user.max_net_namespaces to 15000 with sysctl";
const NO_USERS: &str = "making a user namespace failed: No space left on device (os error 28). User namespaces are turned \
                        off: set user.max_user_namespaces to 15000 with sysctl";

#[test]
fn without_network_namespaces_reduced_is_the_level_and_full_is_told_with_its_fix() {
    let doctor = without("max_net_namespaces", &["doctor", "--json"]);
    assert_eq!(levels(&doctor), (json!("reduced"), expected(false, true, true)));
    assert_eq!(doctor.status.code(), Some(0));
    let found: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    assert_eq!(found["missing"], json!([{ "what": "level full", "fix": NO_NETWORKS }]));
}

#[test]
fn below_full_nothing_is_started_unless_it_is_accepted_by_name() {
    let refused = without("max_net_namespaces", &["calls"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        format!(
            "error: a browser at level full can't be started here: {NO_NETWORKS}. Or accept level reduced by name, with \
             --min-level reduced: the kernel lets the browser connect to our proxy only and open few files (Landlock and \
             seccomp); it has no network of its own\n"
        )
    );
    assert_eq!(refused.status.code(), Some(3));
    for level in ["reduced", "proxy-only"] {
        let accepted = without("max_net_namespaces", &["calls", "--min-level", level]);
        assert_eq!((accepted.status.code(), accepted.stderr), (Some(0), Vec::new()), "{level}");
    }
}

#[test]
fn d22_without_user_namespaces_nothing_is_started() {
    let doctor = without("max_user_namespaces", &["doctor", "--json"]);
    assert_eq!(levels(&doctor), (Value::Null, expected(false, false, false)));
    assert_eq!(doctor.status.code(), Some(3));
    let refused = without("max_user_namespaces", &["mcp"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        format!(
            "ringfence: serving MCP on stdio, policy closed\n\
             error: a browser at level full can't be started here: {NO_USERS}. No weaker level can be had either\n"
        )
    );
    assert_eq!(refused.status.code(), Some(3));
}
