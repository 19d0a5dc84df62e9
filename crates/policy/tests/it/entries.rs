//! What an entry covers, and which entries are refused.

use ringfence_policy::{Entry, EntryProblem, Mode, Policy};

use crate::support::{Options, allow, assert_codes, option, public};

#[test]
fn a4_a_host_covers_itself_and_its_subdomains_at_label_boundaries() {
    let policy = allow(&["github.com"]).build().unwrap();
    assert_codes(
        &policy,
        &[
            ("https://github.com/", "ok"),
            ("https://docs.github.com/", "ok"),
            ("https://a.b.github.com/", "ok"),
            ("https://evilgithub.com/", "not-listed"),
            ("https://raw.githubusercontent.com/", "not-listed"),
            ("https://github.com.evil.com/", "not-listed"),
            ("https://com/", "not-listed"),
        ],
    );
}

#[test]
fn d2_an_exact_host_and_a_wildcard_cover_what_they_say() {
    let policy = allow(&["=exact.com", "*.below.com"]).build().unwrap();
    assert_codes(
        &policy,
        &[
            ("https://exact.com/", "ok"),
            ("https://www.exact.com/", "not-listed"),
            ("https://below.com/", "not-listed"),
            ("https://a.below.com/", "ok"),
            ("https://a.b.below.com/", "ok"),
        ],
    );
}

#[test]
fn an_origin_is_one_scheme_host_and_port() {
    let policy =
        allow(&["http://plain.com", "https://other.com:8443", "http://third.com:8080"]).build().unwrap();
    assert_codes(
        &policy,
        &[
            ("http://plain.com/", "ok"),
            ("http://plain.com:80/x", "ok"),
            ("http://plain.com:81/", "port"),
            ("http://www.plain.com/", "scheme"),
            ("https://plain.com/", "not-listed"),
            ("https://other.com:8443/", "ok"),
            ("https://other.com/", "not-listed"),
            ("https://other.com:8444/", "port"),
            ("http://other.com:8443/", "scheme"),
            ("https://third.com:8080/", "port"),
            ("http://third.com/", "port"),
        ],
    );
}

#[test]
fn two_entries_are_never_mixed_into_a_third() {
    let policy = allow(&["http://mixed.com:8080", "https://mixed.com:8443"]).build().unwrap();
    assert_codes(
        &policy,
        &[
            ("http://mixed.com:8080/", "ok"),
            ("https://mixed.com:8443/", "ok"),
            ("http://mixed.com:8443/", "port"),
            ("https://mixed.com:8080/", "port"),
            ("https://mixed.com/", "not-listed"),
        ],
    );
}

#[test]
fn a5_international_entries_are_stored_in_ascii() {
    let policy = allow(&["Bücher.de"]).build().unwrap();
    let judged = policy.judge("https://www.BÜCHER.de/", ringfence_policy::List::Navigate).unwrap();
    assert_eq!(judged.as_str(), "https://www.xn--bcher-kva.de/");
    assert_eq!(judged.host(), Some("www.xn--bcher-kva.de"));
    assert_codes(&policy, &[("https://xn--bcher-kva.de/", "ok"), ("https://bucher.de/", "not-listed")]);
}

#[test]
fn deny_wins_over_allow_and_over_public() {
    let listed = allow(&["example.com", "=ads.example.com"]).deny("ads.example.com").build().unwrap();
    let open = public().deny("evil.com").deny("*.wild.com").deny("=one.com").deny("zip").build().unwrap();
    assert_codes(
        &listed,
        &[
            ("https://example.com/", "ok"),
            ("https://ads.example.com/", "denied"),
            ("https://x.ads.example.com/", "denied"),
        ],
    );
    assert_codes(
        &open,
        &[
            ("https://evil.com/", "denied"),
            ("https://www.evil.com/", "denied"),
            ("https://notevil.com/", "ok"),
            ("https://wild.com/", "ok"),
            ("https://a.wild.com/", "denied"),
            ("https://one.com/", "denied"),
            ("https://www.one.com/", "ok"),
            ("https://archive.zip/", "denied"),
        ],
    );
    let refusal = listed.judge("https://ads.example.com/", ringfence_policy::List::Load).unwrap_err();
    assert_eq!(refusal.rule.map(|rule| rule.to_string()), Some("--deny ads.example.com".into()));
}

#[test]
fn deny_wins_over_a_private_origin() {
    let policy = Policy::builder().local("http://localhost:3000").deny("localhost").build().unwrap();
    assert_codes(&policy, &[("http://localhost:3000/", "denied")]);
}

fn problem_of(entry: &str) -> EntryProblem {
    let errors = Policy::builder().allow_host(entry, option("--allow", entry)).build().unwrap_err();
    assert_eq!(errors.len(), 1, "{entry}: {errors:?}");
    errors[0].problem.clone()
}

#[test]
fn a5_host_entries_that_are_too_wide_or_not_hosts_are_refused() {
    use EntryProblem as P;
    let suffix = |name: &str| P::PublicSuffix(name.into());
    for (entry, problem) in [
        ("", P::Empty),
        ("  ", P::Empty),
        ("=", P::Empty),
        ("*.", P::Empty),
        ("*", P::Everything),
        ("*.com", suffix("com")),
        ("com", suffix("com")),
        ("co.uk", suffix("co.uk")),
        ("github.io", suffix("github.io")),
        ("*.github.io", suffix("github.io")),
        ("test", P::SingleLabel("test".into())),
        ("www.*.com", P::Wildcard),
        ("*example.com", P::Wildcard),
        ("https://example.com", P::SchemeInHost),
        ("example.com/path", P::Path),
        ("example.com:8443", P::PortInHost { host: "example.com".into(), port: "8443".into() }),
        ("user@example.com", P::Userinfo),
        ("127.0.0.1", P::IpAddress("http://127.0.0.1:8080".into())),
        ("2130706433", P::IpAddress("http://127.0.0.1:8080".into())),
        ("=1.1.1.1", P::IpAddress("http://1.1.1.1:8080".into())),
        ("::1", P::IpAddress("http://[::1]:8080".into())),
        ("[::1]", P::IpAddress("http://[::1]:8080".into())),
        ("localhost", P::LocalName("http://localhost:3000".into())),
        ("=localhost", P::LocalName("http://localhost:3000".into())),
        ("app.localhost", P::LocalName("http://app.localhost:3000".into())),
        ("exa mple.com", P::NotAHost),
        ("a.com,b.com", P::Several),
        ("a.com, b.com", P::Several),
        ("exam%70le.com", P::NotAHost),
        ("-example.com", P::NotAHost),
        ("example..com", P::NotAHost),
        ("exa&mple.com", P::NotAHost),
    ] {
        assert_eq!(problem_of(entry), problem, "{entry:?}");
    }
}

#[test]
fn a5_an_exact_host_may_be_a_public_suffix_or_a_single_label() {
    let policy = allow(&["=github.io", "=intranet"]).build().unwrap();
    assert_codes(
        &policy,
        &[
            ("https://github.io/", "ok"),
            ("https://anyone.github.io/", "not-listed"),
            ("https://intranet/", "ok"),
            ("https://x.intranet/", "not-listed"),
        ],
    );
}

#[test]
fn origin_entries_that_are_no_public_origin_are_refused() {
    use EntryProblem as P;
    for (origin, private, problem) in [
        ("", false, P::Empty),
        ("example.com", false, P::NotAnOrigin),
        ("ftp://example.com", false, P::NotAnOrigin),
        ("http://", false, P::NotAnOrigin),
        ("http://exa mple.com", false, P::NotAnOrigin),
        // The parser would read these as the origin that they look like.
        ("http:example.com", false, P::NotAnOrigin),
        ("http:\\\\example.com", false, P::NotAnOrigin),
        ("\u{1}http://example.com", false, P::NotAnOrigin),
        ("http://exam\tple.com", false, P::NotAnOrigin),
        ("http://example.com/\u{1}", false, P::NotAnOrigin),
        ("http://example.com/path", false, P::Path),
        ("http://example.com?q", false, P::Path),
        ("http://user@example.com", false, P::Userinfo),
        ("http://*.example.com", false, P::NotAHost),
        ("http://example.com:0", false, P::PortZero),
        ("http://127.0.0.1:8931", false, P::IpAddress("http://127.0.0.1:8931".into())),
        ("https://1.1.1.1", false, P::IpAddress("https://1.1.1.1".into())),
        ("http://localhost:3000", false, P::LocalName("http://localhost:3000".into())),
        ("http://169.254.169.254", true, P::Metadata("169.254.169.254".parse().unwrap())),
        ("http://[fd00:ec2::254]", true, P::Metadata("fd00:ec2::254".parse().unwrap())),
        ("http://[::ffff:169.254.169.254]", true, P::Metadata("::ffff:169.254.169.254".parse().unwrap())),
        (
            "http://0.0.0.0:3000",
            true,
            P::Unusable { ip: "0.0.0.0".parse().unwrap(), class: ringfence_policy::ip::IpClass::Unspecified },
        ),
    ] {
        let errors =
            Policy::builder().allow_origin(origin, private, option("--allow", origin)).build().unwrap_err();
        assert_eq!(errors.iter().map(|e| e.problem.clone()).collect::<Vec<_>>(), [problem], "{origin:?}");
    }
}

#[test]
fn a5_every_bad_entry_is_named_with_its_source() {
    let errors = allow(&["example.com", "co.uk", "*"]).deny("a/b").build().unwrap_err();
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "--allow co.uk: entry \"co.uk\": co.uk is a public suffix, under which anyone can have a host; name a \
             host below it, or write =co.uk for that host alone",
            "--allow *: entry \"*\": it would cover every host; use the mode \"public\" (--public) for any public host",
            "--deny a/b: entry \"a/b\": an entry names a host or an origin; leave out everything after the host and port",
        ]
    );
}

#[test]
fn a6_a_bare_localhost_shows_the_private_form() {
    let errors = allow(&["localhost"]).build().unwrap_err();
    assert_eq!(
        errors[0].to_string(),
        "--allow localhost: entry \"localhost\": a local name is only allowed as one exact private origin; on the \
         command line --allow-local http://localhost:3000, in a file origin = \"http://localhost:3000\" and private = true, on lines of their own"
    );
}

#[test]
fn d1_modes_that_need_no_host_entries_refuse_them() {
    for mode in [Mode::Public, Mode::Denylist] {
        let errors = allow(&["example.com"]).mode(mode).build().unwrap_err();
        assert_eq!(errors[0].problem, EntryProblem::HostInMode(mode.as_str()));
    }
    let errors = Policy::builder().mode(Mode::Closed).local("http://localhost:1").build().unwrap_err();
    assert_eq!(errors[0].problem, EntryProblem::Closed);
}

#[test]
fn an_entry_says_what_it_was_made_of() {
    let source = option("--allow", "x");
    let host = Entry::host("example.com", source.clone());
    assert_eq!((host.text(), host.private()), ("example.com", None));
    for private in [false, true] {
        let origin = Entry::origin("http://127.0.0.1:3000", private, source.clone());
        assert_eq!((origin.text(), origin.private()), ("http://127.0.0.1:3000", Some(private)));
    }
}
