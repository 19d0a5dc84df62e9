//! Reading `ringfence.toml`.

use std::path::Path;

use ringfence_policy::config::{EgressConfig, FileConfig};
use ringfence_policy::{List, Mode};

const WHOLE: &str = r#"
[policy]
mode = "allowlist"
[[policy.allow]]
host = "example.com"
lists = ["navigate", "load"]
match = ["https://docs.example.com/a"]
not_match = ["https://example.com.evil.test/"]
[[policy.allow]]
origin = "http://127.0.0.1:8931"
private = true
[[policy.allow]]
host = "cdn.com"
lists = ["load"]
[[policy.deny]]
host = "ads.example.com"
match = ["https://x.ads.example.com/"]
not_match = ["https://example.com/"]
[members.read_console]
enabled = true
"#;

#[test]
fn d20_the_way_out_is_read_and_its_address_does_not_print() {
    let text = "\
[egress]
upstream_proxy = \"http://me:secret@proxy.example.net:3128\"
upstream_resolves = true
max_tunnels = 10
max_tunnel_bytes = 1_000_000
max_session_bytes = 0x10
idle_seconds = 60
";
    let egress = FileConfig::parse(text, "ringfence.toml").unwrap().egress;
    let (proxy, source) = egress.upstream_proxy.clone().unwrap();
    assert_eq!(proxy.reveal(), "http://me:secret@proxy.example.net:3128");
    assert_eq!(source.to_string(), "ringfence.toml:2");
    assert!(!format!("{egress:?}").contains("secret"), "{egress:?}");
    assert_eq!(format!("{proxy:?}"), "Hidden(..)");
    let seconds = std::time::Duration::from_secs;
    let expected = EgressConfig {
        upstream_proxy: Some((proxy, source)),
        upstream_resolves: true,
        max_tunnels: Some(10),
        max_tunnel_bytes: Some(1_000_000),
        max_session_bytes: Some(16),
        idle: Some(seconds(60)),
    };
    assert_eq!(egress, expected);
    assert_eq!(FileConfig::parse("", "ringfence.toml").unwrap().egress, EgressConfig::default());
}

#[test]
fn d20_what_is_wrong_with_the_way_out_is_told_without_its_address() {
    let text = "\
[egress]
upstream_proxi = \"http://me:secret@proxy.example.net:3128\"
upstream_resolves = \"yes\"
max_tunnels = 0
max_tunnel_bytes = -1
max_session_bytes = 1.5
idle_seconds = 99999999999999999999
";
    let errors = errors(text);
    let number = "it must be a whole number of at least 1";
    assert_eq!(
        errors,
        [
            "ringfence.toml:2:1: unknown key `egress.upstream_proxi`, did you mean `upstream_proxy`?; known are \
             `upstream_proxy`, `upstream_resolves`, `max_tunnels`, `max_tunnel_bytes`, `max_session_bytes`, `idle_seconds`"
                .to_owned(),
            "ringfence.toml:3:21: `egress.upstream_resolves` must be true or false, not a string".to_owned(),
            format!("ringfence.toml:4:15: `egress.max_tunnels`: {number}"),
            format!("ringfence.toml:5:20: `egress.max_tunnel_bytes`: {number}"),
            "ringfence.toml:6:21: `egress.max_session_bytes` must be a whole number of at least 1, not a float".to_owned(),
            format!("ringfence.toml:7:16: `egress.idle_seconds`: {number}"),
        ]
    );
    assert!(!errors.join(" ").contains("secret"));
}

fn errors(text: &str) -> Vec<String> {
    FileConfig::parse(text, "ringfence.toml").unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn d2_a_whole_file_is_read_with_its_lines() {
    let config = FileConfig::parse(WHOLE, "ringfence.toml").unwrap();
    assert_eq!(config.policy.mode, Some(Mode::Allowlist));
    let member = &config.members["read_console"];
    assert_eq!((member.enabled, member.source.to_string()), (Some(true), "ringfence.toml:19".to_owned()));

    let policy = config.policy.builder().build().unwrap();
    let verdict = |input: &str, list| {
        let v = policy.verdict(input, list);
        (v.code, v.rule)
    };
    assert_eq!(verdict("https://docs.example.com/", List::Navigate), ("ok", Some("ringfence.toml:5".into())));
    assert_eq!(verdict("http://127.0.0.1:8931/", List::Navigate), ("ok", Some("ringfence.toml:10".into())));
    assert_eq!(
        verdict("https://ads.example.com/", List::Navigate),
        ("denied", Some("ringfence.toml:16".into()))
    );
    assert_eq!(verdict("https://cdn.com/", List::Load), ("ok", Some("ringfence.toml:13".into())));
    assert_eq!(verdict("https://cdn.com/", List::Navigate), ("not-listed", None));
}

#[test]
fn d1_an_empty_file_is_closed() {
    let config = FileConfig::parse("", "ringfence.toml").unwrap();
    assert_eq!(config, FileConfig::default());
    assert_eq!(config.policy.builder().build().unwrap().mode(), Mode::Closed);
}

#[test]
fn unknown_keys_are_errors_with_the_nearest_known_one() {
    let text = "[polcy]\n[policy]\nmdoe = \"public\"\n[[policy.allow]]\nhots = \"example.com\"\nhost = \"example.com\"\n[members.find]\nxyz = 1\n";
    assert_eq!(
        errors(text),
        [
            "ringfence.toml:1:2: unknown key `polcy`, did you mean `policy`?; known are `policy`, `egress`, `members`, `files`, `look`, `confirm`, `credentials`, `client_certificates`",
            "ringfence.toml:3:1: unknown key `policy.mdoe`, did you mean `mode`?; known are `mode`, `allow`, `deny`",
            "ringfence.toml:5:1: unknown key `policy.allow.hots`, did you mean `host`?; known are `host`, `origin`, \
             `private`, `lists`, `match`, `not_match`",
            "ringfence.toml:8:1: unknown key `members.find.xyz`; known are `enabled`",
        ]
    );
}

#[test]
fn wrong_types_and_values_name_line_and_column() {
    let text = "[policy]\nmode = \"alowlist\"\nallow = 3\ndeny = [ \"x.com\" ]\n[files]\nexpose_download_paths = \"yes\"\nupload_roots = [1]\n";
    assert_eq!(
        errors(text),
        [
            "ringfence.toml:2:8: `policy.mode` can't be \"alowlist\", did you mean `allowlist`?; known are `allowlist`, \
             `denylist`, `public`, `closed`",
            "ringfence.toml:3:9: `policy.allow` must be a list of tables, not an integer; write it as [[policy.allow]] with host = \
             \"example.com\" on the line below",
            "ringfence.toml:4:10: `policy.deny` must be a table, not a string; write it as [[policy.deny]] with host = \"x.com\" \
             on the line below",
            "ringfence.toml:6:25: `files.expose_download_paths` must be true or false, not a string",
            "ringfence.toml:7:17: `files.upload_roots` must be a string, not an integer",
        ]
    );
}

/// What stands for an entry at a glance is answered with the entry.
#[test]
fn a_text_in_the_place_of_an_entry_is_told_how_it_is_written() {
    let text = "confirm = [\"key\"]\ncredentials = [\"https://wiki.example.com\"]\n[policy]\nallow = [\"x.com\", \"http://127.0.0.1:8931\", 3]\n";
    assert_eq!(
        errors(text),
        [
            "ringfence.toml:1:12: `confirm` must be a table, not a string; write it as [[confirm]] with members = [\"key\"] and \
             answer = \"ask\" on the line below",
            "ringfence.toml:2:16: `credentials` must be a table, not a string; write it as [[credentials]] with origin = \
             \"https://wiki.example.com\" on the line below",
            "ringfence.toml:4:10: `policy.allow` must be a table, not a string; write it as [[policy.allow]] with host = \
             \"x.com\" on the line below",
            "ringfence.toml:4:19: `policy.allow` must be a table, not a string; write it as [[policy.allow]] with origin = \
             \"http://127.0.0.1:8931\" on the line below",
            "ringfence.toml:4:44: `policy.allow` must be a table, not an integer",
        ]
    );
}

#[test]
fn keys_that_do_not_go_together_are_named() {
    let text = "[[policy.allow]]\nhost = \"a.com\"\norigin = \"https://a.com\"\n[[policy.allow]]\nhost = \"b.com\"\nprivate = true\n[[policy.allow]]\nlists = [\"load\", \"lod\"]\n[[policy.deny]]\n";
    assert_eq!(
        errors(text),
        [
            "ringfence.toml:1:1: `policy.allow`: an entry has either `host` or `origin`, not both",
            "ringfence.toml:4:1: `policy.allow`: `private` belongs to an entry with `origin`, which names one exact origin",
            "ringfence.toml:7:1: `policy.allow`: an entry needs `host` or `origin`",
            "ringfence.toml:8:18: `policy.allow.lists` can't be \"lod\", did you mean `load`?; known are `navigate`, `load`",
            "ringfence.toml:9:1: `policy.deny`: an entry needs `host`",
        ]
    );
}

#[test]
fn entries_on_secrets_say_whose_they_are_and_name_files() {
    let text = "[[credentials]]\nuser = \"ada\"\n[[client_certificates]]\nkey_file = \"/k.pem\"\n[[client_certificates]]\norigin = \"https://a.com\"\ncertificate_file = 1\n[[client_certificates]]\norigin = \"https://a.com\"\ncertificate_file = \"/c.pem\"\npassword = \"x\"\n";
    assert_eq!(
        errors(text),
        [
            "ringfence.toml:1:1: `credentials`: an entry needs `origin`, `user` and `password_file`",
            "ringfence.toml:3:1: `client_certificates`: an entry needs `origin` and `certificate_file`",
            "ringfence.toml:7:20: `client_certificates.certificate_file` must be a string, not an integer",
            "ringfence.toml:11:1: unknown key `client_certificates.password`; known are `origin`, `certificate_file`, `key_file`",
        ]
    );
    let text = "[[client_certificates]]\norigin = \"https://a.com\"\ncertificate_file = \"/c.pem\"\n[[client_certificates]]\norigin = \"https://b.com\"\ncertificate_file = \"/c.pem\"\nkey_file = \"/k.pem\"\n";
    let read = FileConfig::parse(text, "ringfence.toml").unwrap().operate.client_certificates;
    let said: Vec<_> = read
        .iter()
        .map(|entry| (entry.origin.as_str(), entry.key_file(), entry.source.to_string()))
        .collect();
    assert_eq!(
        said,
        [
            ("https://a.com", Path::new("/c.pem"), "ringfence.toml:1".to_owned()),
            ("https://b.com", Path::new("/k.pem"), "ringfence.toml:4".to_owned()),
        ]
    );
}

/// A key of a wrong type is there, so that nothing is said to be missing.
#[test]
fn a_key_of_a_wrong_type_is_told_once() {
    for key in ["host", "origin"] {
        let told = errors(&format!("[[policy.allow]]\n{key} = 5\n"));
        assert_eq!(told.len(), 1, "{told:?}");
    }
}

#[test]
fn d2_examples_that_do_not_hold_are_errors() {
    let text = "[[policy.allow]]\nhost = \"=example.com\"\nmatch = [\"https://example.com/\", \"https://www.example.com/\"]\nnot_match = [\"https://example.com/x\"]\n[[policy.deny]]\nhost = \"ads.com\"\nmatch = [\"https://bads.com/\"]\nnot_match = [\"http://x.ads.com/\"]\n";
    assert_eq!(
        errors(text),
        [
            "ringfence.toml:3:34: the entry does not cover its `match` example \"https://www.example.com/\" (not-listed)",
            "ringfence.toml:4:14: the entry covers its `not_match` example \"https://example.com/x\"",
            "ringfence.toml:7:10: the entry does not cover its `match` example \"https://bads.com/\" (another host)",
            "ringfence.toml:8:14: the entry covers its `not_match` example \"http://x.ads.com/\"",
        ]
    );
}

#[test]
fn a5_bad_entries_are_named_with_their_line() {
    let text = "[[policy.allow]]\nhost = \"co.uk\"\n[[policy.allow]]\norigin = \"http://127.0.0.1:1\"\n";
    assert_eq!(
        errors(text),
        [
            "ringfence.toml:2: entry \"co.uk\": co.uk is a public suffix, under which anyone can have a host; name a host \
             below it, or write =co.uk for that host alone",
            "ringfence.toml:4: entry \"http://127.0.0.1:1\": an IP address is only allowed as one exact private origin; on \
             the command line --allow-local http://127.0.0.1:1, in a file origin = \"http://127.0.0.1:1\" and private = true, on lines of their own",
        ]
    );
}

#[test]
fn text_that_is_not_toml_is_an_error_with_its_place() {
    let found = errors("[policy]\nmode = \n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("ringfence.toml:2:8: not valid TOML: "), "{found:?}");
}

#[test]
fn columns_count_characters() {
    let found = errors("[files]\nupload_roots = [\"/ü\", 1]\n");
    assert_eq!(found, ["ringfence.toml:2:23: `files.upload_roots` must be a string, not an integer"]);
}

/// A key in another table than its own is told where it belongs, whatever it resembles in that one.
#[test]
fn a_key_in_the_wrong_table_is_told_where_it_belongs() {
    let found =
        errors("mode = \"public\"\nhost = \"a.test\"\n[policy]\ndownloads = \"/srv\"\nmod = \"public\"\n");
    assert_eq!(
        found,
        [
            "ringfence.toml:1:1: `mode` doesn't belong here; write it below [policy]",
            "ringfence.toml:2:1: `host` doesn't belong here; write it below [[policy.allow]] or [[policy.deny]]",
            "ringfence.toml:4:1: `policy.downloads` doesn't belong here; write it below [files]",
            "ringfence.toml:5:1: unknown key `policy.mod`, did you mean `mode`?; known are `mode`, `allow`, `deny`",
        ]
    );
}

#[test]
fn a_member_that_is_only_said_to_be_on_is_answered_with_how_that_is_written() {
    assert_eq!(
        errors("[members]\nfile_upload = true\nwait = 3\n"),
        [
            "ringfence.toml:2:15: `members.file_upload` must be a table, not a boolean; write it as [members.file_upload] with \
             enabled = true on the line below",
            "ringfence.toml:3:8: `members.wait` must be a table, not an integer",
        ]
    );
}

/// A word of the command line is told as the file says it, and what is told is right.
#[test]
fn an_option_in_a_file_is_told_how_a_file_says_it() {
    let text = "report = \"r.html\"\n[policy]\nload = [\"cdn.test\"]\npublic = true\nallow-local = \"http://127.0.0.1:1\"\n\
        [members]\n[[confirm]]\nanswer = \"ask\"\nyes = [\"key\"]\n";
    assert_eq!(
        errors(text),
        [
            "ringfence.toml:1:1: unknown key `report`; a file says it nowhere; it is an option of the command line alone",
            "ringfence.toml:3:1: unknown key `policy.load`; a file says it by `lists = [\"load\"]` in an entry below [[policy.allow]]",
            "ringfence.toml:4:1: unknown key `policy.public`; a file says it by `mode = \"public\"` below [policy]",
            "ringfence.toml:5:1: unknown key `policy.allow-local`; a file says it by `origin` and `private = true` in an entry below [[policy.allow]]",
            "ringfence.toml:9:1: unknown key `confirm.yes`; a file says it by `answer = \"allow\"` in an entry below [[confirm]]",
        ]
    );
    let told = "[policy]\nmode = \"public\"\n[[policy.allow]]\norigin = \"http://127.0.0.1:1\"\nprivate = true\n\
        [members.read_console]\nenabled = true\n[[confirm]]\nanswer = \"allow\"\n";
    let load = "[[policy.allow]]\nhost = \"cdn.test\"\nlists = [\"load\"]\n";
    assert!([told, load].iter().all(|text| FileConfig::parse(text, "ringfence.toml").is_ok()));
}

/// Each of them, in the order of their lines, entries among the rest, and none twice.
#[test]
fn every_mistake_is_told_once_in_the_order_of_the_lines() {
    let text = "[[policy.allow]]\nhost = \"*\"\n[[policy.allow]]\nhost = \"a.test\"\nlists = [\"lod\"]\n[files]\n\
        upload_roots = [\"in\", \"~/out\"]\ndownloads = \"x\"\n[[confirm]]\nhosts = [\"a b\"]\nanswer = \"ask\"\n";
    let path = "it must be a whole path, from / on; ~ is not replaced";
    assert_eq!(
        errors(text),
        [
            "ringfence.toml:2: entry \"*\": it would cover every host; use the mode \"public\" (--public) for any public host".to_owned(),
            "ringfence.toml:5:10: `policy.allow.lists` can't be \"lod\", did you mean `load`?; known are `navigate`, `load`".to_owned(),
            format!("ringfence.toml:7:17: `files.upload_roots`: {path}"),
            format!("ringfence.toml:7:23: `files.upload_roots`: {path}"),
            format!("ringfence.toml:8:13: `files.downloads`: {path}"),
            "ringfence.toml:10:10: `confirm`: `hosts` names hosts, written as in an entry, such as \"example.com\"".to_owned(),
        ]
    );
}
