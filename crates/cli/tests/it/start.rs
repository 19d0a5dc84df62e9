//! What keeps a command from starting a browser, told before one is started.

use std::fs;

use tempfile::TempDir;

use crate::run::{Ran, in_home, ringfence};

fn refused(code: i32, stderr: &str) -> Ran {
    Ran { code, stdout: String::new(), stderr: stderr.to_owned() }
}

#[test]
fn d11_a_viewport_that_would_need_scaling_is_exit_2() {
    let ran = ringfence(&["mcp", "--viewport", "1600x800"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr);
}

#[test]
fn k1_a_member_that_does_not_exist_is_exit_2() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("my.toml"), "[members.clik]\nenabled = true\n").unwrap();
    assert_eq!(
        in_home(&home, &["calls", "--config", "my.toml"], ""),
        refused(
            2,
            "error: my.toml:1: there is no member \"clik\". Members are navigate, screenshot, zoom, left_click, right_click, middle_click, double_click, triple_click, hover, left_click_drag, left_mouse_down, left_mouse_up, mouse_move, scroll, scroll_to, type, key, hold_key, wait, read_page, find, get_page_text, form_input, file_upload, read_console, read_network, javascript_exec, new_tab, list_tabs, switch_tab, close_tab, accept_dialog\n"
        )
    );
}

#[test]
fn a_file_of_calls_that_is_not_there_is_exit_2() {
    assert_eq!(
        ringfence(&["calls", "no.jsonl"], ""),
        refused(
            2,
            "error: the file no.jsonl can't be read: No such file or directory (os error 2); name another, or - for stdin\n"
        )
    );
}

#[test]
fn d13_no_call_at_all_starts_no_browser_and_is_exit_0() {
    assert_eq!(ringfence(&["calls"], "\n \n"), refused(0, ""));
}

#[test]
fn the_mcp_face_starts_without_a_policy_and_ends_with_its_input() {
    assert_eq!(ringfence(&["mcp"], ""), refused(0, "ringfence: serving MCP on stdio, policy closed\n"));
}

#[test]
fn p6_a_member_that_needs_approval_is_turned_on_only_with_the_operators_word() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("my.toml"), "[members.accept_dialog]\nenabled = true\n").unwrap();
    let text = "error: accept_dialog is turned on and needs the operator's approval; add --yes accept_dialog or --ask \
                accept_dialog, or leave it off\n";
    for options in [
        &["calls", "--enable", "accept_dialog"][..],
        &["mcp", "--enable", "accept_dialog", "--yes", "left_click"],
        &["mcp", "--enable", "accept_dialog", "--enable", "javascript_exec", "--yes", "javascript_exec"],
        &["calls", "--config", "my.toml"],
    ] {
        assert_eq!(in_home(&home, options, ""), refused(2, text));
    }
    for options in [
        &["calls", "--enable", "accept_dialog", "--yes", "accept_dialog"][..],
        &["calls", "--config", "my.toml", "--yes", "accept_dialog"],
    ] {
        assert_eq!(in_home(&home, options, ""), refused(0, ""));
    }
}

#[test]
fn k1_names_that_mean_nothing_are_exit_2() {
    for (option, text) in [
        (
            "--enable",
            "error: there is no member \"clik\". Members are navigate, screenshot, zoom, left_click, right_click, middle_click, double_click, triple_click, hover, left_click_drag, left_mouse_down, left_mouse_up, mouse_move, scroll, scroll_to, type, key, hold_key, wait, read_page, find, get_page_text, form_input, file_upload, read_console, read_network, javascript_exec, new_tab, list_tabs, switch_tab, close_tab, accept_dialog\n",
        ),
        (
            "--yes",
            "error: --yes: \"clik\" is neither a member nor accept_dialog, so it can't be approved; write a member's name\n",
        ),
    ] {
        assert_eq!(ringfence(&["calls", option, "clik"], ""), refused(2, text));
    }
}

/// Asks the MCP face for its tools, which starts no browser, and returns them as they stand on the wire.
pub(crate) fn tools(options: &[&str]) -> Vec<serde_json::Value> {
    let stdin = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","#,
        r#""capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        "\n"
    );
    let ran = ringfence(&[&["mcp"], options].concat(), stdin);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let listed: serde_json::Value = serde_json::from_str(ran.stdout.lines().nth(1).unwrap()).unwrap();
    listed["result"]["tools"].as_array().unwrap().clone()
}

fn names(tools: &[serde_json::Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[test]
fn k1_what_is_off_by_default_is_listed_only_when_turned_on() {
    const OFF: [&str; 4] = ["file_upload", "read_console", "read_network", "javascript_exec"];
    let by_default = tools(&[]);
    assert!(OFF.iter().all(|name| !names(&by_default).contains(name)));
    assert_eq!(by_default.len(), 27);
    assert!(!by_default.iter().any(|tool| tool.to_string().contains("accept_dialog")));

    let everything = tools(&[
        "--enable",
        "read_console",
        "--enable",
        "read_network",
        "--enable",
        "javascript_exec",
        "--yes",
        "javascript_exec",
        "--enable",
        "accept_dialog",
        "--yes",
        "accept_dialog",
        "--enable",
        "file_upload",
        "--yes",
        "file_upload",
    ]);
    assert!(OFF.iter().all(|name| names(&everything).contains(name)));
    assert!(everything.iter().any(|tool| tool.to_string().contains("accept_dialog")));
    let size = serde_json::to_string(&everything).unwrap().chars().count();
    assert!(everything.len() == 31 && size <= 12_000, "{} tools, {size} characters", everything.len());
}

/// The value may hold a password, and what is told lands in logs.
#[test]
fn d20_an_upstream_proxy_that_cannot_be_used_is_exit_2_and_not_repeated() {
    let form = "the upstream proxy is not an address; write it as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT";
    let scheme = "an upstream proxy is spoken to over http only; write it as http://HOST:PORT";
    for (value, text) in [("me:secret@proxy:3128", form), ("https://me:secret@proxy:3128", scheme)] {
        for command in ["mcp", "calls", "doctor"] {
            assert_eq!(
                ringfence(&["--log", "trace", command, "--upstream-proxy", value], ""),
                refused(2, &format!("error: --upstream-proxy: {text}\n"))
            );
        }
    }
    let home = TempDir::new().unwrap();
    let text = "[egress]\nupstream_proxy = \"socks5://me:secret@proxy:1080\"\n";
    fs::write(home.path().join("my.toml"), text).unwrap();
    assert_eq!(
        in_home(&home, &["calls", "--config", "my.toml"], ""),
        refused(2, &format!("error: my.toml:2: {scheme}\n"))
    );
}

#[test]
fn d20_an_upstream_proxy_that_is_to_resolve_must_be_named() {
    assert_eq!(
        ringfence(&["calls", "--upstream-resolves"], ""),
        refused(
            2,
            "error: an upstream proxy shall resolve names and none is given; name it with --upstream-proxy URL, or leave \
             --upstream-resolves out\n"
        )
    );
}

/// The option stands in for the file's key; the credential is shown by neither.
#[test]
fn d20_doctor_shows_the_way_out() {
    let home = TempDir::new().unwrap();
    let text = "[egress]\nupstream_proxy = \"http://me:secret@proxy:3128\"\n";
    fs::write(home.path().join("my.toml"), text).unwrap();
    let way_out = |options: &[&str]| {
        let ran = in_home(&home, &[&["doctor"], options].concat(), "");
        assert!(!ran.stdout.contains("secret") && !ran.stderr.contains("secret"), "{ran:?}");
        ran.stdout.lines().find_map(|line| line.strip_prefix("way out ")).map(|line| line.trim().to_owned())
    };
    assert_eq!(way_out(&[]).as_deref(), Some("direct"));
    let file = ["--config", "my.toml"];
    assert_eq!(way_out(&file).as_deref(), Some("through http://proxy:3128, by vetted addresses"));
    let option = ["--upstream-proxy", "http://you:secret@other:1", "--upstream-resolves"];
    assert_eq!(
        way_out(&[&file[..], &option].concat()).as_deref(),
        Some("through http://other:1, addresses not vetted")
    );
}

/// Seen to hang without `at_once` and without the deadline of `whole`.
#[test]
fn a_pipe_with_nobody_at_its_other_end_is_an_error_and_no_wait() {
    let home = TempDir::new().unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        home.path().join("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .unwrap();
    for option in ["--report", "--audit"] {
        let said = format!(
            "error: {option}: the file pipe can't be opened for writing: No such device or address (os error 6); name one in a directory that you can write to\n"
        );
        assert_eq!(in_home(&home, &["calls", option, "pipe"], ""), refused(2, &said));
    }
    let said = "error: the configuration file pipe can't be read: nothing whole came from it within 10 s; mend it, or name another\n";
    assert_eq!(in_home(&home, &["calls", "--config", "pipe"], ""), refused(2, said));
    let said = "error: the configuration file /dev/zero can't be read: it is larger than 64 MiB; mend it, or name another\n";
    assert_eq!(in_home(&home, &["calls", "--config", "/dev/zero"], ""), refused(2, said));
}

#[test]
fn a_report_is_not_written_over_the_audit() {
    let home = TempDir::new().unwrap();
    let said = "error: --report and --audit name the same file; give each a file of its own\n";
    let ran = in_home(&home, &["calls", "--report", "one", "--audit", "one"], "");
    assert_eq!(ran, refused(2, said));
    assert!(!home.path().join("one").exists());
    fs::write(home.path().join("two"), "").unwrap();
    std::os::unix::fs::symlink("two", home.path().join("link")).unwrap();
    assert_eq!(in_home(&home, &["calls", "--report", "two", "--audit", "link"], ""), refused(2, said));
}

/// Calls that are appended to while they are read would be played.
#[test]
fn what_is_done_is_not_written_into_the_file_of_calls() {
    let home = TempDir::new().unwrap();
    let calls = "{\"name\":\"list_tabs\"}\n";
    fs::write(home.path().join("calls.jsonl"), calls).unwrap();
    for option in ["--report", "--audit"] {
        let said = format!("error: {option} names the file of calls; give it a file of its own\n");
        let ran = in_home(&home, &["calls", option, "./calls.jsonl", "calls.jsonl"], "");
        assert_eq!(ran, refused(2, &said));
    }
    assert_eq!(fs::read_to_string(home.path().join("calls.jsonl")).unwrap(), calls);
}

#[test]
fn a_report_replaces_nothing_but_a_report() {
    let home = TempDir::new().unwrap();
    let policy = "[[policy.allow]]\nhost = \"example.com\"\n";
    fs::write(home.path().join("my.toml"), policy).unwrap();
    let said = "error: --report: the file my.toml holds something that is no report of ours, and would be replaced; name another file\n";
    let ran = in_home(&home, &["calls", "--config", "my.toml", "--report", "my.toml"], "");
    assert_eq!(ran, refused(2, said));
    assert_eq!(fs::read_to_string(home.path().join("my.toml")).unwrap(), policy);
}

#[test]
fn what_is_asked_and_approved_for_good_at_once_is_told() {
    let said = |ask: &str| {
        format!(
            "error: --ask {ask} and --yes left_click contradict each other: with --yes nobody is asked; leave one of them out\n"
        )
    };
    for ask in ["left_click", "left_click@example.com"] {
        assert_eq!(ringfence(&["calls", "--yes", "left_click", "--ask", ask], ""), refused(2, &said(ask)));
    }
}
