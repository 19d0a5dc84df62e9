//! Entries as an operator writes them, and what can be wrong with one.

use std::net::IpAddr;

use crate::address::{Parsed, parse_absolute};
use crate::host::{Host, is_host_name, is_public_suffix};
use crate::ip::{IpClass, classify};
use crate::rules::{Rule, Scheme, Scope};
use crate::source::Source;

/// Which lists an entry stands on. At least one is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lists {
    /// Documents may be there.
    pub navigate: bool,
    /// Pages may load from there.
    pub load: bool,
}

impl Lists {
    /// Both, the default.
    pub const BOTH: Lists = Lists { navigate: true, load: true };
    /// Loadable, not browsable.
    pub const LOAD: Lists = Lists { navigate: false, load: true };
    /// Browsable only: no other page may load from there.
    pub const NAVIGATE: Lists = Lists { navigate: true, load: false };

    pub(crate) fn holds(self, list: crate::policy::List) -> bool {
        match list {
            crate::policy::List::Navigate => self.navigate,
            crate::policy::List::Load => self.load,
        }
    }
}

/// One allow entry, not yet validated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub(crate) text: String,
    pub(crate) kind: Kind,
    pub(crate) lists: Lists,
    pub(crate) source: Source,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Host,
    Origin { private: bool },
}

impl Entry {
    /// A host over https on port 443: `example.com` with its subdomains, `=example.com` alone,
    /// `*.example.com` its subdomains alone.
    pub fn host(text: impl Into<String>, source: Source) -> Self {
        Self { text: text.into(), kind: Kind::Host, lists: Lists::BOTH, source }
    }

    /// One exact origin, `http://HOST[:PORT]` or `https://HOST[:PORT]`. With `private` it may be an
    /// IP address or a local name, and may resolve to an address that is not public.
    pub fn origin(text: impl Into<String>, private: bool, source: Source) -> Self {
        Self { text: text.into(), kind: Kind::Origin { private }, lists: Lists::BOTH, source }
    }

    /// What the option `--allow` takes: a public origin when it has a scheme, else a host.
    pub fn host_or_origin(text: impl Into<String>, source: Source) -> Self {
        let text = text.into();
        if text.contains("://") { Self::origin(text, false, source) } else { Self::host(text, source) }
    }

    /// Puts the entry on these lists only.
    pub fn on(mut self, lists: Lists) -> Self {
        self.lists = lists;
        self
    }

    /// The host or origin, as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether an origin entry may be private; none for a host entry.
    pub fn private(&self) -> Option<bool> {
        match self.kind {
            Kind::Host => None,
            Kind::Origin { private } => Some(private),
        }
    }

    /// The lists that it is on.
    pub fn lists(&self) -> Lists {
        self.lists
    }

    /// Where it was written.
    pub fn source(&self) -> &Source {
        &self.source
    }
}

/// An entry that can't be used, with where it was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{at}: entry {entry:?}: {problem}")]
pub struct EntryError {
    /// The entry as written.
    pub entry: String,
    /// Where it was written.
    pub at: Source,
    /// What is wrong, and what to write instead.
    pub problem: EntryProblem,
}

/// What is wrong with an entry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntryProblem {
    /// Nothing but whitespace.
    #[error("it is empty; write a host such as example.com")]
    Empty,
    /// `*` alone.
    #[error("it would cover every host; use the mode \"public\" (--public) for any public host")]
    Everything,
    /// A `*` that is not the whole first label.
    #[error("`*` may only stand for the whole first label, as in *.example.com")]
    Wildcard,
    /// A name under which anyone can register.
    #[error(
        "{0} is a public suffix, under which anyone can have a host; name a host below it, or write ={0} for that host alone"
    )]
    PublicSuffix(String),
    /// A single label, which would cover everything under it.
    #[error("{0} is a single label; write ={0} for that host alone")]
    SingleLabel(String),
    /// A scheme where a host is expected.
    #[error("an entry for a host has no scheme; write the host alone, or give the origin as an origin entry")]
    SchemeInHost,
    /// A path, query or fragment.
    #[error("an entry names a host or an origin; leave out everything after the host and port")]
    Path,
    /// A port in a host entry.
    #[error("a host entry means port 443; for another port write the origin, as in https://{host}:{port}")]
    PortInHost {
        /// The host as written.
        host: String,
        /// The port as written.
        port: String,
    },
    /// A user name or password.
    #[error("an entry has no user name or password")]
    Userinfo,
    /// An IP address outside a private origin entry.
    #[error(
        "an IP address is only allowed as one exact private origin; on the command line {}, in a file {}",
        private_option(.0), private_table(.0)
    )]
    IpAddress(String),
    /// An IP address to be denied.
    #[error(
        "IP addresses are refused anyway, unless an origin entry names one; leave this entry out, or that origin"
    )]
    DeniedIp,
    /// `localhost` outside a private origin entry.
    #[error(
        "a local name is only allowed as one exact private origin; on the command line {}, in a file {}",
        private_option(.0), private_table(.0)
    )]
    LocalName(String),
    /// A cloud metadata address.
    #[error("{0} is a cloud metadata address, which can never be allowed")]
    Metadata(IpAddr),
    /// An address that no server has.
    #[error("{ip} is no server's address ({class}) and can't be allowed")]
    Unusable {
        /// The address.
        ip: IpAddr,
        /// Its class.
        class: IpClass,
    },
    /// Several hosts in one entry.
    #[error(
        "an entry is for one host; give each its own: on the command line by giving the option again, in a file as an entry"
    )]
    Several,
    /// Not a host name.
    #[error("it is not a host name; write a host such as example.com")]
    NotAHost,
    /// Not an origin.
    #[error("it is not an origin; write http://HOST, http://HOST:PORT or https://HOST:PORT")]
    NotAnOrigin,
    /// Port 0.
    #[error("port 0 can't be reached")]
    PortZero,
    /// A host entry where the mode already allows every public host, or nothing.
    #[error(
        "mode \"{0}\" allows every public host already and takes nothing but single origins; leave the entry or the mode out"
    )]
    HostInMode(&'static str),
    /// Any entry in mode closed.
    #[error("mode \"closed\" takes no allow entries; leave the entry or the mode out")]
    Closed,
    /// On neither list.
    #[error("it stands on no list; lists are \"navigate\" and \"load\"")]
    NoList,
    /// More entries than can be numbered: four thousand million, or as many bytes of hosts.
    #[error("there are too many entries; leave out those that another one covers")]
    TooMany,
}

fn private_option(origin: &str) -> String {
    format!("--allow-local {origin}")
}

fn private_table(origin: &str) -> String {
    format!("origin = \"{origin}\" and private = true, on lines of their own")
}

impl Entry {
    /// The rule this entry stands for.
    pub(crate) fn to_rule(&self) -> Result<(Host, Rule), EntryProblem> {
        if !(self.lists.navigate || self.lists.load) {
            return Err(EntryProblem::NoList);
        }
        match self.kind {
            Kind::Host => {
                let (host, scope) = host_pattern(&self.text)?;
                guard_breadth(&host, scope)?;
                Ok((host, Rule::host(scope, self.lists)))
            }
            Kind::Origin { private } => {
                let (host, scheme, port) = origin_parts(&self.text, private)?;
                Ok((host, Rule::origin(scheme, port, private, self.lists)))
            }
        }
    }
}

/// The rule of a deny entry. It may be as wide as a whole public suffix: denying only narrows.
pub(crate) fn deny_rule(text: &str) -> Result<(Host, Rule), EntryProblem> {
    let (host, scope) = host_pattern(text).map_err(|problem| match problem {
        EntryProblem::IpAddress(_) => EntryProblem::DeniedIp,
        problem => problem,
    })?;
    Ok((host, Rule::host(scope, Lists::BOTH)))
}

/// Reads `example.com`, `=example.com` or `*.example.com`. International names become ASCII.
pub(crate) fn host_pattern(text: &str) -> Result<(Host, Scope), EntryProblem> {
    let text = text.trim();
    if text == "*" {
        return Err(EntryProblem::Everything);
    }
    let (name, scope) = match (text.strip_prefix('='), text.strip_prefix("*.")) {
        (Some(exact), _) => (exact, Scope::Exact),
        (None, Some(parent)) => (parent, Scope::Below),
        (None, None) => (text, Scope::Tree),
    };
    if name.is_empty() {
        return Err(EntryProblem::Empty);
    }
    if is_plain_name(name) {
        return Ok((Host::Name(name.to_owned()), scope));
    }
    refuse_url_parts(name)?;
    match url::Host::parse(name) {
        Ok(url::Host::Domain(domain)) => {
            let name = domain.strip_suffix('.').unwrap_or(&domain);
            if !is_host_name(name) {
                return Err(EntryProblem::NotAHost);
            }
            Ok((Host::Name(name.to_owned()), scope))
        }
        Ok(ip) => Err(EntryProblem::IpAddress(format!("http://{ip}:8080"))),
        Err(_) => Err(EntryProblem::NotAHost),
    }
}

/// Whether a name is sure to be what the URL parser would make of it: no capitals, no punycode to
/// check, and a last label that can't be a number. Nearly all of a long list is, and is read in half
/// the time.
fn is_plain_name(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    is_host_name(name) && !name.contains("xn--") && last.starts_with(|c: char| c.is_ascii_lowercase())
}

fn refuse_url_parts(name: &str) -> Result<(), EntryProblem> {
    if name.contains("://") {
        return Err(EntryProblem::SchemeInHost);
    }
    if name.contains(['/', '\\', '?', '#']) {
        return Err(EntryProblem::Path);
    }
    if name.contains('@') {
        return Err(EntryProblem::Userinfo);
    }
    if name.contains('*') {
        return Err(EntryProblem::Wildcard);
    }
    if name.parse::<std::net::Ipv6Addr>().is_ok() {
        return Err(EntryProblem::IpAddress(format!("http://[{name}]:8080")));
    }
    if let Some((host, port)) = name.rsplit_once(':').filter(|_| !name.ends_with(']')) {
        return Err(port_in_host(host, port));
    }
    if name.contains(',') {
        return Err(EntryProblem::Several);
    }
    // Host parsing would decode these; an entry says plainly which host it means.
    if name.contains('%') || name.contains(char::is_whitespace) {
        return Err(EntryProblem::NotAHost);
    }
    Ok(())
}

/// A local server with its port is rarely behind TLS, and only an origin entry may name it.
fn port_in_host(host: &str, port: &str) -> EntryProblem {
    let origin = || format!("http://{host}:{port}");
    match url::Host::parse(host) {
        Ok(url::Host::Domain(name)) if is_localhost(&name) => EntryProblem::LocalName(origin()),
        Ok(url::Host::Domain(_)) | Err(_) => {
            EntryProblem::PortInHost { host: host.to_owned(), port: port.to_owned() }
        }
        Ok(_) => EntryProblem::IpAddress(origin()),
    }
}

/// Keeps an allow entry from covering hosts that belong to many people.
fn guard_breadth(host: &Host, scope: Scope) -> Result<(), EntryProblem> {
    let Host::Name(name) = host else { return Err(EntryProblem::NotAHost) };
    if is_localhost(name) {
        return Err(EntryProblem::LocalName(format!("http://{name}:3000")));
    }
    if scope == Scope::Exact {
        return Ok(());
    }
    if is_public_suffix(name) {
        let known = psl::suffix(name.as_bytes()).is_some_and(|suffix| suffix.is_known());
        return Err(if known {
            EntryProblem::PublicSuffix(name.clone())
        } else {
            EntryProblem::SingleLabel(name.clone())
        });
    }
    Ok(())
}

fn is_localhost(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

fn origin_parts(text: &str, private: bool) -> Result<(Host, Scheme, u16), EntryProblem> {
    let text = text.trim();
    if text.is_empty() {
        return Err(EntryProblem::Empty);
    }
    if text.chars().any(|c| c.is_whitespace() || c.is_control()) || !text.contains("://") {
        return Err(EntryProblem::NotAnOrigin);
    }
    let Ok(Parsed { url, host: Some(host) }) = parse_absolute(text) else {
        return Err(EntryProblem::NotAnOrigin);
    };
    let scheme = match url.scheme() {
        "https" => Scheme::Https,
        "http" => Scheme::Http,
        _ => return Err(EntryProblem::NotAnOrigin),
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(EntryProblem::Userinfo);
    }
    if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
        return Err(EntryProblem::Path);
    }
    let port = url.port().unwrap_or(scheme.default_port());
    if port == 0 {
        return Err(EntryProblem::PortZero);
    }
    check_origin_host(&host, text, private)?;
    Ok((host, scheme, port))
}

fn check_origin_host(host: &Host, text: &str, private: bool) -> Result<(), EntryProblem> {
    match host {
        Host::Name(name) if !is_host_name(name) => Err(EntryProblem::NotAHost),
        Host::Name(name) if !private && is_localhost(name) => Err(EntryProblem::LocalName(text.to_owned())),
        Host::Name(_) => Ok(()),
        Host::Ip(ip) => match classify(*ip) {
            IpClass::Metadata => Err(EntryProblem::Metadata(*ip)),
            class if !class.may_be_private_opt_in() => Err(EntryProblem::Unusable { ip: *ip, class }),
            _ if !private => Err(EntryProblem::IpAddress(text.to_owned())),
            _ => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::is_plain_name;

    proptest! {
        #[test]
        fn a_plain_name_is_what_the_url_parser_makes_of_it(name in "[a-zA-Z0-9x_.-]{1,20}") {
            if is_plain_name(&name) {
                prop_assert_eq!(url::Host::parse(&name), Ok(url::Host::Domain(name)));
            }
        }
    }

    #[test]
    fn what_the_parser_may_read_otherwise_is_not_plain() {
        for name in ["example.com", "a_b.example.com", "1.example.com", "xn.com"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in [
            "Example.com",
            "example.com.",
            "xn--bcher-kva.de",
            "a.xn--p1ai",
            "1.2.3.4",
            "a.0x7f",
            "a.1",
            "ä.de",
            "a:1",
            "",
        ] {
            assert!(!is_plain_name(name), "{name}");
        }
    }
}
