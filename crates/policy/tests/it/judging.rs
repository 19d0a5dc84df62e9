//! The judge of what a model wrote and of what the browser requests.

use proptest::prelude::*;
use ringfence_policy::{Code, Entry, List, Lists, Mode, Policy, RequestTarget, Source, WrittenIn};

use crate::support::{Options, allow, assert_codes, public};

#[test]
fn d1_without_a_policy_everything_is_refused_with_the_option_that_would_allow_it() {
    let policy = Policy::builder().build().unwrap();
    assert_eq!(policy.mode(), Mode::Closed);
    for (input, option) in [
        ("https://example.com/x", "--allow example.com"),
        ("https://a.example/", "--allow-local https://a.example"),
    ] {
        let refusal = policy.judge(input, List::Navigate).unwrap_err();
        assert_eq!(refusal.code, Code::NotListed, "{input}");
        assert_eq!(
            refusal.hint,
            format!(
                "No address is allowed, because no policy was given. The operator can allow this one with {option}."
            )
        );
    }
    assert_codes(&policy, &[("about:blank", "ok"), ("http://example.com/", "scheme")]);
}

#[test]
fn d3_a_private_origin_lifts_only_its_own_scheme_port_and_host() {
    let policy = Policy::builder().local("http://127.0.0.1:8931").build().unwrap();
    assert_codes(
        &policy,
        &[
            ("http://127.0.0.1:8931/", "ok"),
            ("http://127.1:8931/", "ok"),
            ("http://127.0.0.1:9/", "port"),
            ("http://127.0.0.1/", "port"),
            ("https://127.0.0.1:8931/", "port"),
            ("https://127.0.0.1/", "not-listed"),
            ("http://127.0.0.2:8931/", "scheme"),
            ("https://127.0.0.2/", "ip-literal"),
            ("http://localhost:8931/", "scheme"),
            ("http://user@127.0.0.1:8931/", "userinfo"),
        ],
    );
}

#[test]
fn d3_a_host_and_port_without_a_scheme_is_not_guessed() {
    let policy = allow(&["example.com"]).local("http://localhost:3000").build().unwrap();
    for (input, subject) in [("localhost:3000", "localhost:3000"), ("example.com:8443/x", "example.com:8443")]
    {
        let refusal = policy.judge(input, List::Navigate).unwrap_err();
        assert_eq!(refusal.code, Code::Scheme);
        assert_eq!(refusal.subject, subject);
        assert_eq!(
            refusal.hint,
            "This reads as a scheme, not as a host and port. Write https://… or http://… before it."
        );
    }
}

/// Only what can be a host and a port is told so; the rest is a scheme that is not served.
#[test]
fn d3_a_foreign_scheme_is_not_taken_for_a_host() {
    let policy = allow(&["example.com"]).build().unwrap();
    let host_and_port =
        "This reads as a scheme, not as a host and port. Write https://… or http://… before it.";
    let foreign = "Only web addresses can be opened. Write https://HOST/…";
    for (input, hint) in [
        ("localhost:3000", host_and_port),
        ("example.com:8443/x?y", host_and_port),
        ("a-host:1", host_and_port),
        ("ftp://example.com/", foreign),
        ("ftp:21", foreign),
        ("tel:123", foreign),
        ("TEL:123", foreign),
        ("javascript:1", foreign),
        ("data:1", foreign),
        ("mailto:someone@example.com", foreign),
        ("localhost:65536", foreign),
        ("localhost:", foreign),
        ("localhost:/3000", foreign),
    ] {
        let refusal = policy.judge(input, List::Navigate).unwrap_err();
        assert_eq!((refusal.code, refusal.hint.as_str()), (Code::Scheme, hint), "{input}");
    }
}

#[test]
fn an_address_without_a_scheme_is_meant_as_https() {
    let policy = allow(&["example.com"]).build().unwrap();
    let judged = policy.judge("docs.example.com/a?b", List::Navigate).unwrap();
    assert_eq!(judged.as_str(), "https://docs.example.com/a?b");
    assert_codes(
        &policy,
        &[
            ("example.com", "ok"),
            ("evil.com", "not-listed"),
            ("/example.com", "parse"),
            ("//example.com/", "parse"),
            ("\\\\example.com", "parse"),
            ("?example.com", "parse"),
            ("#example.com", "parse"),
            ("user@example.com", "userinfo"),
            ("127.0.0.1", "ip-literal"),
            ("127.0.0.1:80", "ip-literal"),
        ],
    );
}

#[test]
fn a_judged_address_is_normalised() {
    let policy = allow(&["example.com"]).build().unwrap();
    let judged = policy.judge("https:\\\\WWW.Example.com.:443\\a/../b", List::Navigate).unwrap();
    assert_eq!(judged.as_str(), "https://www.example.com/b");
    assert_eq!(judged.host(), Some("www.example.com"));
    assert_eq!(judged.origin(), "https://www.example.com");
    assert_eq!(judged.rule().map(ToString::to_string), Some("--allow example.com".into()));

    let blank = policy.judge("about:blank", List::Navigate).unwrap();
    assert_eq!((blank.as_str(), blank.host(), blank.origin().as_str()), ("about:blank", None, "null"));
}

#[test]
fn the_two_lists_are_apart() {
    let policy = allow(&["example.com"]).load("cdn.com").navigate_only("bank.com").build().unwrap();
    let ask =
        |input, list| policy.judge(input, list).map(|_| ()).map_err(|refusal| (refusal.code, refusal.hint));
    assert_eq!(ask("https://example.com/", List::Load), Ok(()));
    assert_eq!(ask("https://cdn.com/", List::Load), Ok(()));
    assert_eq!(ask("https://bank.com/", List::Navigate), Ok(()));
    assert_eq!(
        ask("https://cdn.com/", List::Navigate),
        Err((
            Code::NotListed,
            "Pages may load from this host, but it can't be opened. Ask the operator for --allow cdn.com."
                .into()
        ))
    );
    // What a page loads needs less than what an agent goes to.
    assert_eq!(
        ask("https://ads.com/", List::Load),
        Err((
            Code::NotListed,
            "Pages can't load from this host, because it is not on the list of allowed hosts. Ask the operator for --load ads.com."
                .into()
        ))
    );
    assert_eq!(
        ask("https://bank.com/", List::Load),
        Err((
            Code::NotListed,
            "This host can be opened, but other pages can't load from it. Open it itself.".into()
        ))
    );
}

#[test]
fn d1_public_and_private_origins_are_a_union() {
    let policy = public().local("http://localhost:3000").local("https://10.0.0.1:8443").build().unwrap();
    assert_codes(
        &policy,
        &[
            ("https://anything.com/", "ok"),
            ("http://localhost:3000/", "ok"),
            ("https://localhost/", "special-name"),
            ("http://localhost/", "port"),
            ("https://10.0.0.1:8443/", "ok"),
            ("https://10.0.0.1/", "not-listed"),
            ("https://10.0.0.2/", "ip-literal"),
            ("http://anything.com/", "scheme"),
        ],
    );
}

#[test]
fn an_allowlist_entry_lifts_a_special_name() {
    let policy = allow(&["printer.lan", "wiki.corp"]).build().unwrap();
    assert_codes(&policy, &[("https://printer.lan/", "ok"), ("https://nas.lan/", "not-listed")]);
}

#[test]
fn denylist_mode_allows_what_is_public() {
    let policy = Policy::builder().mode(Mode::Denylist).deny("evil.com").build().unwrap();
    assert_codes(
        &policy,
        &[
            ("https://example.com/", "ok"),
            ("https://evil.com/", "denied"),
            ("https://printer.lan/", "special-name"),
            ("https://1.1.1.1/", "ip-literal"),
        ],
    );
}

fn request(policy: &Policy, url: &str, list: List) -> &'static str {
    match policy.judge_request(url, list) {
        Ok(RequestTarget::Local) => "local",
        Ok(RequestTarget::Network(_)) => "ok",
        Err(refusal) => refusal.code.as_str(),
    }
}

#[test]
fn requests_that_stay_in_the_browser_are_local_but_no_documents_of_the_list() {
    let policy = Policy::closed();
    for (url, navigate, load) in [
        ("about:blank", "local", "local"),
        ("about:srcdoc", "local", "local"),
        ("data:text/html,a b\n", "input", "local"),
        ("data:text/html,ab", "scheme", "local"),
        ("blob:https://example.com/1-2", "scheme", "local"),
        ("about:settings", "scheme", "scheme"),
        ("filesystem:https://example.com/x", "scheme", "scheme"),
        ("chrome://settings", "scheme", "scheme"),
        ("file:///etc/passwd", "scheme", "scheme"),
        ("example.com", "parse", "parse"),
    ] {
        assert_eq!(
            (request(&policy, url, List::Navigate), request(&policy, url, List::Load)),
            (navigate, load),
            "{url}"
        );
    }
}

#[test]
fn a_websocket_is_judged_as_its_http_scheme() {
    let policy = allow(&["example.com"]).local("http://localhost:3000").build().unwrap();
    for (url, expected) in [
        ("wss://example.com/socket", "ok"),
        ("ws://example.com/socket", "scheme"),
        ("ws://localhost:3000/hmr", "ok"),
        ("wss://localhost:3000/hmr", "port"),
        ("wss://evil.com/", "not-listed"),
    ] {
        assert_eq!(request(&policy, url, List::Load), expected, "{url}");
    }
}

#[test]
fn the_model_reads_code_host_and_hint_and_nothing_else() {
    let policy = Policy::builder()
        .allow_host("example.com", Source::file("ringfence.toml", 3))
        .deny_host("ads.example.com", Source::file("ringfence.toml", 7))
        .build()
        .unwrap();
    let refusal = policy.judge("https://ADS.example.com/secret?token=1#x", List::Navigate).unwrap_err();
    assert_eq!(refusal.rule, Some(Source::file("ringfence.toml", 7)));
    assert_eq!(
        refusal.for_model(),
        "denied: ADS.example.com: The operator denied this host. Use another one."
    );

    let refusal = policy.judge("https://user:secret@evil.com/token", List::Navigate).unwrap_err();
    assert_eq!(refusal.to_string(), refusal.for_model());
    assert_eq!(
        refusal.for_model(),
        "userinfo: evil.com: An address must not carry a user name or password. Write it without what stands before the @."
    );
}

#[test]
fn n8_a_subject_is_one_line_of_at_most_200_characters() {
    let policy = Policy::closed();
    let input = format!("https://evil\u{202e}\n{}.com/", "a".repeat(5000));
    let refusal = policy.judge(&input, List::Navigate).unwrap_err();
    assert_eq!(refusal.code, Code::Input);
    assert_eq!(refusal.subject, format!("evil  {}…", "a".repeat(193)));
}

/// Seen to fail with `is_never_allowed` taken out: the hint then offers an option that changes nothing.
#[test]
fn a_hint_never_offers_what_can_not_be_allowed() {
    let policy = allow(&["example.com"]).build().unwrap();
    for address in [
        "http://169.254.169.254/",
        "https://169.254.169.254:1/",
        "https://0.0.0.0/",
        "https://[fd00:ec2::254]/",
    ] {
        let hint = policy.judge(address, List::Navigate).unwrap_err().hint;
        assert_eq!(
            hint,
            "This address belongs to a cloud metadata service, or to no server at all. It can't be allowed.",
            "{address}"
        );
    }
}

#[test]
fn d3_what_is_judged_says_whether_it_may_be_private() {
    let policy = allow(&["example.com", "http://plain.com"]).local("http://127.0.0.1:3000").build().unwrap();
    for (url, private) in [
        ("https://example.com/", false),
        ("http://plain.com/", false),
        ("http://127.0.0.1:3000/", true),
        ("about:blank", false),
    ] {
        assert_eq!(policy.judge(url, List::Navigate).unwrap().private(), private, "{url}");
    }
}

/// Whoever is refused one origin of a host may have meant the one that is listed. Seen to fail with `listed` returning none.
#[test]
fn a_hint_names_what_is_listed_of_the_host() {
    let policy = allow(&["example.com", "https://other.com:8443"])
        .local("http://127.0.0.1:3000")
        .local("http://localhost:3000")
        .build()
        .unwrap();
    for (input, expected) in [
        (
            "http://127.0.0.1:4000",
            "Port 4000 is not allowed for this host, but http://127.0.0.1:3000 is. Use that, or ask the operator for --allow-local http://127.0.0.1:4000.",
        ),
        (
            "http://localhost",
            "Port 80 is not allowed for this host, but http://localhost:3000 is. Use that, or ask the operator for --allow-local http://localhost.",
        ),
        (
            "http://example.com",
            "Plain http is not allowed for this host, but https://example.com is. Use that, or ask the operator for --allow http://example.com (--allow-local http://example.com if it is a private host).",
        ),
        (
            "https://other.com",
            "This address is not on the list of what is allowed, but https://other.com:8443 is. Use that, or ask the operator for --allow other.com.",
        ),
        (
            "127.0.0.1:3000/x",
            "Over https this port is not allowed for this host. Write http://127.0.0.1:3000.",
        ),
        // Nobody wrote https.
        (
            "10.0.0.1:8080",
            "IP addresses are not allowed. Use the host's name, or ask the operator for --allow-local http://10.0.0.1:8080.",
        ),
        // Nothing to leave out would help.
        (
            "http://[::1]:3000",
            "Plain http is not allowed for this host. Ask the operator for --allow-local http://[::1]:3000.",
        ),
    ] {
        assert_eq!(policy.judge(input, List::Navigate).unwrap_err().hint, expected, "{input}");
    }
    // What pages may only load from is not the agent's to open.
    let policy = Policy::builder().load("load.com").build().unwrap();
    let hint = policy.judge("http://load.com", List::Navigate).unwrap_err().hint;
    assert!(hint.starts_with("Plain http is not allowed for this host. Use https"), "{hint}");
}

#[test]
fn d4_a_verdict_has_host_rule_and_hint() {
    let policy = allow(&["example.com"]).deny("ads.example.com").build().unwrap();
    let verdict = |input| serde_json::to_value(policy.verdict(input, List::Navigate)).unwrap();
    assert_eq!(
        verdict("https://Example.com/"),
        serde_json::json!({"allow": true, "code": "ok", "host": "example.com", "rule": "--allow example.com", "hint": null})
    );
    assert_eq!(
        verdict("https://ads.example.com/"),
        serde_json::json!({
            "allow": false, "code": "denied", "host": "ads.example.com", "rule": "--deny ads.example.com",
            "hint": "The operator denied this host. Use another one."
        })
    );
    assert_eq!(
        verdict("about:blank"),
        serde_json::json!({"allow": true, "code": "ok", "host": null, "rule": null, "hint": null})
    );
    assert_eq!(
        verdict(""),
        serde_json::json!({
            "allow": false, "code": "parse", "host": null, "rule": null,
            "hint": "This is not a web address. Write one such as https://example.com/path."
        })
    );
}

/// What was left out of an address is not what a hint offers to leave out, and a server without TLS is not offered with it.
#[test]
fn a_hint_fits_what_was_written() {
    let listed = allow(&["example.com"]).build().unwrap();
    let denying = Policy::builder().mode(Mode::Denylist).build().unwrap();
    let source = Source::option("--load", "http://plain.com:8080");
    let plain = Entry::origin("http://plain.com:8080", false, source).on(Lists::LOAD);
    let loading = Policy::builder().allow(plain).build().unwrap();
    for (policy, input, expected) in [
        (
            &listed,
            "https://example.com:8443/",
            "Port 8443 is not allowed for this host, but https://example.com is. Use that, or ask the operator for --allow https://example.com:8443 (--allow-local https://example.com:8443 if it is a private host).",
        ),
        (
            &listed,
            "https://10.0.0.1:8080",
            "IP addresses are not allowed. Use the host's name, or ask the operator for --allow-local https://10.0.0.1:8080.",
        ),
        (
            &listed,
            "10.0.0.1:8080",
            "IP addresses are not allowed. Use the host's name, or ask the operator for --allow-local http://10.0.0.1:8080.",
        ),
        (
            &listed,
            "10.0.0.1",
            "IP addresses are not allowed. Use the host's name, or ask the operator for --allow-local https://10.0.0.1.",
        ),
        (
            &listed,
            "http//10.0.0.1",
            "A colon is missing after the scheme. Write https://… or http://…, with it.",
        ),
        (
            &listed,
            "https://evil.com",
            "The host is not on the list of allowed hosts. Use an allowed one, or ask the operator for --allow evil.com.",
        ),
        (
            &listed,
            "https://github.io",
            "The host is not on the list of allowed hosts. Use an allowed one, or ask the operator for --allow =github.io.",
        ),
        (
            &denying,
            "https://example.com:8443/",
            "Port 8443 is not allowed for this host. Leave the port out, or ask the operator for --allow https://example.com:8443 beside --public (--allow-local https://example.com:8443 if it is a private host).",
        ),
        (
            &denying,
            "https://localhost:8443/",
            "Port 8443 is not allowed for this host. Ask the operator for --allow-local https://localhost:8443.",
        ),
        (
            &loading,
            "http://plain.com/",
            "Port 80 is not allowed for this host. Ask the operator for --allow http://plain.com (--allow-local http://plain.com if it is a private host).",
        ),
    ] {
        assert_eq!(policy.judge(input, List::Navigate).unwrap_err().hint, expected, "{input}");
    }
}

#[test]
fn a_hint_about_a_resolved_address_offers_only_what_helps() {
    let policy = allow(&["example.com"]).build().unwrap();
    let target = policy.judge_connect("example.com", 443).unwrap();
    let none = "The host leads to an address that no server has. It can't be allowed.";
    for (ip, expected) in [
        ("0.0.0.0", none),
        ("224.0.0.1", none),
        ("255.255.255.255", none),
        (
            "10.0.0.1",
            "The host leads to an address that is not public. The operator can allow one private origin with --allow-local https://example.com.",
        ),
        ("169.254.169.254", "The host leads to a cloud metadata service, which can never be allowed."),
    ] {
        let refusal = policy.vet(&target, ip.parse().unwrap()).unwrap_err();
        assert_eq!((refusal.code, refusal.hint.as_str()), (Code::ResolvedAddress, expected), "{ip}");
    }
}

/// What no entry would help is not answered with one. Seen to fail with `refused_anyway` returning the first fault.
#[test]
fn a_hint_offers_no_entry_where_a_later_stage_refuses_all_the_same() {
    let denying = allow(&["example.com"]).deny("ads.example.com").build().unwrap();
    let denied = "The operator denied this host. Use another one.";
    let spelling = "This is not a valid host name. Check its spelling.";
    let userinfo =
        "An address must not carry a user name or password. Write it without what stands before the @.";
    for (input, code, hint) in [
        ("http://ads.example.com/", Code::Scheme, denied),
        ("https://ads.example.com:8443/", Code::Port, denied),
        ("http://a;{touch,b};.com/", Code::Scheme, spelling),
        ("http://$(id).com/", Code::Scheme, spelling),
        ("http://-a.com/", Code::Scheme, spelling),
        ("http://a.com\"},{host=\"evil.com/", Code::Scheme, spelling),
        ("http://kim:pw@example.org/", Code::Scheme, userinfo),
        ("https://example.org:0/", Code::Port, "No server is at port 0. Write another port, or none."),
    ] {
        for list in [List::Navigate, List::Load] {
            let refusal = denying.judge(input, list).unwrap_err();
            assert_eq!((refusal.code, refusal.hint.as_str()), (code, hint), "{input}");
        }
    }
}

/// An entry for a page's load lets it load, and the agent go nowhere. Seen to fail without the line of lists.
#[test]
fn an_entry_that_a_load_is_answered_with_is_for_loads_alone() {
    let in_file = allow(&["example.com"]).written_in(WrittenIn::File).build().unwrap();
    for (input, list, entry) in [
        ("https://cdn.test2.com/", List::Load, "host = \"cdn.test2.com\" and lists = [\"load\"]"),
        (
            "https://10.0.0.1:8080/",
            List::Load,
            "origin = \"https://10.0.0.1:8080\" and private = true and lists = [\"load\"]",
        ),
        ("https://10.0.0.1:8080/", List::Navigate, "origin = \"https://10.0.0.1:8080\" and private = true"),
    ] {
        let hint = in_file.judge(input, list).unwrap_err().hint;
        assert!(hint.contains(&format!("[[policy.allow]] with {entry} on ")), "{hint}");
    }
}

proptest! {
    /// Hints are pasted into shells and files, and a page chooses the hosts that they are about. Seen to fail as the test above.
    #[test]
    fn no_hint_carries_what_a_shell_or_a_file_would_read_as_more(host in "[!-~]{1,30}", scheme in "https?") {
        let quiet = |c: char| c.is_ascii_alphanumeric() || ".:/_-[]=".contains(c);
        for policy in [Policy::closed(), allow(&["example.com"]).build().unwrap()] {
            let Err(refusal) = policy.judge(&format!("{scheme}://{host}/"), List::Load) else { continue };
            // Behind each option stands the value that it is to have.
            for offered in refusal.hint.split("--").skip(1) {
                let value = offered.split(' ').nth(1).unwrap_or_default().trim_end_matches([')', '.']);
                prop_assert!(value.chars().all(quiet), "{}", refusal.hint);
            }
        }
    }
}
