//! What a refusal says, and to whom.

use std::fmt;

use crate::source::Source;
use crate::text::one_line;

/// The longest subject in characters.
const SUBJECT_MAX: usize = 200;

/// Why something was refused. The names are part of the command line's and the protocols' output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The input holds whitespace or control characters, which URL parsers drop or move.
    Input,
    /// The input is not an address.
    Parse,
    /// The scheme is not allowed for this host.
    Scheme,
    /// The address carries a user name or password.
    Userinfo,
    /// The host is an IP address.
    IpLiteral,
    /// The host parses but is not a host name by DNS rules.
    Hostname,
    /// The port is neither the default nor named by an entry.
    Port,
    /// No entry covers the host, or the mode is closed.
    NotListed,
    /// Public mode: the name is local or reserved and never public.
    SpecialName,
    /// A deny entry covers the host.
    Denied,
    /// The host resolved to an address that is not public.
    ResolvedAddress,
    /// At the proxy: the TLS server name is not the host that was asked for.
    SniMismatch,
    /// At the proxy: what came through the tunnel is not TLS.
    NotTls,
    /// At the proxy: a tunnel to a plain-http origin carried something else than its WebSocket.
    NotWebsocket,
    /// At the proxy: another site's page asked for a local target.
    CrossSite,
    /// At the proxy: the address is one of the proxy's own.
    OwnListener,
    /// At the proxy: the request did not carry the session's credential.
    Credential,
    /// At the proxy: the request is malformed or uses a method or feature that is not served.
    Request,
    /// At the proxy: a limit of the session is reached.
    Limit,
}

impl Code {
    /// The code as it is written in all output.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Input => "input",
            Code::Parse => "parse",
            Code::Scheme => "scheme",
            Code::Userinfo => "userinfo",
            Code::IpLiteral => "ip-literal",
            Code::Hostname => "hostname",
            Code::Port => "port",
            Code::NotListed => "not-listed",
            Code::SpecialName => "special-name",
            Code::Denied => "denied",
            Code::ResolvedAddress => "resolved-address",
            Code::SniMismatch => "sni-mismatch",
            Code::NotTls => "not-tls",
            Code::NotWebsocket => "not-websocket",
            Code::CrossSite => "cross-site",
            Code::OwnListener => "own-listener",
            Code::Credential => "credential",
            Code::Request => "request",
            Code::Limit => "limit",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A "no", with what a model or person needs to go on.
///
/// `code`, `subject` and `hint` may be shown to a model ([`Refusal::for_model`]). `rule` is for the
/// operator and the log only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub code: Code,
    /// The host as the asker wrote it: one line, at most 200 characters, never a whole address.
    pub subject: String,
    /// The entry that decided, if one did.
    pub rule: Option<Source>,
    /// One or two sentences with what to do.
    pub hint: String,
}

impl Refusal {
    /// Makes a refusal; `subject` is folded to one line and cut.
    pub fn new(code: Code, subject: &str, rule: Option<Source>, hint: impl Into<String>) -> Self {
        Self { code, subject: one_line(subject, SUBJECT_MAX), rule, hint: hint.into() }
    }

    /// One line for the model: code, the host it wrote, the hint. No file or line, no resolved
    /// address, no whole address.
    pub fn for_model(&self) -> String {
        if self.subject.is_empty() {
            format!("{}: {}", self.code, self.hint)
        } else {
            format!("{}: {}: {}", self.code, self.subject, self.hint)
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.for_model())
    }
}

impl std::error::Error for Refusal {}
