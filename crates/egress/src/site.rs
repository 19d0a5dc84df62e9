//! Keeps pages of other sites from local servers. Behind a proxy the browser's own rule for that
//! (Local Network Access) does nothing, so that a listed local server would be reachable from every
//! other allowed page.

use http::{HeaderMap, HeaderName, Method, header::ORIGIN};
use ringfence_policy::{Code, JudgedTarget, Refusal};

use crate::head::single;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Judges a plain request by the site it comes from.
///
/// Chromium sends `Sec-Fetch-*` over plain http to loopback hosts only; pages can't set them. There
/// the request must come from the person, from the same site, or be a navigation that changes nothing
/// (no form that another site posts, unless it is a loopback one, too), whose top frame is judged in the browser. Other private hosts get
/// `Origin` on what pages may not read without being asked, and it must name the same host.
pub(crate) fn check(target: &JudgedTarget, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let fits = if is_loopback(target) {
        let near = matches!(single(headers, SEC_FETCH_SITE), Some("none" | "same-origin" | "same-site"));
        near || single(headers, SEC_FETCH_MODE) == Some("navigate")
            && (method.is_safe() || is_from_here(headers))
    } else if target.private() {
        !headers.contains_key(ORIGIN)
            || single(headers, ORIGIN).is_some_and(|origin| is_host_of(origin, target))
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
fn is_from_here(headers: &HeaderMap) -> bool {
    let origin = single(headers, ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
    origin.is_some_and(|host| {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        matches!(name, "localhost" | "127.0.0.1" | "[::1]")
    })
}

/// `http://HOST` with any port.
fn is_host_of(origin: &str, target: &JudgedTarget) -> bool {
    let host = target.host();
    origin
        .strip_prefix("http://")
        .and_then(|rest| rest.strip_prefix(host.as_str()))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}
