//! What a name resolved to.

use std::net::{IpAddr, SocketAddr};

use ringfence_policy::{Code, JudgedTarget, Policy, Refusal, VettedAddr};

use super::own::is_own;

/// Vets all answers. One bad answer refuses all: a name that mixes public and private addresses is
/// how a rebinding attack looks.
pub(crate) fn vet(
    policy: &Policy,
    target: &JudgedTarget,
    answers: &[IpAddr],
) -> Result<Vec<VettedAddr>, Refusal> {
    let vetted =
        answers.iter().map(|ip| policy.vet(target, *ip)).collect::<Result<Vec<VettedAddr>, Refusal>>()?;
    match vetted.iter().find(|addr| is_own(addr.socket_addr())) {
        Some(addr) => Err(own_listener(target, addr.socket_addr())),
        None => Ok(vetted),
    }
}

/// Dialling would lead back into a proxy of this process.
pub(crate) fn own_listener(target: &JudgedTarget, addr: SocketAddr) -> Refusal {
    tracing::debug!(host = target.host(), %addr, "leads to a listener of ours");
    let hint = "This is the proxy itself, which can't be reached through it.";
    Refusal::new(Code::OwnListener, &target.host(), target.rule().cloned(), hint)
}
