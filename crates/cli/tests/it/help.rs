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
    ] {
        let ran = ringfence(args, "");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
        insta::assert_snapshot!(format!("help_{}", args[0].trim_start_matches('-')), ran.stdout);
    }
}

#[test]
fn an_option_of_another_command_is_a_usage_error() {
    let ran = ringfence(&["check", "--viewport", "1280x800", "https://x.test"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
}
