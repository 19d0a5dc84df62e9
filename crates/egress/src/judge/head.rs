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
