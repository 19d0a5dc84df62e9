//! The proxy's own answers.

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue, PROXY_AUTHENTICATE};
use http::{Response, StatusCode};
use http_body_util::Full;
use ringfence_policy::{Code, Refusal};

use crate::body::ReplyBody;
use crate::exchange::Stop;

/// The header that marks an answer as the proxy's own, in lower case. A host's is taken out.
pub const CODE_HEADER: &str = "x-ringfence-code";
pub(crate) const CODE: HeaderName = HeaderName::from_static(CODE_HEADER);

/// The answer to a request that goes no further: its code in `X-Ringfence-Code`, code and hint as
/// text.
pub(crate) fn stopped(stop: &Stop) -> Response<ReplyBody> {
    match stop {
        Stop::Refused(refusal) => refused(refusal),
        Stop::Failed(failure) => {
            let status =
                if failure.is_timeout() { StatusCode::GATEWAY_TIMEOUT } else { StatusCode::BAD_GATEWAY };
            text(status, "failed", format!("failed: {}\n", failure.what()))
        }
    }
}

fn refused(refusal: &Refusal) -> Response<ReplyBody> {
    let status = match refusal.code {
        Code::Credential => StatusCode::PROXY_AUTHENTICATION_REQUIRED,
        Code::Request => StatusCode::BAD_REQUEST,
        Code::Limit => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::FORBIDDEN,
    };
    let mut response = text(status, refusal.code.as_str(), format!("{}: {}\n", refusal.code, refusal.hint));
    if refusal.code == Code::Credential {
        let challenge = HeaderValue::from_static("Basic realm=\"ringfence\"");
        response.headers_mut().insert(PROXY_AUTHENTICATE, challenge);
    }
    response
}

fn text(status: StatusCode, code: &'static str, text: String) -> Response<ReplyBody> {
    let mut response = Response::new(ReplyBody::Text(Full::new(Bytes::from(text))));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CODE, HeaderValue::from_static(code));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// The answer to a CONNECT whose tunnel is open.
pub(crate) fn open() -> Response<ReplyBody> {
    Response::new(ReplyBody::Text(Full::default()))
}
