//! The one thing a tunnel to a plain-http origin may carry: that origin's own WebSocket.
//!
//! Chromium sends a `ws` address as CONNECT with plain HTTP inside. Anything else in there would be
//! a request that the rules for plain requests never saw.

use bytes::BytesMut;
use ringfence_policy::{Code, JudgedTarget, Refusal};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::egress::Timeouts;
use crate::exchange::{Meter, Way};
use crate::hello::MAX;

const MAX_HEADERS: usize = 64;

/// Whether the first bytes are a whole upgrade request of the target's own origin; false while bytes
/// are missing.
pub(crate) fn check_upgrade(first: &[u8], target: &JudgedTarget) -> Result<bool, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let fits = match request.parse(first) {
        Ok(httparse::Status::Partial) if first.len() < MAX => return Ok(false),
        // What follows the head before it is accepted would be a second message.
        Ok(httparse::Status::Complete(length)) => length == first.len() && is_upgrade(&request, target),
        _ => false,
    };
    if fits {
        return Ok(true);
    }
    Err(Refusal::new(
        Code::NotWebsocket,
        &target.host(),
        target.rule().cloned(),
        "Only a WebSocket of this origin's own pages may go through this tunnel.",
    ))
}

fn is_upgrade(request: &httparse::Request<'_, '_>, target: &JudgedTarget) -> bool {
    let is = |name: &str, wanted: &str| {
        header(request.headers, name).is_some_and(|value| value.eq_ignore_ascii_case(wanted))
    };
    let names = |name: &str, wanted: &str| {
        header(request.headers, name)
            .is_some_and(|value| value.split(',').any(|part| part.trim().eq_ignore_ascii_case(wanted)))
    };
    let absent = |name: &str| !request.headers.iter().any(|header| header.name.eq_ignore_ascii_case(name));
    request.method == Some("GET")
        && request.version == Some(1)
        && request.path.is_some_and(|path| path.starts_with('/'))
        && is("host", &target.authority())
        && is("origin", &target.plain_origin())
        && is("upgrade", "websocket")
        && names("connection", "upgrade")
        && header(request.headers, "sec-websocket-key").is_some()
        && absent("content-length")
        && absent("transfer-encoding")
}

/// A header's text, if it stands there exactly once.
fn header<'h>(headers: &[httparse::Header<'h>], name: &str) -> Option<&'h str> {
    let mut found = headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
    match (found.next(), found.next()) {
        (Some(header), None) => std::str::from_utf8(header.value).ok(),
        _ => None,
    }
}

/// Waits for the host to switch protocols and passes its answer on. Until then nothing more of the
/// client's goes through; if the host declines, the client gets what was read of the answer and the
/// tunnel ends.
pub(crate) async fn accepted(
    host: &mut TcpStream,
    client: &mut TcpStream,
    meter: &Meter,
    timeouts: Timeouts,
) -> bool {
    let mut answer = BytesMut::new();
    let switched = match timeout(timeouts.response, read_answer(host, &mut answer)).await {
        Ok(status) => status == Some(101),
        Err(_) => false,
    };
    meter.add(Way::Down, answer.len());
    client.write_all(&answer).await.is_ok() && switched
}

/// The status of the host's answer, once its head is whole.
async fn read_answer(host: &mut TcpStream, answer: &mut BytesMut) -> Option<u16> {
    loop {
        match host.read_buf(answer).await {
            Ok(0) | Err(_) => return None,
            Ok(_) => {}
        }
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        match response.parse(answer) {
            Ok(httparse::Status::Complete(_)) => return response.code,
            Ok(httparse::Status::Partial) if answer.len() < MAX => {}
            _ => return None,
        }
    }
}
