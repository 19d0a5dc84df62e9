//! The judge's twin on the wire: what arrives at the proxy, and what names resolved to.

use std::net::{IpAddr, SocketAddr};

use crate::address::{Parsed, parse_absolute, written_host};
use crate::fault::Fault;
use crate::host::Host;
use crate::ip::{IpClass, classify};
use crate::policy::Policy;
use crate::refusal::Refusal;
use crate::remedy::origin;
use crate::rules::Scheme;
use crate::source::Source;
use crate::stages::{Grant, Target, Want};

/// A host and port that a [`Policy`] lets a proxy reach. Only the judge makes one.
///
/// A tunnel shows only host and port, so that both schemes may be possible: TLS for an https entry,
/// a WebSocket in plain HTTP for an http entry. The proxy must hold the tunnel to
/// [`JudgedTarget::tls`] and [`JudgedTarget::plain`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedTarget {
    host: Host,
    port: u16,
    tls: Option<Grant>,
    plain: Option<Grant>,
}

impl JudgedTarget {
    /// The host in ASCII lower case, without a trailing dot, an IPv6 address in brackets.
    pub fn host(&self) -> String {
        self.host.to_address()
    }

    /// The address of an IP literal.
    pub fn ip(&self) -> Option<IpAddr> {
        self.host.ip()
    }

    /// The port, never 0.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// An https entry, or the mode, allows it: what is spoken must be TLS.
    pub fn tls(&self) -> bool {
        self.tls.is_some()
    }

    /// An http entry allows it: plain HTTP for exactly this origin.
    pub fn plain(&self) -> bool {
        self.plain.is_some()
    }

    /// The http origin it is when [`JudgedTarget::plain`] holds: `http://127.0.0.1:8931`.
    pub fn plain_origin(&self) -> String {
        origin(Scheme::Http, &self.host(), self.port)
    }

    /// The https origin it is when [`JudgedTarget::tls`] holds: `https://example.com`.
    pub fn tls_origin(&self) -> String {
        origin(Scheme::Https, &self.host(), self.port)
    }

    /// The value of the `Host` header in plain HTTP: the port is left out when it is 80.
    pub fn authority(&self) -> String {
        if self.port == 80 { self.host() } else { format!("{}:{}", self.host(), self.port) }
    }

    /// Whether it may be reached at an address that is not public: every entry that allows it opted
    /// in.
    pub fn private(&self) -> bool {
        [&self.tls, &self.plain].into_iter().flatten().all(|grant| grant.private)
    }

    /// The entry that allowed it; none where the mode did.
    pub fn rule(&self) -> Option<&Source> {
        self.tls.iter().chain(&self.plain).find_map(|grant| grant.rule.as_ref())
    }
}

/// An address that passed [`Policy::vet`]. Only the judge makes one; a dialler takes nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VettedAddr(SocketAddr);

impl VettedAddr {
    /// The address to dial.
    pub fn socket_addr(self) -> SocketAddr {
        self.0
    }
}

impl Policy {
    /// Judges the host and port of a CONNECT request, by either list.
    ///
    /// The browser sends a `ws` address as CONNECT, too, with plain HTTP inside; the target says
    /// which schemes its entries allow.
    ///
    /// # Errors
    /// The first stage that refuses it as https.
    pub fn judge_connect(&self, host: &str, port: u16) -> Result<JudgedTarget, Refusal> {
        let refuse = |fault: Fault, text: &str, scheme: Scheme| {
            fault.into_refusal(host, self.context(scheme, text, port))
        };
        let parsed = parse_wire_host(host).map_err(|fault| refuse(fault, "", Scheme::Https))?;
        let ask = |scheme| self.stages(Target { scheme, host: &parsed, port }, false, Want::Either);
        match (ask(Scheme::Https), ask(Scheme::Http)) {
            (Err(fault), Err(_)) => Err(refuse(fault, &parsed.to_address(), Scheme::Https)),
            (tls, plain) => Ok(JudgedTarget { host: parsed, port, tls: tls.ok(), plain: plain.ok() }),
        }
    }

    /// Judges the absolute form of a plain HTTP request, by either list.
    ///
    /// # Errors
    /// The first stage that refuses; any scheme but `http` is refused.
    pub fn judge_plain(&self, absolute_uri: &str) -> Result<JudgedTarget, Refusal> {
        let subject = written_host(absolute_uri);
        let refuse = |fault: Fault, text: &str, port: u16| {
            fault.into_refusal(subject, self.context(Scheme::Http, text, port))
        };
        if absolute_uri.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(refuse(Fault::Input, "", 80));
        }
        let parsed = parse_absolute(absolute_uri).map_err(|fault| refuse(fault, "", 80))?;
        let Parsed { url, host: Some(host) } = parsed else {
            return Err(refuse(Fault::ForeignScheme, "", 80));
        };
        let text = host.to_address();
        let port = url.port_or_known_default().unwrap_or(80);
        if url.scheme() != "http" {
            return Err(refuse(Fault::ForeignScheme, &text, port));
        }
        let userinfo = !url.username().is_empty() || url.password().is_some();
        let target = Target { scheme: Scheme::Http, host: &host, port };
        match self.stages(target, userinfo, Want::Either) {
            Ok(grant) => Ok(JudgedTarget { host, port, tls: None, plain: Some(grant) }),
            Err(fault) => Err(refuse(fault, &text, port)),
        }
    }

    /// Judges an address that an allowed target's name resolved to, or that its literal is.
    ///
    /// Only public addresses pass, unless the target's entry opted in. Cloud metadata addresses and
    /// addresses that no server has (multicast, broadcast, unspecified) never do.
    ///
    /// # Errors
    /// [`Code::ResolvedAddress`](crate::Code::ResolvedAddress). The refusal does not name the
    /// address: a caller that logs knows it.
    pub fn vet(&self, target: &JudgedTarget, addr: IpAddr) -> Result<VettedAddr, Refusal> {
        let class = classify(addr);
        let passes = class == IpClass::Public || (target.private() && class.may_be_private_opt_in());
        if passes {
            return Ok(VettedAddr(SocketAddr::new(addr, target.port)));
        }
        let host = target.host();
        let scheme = if target.tls() { Scheme::Https } else { Scheme::Http };
        let context = self.context(scheme, &host, target.port);
        Err(Fault::NotPublic(class).into_refusal(&host, context))
    }
}

/// Reads the host of a CONNECT request: the same host that the URL parser gives for the same text,
/// and nothing that could be read as more than a host.
fn parse_wire_host(host: &str) -> Result<Host, Fault> {
    if host.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Err(Fault::Input);
    }
    let more_than_a_host = |c: char| !c.is_ascii() || matches!(c, '/' | '\\' | '?' | '#' | '@' | '%');
    let bracketed = host.starts_with('[') && host.ends_with(']');
    if host.is_empty() || host.contains(more_than_a_host) || (host.contains(':') && !bracketed) {
        return Err(Fault::Parse);
    }
    parse_absolute(&format!("https://{host}/")).ok().and_then(|parsed| parsed.host).ok_or(Fault::Parse)
}
