//! One request's way through the proxy, and its events.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Instant, SystemTime};

use ringfence_policy::Refusal;
use tokio::sync::OwnedSemaphorePermit;

use crate::egress::Shared;
use crate::event::{Decision, Event, Kind};

/// Why a request goes no further.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Refused.
    Refused(Refusal),
    /// Allowed but not reached.
    Failed(Failure),
}

/// What did not come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    Resolve,
    ResolveTimeout,
    Dial,
    DialTimeout,
    Response,
    NoResponse,
    ResponseTimeout,
    ClientGone,
    Cut,
    Bytes,
    Upstream,
    UpstreamRefused,
    UpstreamCredential,
    UpstreamTimeout,
    Handshake,
    HandshakeTimeout,
    ClientHandshake,
    HostCertificate,
    ClientCertificate,
}

impl Failure {
    pub(crate) fn what(self) -> &'static str {
        match self {
            Failure::Resolve => "the host's name does not resolve",
            Failure::ResolveTimeout => "the host's name did not resolve in time",
            Failure::Dial => "the host does not accept the connection",
            Failure::DialTimeout => "the host did not accept the connection in time",
            Failure::Response => "the host gave no valid answer",
            Failure::NoResponse => "the host closed the connection without an answer",
            Failure::ResponseTimeout => "the host did not answer in time",
            Failure::ClientGone => "the client closed before it sent anything",
            Failure::Cut => "the proxy closed before it was decided",
            Failure::Bytes => "it carried as many bytes as the operator allows",
            Failure::Upstream => "the upstream proxy can't be reached",
            Failure::UpstreamRefused => "the upstream proxy did not reach the host",
            Failure::UpstreamCredential => "the upstream proxy wants a credential, or another one",
            Failure::UpstreamTimeout => "the upstream proxy did not answer in time",
            Failure::Handshake => "its TLS can't be used",
            Failure::HandshakeTimeout => "its TLS was not set up in time",
            Failure::ClientHandshake => "the client did not set TLS up",
            Failure::HostCertificate => "its certificate is not trusted",
            Failure::ClientCertificate => {
                "the server does not take the client certificate that the operator configured for it"
            }
        }
    }

    pub(crate) fn is_timeout(self) -> bool {
        matches!(
            self,
            Failure::ResolveTimeout
                | Failure::DialTimeout
                | Failure::ResponseTimeout
                | Failure::UpstreamTimeout
                | Failure::HandshakeTimeout
        )
    }
}

/// Which way bytes go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Up,
    Down,
}

/// Counts an exchange's bytes, and the proxy's, and holds them to the limits.
#[derive(Clone)]
pub(crate) struct Meter {
    shared: Arc<Shared>,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    up: AtomicU64,
    down: AtomicU64,
    over: AtomicBool,
}

/// An exchange, or all of them, would carry more than they may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the limit of bytes is reached")]
pub(crate) struct OverLimit;

impl Meter {
    /// Asks for leave to pass bytes on, and counts them if there is.
    pub(crate) fn add(&self, way: Way, bytes: usize) -> Result<(), OverLimit> {
        let bytes = bytes as u64;
        let limits = self.shared.settings.limits;
        let all = self.shared.log.bytes();
        if self.total().saturating_add(bytes) > limits.exchange_bytes
            || limits.total_bytes.is_some_and(|most| all.saturating_add(bytes) > most)
        {
            self.counts.over.store(true, Relaxed);
            return Err(OverLimit);
        }
        for counter in self.counters(way) {
            counter.fetch_add(bytes, Relaxed);
        }
        Ok(())
    }

    /// Gives back what was counted and did not go.
    pub(crate) fn take_back(&self, way: Way, bytes: usize) {
        for counter in self.counters(way) {
            counter.fetch_sub(bytes as u64, Relaxed);
        }
    }

    /// The exchange's count and the proxy's.
    fn counters(&self, way: Way) -> [&AtomicU64; 2] {
        match way {
            Way::Up => [&self.counts.up, &self.shared.log.bytes_up],
            Way::Down => [&self.counts.down, &self.shared.log.bytes_down],
        }
    }

    /// Whether leave was refused.
    pub(crate) fn is_over(&self) -> bool {
        self.counts.over.load(Relaxed)
    }

    /// Bytes both ways; grows while the exchange is alive.
    pub(crate) fn total(&self) -> u64 {
        self.counts.up.load(Relaxed) + self.counts.down.load(Relaxed)
    }
}

/// How far an exchange's events are.
#[derive(PartialEq, Eq)]
enum Stage {
    Undecided,
    Allowed,
    Over,
}

/// One request. Every one gets a decision: dropped undecided it records a failure, dropped while
/// allowed it records its end.
pub(crate) struct Exchange {
    shared: Arc<Shared>,
    id: u64,
    kind: Kind,
    host: String,
    port: u16,
    resolved: Vec<IpAddr>,
    meter: Meter,
    stage: Stage,
    permit: Option<OwnedSemaphorePermit>,
}

impl Exchange {
    pub(crate) fn new(shared: Arc<Shared>, kind: Kind, host: String, port: u16) -> Self {
        let id = shared.log.next_id();
        let permit = Arc::clone(&shared.exchanges).try_acquire_owned().ok();
        let meter = Meter { shared: Arc::clone(&shared), counts: Arc::default() };
        Self { shared, id, kind, host, port, resolved: Vec::new(), meter, stage: Stage::Undecided, permit }
    }

    /// Whether it is within the limit of exchanges at once.
    pub(crate) fn has_place(&self) -> bool {
        self.permit.is_some()
    }

    /// Whether the proxy may carry another byte.
    pub(crate) fn has_bytes(&self) -> bool {
        let most = self.shared.settings.limits.total_bytes;
        most.is_none_or(|most| self.shared.log.bytes() < most)
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(crate) fn meter(&self) -> Meter {
        self.meter.clone()
    }

    /// Takes the normalised host once the judge has read it.
    pub(crate) fn set_target(&mut self, host: String, port: u16) {
        (self.host, self.port) = (host, port);
    }

    pub(crate) fn set_resolved(&mut self, addresses: &[IpAddr]) {
        self.resolved = addresses.to_vec();
    }

    pub(crate) fn allowed(&mut self, addr: SocketAddr) {
        self.stage = Stage::Allowed;
        self.record(Decision::Allowed { addr });
    }

    pub(crate) fn stopped(mut self, stop: &Stop) {
        self.stage = Stage::Over;
        self.record(match stop {
            Stop::Refused(refusal) => Decision::Refused(refusal.clone()),
            Stop::Failed(failure) => Decision::Failed { what: failure.what() },
        });
    }

    fn record(&self, decision: Decision) {
        self.shared.log.record(Event {
            id: self.id,
            at: SystemTime::now(),
            instant: Instant::now(),
            kind: self.kind,
            host: self.host.clone(),
            port: self.port,
            resolved: self.resolved.clone(),
            decision,
            bytes_up: self.meter.counts.up.load(Relaxed),
            bytes_down: self.meter.counts.down.load(Relaxed),
        });
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        match self.stage {
            Stage::Undecided => self.record(Decision::Failed { what: Failure::Cut.what() }),
            Stage::Allowed if self.meter.is_over() => {
                self.record(Decision::Failed { what: Failure::Bytes.what() });
            }
            Stage::Allowed => self.record(Decision::Ended),
            Stage::Over => {}
        }
    }
}
