//! Hosts that a rule on approvals is about.

use crate::address::parse_written;
use crate::entry::{EntryProblem, host_pattern};
use crate::host::{Host, suffixes};
use crate::rules::Scope;

/// Which hosts something is about, written as in an entry: `example.com` with its subdomains, `=example.com` alone,
/// `*.example.com` its subdomains alone. It may be an IP address, too: nothing is allowed by it.
#[derive(Debug, Clone)]
pub struct HostPattern {
    host: Host,
    scope: Scope,
}

impl HostPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is neither a host nor an IP address.
    pub fn new(text: &str) -> Result<Self, EntryProblem> {
        let bare = text.trim().trim_start_matches('[').trim_end_matches(']');
        if let Ok(ip) = bare.parse() {
            return Ok(Self { host: Host::Ip(ip), scope: Scope::Exact });
        }
        let (host, scope) = host_pattern(text)?;
        Ok(Self { host, scope })
    }

    /// Tells whether an address, as a model or a browser writes it, is on one of these hosts. None when it has no host, or
    /// can't be read: what can't be told apart must be taken for the worse by whoever asks.
    pub fn covers(&self, address: &str) -> Option<bool> {
        let host = parse_written(address).ok()?.host?;
        Some(match (&self.host, &host) {
            (Host::Name(wanted), Host::Name(name)) => {
                let is_it = name == wanted;
                let below = !is_it && suffixes(name).any(|parent| parent == wanted);
                match self.scope {
                    Scope::Exact => is_it,
                    Scope::Tree => is_it || below,
                    Scope::Below => below,
                }
            }
            (wanted, host) => wanted == host,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::HostPattern;

    #[test]
    fn a_pattern_covers_what_an_entry_of_the_same_text_would() {
        for (pattern, address, covers) in [
            ("example.com", "https://example.com/a", Some(true)),
            ("example.com", "https://a.EXAMPLE.com.:8443/", Some(true)),
            ("example.com", "https://badexample.com/", Some(false)),
            ("example.com", "https://example.com.evil.test/", Some(false)),
            ("example.com", "docs.example.com/start", Some(true)),
            ("=example.com", "https://a.example.com/", Some(false)),
            ("=example.com", "https://u:p@example.com/", Some(true)),
            ("*.example.com", "https://example.com/", Some(false)),
            ("*.example.com", "https://a.b.example.com/", Some(true)),
            ("localhost", "http://localhost:3000/", Some(true)),
            ("127.0.0.1", "http://127.1:3000/", Some(true)),
            ("[::1]", "http://[0:0:0:0:0:0:0:1]/", Some(true)),
            ("b\u{fc}cher.example", "https://xn--bcher-kva.example/", Some(true)),
            ("example.com", "about:blank", None),
            ("example.com", "https://", None),
        ] {
            assert_eq!(HostPattern::new(pattern).unwrap().covers(address), covers, "{pattern} {address}");
        }
        for wrong in ["", "*", "https://example.com", "a b"] {
            assert!(HostPattern::new(wrong).is_err(), "{wrong}");
        }
    }
}
