//! From an allowed target to an open connection: resolve, vet every answer, dial.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use ringfence_policy::{Code, JudgedTarget, Refusal, VettedAddr};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};

use crate::egress::Shared;
use crate::exchange::{Exchange, Failure, Stop};
use crate::own::is_own;

/// The longest try of one address while others are left.
const TRY: Duration = Duration::from_secs(3);

/// Opens a connection to a target.
pub(crate) async fn dial(
    exchange: &mut Exchange,
    target: &JudgedTarget,
) -> Result<(TcpStream, SocketAddr), Stop> {
    let shared = exchange.shared().clone();
    let addresses = match target.ip() {
        Some(ip) => vec![ip],
        None => resolve(&shared, &target.host()).await.map_err(Stop::Failed)?,
    };
    exchange.set_resolved(&addresses);
    let vetted = vet(&shared, target, &addresses).map_err(Stop::Refused)?;
    connect(&vetted, shared.timeouts.dial).await.map_err(Stop::Failed)
}

async fn resolve(shared: &Shared, host: &str) -> Result<Vec<IpAddr>, Failure> {
    match timeout(shared.timeouts.resolve, shared.resolver.resolve(host)).await {
        Ok(Ok(addresses)) if !addresses.is_empty() => Ok(addresses),
        Ok(Ok(_)) => Err(Failure::Resolve),
        Ok(Err(error)) => {
            tracing::debug!(host, %error, "name does not resolve");
            Err(Failure::Resolve)
        }
        Err(_) => Err(Failure::ResolveTimeout),
    }
}

/// Vets all answers. One bad answer refuses all: a name that mixes public and private addresses is
/// how a rebinding attack looks.
fn vet(shared: &Shared, target: &JudgedTarget, addresses: &[IpAddr]) -> Result<Vec<VettedAddr>, Refusal> {
    let vetted = addresses
        .iter()
        .map(|ip| shared.policy.vet(target, *ip))
        .collect::<Result<Vec<VettedAddr>, Refusal>>()?;
    if vetted.iter().any(|addr| is_own(addr.socket_addr())) {
        return Err(Refusal::new(
            Code::OwnListener,
            &target.host(),
            target.rule().cloned(),
            "This is the proxy itself, which can't be reached through it.",
        ));
    }
    Ok(vetted)
}

/// Tries the addresses in order.
#[expect(clippy::disallowed_methods, reason = "the one place that dials, and only vetted addresses")]
async fn connect(vetted: &[VettedAddr], limit: Duration) -> Result<(TcpStream, SocketAddr), Failure> {
    let deadline = Instant::now() + limit;
    let mut failure = Failure::Dial;
    for (position, addr) in vetted.iter().enumerate() {
        let is_last = position + 1 == vetted.len();
        let until = if is_last { deadline } else { deadline.min(Instant::now() + TRY) };
        let addr = addr.socket_addr();
        match timeout_at(until, TcpStream::connect(addr)).await {
            Ok(Ok(stream)) => {
                // Without it small messages wait for each other; a failure only costs that.
                let _ = stream.set_nodelay(true);
                return Ok((stream, addr));
            }
            Ok(Err(error)) => {
                tracing::debug!(%addr, %error, "dialling failed");
                failure = Failure::Dial;
            }
            Err(_) => failure = Failure::DialTimeout,
        }
    }
    Err(failure)
}
