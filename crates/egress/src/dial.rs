//! From an allowed target to an open connection: resolve, vet every answer, dial.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use ringfence_policy::{JudgedTarget, VettedAddr};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};

use crate::egress::Shared;
use crate::exchange::{Exchange, Failure, Stop};
use crate::judge::answers::{own_listener, vet};
use crate::judge::own::is_own;
use crate::upstream::Upstream;

/// The longest try of one address while others are left.
const TRY: Duration = Duration::from_secs(3);

/// Opens a connection to a target.
pub(crate) async fn dial(
    exchange: &mut Exchange,
    target: &JudgedTarget,
) -> Result<(TcpStream, SocketAddr), Stop> {
    let shared = exchange.shared().clone();
    // What an operator allowed as private is near: the way to the public network does not lead there.
    let upstream = shared.settings.upstream.as_ref().filter(|_| !target.private());
    if let Some(upstream) = upstream
        && upstream.resolves()
        && target.ip().is_none()
    {
        let name = format!("{}:{}", target.host(), target.port());
        return connect_through(&shared, upstream, target, &[Onward::Name(name)]).await;
    }
    let answers = match target.ip() {
        Some(ip) => vec![ip],
        None => resolve(&shared, &target.host()).await.map_err(Stop::Failed)?,
    };
    exchange.set_resolved(&answers);
    let vetted = vet(&shared.policy, target, &answers).map_err(Stop::Refused)?;
    match upstream {
        Some(upstream) => {
            let onward: Vec<Onward> = vetted.into_iter().map(Onward::Vetted).collect();
            connect_through(&shared, upstream, target, &onward).await
        }
        None => {
            let addresses: Vec<SocketAddr> = vetted.into_iter().map(VettedAddr::socket_addr).collect();
            connect(&addresses, deadline(&shared)).await.map_err(Stop::Failed)
        }
    }
}

fn deadline(shared: &Shared) -> Instant {
    Instant::now() + shared.settings.timeouts.dial
}

async fn resolve(shared: &Shared, host: &str) -> Result<Vec<IpAddr>, Failure> {
    match timeout(shared.settings.timeouts.resolve, shared.resolver.resolve(host)).await {
        Ok(Ok(addresses)) if !addresses.is_empty() => Ok(addresses),
        Ok(Ok(_)) => Err(Failure::Resolve),
        Ok(Err(error)) => {
            tracing::debug!(host, %error, "name does not resolve");
            Err(Failure::Resolve)
        }
        Err(_) => Err(Failure::ResolveTimeout),
    }
}

/// Where an upstream proxy shall go.
enum Onward {
    /// To an address that was vetted here.
    Vetted(VettedAddr),
    /// To a name that it resolves itself.
    Name(String),
}

/// Connects to the upstream proxy and asks it for each of these in order, on a connection of its own.
async fn connect_through(
    shared: &Shared,
    upstream: &Upstream,
    target: &JudgedTarget,
    onward: &[Onward],
) -> Result<(TcpStream, SocketAddr), Stop> {
    let deadline = deadline(shared);
    let addresses = upstream_addresses(shared, upstream).await.map_err(Stop::Failed)?;
    if let Some(own) = addresses.iter().find(|addr| is_own(**addr)) {
        return Err(Stop::Refused(own_listener(target, *own)));
    }
    let mut failure = Failure::UpstreamRefused;
    for (position, onward_to) in onward.iter().enumerate() {
        let (mut stream, proxy) = connect(&addresses, deadline).await.map_err(|failure| {
            let late = failure.is_timeout();
            Stop::Failed(if late { Failure::UpstreamTimeout } else { Failure::Upstream })
        })?;
        let (named, addr) = match onward_to {
            Onward::Vetted(vetted) => (vetted.socket_addr().to_string(), vetted.socket_addr()),
            Onward::Name(name) => (name.clone(), proxy),
        };
        let until = try_until(deadline, position + 1 == onward.len());
        failure = match timeout_at(until, upstream.open(&mut stream, &named)).await {
            Ok(Ok(())) => return Ok((stream, addr)),
            // Another address does not mend it.
            Ok(Err(Failure::UpstreamCredential)) => {
                return Err(Stop::Failed(Failure::UpstreamCredential));
            }
            Ok(Err(failure)) => failure,
            Err(_) => Failure::UpstreamTimeout,
        };
    }
    Err(Stop::Failed(failure))
}

/// The proxy's own addresses. They are the operator's word and not vetted.
async fn upstream_addresses(shared: &Shared, upstream: &Upstream) -> Result<Vec<SocketAddr>, Failure> {
    let answers = match upstream.host().parse::<IpAddr>() {
        Ok(ip) => vec![ip],
        Err(_) => resolve(shared, upstream.host()).await.map_err(|failure| {
            if failure.is_timeout() { Failure::UpstreamTimeout } else { Failure::Upstream }
        })?,
    };
    Ok(answers.into_iter().map(|ip| SocketAddr::new(ip, upstream.port())).collect())
}

/// How long one of several may take.
fn try_until(deadline: Instant, is_last: bool) -> Instant {
    if is_last { deadline } else { deadline.min(Instant::now() + TRY) }
}

/// Tries the addresses in order.
#[expect(
    clippy::disallowed_methods,
    reason = "the one place that dials, and only vetted addresses and the operator's own proxy"
)]
async fn connect(addresses: &[SocketAddr], deadline: Instant) -> Result<(TcpStream, SocketAddr), Failure> {
    let mut failure = Failure::Dial;
    for (position, addr) in addresses.iter().enumerate() {
        let until = try_until(deadline, position + 1 == addresses.len());
        match timeout_at(until, TcpStream::connect(addr)).await {
            Ok(Ok(stream)) => {
                // Without it small messages wait for each other; a failure only costs that.
                let _ = stream.set_nodelay(true);
                return Ok((stream, *addr));
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
