//! The judge's twin at the proxy, and the vetting of addresses.

use ringfence_policy::{Code, JudgedTarget, List, Policy, standard_origin};

use crate::support::{Options, allow, public};

fn connect(policy: &Policy, host: &str, port: u16) -> Result<(String, u16, bool, bool), &'static str> {
    let parts = |t: JudgedTarget| (t.host(), t.port(), t.tls(), t.plain());
    policy.judge_connect(host, port).map(parts).map_err(|refusal| refusal.code.as_str())
}

#[test]
fn a_connect_is_judged_like_an_https_address() {
    let policy =
        allow(&["example.com"]).local("https://127.0.0.1:8443").deny("ads.example.com").build().unwrap();
    let ok = |host: &str, port| Ok((host.to_owned(), port, true, false));
    for (host, port, expected) in [
        ("example.com", 443, ok("example.com", 443)),
        ("EXAMPLE.com.", 443, ok("example.com", 443)),
        ("www.example.com", 443, ok("www.example.com", 443)),
        ("example.com", 8443, Err("port")),
        ("example.com", 0, Err("port")),
        ("ads.example.com", 443, Err("denied")),
        ("evil.com", 443, Err("not-listed")),
        ("127.0.0.1", 8443, ok("127.0.0.1", 8443)),
        ("2130706433", 8443, ok("127.0.0.1", 8443)),
        ("127.0.0.1", 443, Err("not-listed")),
        ("10.0.0.1", 443, Err("ip-literal")),
        ("[::1]", 443, Err("ip-literal")),
        ("::1", 443, Err("parse")),
        ("evil.com/.example.com", 443, Err("parse")),
        ("evil.com%2f.example.com", 443, Err("parse")),
        ("user@example.com", 443, Err("parse")),
        ("example.com:443", 443, Err("parse")),
        ("exämple.com", 443, Err("parse")),
        ("exa mple.com", 443, Err("input")),
        ("exa\u{1}mple.com", 443, Err("input")),
        ("[::1", 443, Err("parse")),
        ("::1]", 443, Err("parse")),
        ("[::1]:8443", 443, Err("parse")),
        ("evil.com&.example.com", 443, Err("hostname")),
        ("-.example.com", 443, Err("hostname")),
        ("", 443, Err("parse")),
    ] {
        assert_eq!(connect(&policy, host, port), expected, "{host}:{port}");
    }
}

/// `ws://` arrives as CONNECT with plain HTTP inside; the target says so.
#[test]
fn d19_a_connect_to_an_http_origin_is_plain_only() {
    let policy = allow(&["http://plain.com"]).local("http://localhost:3000").build().unwrap();
    assert_eq!(connect(&policy, "localhost", 3000), Ok(("localhost".into(), 3000, false, true)));
    assert_eq!(connect(&policy, "plain.com", 80), Ok(("plain.com".into(), 80, false, true)));
    assert_eq!(connect(&policy, "plain.com", 443), Err("not-listed"));
    assert_eq!(connect(&policy, "localhost", 3001), Err("port"));
    let target = policy.judge_connect("localhost", 3000).unwrap();
    assert_eq!(target.plain_origin(), "http://localhost:3000");
    assert_eq!(target.authority(), "localhost:3000");
    assert_eq!(policy.judge_connect("plain.com", 80).unwrap().authority(), "plain.com");
}

#[test]
fn an_https_target_has_the_origin_that_an_operator_writes() {
    let policy = allow(&["example.com"]).local("https://[::1]:8443").build().unwrap();
    let origin = |host: &str, port| Some(policy.judge_connect(host, port).unwrap().tls_origin());
    assert_eq!(origin("EXAMPLE.com.", 443), standard_origin("https://example.com"));
    assert_eq!(origin("example.com", 443), Some("https://example.com".to_owned()));
    assert_eq!(origin("[::1]", 8443), standard_origin("https://[0::1]:8443"));
    assert_eq!(origin("[::1]", 8443), Some("https://[::1]:8443".to_owned()));
}

/// The proxy needs the address of a literal: it has no server name in TLS, and nothing to resolve.
#[test]
fn an_ip_literal_has_its_address_and_a_name_has_none() {
    let policy =
        allow(&["example.com"]).local("https://127.0.0.1:8443").local("http://[::1]:8080").build().unwrap();
    for (host, port, ip) in [
        ("example.com", 443, None),
        ("127.0.0.1", 8443, Some("127.0.0.1")),
        ("2130706433", 8443, Some("127.0.0.1")),
        ("[0::1]", 8080, Some("::1")),
    ] {
        let target = policy.judge_connect(host, port).unwrap();
        assert_eq!(target.ip(), ip.map(|text| text.parse().unwrap()), "{host}");
    }
}

/// Chromium's `Origin` and `Host` are compared with these.
#[test]
fn d19_an_ipv6_origin_is_written_as_browsers_write_it() {
    for (origin, written) in [
        ("http://[::ffff:127.0.0.1]:8080", "http://[::ffff:7f00:1]:8080"),
        ("http://[0:0::1]:8080", "http://[::1]:8080"),
        ("http://[fd00:0:0:1::0:0]:8080", "http://[fd00:0:0:1::]:8080"),
    ] {
        let policy = Policy::builder().local(origin).build().unwrap();
        let judged = policy.judge(origin, List::Navigate).unwrap();
        let target = policy.judge_connect(judged.host().unwrap(), 8080).unwrap();
        assert_eq!((judged.origin().as_str(), target.plain_origin().as_str()), (written, written));
        assert_eq!(format!("http://{}", target.authority()), written);
    }
}

#[test]
fn a_plain_request_is_judged_like_an_http_address() {
    let policy = allow(&["example.com", "http://plain.com"]).local("http://[::1]:8080").build().unwrap();
    for (uri, expected) in [
        ("http://plain.com/a?b", Ok(("plain.com".to_owned(), 80, false, true))),
        ("http://[::1]:8080/", Ok(("[::1]".to_owned(), 8080, false, true))),
        ("http://example.com/", Err("scheme")),
        ("https://example.com/", Err("scheme")),
        ("ws://plain.com/", Err("scheme")),
        ("ftp://plain.com/", Err("scheme")),
        ("http://plain.com:81/", Err("port")),
        ("http://user@plain.com/", Err("userinfo")),
        ("http://plain.com/a b", Err("input")),
        ("http://plain.com/\u{1}", Err("input")),
        ("http://:secret@plain.com/", Err("userinfo")),
        ("/plain.com", Err("parse")),
        ("*", Err("parse")),
    ] {
        let found = policy
            .judge_plain(uri)
            .map(|t| (t.host(), t.port(), t.tls(), t.plain()))
            .map_err(|refusal| refusal.code.as_str());
        assert_eq!(found, expected, "{uri}");
    }
}

/// The twin must not differ from the judge: the same target gets the same code on both sides.
#[test]
fn the_wire_gives_the_judges_verdict_for_the_same_target() {
    let policies = [
        allow(&["example.com", "=exact.com", "*.below.com", "https://other.com:8443"])
            .deny("ads.example.com"),
        public().local("https://localhost:3000").deny("evil.com"),
        Policy::builder(),
    ];
    let hosts = [
        "example.com",
        "www.example.com",
        "example.com.",
        "ads.example.com",
        "exact.com",
        "www.exact.com",
        "below.com",
        "a.below.com",
        "other.com",
        "evil.com",
        "localhost",
        "intranet",
        "printer.lan",
        "127.0.0.1",
        "127.1",
        "[::1]",
        "[::ffff:1.2.3.4]",
        "1.1.1.1",
        "a&b.example.com",
        "-a.example.com",
        "a..example.com",
        ".example.com",
        "xn--bcher-kva.de",
        "xn--a.example.com",
        "256.256.256.256",
    ];
    for policy in policies.map(|builder| builder.build().unwrap()) {
        for host in hosts {
            for port in [443, 80, 3000, 8443] {
                let url = format!("https://{host}:{port}/");
                let judged =
                    policy.judge(&url, List::Navigate).map(|_| "ok").unwrap_or_else(|r| r.code.as_str());
                let wire = policy.judge_connect(host, port).map(|_| "ok").unwrap_or_else(|r| r.code.as_str());
                assert_eq!(judged, wire, "{url}");
            }
        }
    }
}

#[test]
fn the_plain_wire_gives_the_judges_verdict_for_the_same_target() {
    let policy = allow(&["example.com", "http://plain.com", "http://p.com:8080"])
        .local("http://127.0.0.1:3000")
        .deny("denied.plain.com")
        .build()
        .unwrap();
    for host in
        ["plain.com", "p.com", "www.plain.com", "example.com", "127.0.0.1", "127.1", "10.0.0.1", "a&b.com"]
    {
        for port in [80, 443, 3000, 8080] {
            let url = format!("http://{host}:{port}/");
            let judged = policy.judge(&url, List::Navigate).map(|_| "ok").unwrap_or_else(|r| r.code.as_str());
            let wire = policy.judge_plain(&url).map(|_| "ok").unwrap_or_else(|r| r.code.as_str());
            assert_eq!(judged, wire, "{url}");
        }
    }
}

#[test]
fn a_target_names_the_entry_that_allowed_it() {
    let policy = public().local("http://localhost:3000").local("https://localhost:3001").build().unwrap();
    let rule = |host, port| policy.judge_connect(host, port).unwrap().rule().map(ToString::to_string);
    assert_eq!(rule("localhost", 3000), Some("--allow-local http://localhost:3000".into()));
    assert_eq!(rule("localhost", 3001), Some("--allow-local https://localhost:3001".into()));
    assert_eq!(rule("example.com", 443), None);
}

#[test]
fn only_public_addresses_pass_unless_the_entry_opted_in() {
    let policy = allow(&["example.com"]).local("https://dev.example.org:8443").build().unwrap();
    let public = policy.judge_connect("example.com", 443).unwrap();
    let private = policy.judge_connect("dev.example.org", 8443).unwrap();
    let vet = |target: &JudgedTarget, ip: &str| {
        policy.vet(target, ip.parse().unwrap()).map(|v| v.socket_addr().to_string()).map_err(|r| r.code)
    };
    assert_eq!(vet(&public, "93.184.216.34"), Ok("93.184.216.34:443".into()));
    assert_eq!(vet(&private, "93.184.216.34"), Ok("93.184.216.34:8443".into()));
    for ip in ["127.0.0.1", "10.1.2.3", "::1", "fd00::1", "::ffff:192.168.0.1", "100.64.0.1"] {
        assert_eq!(vet(&public, ip), Err(Code::ResolvedAddress), "{ip}");
        assert!(vet(&private, ip).is_ok(), "{ip}");
    }
    for ip in ["169.254.169.254", "fd00:ec2::254", "::ffff:169.254.169.254", "0.0.0.0", "::", "224.0.0.1"] {
        assert_eq!(vet(&private, ip), Err(Code::ResolvedAddress), "{ip}");
    }
}

#[test]
fn a_vetting_refusal_does_not_name_the_address() {
    let policy = allow(&["example.com"]).build().unwrap();
    let target = policy.judge_connect("example.com", 443).unwrap();
    let refusal = policy.vet(&target, "10.20.30.40".parse().unwrap()).unwrap_err();
    assert_eq!(
        refusal.for_model(),
        "resolved-address: example.com: The host leads to an address that is not public. The operator can allow one \
         private origin with --allow-local https://example.com."
    );
}

/// A private opt-in for http does not open the https entry of the same host and port.
#[test]
fn a_private_opt_in_of_one_scheme_is_not_lent_to_the_other() {
    let policy = allow(&["example.com"]).local("http://example.com:443").build().unwrap();
    let target = policy.judge_connect("example.com", 443).unwrap();
    assert_eq!((target.tls(), target.plain(), target.private()), (true, true, false));
    assert!(policy.vet(&target, "127.0.0.1".parse().unwrap()).is_err());
}
