//! The form that a request must have, before its target is judged.

use http::header::{AsHeaderName, CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, Uri};
use ringfence_policy::{Code, Refusal};

use super::head::single;
use super::target::connect_target;

/// A request whose form is wrong; the hint says what to send instead.
pub(crate) fn bad_request(host: &str, hint: &str) -> Refusal {
    Refusal::new(Code::Request, host, None, hint)
}

/// Reads the host and port of a CONNECT request.
///
/// Its target is `HOST:PORT` and nothing else. It has no body: where one is announced, readers differ on
/// whether the tunnel starts before or after it.
pub(crate) fn connect<'u>(uri: &'u Uri, headers: &HeaderMap) -> Result<(&'u str, u16), Refusal> {
    let written = written_target(uri);
    if uri.scheme().is_some() || uri.path_and_query().is_some() {
        return Err(bad_request(written, "CONNECT takes a host and a port, not an address."));
    }
    if headers.contains_key(CONTENT_LENGTH) || headers.contains_key(TRANSFER_ENCODING) {
        return Err(bad_request(written, "CONNECT has no body."));
    }
    connect_target(written.as_bytes()).ok_or_else(|| bad_request(written, "CONNECT needs a host and a port."))
}

/// What a CONNECT request names, as it was sent.
pub(crate) fn written_target(uri: &Uri) -> &str {
    uri.authority().map(http::uri::Authority::as_str).unwrap_or_default()
}

/// Checks the form of a plain request: a whole address, and a body that everybody reads alike.
///
/// Of several framings hyper keeps one and closes the connection after it. A transfer coding besides
/// `chunked` would be taken away without the host knowing.
pub(crate) fn plain(uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
    let host = uri.host().unwrap_or_default();
    if uri.authority().is_none() {
        return Err(bad_request(host, "A proxy takes whole addresses only."));
    }
    if headers.contains_key(TRANSFER_ENCODING) && !is_once(headers, TRANSFER_ENCODING, "chunked") {
        return Err(bad_request(host, "Of transfer codings only `chunked` is served, and only once."));
    }
    Ok(())
}

fn is_once(headers: &HeaderMap, name: impl AsHeaderName, wanted: &str) -> bool {
    single(headers, name).is_some_and(|value| value.eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;
    use http::header::{HeaderName, HeaderValue};
    use ringfence_policy::Code;

    use super::{connect, plain};

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        lines.iter().map(pair).collect()
    }

    fn connected(uri: &str, lines: &[(&'static str, &'static str)]) -> Result<(String, u16), (Code, String)> {
        let (uri, headers) = (uri.parse().unwrap(), headers(lines));
        connect(&uri, &headers)
            .map(|(host, port)| (host.to_owned(), port))
            .map_err(|refusal| (refusal.code, refusal.hint))
    }

    #[test]
    fn connect_takes_a_host_and_a_port_alone() {
        let good = Ok(("example.com".to_owned(), 443));
        assert_eq!(connected("example.com:443", &[("host", "other.com")]), good);
        let no_address = Err((Code::Request, "CONNECT takes a host and a port, not an address.".to_owned()));
        assert_eq!(connected("http://example.com:443", &[]), no_address);
        assert_eq!(connected("http://example.com:443/", &[]), no_address);
        assert_eq!(connected("/example.com:443", &[]), no_address);
        let no_port = Err((Code::Request, "CONNECT needs a host and a port.".to_owned()));
        assert_eq!(connected("example.com", &[]), no_port);
    }

    #[test]
    fn connect_has_no_body() {
        let body = Err((Code::Request, "CONNECT has no body.".to_owned()));
        assert_eq!(connected("example.com:443", &[("content-length", "0")]), body);
        assert_eq!(connected("example.com:443", &[("transfer-encoding", "chunked")]), body);
    }

    #[test]
    fn a_plain_request_has_a_whole_address_and_one_framing() {
        let hint = |uri: &str, lines: &[(&'static str, &'static str)]| {
            plain(&uri.parse().unwrap(), &headers(lines)).map_err(|refusal| refusal.hint)
        };
        assert_eq!(hint("http://example.com/", &[]), Ok(()));
        assert_eq!(hint("http://example.com/", &[("transfer-encoding", "Chunked")]), Ok(()));
        let whole = Err("A proxy takes whole addresses only.".to_owned());
        assert_eq!(hint("/", &[]), whole);
        assert_eq!(hint("*", &[]), whole);
        let coding = Err("Of transfer codings only `chunked` is served, and only once.".to_owned());
        assert_eq!(hint("http://example.com/", &[("transfer-encoding", "gzip, chunked")]), coding);
        let twice = [("transfer-encoding", "chunked"), ("transfer-encoding", "chunked")];
        assert_eq!(hint("http://example.com/", &twice), coding);
    }
}
