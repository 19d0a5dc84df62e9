//! What the targets share: policies whose meaning is simple enough to be told a second way.

use std::sync::LazyLock;

use ringfence_policy::{Entry, Lists, Mode, Policy, Source};

/// A policy and, beside it, what it may allow at most, told without the policy's own code.
pub struct Known {
    /// The policy.
    pub policy: Policy,
    /// Whether this scheme, normalised host and port could be allowed.
    pub could_allow: fn(&str, &str, u16) -> bool,
}

fn option(text: &str) -> Source {
    Source::option("--allow", text)
}

fn is_or_below(host: &str, parent: &str) -> bool {
    host == parent || host.strip_suffix(parent).is_some_and(|rest| rest.ends_with('.'))
}

fn listed(scheme: &str, host: &str, port: u16) -> bool {
    let https = (scheme, port) == ("https", 443);
    let hosts = is_or_below(host, "example.com")
        || host == "exact.org"
        || (is_or_below(host, "below.net") && host != "below.net")
        || is_or_below(host, "xn--bcher-kva.de");
    let origin = matches!(
        (scheme, host, port),
        ("http", "plain.com", 80)
            | ("http", "plain.com", 8080)
            | ("https", "plain.com", 8443)
            | ("http", "127.0.0.1", 8931)
            | ("http", "[::1]", 8080)
            | ("http", "localhost", 3000)
    );
    ((https && hosts) || origin) && !is_or_below(host, "ads.example.com")
}

/// At most: a host of two labels at least, over https on 443, or one of the origins.
fn public(scheme: &str, host: &str, port: u16) -> bool {
    let local = ["localhost", "local", "internal", "test", "lan", "arpa", "onion"];
    let last = host.rsplit('.').next().unwrap_or_default();
    let named = host.contains('.') && !host.starts_with('[') && !last.bytes().all(|b| b.is_ascii_digit());
    let open = (scheme, port) == ("https", 443) && named && !local.contains(&last);
    let origin = matches!((scheme, host, port), ("http", "localhost", 3000) | ("https", "10.0.0.1", 443));
    (open || origin) && !is_or_below(host, "evil.com")
}

/// The policies that the targets ask.
pub static KNOWN: LazyLock<[Known; 3]> = LazyLock::new(|| {
    let allow = ["example.com", "=exact.org", "*.below.net", "bücher.de", "http://plain.com"];
    let allow = allow.iter().chain(&["http://plain.com:8080", "https://plain.com:8443"]);
    let local = ["http://127.0.0.1:8931", "http://[::1]:8080", "http://localhost:3000"];
    let listing =
        allow.fold(Policy::builder(), |b, text| b.allow(Entry::host_or_origin(*text, option(text))));
    let listing = local.iter().fold(listing, |b, text| b.allow_origin(text, true, option(text)));
    let listing = listing.deny_host("ads.example.com", option("ads.example.com"));
    let opened = Policy::builder()
        .mode(Mode::Public)
        .allow_origin("http://localhost:3000", true, option("http://localhost:3000"))
        .allow_origin("https://10.0.0.1", true, option("https://10.0.0.1"))
        .deny_host("evil.com", option("evil.com"));
    let build = |builder: ringfence_policy::PolicyBuilder| builder.build().expect("the entries are good");
    [
        Known { policy: build(listing), could_allow: listed },
        Known { policy: build(opened), could_allow: public },
        Known { policy: Policy::closed(), could_allow: |_, _, _| false },
    ]
});

/// A policy from entries as an operator writes them; none if one can't be used.
pub fn of_entries(allow: &[&str], deny: &[&str]) -> Option<Policy> {
    let builder = Policy::builder().mode(Mode::Allowlist);
    let builder =
        allow.iter().fold(builder, |b, text| b.allow(Entry::host(*text, option(text)).on(Lists::BOTH)));
    deny.iter().fold(builder, |b, text| b.deny_host(text, option(text))).build().ok()
}

/// The code of a result: `ok`, or the refusal's.
pub fn code<T>(result: &Result<T, ringfence_policy::Refusal>) -> &'static str {
    result.as_ref().map_or_else(|refusal| refusal.code.as_str(), |_| "ok")
}

/// Host and port of a normalised origin such as `https://example.com:8443`.
pub fn split_origin(origin: &str) -> (&str, &str, u16) {
    let (scheme, authority) = origin.split_once("://").expect("an origin");
    let default = if scheme == "https" { 443 } else { 80 };
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (scheme, host, port.parse().expect("a port")),
        _ => (scheme, authority, default),
    }
}
