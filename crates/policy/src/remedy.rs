//! What an operator has to write so that a refused target is allowed.

use std::net::IpAddr;

use crate::ip::classify;
use crate::policy::{List, Mode};
use crate::rules::Scheme;

/// Where the operator wrote what is allowed: a hint says it in those words, so that whoever follows it adds to the policy
/// that holds instead of replacing it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum WrittenIn {
    /// In options of the command line, such as `--allow example.com`; also when nothing is written anywhere.
    #[default]
    Options,
    /// In the configuration file.
    File,
}

/// What a hint is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) mode: Mode,
    pub(crate) written_in: WrittenIn,
    /// The list that the target was judged by; none where the wire doesn't tell.
    pub(crate) list: Option<List>,
    pub(crate) scheme: Scheme,
    /// The normalised host, empty when there is none.
    pub(crate) host: &'a str,
    pub(crate) port: u16,
}

/// An origin as it is written: the scheme's own port is left out.
pub(crate) fn origin(scheme: Scheme, host: &str, port: u16) -> String {
    let name = scheme.as_str();
    if port == scheme.default_port() { format!("{name}://{host}") } else { format!("{name}://{host}:{port}") }
}

impl Context<'_> {
    pub(crate) fn origin(&self) -> String {
        origin(self.scheme, self.host, self.port)
    }

    /// The address of an IP literal.
    fn ip(&self) -> Option<IpAddr> {
        self.host.trim_start_matches('[').trim_end_matches(']').parse().ok()
    }

    /// Whether nothing would allow the target.
    pub(crate) fn is_never_allowed(&self) -> bool {
        self.ip().is_some_and(|ip| !classify(ip).may_be_private_opt_in())
    }

    /// An IP address or a local name: only a private opt-in would allow it.
    pub(crate) fn is_local(&self) -> bool {
        self.ip().is_some() || crate::host::is_special_name(self.host)
    }

    /// What would allow the target.
    pub(crate) fn remedy(&self) -> String {
        match (self.is_local(), self.scheme, self.port) {
            (true, ..) => self.private_remedy(),
            // An entry must not stand for everybody's hosts below a public suffix.
            (false, Scheme::Https, 443) if crate::host::is_public_suffix(self.host) => {
                self.public_remedy("host", &format!("={}", self.host))
            }
            (false, Scheme::Https, 443) => self.public_remedy("host", self.host),
            (false, ..) => self.public_remedy("origin", &self.origin()),
        }
    }

    /// What would allow an origin of which nobody knows yet whether it is public.
    pub(crate) fn remedies(&self) -> String {
        let origin = self.origin();
        match self.writes_to() {
            _ if self.is_local() => self.private_remedy(),
            WrittenIn::Options => {
                format!(
                    "{} (--allow-local {origin} if it is a private host)",
                    self.public_remedy("origin", &origin)
                )
            }
            WrittenIn::File => {
                format!(
                    "{} (with private = true if it is a private host)",
                    self.public_remedy("origin", &origin)
                )
            }
        }
    }

    /// What would allow the origin as a private one.
    pub(crate) fn private_remedy(&self) -> String {
        let origin = self.origin();
        match self.writes_to() {
            WrittenIn::Options => format!("--allow-local {origin}"),
            WrittenIn::File => {
                let origin = format!("origin = \"{origin}\"");
                let lines = [&origin, "private = true", "lists = [\"load\"]"];
                in_file(if self.only_loads() { &lines } else { &lines[..2] })
            }
        }
    }

    fn public_remedy(&self, key: &str, value: &str) -> String {
        let only_loads = self.only_loads();
        match self.writes_to() {
            WrittenIn::File if only_loads => {
                in_file(&[&format!("{key} = \"{value}\""), "lists = [\"load\"]"])
            }
            WrittenIn::File => in_file(&[&format!("{key} = \"{value}\"")]),
            WrittenIn::Options => {
                let option = if only_loads { "--load" } else { "--allow" };
                // Alone the option would make a list of what is allowed, and nothing else would be.
                let beside = if self.mode.allows_public() { " beside --public" } else { "" };
                format!("{option} {value}{beside}")
            }
        }
    }

    fn only_loads(&self) -> bool {
        self.list == Some(List::Load)
    }

    /// Where what allows the target is to be written. A mode that is closed takes no entries, but options replace it.
    fn writes_to(&self) -> WrittenIn {
        if self.mode == Mode::Closed { WrittenIn::Options } else { self.written_in }
    }
}

/// An entry with these lines. Together on one line they would be no TOML.
fn in_file(lines: &[&str]) -> String {
    let below = if lines.len() == 1 { "on the line below" } else { "on lines of their own below" };
    format!("[[policy.allow]] with {} {below}, in the configuration file", lines.join(" and "))
}
