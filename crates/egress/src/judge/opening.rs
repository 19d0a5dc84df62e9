//! What a tunnel may open with.

use ringfence_policy::{Code, JudgedTarget, Refusal};

use super::hello::{self, Progress};
use super::upgrade;

/// What a tunnel opened with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// A TLS hello for the target.
    Tls,
    /// A WebSocket upgrade of the target's own origin, in plain HTTP.
    Websocket,
}

/// Judges everything that a client sent so far; none while bytes are missing.
pub(crate) fn judge(first: &[u8], target: &JudgedTarget) -> Result<Option<Opening>, Refusal> {
    let Some(byte) = first.first() else { return Ok(None) };
    // A request line starts with a letter, a TLS record never does.
    if target.plain() && (!target.tls() || byte.is_ascii_alphabetic()) {
        return Ok(upgrade::check(first, target)?.then_some(Opening::Websocket));
    }
    match hello::inspect(first) {
        Progress::More => Ok(None),
        Progress::NotTls => Err(not_tls(target)),
        Progress::Hello(name) => check_name(name.as_deref(), target).map(|()| Some(Opening::Tls)),
    }
}

/// The server name must be the CONNECT host, so that no other host behind the same address is
/// reached. An IP literal has none (RFC 6066 3).
fn check_name(name: Option<&str>, target: &JudgedTarget) -> Result<(), Refusal> {
    let fits = match (name, target.ip()) {
        (None, Some(_)) => true,
        (Some(name), None) => name.eq_ignore_ascii_case(&target.host()),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    Err(refusal(Code::SniMismatch, target, "The TLS server name is not the host that was asked for."))
}

/// The client ended before its opening was whole.
pub(crate) fn broken_off(target: &JudgedTarget) -> Refusal {
    if target.tls() { not_tls(target) } else { upgrade::not_websocket(target) }
}

/// The opening was not whole in time.
pub(crate) fn too_slow(target: &JudgedTarget) -> Refusal {
    let code = if target.tls() { Code::NotTls } else { Code::NotWebsocket };
    refusal(code, target, "The tunnel's first message did not come in time.")
}

fn not_tls(target: &JudgedTarget) -> Refusal {
    refusal(Code::NotTls, target, "Only TLS may go through this tunnel. Use an https address.")
}

fn refusal(code: Code, target: &JudgedTarget, hint: &str) -> Refusal {
    Refusal::new(code, &target.host(), target.rule().cloned(), hint)
}
