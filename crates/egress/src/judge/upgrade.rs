//! The one thing that a tunnel to a plain-http origin may carry: that origin's own WebSocket.
//!
//! Chromium sends a `ws` address as CONNECT with plain HTTP inside. Anything else in there would be
//! a request that the rules for plain requests never saw.

use ringfence_policy::{Code, JudgedTarget, Refusal};

use super::hello::MAX;

/// The most header fields in an upgrade request or in its answer.
const MAX_FIELDS: usize = 64;

/// Whether the first bytes are a whole upgrade request of the target's own origin; false while bytes
/// are missing.
pub(crate) fn check(first: &[u8], target: &JudgedTarget) -> Result<bool, Refusal> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut request = httparse::Request::new(&mut fields);
    match request.parse(first) {
        Ok(httparse::Status::Partial) if first.len() < MAX => Ok(false),
        // What follows the head before it is accepted would be a second message.
        Ok(httparse::Status::Complete(length))
            if length == first.len() && is_canonical(first) && is_upgrade(&request, target) =>
        {
            Ok(true)
        }
        _ => Err(not_websocket(target)),
    }
}

pub(crate) fn not_websocket(target: &JudgedTarget) -> Refusal {
    Refusal::new(
        Code::NotWebsocket,
        &target.host(),
        target.rule().cloned(),
        "Only a WebSocket of this origin's own pages may go through this tunnel.",
    )
}

/// The head goes to the host as it is, so there must be one way to read it: no empty line before the
/// request, which some readers skip, and no line that ends for some readers only. CR and LF stand together
/// or not at all.
fn is_canonical(head: &[u8]) -> bool {
    if head.starts_with(b"\r\n") {
        return false;
    }
    let mut before = 0;
    let paired = head.iter().all(|byte| {
        let fits = (before == b'\r') == (*byte == b'\n');
        before = *byte;
        fits
    });
    paired && before != b'\r'
}

fn is_upgrade(request: &httparse::Request<'_, '_>, target: &JudgedTarget) -> bool {
    let is = |name: &str, wanted: &str| {
        field(request.headers, name).is_some_and(|value| value.eq_ignore_ascii_case(wanted))
    };
    let names = |name: &str, wanted: &str| {
        field(request.headers, name)
            .is_some_and(|value| value.split(',').any(|part| part.trim().eq_ignore_ascii_case(wanted)))
    };
    let absent = |name: &str| !request.headers.iter().any(|field| field.name.eq_ignore_ascii_case(name));
    request.method == Some("GET")
        && request.version == Some(1)
        && request.path.is_some_and(|path| path.starts_with('/'))
        && is("host", &target.authority())
        && is("origin", &target.plain_origin())
        && is("upgrade", "websocket")
        && names("connection", "upgrade")
        && field(request.headers, "sec-websocket-key").is_some()
        && absent("content-length")
        && absent("transfer-encoding")
}

/// A field's text, if it stands there exactly once.
fn field<'h>(fields: &[httparse::Header<'h>], name: &str) -> Option<&'h str> {
    let mut found = fields.iter().filter(|field| field.name.eq_ignore_ascii_case(name));
    match (found.next(), found.next()) {
        (Some(field), None) => std::str::from_utf8(field.value).ok(),
        _ => None,
    }
}

/// How a host answered an upgrade request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Its head is not whole yet.
    More,
    /// 101: the WebSocket is open.
    Switched,
    /// Anything else, also what is no answer or has no end within 16 KiB.
    Declined,
}

/// Judges everything that the host sent so far.
pub(crate) fn answer(received: &[u8]) -> Answer {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut response = httparse::Response::new(&mut fields);
    match response.parse(received) {
        Ok(httparse::Status::Partial) if received.len() < MAX => Answer::More,
        Ok(httparse::Status::Complete(_)) if response.code == Some(101) => Answer::Switched,
        _ => Answer::Declined,
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, MAX, answer, is_canonical};

    #[test]
    fn cr_and_lf_stand_together() {
        for (head, whole) in [
            ("a\r\n\r\n", true),
            ("", true),
            ("a", true),
            ("\r\n", false),
            ("\r\na", false),
            ("a\r\n", true),
            ("a\n\r\n", false),
            ("a\r\r\n", false),
            ("a\rb\r\n", false),
            ("\n", false),
            ("a\r\n\n", false),
            ("a\r", false),
        ] {
            assert_eq!(is_canonical(head.as_bytes()), whole, "{head:?}");
        }
    }

    #[test]
    fn only_a_whole_101_opens() {
        let switch = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";
        assert_eq!(answer(switch.as_bytes()), Answer::Switched);
        // The first message may come with it.
        assert_eq!(answer(&[switch.as_bytes(), b"\x81\x00"].concat()), Answer::Switched);
        for length in 0..switch.len() {
            assert_eq!(answer(&switch.as_bytes()[..length]), Answer::More, "{length}");
        }
        assert_eq!(answer(b"HTTP/1.1 200 OK\r\n\r\n"), Answer::Declined);
        assert_eq!(answer(b"SSH-2.0-x\r\n"), Answer::Declined);
        let mut endless = b"HTTP/1.1 101 S\r\nA: ".to_vec();
        endless.resize(MAX - 1, b'a');
        assert_eq!(answer(&endless), Answer::More);
        endless.push(b'a');
        assert_eq!(answer(&endless), Answer::Declined);
    }
}
