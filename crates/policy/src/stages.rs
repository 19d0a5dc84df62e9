//! The stages, in their order, and the judge of what a model or a browser asks for.
//!
//! Input characters → parse → scheme → userinfo → IP literal → host shape → port → list or
//! special-use name. Opt-ins (D3): the entries that match the host are collected first; each stage
//! refuses unless one of them lifts it.

use crate::address::{
    JudgedUrl, Parsed, RequestTarget, is_host_and_port, parse_absolute, parse_written, written_host,
};
use crate::fault::Fault;
use crate::host::{Host, is_host_name, is_special_name};
use crate::policy::{List, Policy};
use crate::refusal::Refusal;
use crate::remedy::{Context, origin};
use crate::rules::Scheme;
use crate::source::Source;
use crate::table::Match;

/// Which list must hold the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// This one.
    List(List),
    /// Either. The wire does not tell what a request is for.
    Either,
}

impl Want {
    fn is_met_by(self, entry: &Match) -> bool {
        match self {
            Want::List(list) => entry.rule.lists.holds(list),
            Want::Either => true,
        }
    }
}

/// What lets a target through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grant {
    /// The entry; none where the mode allows it.
    pub(crate) rule: Option<Source>,
    /// The entry may lead to an address that is not public.
    pub(crate) private: bool,
}

/// A target by its parts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) scheme: Scheme,
    pub(crate) host: &'a Host,
    pub(crate) port: u16,
}

impl Target<'_> {
    /// What a host entry or a mode allows: https on 443.
    fn is_default(&self) -> bool {
        (self.scheme, self.port) == (Scheme::Https, 443)
    }
}

/// A refusal with the normalised host beside it, where the address has one.
pub(crate) struct Refused {
    pub(crate) host: Option<String>,
    pub(crate) refusal: Refusal,
}

impl Policy {
    /// Judges an address that a model or a person wrote.
    ///
    /// Without a scheme `https://` is put before it. `about:blank` is allowed in every mode.
    ///
    /// # Errors
    /// The first stage that refuses.
    pub fn judge(&self, input: &str, list: List) -> Result<JudgedUrl, Refusal> {
        self.judgement(input, list).map_err(|refused| refused.refusal)
    }

    /// Judges the URL of a request that the browser is about to make: a document by
    /// [`List::Navigate`], anything else by [`List::Load`].
    ///
    /// `ws` and `wss` count as `http` and `https`. What stays inside the browser is
    /// [`RequestTarget::Local`]; as a document on the navigate list only `about:blank` and
    /// `about:srcdoc` are.
    ///
    /// # Errors
    /// The first stage that refuses.
    pub fn judge_request(&self, url: &str, list: List) -> Result<RequestTarget, Refusal> {
        if stays_in_browser(url, list) {
            return Ok(RequestTarget::Local);
        }
        let parsed = check_characters(url).and_then(|()| parse_absolute(url));
        let judged = self.judge_parsed(url, parsed, list, request_scheme);
        judged.map(RequestTarget::Network).map_err(|refused| refused.refusal)
    }

    /// [`Policy::judge`] with the normalised host beside a refusal.
    pub(crate) fn judgement(&self, input: &str, list: List) -> Result<JudgedUrl, Refused> {
        let parsed = check_characters(input).and_then(|()| parse_written(input));
        if let Ok(parsed) = &parsed
            && parsed.url.as_str() == "about:blank"
        {
            return Ok(JudgedUrl::new(parsed.clone(), Grant { rule: None, private: false }));
        }
        self.judge_parsed(input, parsed, list, written_scheme)
    }

    fn judge_parsed(
        &self,
        input: &str,
        parsed: Result<Parsed, Fault>,
        list: List,
        web_scheme: fn(&str) -> Option<Scheme>,
    ) -> Result<JudgedUrl, Refused> {
        let refuse = |fault: Fault, scheme: Scheme, host: Option<Host>, port: u16| {
            let host = host.map(Host::into_address);
            let text = host.as_deref().unwrap_or_default();
            let context = Context { list: Some(list), ..self.context(scheme, text, port) };
            // Nobody wrote https: a local server is rarely behind TLS.
            let bare = !input.contains("://") && context.is_local() && port != scheme.default_port();
            let scheme = if bare { Scheme::Http } else { scheme };
            let refusal = fault.into_refusal(written_host(input), Context { scheme, ..context });
            Err(Refused { host, refusal })
        };
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(fault) => return refuse(fault, Scheme::Https, None, 443),
        };
        let Some(scheme) = web_scheme(parsed.url.scheme()) else {
            let fault = if is_host_and_port(input) { Fault::HostAndPort } else { Fault::ForeignScheme };
            return refuse(fault, Scheme::Https, parsed.host, 443);
        };
        let port = parsed.url.port_or_known_default().unwrap_or(scheme.default_port());
        let Some(host) = &parsed.host else {
            return refuse(Fault::Parse, scheme, None, port);
        };
        let userinfo = !parsed.url.username().is_empty() || parsed.url.password().is_some();
        match self.stages(Target { scheme, host, port }, userinfo, Want::List(list)) {
            Ok(grant) => Ok(JudgedUrl::new(parsed, grant)),
            Err(fault) => refuse(fault, scheme, parsed.host, port),
        }
    }

    /// What hints are made of, for a target whose list isn't known.
    pub(crate) fn context<'a>(&self, scheme: Scheme, host: &'a str, port: u16) -> Context<'a> {
        Context { mode: self.mode(), written_in: self.written_in(), list: None, scheme, host, port }
    }

    /// The stages from the scheme on. Every judge ends here.
    pub(crate) fn stages(&self, target: Target<'_>, userinfo: bool, want: Want) -> Result<Grant, Fault> {
        self.first_fault(target, userinfo, want).map_err(|fault| match fault {
            Fault::PlainHttp(_) | Fault::Port(_) | Fault::IpLiteral => {
                self.refused_anyway(target, userinfo, fault)
            }
            fault => fault,
        })
    }

    /// A later stage that refuses whatever an entry says of scheme and port is what a hint has to be about: no entry that it
    /// could offer would help, and of a host that is no host name there can be none.
    fn refused_anyway(&self, target: Target<'_>, userinfo: bool, fault: Fault) -> Fault {
        let because = match target.host {
            Host::Name(name) if !is_host_name(name) => Fault::Hostname,
            _ if userinfo => Fault::Userinfo,
            _ if target.port == 0 => Fault::PortZero,
            host => match self.inner.deny.matching(host).first() {
                Some(denied) => Fault::Denied(self.inner.deny.source(denied)),
                None => return fault,
            },
        };
        Fault::Anyway { code: fault.code(), because: Box::new(because) }
    }

    fn first_fault(&self, target: Target<'_>, userinfo: bool, want: Want) -> Result<Grant, Fault> {
        let Target { scheme, host, port } = target;
        let entries = self.inner.allow.matching(host);
        if scheme == Scheme::Http && !entries.iter().any(|e| e.rule.scheme == Scheme::Http) {
            return Err(Fault::PlainHttp(listed(&entries, host)));
        }
        if userinfo {
            return Err(Fault::Userinfo);
        }
        match host {
            Host::Ip(_) if entries.is_empty() => return Err(Fault::IpLiteral),
            Host::Name(name) if !is_host_name(name) => return Err(Fault::Hostname),
            _ => {}
        }
        let covering = entries.iter().filter(|e| e.rule.scheme == scheme && e.rule.port == port);
        if covering.clone().next().is_none() && !target.is_default() {
            return Err(Fault::Port(listed(&entries, host)));
        }
        self.list_stage(target, covering, want).map_err(|fault| match fault {
            Fault::NotListed(_) => Fault::NotListed(listed(&entries, host)),
            fault => fault,
        })
    }

    fn list_stage<'a>(
        &self,
        target: Target<'_>,
        covering: impl Iterator<Item = &'a Match> + Clone,
        want: Want,
    ) -> Result<Grant, Fault> {
        if let Some(denied) = self.inner.deny.matching(target.host).first() {
            return Err(Fault::Denied(self.inner.deny.source(denied)));
        }
        let mut on_list = covering.clone().filter(|e| want.is_met_by(e));
        // One private entry is enough: it names exactly this origin.
        if let Some(entry) = on_list.clone().find(|e| e.rule.private).or_else(|| on_list.next()) {
            return Ok(Grant { rule: self.inner.allow.source(entry), private: entry.rule.private });
        }
        // Entries add to what the mode allows and never take away from it.
        let by_mode = match target.host {
            Host::Name(name) if self.mode().allows_public() && target.is_default() => Some(name),
            _ => None,
        };
        match (by_mode, want) {
            (Some(name), _) if !is_special_name(name) => Ok(Grant { rule: None, private: false }),
            (_, Want::List(list)) if covering.clone().next().is_some() => Err(Fault::OtherList(list)),
            (Some(_), _) => Err(Fault::SpecialName),
            (None, _) => Err(Fault::NotListed(None)),
        }
    }
}

/// An origin of this host that is listed for the agent to open: whoever was refused another one may have meant it.
fn listed(entries: &[Match], host: &Host) -> Option<String> {
    let entry = entries.iter().find(|entry| entry.rule.lists.holds(List::Navigate))?;
    Some(origin(entry.rule.scheme, &host.to_address(), entry.rule.port))
}

/// URL parsers strip or drop these silently, so that two readers of one input see two addresses.
fn check_characters(input: &str) -> Result<(), Fault> {
    let bad = |c: char| c.is_control() || c.is_whitespace();
    // Nearly every address is printable ASCII, which is told by its bytes.
    let plain = input.bytes().all(|byte| byte.is_ascii_graphic());
    if plain || !input.chars().any(bad) { Ok(()) } else { Err(Fault::Input) }
}

fn written_scheme(scheme: &str) -> Option<Scheme> {
    match scheme {
        "https" => Some(Scheme::Https),
        "http" => Some(Scheme::Http),
        _ => None,
    }
}

fn request_scheme(scheme: &str) -> Option<Scheme> {
    match scheme {
        "https" | "wss" => Some(Scheme::Https),
        "http" | "ws" => Some(Scheme::Http),
        _ => None,
    }
}

/// Whether a request needs no network. Decided by the text: the browser's own URLs are normalised,
/// and an opaque one may hold spaces and be megabytes long.
fn stays_in_browser(url: &str, list: List) -> bool {
    let document = matches!(url, "about:blank" | "about:srcdoc");
    let opaque = ["data:", "blob:"].iter().any(|scheme| url.starts_with(scheme));
    document || (opaque && list == List::Load)
}
