//! What a proxy takes out of a message's head before it passes it on.

use http::header::{CONNECTION, CONTENT_LENGTH, EXPECT, HeaderName, TE, TRAILER, TRANSFER_ENCODING, UPGRADE};
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::reply::CODE;

/// Removes what is for one hop only: `Connection` and what it names, `Proxy-*`, and the fields of
/// RFC 9110 7.6.1. Framing is removed, too: hyper sets it anew from the body.
pub(crate) fn strip_request(headers: &mut HeaderMap) {
    strip_hop_by_hop(headers);
    headers.remove(CONTENT_LENGTH);
    // The proxy has answered it already by reading the body.
    headers.remove(EXPECT);
}

/// The same for a response. `Content-Length` stays, as an answer to HEAD has nothing else that tells
/// it, unless a transfer coding overrules it.
pub(crate) fn strip_response(headers: &mut HeaderMap) {
    if headers.contains_key(TRANSFER_ENCODING) {
        headers.remove(CONTENT_LENGTH);
    }
    strip_hop_by_hop(headers);
    // Only the proxy may say that an answer is the proxy's.
    headers.remove(CODE);
}

/// Whether a host may answer a plain request with this status.
///
/// Its 407 would be read as ours, and the browser would ask for a credential. No upgrade was asked for
/// (RFC 9110 15.2.2), and after a 101 neither side would speak HTTP any more.
pub(crate) fn may_answer(status: StatusCode) -> bool {
    status != StatusCode::PROXY_AUTHENTICATION_REQUIRED && !status.is_informational()
}

fn strip_hop_by_hop(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    let proxys: Vec<HeaderName> =
        headers.keys().filter(|name| name.as_str().starts_with("proxy-")).cloned().collect();
    for name in named.into_iter().chain(proxys) {
        headers.remove(name);
    }
    for name in [CONNECTION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE, HeaderName::from_static("keep-alive")] {
        headers.remove(name);
    }
}

/// A header's text, if it stands there exactly once.
pub(crate) fn single(headers: &HeaderMap, name: impl http::header::AsHeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => HeaderValue::to_str(value).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

    use super::{may_answer, single, strip_request, strip_response};

    const FIELDS: [(&str, &str); 12] = [
        ("connection", "close, X-Named"),
        ("connection", "x-other"),
        ("x-named", "1"),
        ("x-other", "1"),
        ("proxy-anything", "1"),
        ("keep-alive", "timeout=5"),
        ("te", "trailers"),
        ("trailer", "x-late"),
        ("upgrade", "h2c"),
        ("expect", "100-continue"),
        ("x-ringfence-code", "denied"),
        ("x-kept", "1"),
    ];

    fn fields(further: &[(&'static str, &'static str)]) -> HeaderMap {
        let all = FIELDS.iter().chain(further);
        all.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect()
    }

    fn left(headers: &HeaderMap) -> Vec<&str> {
        let mut names: Vec<&str> = headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_request_keeps_what_is_for_the_host_alone() {
        let mut headers = fields(&[("content-length", "5"), ("transfer-encoding", "chunked")]);
        strip_request(&mut headers);
        assert_eq!(left(&headers), ["x-kept", "x-ringfence-code"]);
    }

    #[test]
    fn an_answer_keeps_its_length_unless_a_coding_overrules_it() {
        let mut headers = fields(&[("content-length", "5")]);
        strip_response(&mut headers);
        assert_eq!(left(&headers), ["content-length", "expect", "x-kept"]);
        let mut headers = fields(&[("content-length", "5"), ("transfer-encoding", "chunked")]);
        strip_response(&mut headers);
        assert_eq!(left(&headers), ["expect", "x-kept"]);
    }

    #[test]
    fn a_host_answers_with_a_final_status_that_is_not_the_proxys() {
        let answers = |code| may_answer(StatusCode::from_u16(code).unwrap());
        assert_eq!([100, 101, 103, 199, 407].map(answers), [false; 5]);
        assert_eq!([200, 204, 302, 401, 406, 408, 500].map(answers), [true; 7]);
    }

    #[test]
    fn a_field_counts_where_it_stands_once() {
        let headers = fields(&[]);
        assert_eq!(single(&headers, "te"), Some("trailers"));
        assert_eq!(single(&headers, "connection"), None);
        assert_eq!(single(&headers, "x-missing"), None);
    }
}
