//! What a person reads first.

use crate::run::ringfence;

#[test]
fn alone_it_prints_a_short_help() {
    let ran = ringfence(&[], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn each_help_text_is_as_checked_in() {
    for args in [
        &["--help"][..],
        &["check", "--help"],
        &["calls", "--help"],
        &["mcp", "--help"],
        &["doctor", "--help"],
        &["config", "--help"],
        &["config", "init", "--help"],
        &["config", "check", "--help"],
        &["config", "show", "--help"],
        &["config", "schema", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
    ] {
        let ran = ringfence(args, "");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
        let words: Vec<_> = args.iter().filter(|word| **word != "--help").copied().collect();
        let name = if words.is_empty() { "help".to_owned() } else { words.join("_") };
        insta::assert_snapshot!(format!("help_{name}"), ran.stdout);
    }
}

#[test]
fn no_command_is_without_an_example() {
    let ran = ringfence(&["--help"], "");
    let commands: Vec<_> = ran
        .stdout
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert_eq!(commands, ["mcp", "calls", "check", "doctor", "config", "completions", "man"]);
    for command in commands {
        let ran = ringfence(&[command, "--help"], "");
        assert!(ran.stdout.contains(&format!("  ringfence {command}")), "{command}: {}", ran.stdout);
    }
}

#[test]
fn the_manual_is_as_checked_in() {
    let ran = ringfence(&["man"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn each_command_has_a_page_in_the_manual() {
    let home = tempfile::TempDir::new().unwrap();
    let ran = crate::run::in_home(&home, &["man", "--dir", "made/man1"], "");
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
    let mut pages: Vec<_> = home
        .path()
        .join("made/man1")
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    let below = [
        "calls",
        "check",
        "completions",
        "config-check",
        "config-init",
        "config-schema",
        "config-show",
        "config",
        "doctor",
        "man",
        "mcp",
    ];
    let mut expected: Vec<_> = below.iter().map(|name| format!("ringfence-{name}.1")).collect();
    expected.push("ringfence.1".to_owned());
    expected.sort();
    assert_eq!(pages, expected);
}

#[test]
fn each_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = ringfence(&["completions", shell], "");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{shell}");
        assert!(ran.stdout.contains("print-config"), "{shell} knows the options");
    }
}

#[test]
fn where_nothing_is_for_machines_json_is_a_usage_error() {
    for (args, what) in [
        (&["--json"][..], "help"),
        (&["man", "--json"], "the manual"),
        (&["--json", "completions", "bash"], "a shell's completions"),
        (&["config", "init", "-", "--json"], "a file to begin with"),
    ] {
        let ran = ringfence(args, "");
        let stderr = format!("error: --json: {what} is not printed as JSON; leave the option out\n");
        assert_eq!((ran.code, ran.stdout, ran.stderr), (2, String::new(), stderr), "{args:?}");
    }
}

#[test]
fn an_option_of_another_command_is_a_usage_error() {
    let ran = ringfence(&["check", "--viewport", "1280x800", "https://x.test"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
}

/// A name is completed; one that nobody knows is told by us, with every other mistake, and not by the parser of options.
#[test]
fn members_are_completed_by_their_names() {
    let script = ringfence(&["completions", "zsh"], "").stdout;
    for option in ["enable", "yes", "ask"] {
        let line = script.lines().find(|line| line.contains(&format!("--{option}="))).unwrap();
        assert!(line.contains("javascript_exec") && line.contains("accept_dialog"), "{line}");
    }
    let ran = ringfence(&["calls", "--enable", "read_consol", "--ask", "zap"], "");
    assert_eq!(ran.code, 2);
    for told in ["there is no member \"read_consol\"; did you mean read_console?", "--ask zap: "] {
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
}
