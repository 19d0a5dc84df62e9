//! Addresses: reading them, and the type that says one was judged.

use url::Url;

use crate::fault::Fault;
use crate::host::Host;
use crate::source::Source;
use crate::stages::Grant;

/// An address that a [`Policy`](crate::Policy) allowed. Only the judge makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedUrl {
    url: Url,
    host: Option<String>,
    rule: Option<Source>,
    private: bool,
}

impl JudgedUrl {
    pub(crate) fn new(parsed: Parsed, grant: Grant) -> Self {
        let Grant { rule, private } = grant;
        Self { host: parsed.host.map(Host::into_address), url: parsed.url, rule, private }
    }

    /// The normalised address, as the browser is to be given it.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// The host in ASCII lower case, without a trailing dot, an IPv6 address in brackets; none for
    /// `about:blank`.
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// The origin in its standard text form, `https://example.com` or `http://127.0.0.1:8931`;
    /// `null` for `about:blank`.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    /// The entry that allowed it; none where the mode did.
    pub fn rule(&self) -> Option<&Source> {
        self.rule.as_ref()
    }

    /// Whether it may be reached at an address that is not public: the entry that allows it opted in.
    pub fn private(&self) -> bool {
        self.private
    }
}

/// What an allowed request of the browser reaches for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestTarget {
    /// Nothing outside the browser: `about:blank`, `about:srcdoc`, `data:` and `blob:`.
    Local,
    /// The network.
    Network(JudgedUrl),
}

/// An address after parsing.
#[derive(Debug, Clone)]
pub(crate) struct Parsed {
    pub(crate) url: Url,
    /// None where the scheme has no host or the host is empty.
    pub(crate) host: Option<Host>,
}

/// Parses a whole address.
pub(crate) fn parse_absolute(text: &str) -> Result<Parsed, Fault> {
    parse_url(text).map(Parsed::of).map_err(|_| Fault::Parse)
}

/// Parses what a model or person wrote. Without a scheme it is a host with or without a path, and
/// https is meant; a leading slash would make it a path of a page that isn't there.
pub(crate) fn parse_written(text: &str) -> Result<Parsed, Fault> {
    match parse_url(text) {
        Ok(url) => Ok(Parsed::of(url)),
        // As a host it would be asked for as `https://http/`.
        Err(url::ParseError::RelativeUrlWithoutBase) if lacks_colon(text) => Err(Fault::NoColon),
        Err(url::ParseError::RelativeUrlWithoutBase)
            if !text.is_empty() && !text.starts_with(['/', '\\', '?', '#']) =>
        {
            parse_url(&format!("https://{text}")).map(Parsed::of).map_err(|_| Fault::Parse)
        }
        Err(_) => Err(Fault::Parse),
    }
}

/// `http//example.com`.
fn lacks_colon(text: &str) -> bool {
    let scheme = text.split_once("//").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web)))
}

#[expect(clippy::disallowed_methods, reason = "the one place where addresses are read")]
fn parse_url(text: &str) -> Result<Url, url::ParseError> {
    Url::parse(text)
}

impl Parsed {
    fn of(mut url: Url) -> Self {
        let host = url.host().map(Host::from_url);
        // A name with its trailing dot would be another origin, with other cookies, for the same
        // host. Two dots are left, and refused by the host's shape.
        if let Some(Host::Name(name)) = &host
            && url.host_str().is_some_and(|text| text.len() == name.len() + 1)
            && matches!(url.scheme(), "https" | "http" | "wss" | "ws")
            && !name.is_empty()
            && !name.ends_with('.')
        {
            let name = name.clone();
            // A failure leaves the dot, which is judged the same.
            let _ = url.set_host(Some(&name));
        }
        Self { url, host }
    }
}

/// The host as the asker wrote it, for messages: no userinfo, no path, no query. For an address
/// without a host its scheme and a colon.
pub(crate) fn written_host(input: &str) -> &str {
    let text = input.trim();
    let (scheme, rest) = split_scheme(text).map_or((None, text), |(scheme, rest)| (Some(scheme), rest));
    let rest = match scheme {
        Some(scheme) if looks_like_host_and_port(scheme, rest) => return until_path(text),
        Some(scheme) if !is_web_scheme(scheme) && !rest.starts_with(['/', '\\']) => {
            return &text[..=scheme.len()];
        }
        Some(scheme) if scheme.eq_ignore_ascii_case("file") => return &text[..=scheme.len()],
        _ => rest.trim_start_matches(['/', '\\']),
    };
    let authority = until_path(rest);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

/// `localhost:3000` and `example.com:8443/x` parse as addresses whose scheme is the host.
pub(crate) fn is_host_and_port(input: &str) -> bool {
    split_scheme(input).is_some_and(|(scheme, rest)| looks_like_host_and_port(scheme, rest))
}

fn looks_like_host_and_port(scheme: &str, rest: &str) -> bool {
    const NUMBERS_FOLLOW: [&str; 5] = ["tel", "sms", "data", "javascript", "urn"];
    let port = until_path(rest);
    !port.is_empty()
        && port.parse::<u16>().is_ok()
        && !is_web_scheme(scheme)
        && !NUMBERS_FOLLOW.iter().any(|known| scheme.eq_ignore_ascii_case(known))
}

fn is_web_scheme(scheme: &str) -> bool {
    ["https", "http", "wss", "ws", "ftp"].iter().any(|web| scheme.eq_ignore_ascii_case(web))
}

fn until_path(text: &str) -> &str {
    text.split(['/', '\\', '?', '#']).next().unwrap_or(text)
}

/// Splits off a scheme by the URL standard's grammar: a letter, then letters, digits, `+ - .`.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let well_formed = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    well_formed.then_some((scheme, rest))
}

#[cfg(test)]
mod tests {
    use super::written_host;

    #[test]
    fn the_written_host_is_kept_as_it_was_written() {
        for (input, host) in [
            ("https://EXAMPLE.com:8443/a?b", "EXAMPLE.com"),
            ("https:\\\\example.com\\x", "example.com"),
            ("https://user:secret@example.com/", "example.com"),
            ("example.com/path", "example.com"),
            ("https://[::1]:80/", "[::1]"),
            ("https://[::1]", "[::1]"),
            ("https:example.com", "example.com"),
            ("chrome://settings/x", "settings"),
            ("ftp:\\\\files.example.com\\x", "files.example.com"),
            ("localhost:3000/x", "localhost:3000"),
            ("127.0.0.1:3000/x", "127.0.0.1"),
            ("javascript:alert(document.cookie)", "javascript:"),
            ("mailto:someone@example.com", "mailto:"),
            ("file:///etc/passwd", "file:"),
            ("data:text/html,x", "data:"),
            ("tel:123", "tel:"),
            ("", ""),
            ("https://", ""),
        ] {
            assert_eq!(written_host(input), host, "{input}");
        }
    }
}
