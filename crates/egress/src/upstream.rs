//! A further proxy between this one and the network.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::BytesMut;
use http::Uri;
use http::uri::Authority;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::exchange::Failure;

/// The longest answer's head in bytes.
const MAX_HEAD: usize = 16 * 1024;
/// The most header fields in an answer.
const MAX_FIELDS: usize = 64;

/// An HTTP proxy that public hosts are reached through, always by CONNECT, for plain HTTP, too. Targets
/// that an operator allowed as private are near and are dialled without it.
///
/// Names are resolved and vetted before, and the proxy is given the vetted address, unless it is told to
/// [resolve](Upstream::resolving) itself. `Display` and `Debug` leave the credential out.
#[derive(Clone, PartialEq, Eq)]
pub struct Upstream {
    host: String,
    port: u16,
    /// The value of `Proxy-Authorization`.
    authorization: Option<String>,
    resolves: bool,
}

/// Why a text is no upstream proxy. None of the texts repeats it, as it may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamError {
    /// Not an address.
    #[error(
        "the upstream proxy is not an address; write it as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT"
    )]
    Form,
    /// Another scheme than http.
    #[error("an upstream proxy is spoken to over http only; write it as http://HOST:PORT")]
    Scheme,
    /// A path or query.
    #[error("an upstream proxy has no path; write it as http://HOST:PORT")]
    Path,
    /// Characters in user or password that are not percent-encoded text.
    #[error(
        "the upstream proxy's user or password can't be read; percent-encode what is not a letter or digit"
    )]
    Credential,
}

impl Upstream {
    /// Reads `http://[USER:PASSWORD@]HOST[:PORT]`. User and password may be percent-encoded; the port is
    /// 80 where none is given, as everywhere with http.
    ///
    /// # Errors
    /// What is wrong with it, without repeating it.
    pub fn parse(url: &str) -> Result<Self, UpstreamError> {
        let uri: Uri = url.parse().map_err(|_| UpstreamError::Form)?;
        let authority = uri.authority().ok_or(UpstreamError::Form)?;
        match uri.scheme_str() {
            Some("http") => {}
            Some(_) => return Err(UpstreamError::Scheme),
            None => return Err(UpstreamError::Form),
        }
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(UpstreamError::Path);
        }
        if authority.host().is_empty() || authority.port_u16() == Some(0) {
            return Err(UpstreamError::Form);
        }
        let authorization = credential(authority).map(authorization).transpose()?;
        let (host, port) = (authority.host().to_owned(), authority.port_u16().unwrap_or(80));
        Ok(Self { host, port, authorization, resolves: false })
    }

    /// The same proxy, which is given names instead of vetted addresses (true), or not. A name may then
    /// lead anywhere that the proxy reaches.
    #[must_use]
    pub fn resolving(self, resolves: bool) -> Self {
        Self { resolves, ..self }
    }

    /// Whether it is given names, so that addresses are not vetted.
    pub fn resolves(&self) -> bool {
        self.resolves
    }

    /// Its host's name or address, an IPv6 address without brackets.
    pub(crate) fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Asks an open connection to the proxy for a tunnel to `target`, `HOST:PORT` or `ADDRESS:PORT`.
    pub(crate) async fn open(&self, stream: &mut TcpStream, target: &str) -> Result<(), Failure> {
        let authorization = match &self.authorization {
            Some(value) => format!("Proxy-Authorization: {value}\r\n"),
            None => String::new(),
        };
        let request = format!("CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{authorization}\r\n");
        stream.write_all(request.as_bytes()).await.map_err(|_| Failure::Upstream)?;
        let mut received = BytesMut::new();
        loop {
            match stream.read_buf(&mut received).await {
                Ok(0) | Err(_) => return Err(Failure::UpstreamRefused),
                Ok(_) => {}
            }
            if let Some(opened) = answer(&received) {
                return opened;
            }
        }
    }
}

/// User and password as they were written.
fn credential(authority: &Authority) -> Option<&str> {
    authority.as_str().rsplit_once('@').map(|(credential, _)| credential)
}

fn authorization(written: &str) -> Result<String, UpstreamError> {
    let (user, password) = written.split_once(':').unwrap_or((written, ""));
    let mut pair = decoded(user)?;
    pair.push(b':');
    pair.extend(decoded(password)?);
    Ok(format!("Basic {}", STANDARD.encode(pair)))
}

/// Takes percent-encoding away.
fn decoded(text: &str) -> Result<Vec<u8>, UpstreamError> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).ok_or(UpstreamError::Credential)?;
        // `from_str_radix` alone would take a sign.
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(UpstreamError::Credential);
        }
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| UpstreamError::Credential)?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    Ok(bytes)
}

/// Judges everything that the proxy sent so far; none while its head is not whole.
///
/// Neither TLS nor HTTP servers speak first: what comes after the head answers something that was never
/// asked.
fn answer(received: &[u8]) -> Option<Result<(), Failure>> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut response = httparse::Response::new(&mut fields);
    match response.parse(received) {
        Ok(httparse::Status::Partial) if received.len() < MAX_HEAD => None,
        Ok(httparse::Status::Complete(length)) => Some(match response.code {
            Some(200..=299) if length == received.len() => Ok(()),
            Some(407) => Err(Failure::UpstreamCredential),
            _ => Err(Failure::UpstreamRefused),
        }),
        _ => Some(Err(Failure::UpstreamRefused)),
    }
}

impl fmt::Display for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}:{}", self.host, self.port)
    }
}

impl fmt::Debug for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upstream")
            .field("url", &self.to_string())
            .field("resolves", &self.resolves)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_HEAD, Upstream, UpstreamError, answer};
    use crate::exchange::Failure;

    #[test]
    fn an_upstream_proxy_is_read_from_an_address() {
        let read = |url: &str| {
            let upstream = Upstream::parse(url)?;
            Ok((upstream.host().to_owned(), upstream.port(), upstream.authorization))
        };
        let plain = |host: &str, port| Ok((host.to_owned(), port, None));
        assert_eq!(read("http://proxy.example.net:3128"), plain("proxy.example.net", 3128));
        assert_eq!(read("http://10.0.0.1:3128/"), plain("10.0.0.1", 3128));
        assert_eq!(read("http://[::1]:3128"), plain("::1", 3128));
        assert_eq!(read("http://proxy.example.net"), plain("proxy.example.net", 80));
        // "me:p@ss" and "me:".
        let with = |value: &str| Ok(("p".to_owned(), 1, Some(value.to_owned())));
        assert_eq!(read("http://me:p%40ss@p:1"), with("Basic bWU6cEBzcw=="));
        assert_eq!(read("http://me@p:1"), with("Basic bWU6"));
        for (url, error) in [
            ("", UpstreamError::Form),
            ("proxy.example.net:3128", UpstreamError::Form),
            ("http://", UpstreamError::Form),
            ("http://:3128", UpstreamError::Form),
            ("http://p:0", UpstreamError::Form),
            ("https://p:1", UpstreamError::Scheme),
            ("socks5://p:1", UpstreamError::Scheme),
            ("http://p:1/path", UpstreamError::Path),
            ("http://p:1/?query", UpstreamError::Path),
            ("http://me:a%4@p:1", UpstreamError::Credential),
            ("http://me:a%+1@p:1", UpstreamError::Credential),
            ("http://me:a%@p:1", UpstreamError::Credential),
        ] {
            assert_eq!(read(url), Err(error), "{url}");
        }
    }

    #[test]
    fn an_upstream_proxy_never_prints_its_credential() {
        let upstream = Upstream::parse("http://me:secret@proxy.example.net:3128").unwrap();
        assert_eq!(upstream.to_string(), "http://proxy.example.net:3128");
        assert_eq!(
            format!("{upstream:?}"),
            "Upstream { url: \"http://proxy.example.net:3128\", resolves: false, .. }"
        );
        for error in
            [UpstreamError::Form, UpstreamError::Scheme, UpstreamError::Path, UpstreamError::Credential]
        {
            assert!(!error.to_string().contains("secret"));
        }
    }

    #[test]
    fn only_a_whole_success_with_nothing_after_it_opens() {
        let success = b"HTTP/1.1 200 Connection established\r\n\r\n";
        assert_eq!(answer(success), Some(Ok(())));
        for length in 0..success.len() {
            assert_eq!(answer(&success[..length]), None, "{length}");
        }
        assert_eq!(answer(b"HTTP/1.0 299 x\r\n\r\n"), Some(Ok(())));
        assert_eq!(answer(b"HTTP/1.1 407 x\r\n\r\n"), Some(Err(Failure::UpstreamCredential)));
        for refused in [
            &b"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"[..],
            b"HTTP/1.1 199 x\r\n\r\n",
            b"HTTP/1.1 300 x\r\n\r\n",
            b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
            b"SSH-2.0-x\r\n",
        ] {
            assert_eq!(answer(refused), Some(Err(Failure::UpstreamRefused)));
        }
        let mut endless = b"HTTP/1.1 200 OK\r\nA: ".to_vec();
        endless.resize(MAX_HEAD - 1, b'a');
        assert_eq!(answer(&endless), None);
        endless.push(b'a');
        assert_eq!(answer(&endless), Some(Err(Failure::UpstreamRefused)));
    }
}
