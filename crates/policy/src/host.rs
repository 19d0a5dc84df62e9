//! Hosts: names by DNS rules, IP literals, and names that are never public.

use std::net::IpAddr;

/// The host of an address after URL parsing, one trailing dot of a name removed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Host {
    /// A name in ASCII lower case. Its shape is checked apart, by [`is_host_name`].
    Name(String),
    /// An IP literal.
    Ip(IpAddr),
}

impl Host {
    /// Reads the URL parser's host.
    pub(crate) fn from_url(host: url::Host<&str>) -> Self {
        match host {
            url::Host::Domain(name) => Host::Name(name.strip_suffix('.').unwrap_or(name).to_owned()),
            url::Host::Ipv4(ip) => Host::Ip(IpAddr::V4(ip)),
            url::Host::Ipv6(ip) => Host::Ip(IpAddr::V6(ip)),
        }
    }

    /// The IP address of a literal.
    pub(crate) fn ip(&self) -> Option<IpAddr> {
        match self {
            Host::Name(_) => None,
            Host::Ip(ip) => Some(*ip),
        }
    }

    /// [`Host::to_address`] without a copy of a name.
    pub(crate) fn into_address(self) -> String {
        match self {
            Host::Name(name) => name,
            Host::Ip(_) => self.to_address(),
        }
    }

    /// The host as it stands in an address: an IPv6 literal in brackets.
    pub(crate) fn to_address(&self) -> String {
        match self {
            Host::Name(name) => name.clone(),
            Host::Ip(IpAddr::V4(ip)) => ip.to_string(),
            // As browsers write it; std would write the end of a mapped address as IPv4.
            Host::Ip(IpAddr::V6(ip)) => url::Host::<&str>::Ipv6(*ip).to_string(),
        }
    }
}

/// Whether an ASCII lower-case name has the shape of a host name: labels of 1 to 63 letters,
/// digits, hyphens or underscores, no hyphen at a label's end, 253 in all (RFC 1035 2.3.4,
/// RFC 1123 2.1; underscores because such names exist and resolve).
pub(crate) fn is_host_name(name: &str) -> bool {
    let (mut length, mut last) = (0, b'.');
    for byte in name.bytes() {
        match byte {
            b'.' if length > 0 && last != b'-' => length = 0,
            b'-' if length > 0 => length += 1,
            b'a'..=b'z' | b'0'..=b'9' | b'_' => length += 1,
            _ => return false,
        }
        if length > 63 {
            return false;
        }
        last = byte;
    }
    name.len() <= 253 && length > 0 && last != b'-'
}

/// Last labels that never name a public host.
///
/// From the IANA special-use domain names registry (RFC 6761 and later: `alt`, `arpa`, `example`,
/// `invalid`, `local`, `localhost`, `onion`, `test`), ICANN's `internal` (resolution of
/// 2024-07-29), the names ICANN keeps out of the root because private networks use them (`corp`,
/// `home`, `mail`), and what routers and manuals hand out. `arpa` is infrastructure: its reverse
/// trees answer for private addresses.
const SPECIAL_LAST_LABELS: [&str; 18] = [
    "alt",
    "arpa",
    "corp",
    "domain",
    "example",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "mail",
    "onion",
    "private",
    "test",
    "workgroup",
];

/// Whether a name is local or reserved, so that it can't be a public host: a single label, or one
/// of the special last labels.
pub(crate) fn is_special_name(name: &str) -> bool {
    match name.rsplit_once('.') {
        None => true,
        Some((_, last)) => SPECIAL_LAST_LABELS.contains(&last),
    }
}

/// Whether anyone may have a host below this name. A last label that the Public Suffix List doesn't know counts, too (its
/// rule `*`).
pub(crate) fn is_public_suffix(name: &str) -> bool {
    psl::suffix_str(name) == Some(name)
}

/// The name and each of its parents, longest first: `a.b.c`, `b.c`, `c`.
pub(crate) fn suffixes(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(name), |rest| rest.split_once('.').map(|(_, parent)| parent))
}

#[cfg(test)]
mod tests {
    use super::{is_host_name, is_special_name, suffixes};

    #[test]
    fn suffixes_end_at_label_boundaries() {
        assert_eq!(suffixes("a.bc.d").collect::<Vec<_>>(), ["a.bc.d", "bc.d", "d"]);
        assert_eq!(suffixes("localhost").collect::<Vec<_>>(), ["localhost"]);
    }

    #[test]
    fn host_name_lengths_are_exact() {
        let label = "a".repeat(63);
        let longest = format!("{label}.{label}.{label}.{}", "a".repeat(61));
        assert_eq!(longest.len(), 253);
        assert!(is_host_name(&longest));
        assert!(!is_host_name(&format!("{longest}a")));
        assert!(!is_host_name(&"a".repeat(64)));
        assert!(!is_host_name(""));
        assert!(is_host_name(&format!("a.{label}")));
        assert!(!is_host_name(&format!("a.{label}a.b")));
        assert!(is_host_name(&format!("a{}b", "-".repeat(61))));
        assert!(!is_host_name(&format!("a{}b", "-".repeat(62))));
    }

    #[test]
    fn labels_are_letters_digits_underscores_and_inner_hyphens() {
        for name in ["a", "a.b", "1.2.c", "a-b.c", "a--b", "_dmarc.example.com", "_"] {
            assert!(is_host_name(name), "{name}");
        }
        for name in
            [".", "a.", ".a", "a..b", "-", "-a", "a-", "a-.b", "a.-b", "A", "a b", "a*b", "a/b", "ä", "a&b"]
        {
            assert!(!is_host_name(name), "{name}");
        }
    }

    #[test]
    fn special_names_are_told_by_their_last_label() {
        for name in ["printer", "a.b.internal", "x.test", "1.0.0.127.in-addr.arpa", "foo.localhost"] {
            assert!(is_special_name(name), "{name}");
        }
        for name in ["example.com", "local.example.com", "internal.dev", "test.de"] {
            assert!(!is_special_name(name), "{name}");
        }
    }
}
