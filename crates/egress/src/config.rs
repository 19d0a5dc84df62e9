//! What a proxy is made of.

use std::sync::Arc;
use std::time::Duration;

use ringfence_policy::Policy;
use tokio::sync::Semaphore;

use crate::identity::Presenter;
use crate::resolver::Resolver;
use crate::upstream::Upstream;

/// What a proxy is made of.
pub struct EgressConfig {
    /// Judges every request.
    pub policy: Policy,
    /// Resolves the names that the policy allowed.
    pub resolver: Arc<dyn Resolver>,
    /// Deadlines, limits, and the way out.
    pub settings: Settings,
    /// Which servers are shown a client certificate. Default none.
    pub presenter: Presenter,
}

impl EgressConfig {
    /// A configuration with the default settings.
    pub fn new(policy: Policy, resolver: Arc<dyn Resolver>) -> Self {
        Self { policy, resolver, settings: Settings::default(), presenter: Presenter::default() }
    }
}

/// How a proxy works, apart from what it lets through.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Deadlines.
    pub timeouts: Timeouts,
    /// Limits.
    pub limits: Limits,
    /// A further proxy that public hosts are reached through. Default none: they are dialled.
    pub upstream: Option<Upstream>,
}

/// Deadlines. Each wait of the proxy has one; more than a year counts as a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For a request's head to arrive, and for a kept connection to send its next request. Default
    /// 60 s.
    pub head: Duration,
    /// For a name to resolve. Default 10 s.
    pub resolve: Duration,
    /// For all dialling of one request, by way of an upstream proxy, too. Default 10 s.
    pub dial: Duration,
    /// For a tunnel's first message (TLS ClientHello or WebSocket upgrade). Default 10 s.
    pub hello: Duration,
    /// For TLS to be set up with a server that is shown a client certificate, and for the same with the browser. Default
    /// 10 s.
    pub handshake: Duration,
    /// For a plain response's head. Default 60 s.
    pub response: Duration,
    /// Without a byte in either direction. Default 10 min.
    pub idle: Duration,
}

/// Longer than any proxy lives, and short enough to be added to any time.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);
/// The least that hyper takes for a head's buffer.
const SMALLEST_HEAD: usize = 8192;

impl Settings {
    /// The same within what is documented, so that no value makes the proxy panic.
    pub(crate) fn bounded(self) -> Self {
        let Timeouts { head, resolve, dial, hello, handshake, response, idle } = self.timeouts;
        let [head, resolve, dial, hello, handshake, response, idle] =
            [head, resolve, dial, hello, handshake, response, idle].map(|timeout| timeout.min(LONGEST));
        let limits = Limits {
            exchanges: self.limits.exchanges.min(Semaphore::MAX_PERMITS),
            head_bytes: self.limits.head_bytes.max(SMALLEST_HEAD),
            ..self.limits
        };
        Self { timeouts: Timeouts { head, resolve, dial, hello, handshake, response, idle }, limits, ..self }
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(60),
            resolve: Duration::from_secs(10),
            dial: Duration::from_secs(10),
            hello: Duration::from_secs(10),
            handshake: Duration::from_secs(10),
            response: Duration::from_secs(60),
            idle: Duration::from_secs(600),
        }
    }
}

/// Limits. What would go over a limit of bytes is not passed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Tunnels and plain requests at once; one more is refused. Default 1,024.
    pub exchanges: usize,
    /// Client connections at once; one more is closed. Default 2,048.
    pub connections: usize,
    /// A request's or response's head in bytes; fewer than 8,192 count as 8,192. Default 65,536.
    pub head_bytes: usize,
    /// Bytes that one tunnel or plain request may carry, both ways together, heads among them; it is
    /// ended there. Default 4 GiB.
    pub exchange_bytes: u64,
    /// Bytes that all may carry over the proxy's life, both ways together. When they are used up,
    /// what runs is ended and what comes is refused. Default none.
    pub total_bytes: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            exchanges: 1024,
            connections: 2048,
            head_bytes: 64 * 1024,
            exchange_bytes: 4 << 30,
            total_bytes: None,
        }
    }
}
