//! Keeps pages of other sites from local servers. Behind a proxy the browser's own rule for that
//! (Local Network Access) does nothing, so that a listed local server would be reachable from every
//! other allowed page.

use http::header::{HeaderName, ORIGIN, REFERER, UPGRADE_INSECURE_REQUESTS};
use http::{HeaderMap, Method};
use ringfence_policy::{Code, JudgedTarget, Refusal};

use super::head::single;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Judges a plain request by the site it comes from.
///
/// Chromium sends `Sec-Fetch-*` over plain http to loopback hosts only; pages can't set them. There
/// the request must come from the person, from the same site, or be a navigation (frames of other
/// local origins included) that changes nothing: a form that a page posts must come from a loopback
/// page. Other private hosts get
/// `Origin` on what pages may not read without being asked, and it must name the same host. Where there
/// is none, `Referer` must, if it is there, except for navigations. A page can keep its `Referer`
/// back: then only the browser's own rule is left.
pub(crate) fn check(target: &JudgedTarget, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let fits = if is_loopback(target) {
        let near = matches!(single(headers, SEC_FETCH_SITE), Some("none" | "same-origin" | "same-site"));
        let navigates = single(headers, SEC_FETCH_MODE) == Some("navigate");
        near || navigates && (method.is_safe() || is_from_loopback(headers))
    } else if target.private() {
        let names_host = |name| single(headers, name).is_some_and(|from| is_of_host(from, target));
        if headers.contains_key(ORIGIN) {
            names_host(ORIGIN)
        } else {
            !headers.contains_key(REFERER) || names_host(REFERER) || is_navigation(headers)
        }
    } else {
        true
    };
    if fits {
        return Ok(());
    }
    Err(Refusal::new(
        Code::CrossSite,
        &target.host(),
        target.rule().cloned(),
        "A page of another site may not reach this local address. Open it itself.",
    ))
}

/// Whether the browser takes the host for loopback by its name, before resolving.
fn is_loopback(target: &JudgedTarget) -> bool {
    match target.ip() {
        Some(ip) => ip.to_canonical().is_loopback(),
        None => {
            let host = target.host();
            host == "localhost" || host.ends_with(".localhost")
        }
    }
}

/// Whether the page that asks is one of a loopback host itself.
fn is_from_loopback(headers: &HeaderMap) -> bool {
    let origin = single(headers, ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
    origin.is_some_and(|host| {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        matches!(name, "localhost" | "127.0.0.1" | "[::1]")
    })
}

/// Only navigations carry this field, and a page of another site can't add it without being asked first.
fn is_navigation(headers: &HeaderMap) -> bool {
    single(headers, UPGRADE_INSECURE_REQUESTS) == Some("1")
}

/// Whether an `Origin` or `Referer` is `http://HOST` with any port and path.
fn is_of_host(from: &str, target: &JudgedTarget) -> bool {
    let host = target.host();
    let authority = from.strip_prefix("http://").and_then(|rest| rest.split('/').next());
    authority.and_then(|authority| authority.strip_prefix(host.as_str())).is_some_and(|rest| {
        // A longer number would be another address.
        let digits = rest.strip_prefix(':');
        rest.is_empty() || digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    })
}
