//! The proxy as its owner sees it.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ringfence_policy::Policy;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, broadcast, oneshot};
use tokio::task::JoinHandle;

use crate::credential::Credential;
use crate::event::{Event, EventLog, Stopped, Totals};
use crate::own::OwnListener;
use crate::resolver::Resolver;
use crate::server;

/// What a proxy is made of.
pub struct EgressConfig {
    /// Judges every request.
    pub policy: Policy,
    /// Resolves the names that the policy allowed.
    pub resolver: Arc<dyn Resolver>,
    /// Deadlines.
    pub timeouts: Timeouts,
    /// Limits.
    pub limits: Limits,
}

impl EgressConfig {
    /// A configuration with the default deadlines and limits.
    pub fn new(policy: Policy, resolver: Arc<dyn Resolver>) -> Self {
        Self { policy, resolver, timeouts: Timeouts::default(), limits: Limits::default() }
    }
}

/// Deadlines. Each wait of the proxy has one.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// For a request's head to arrive, and for a kept connection to send its next request. Default
    /// 60 s.
    pub head: Duration,
    /// For a name to resolve. Default 10 s.
    pub resolve: Duration,
    /// For all dialling of one request. Default 10 s.
    pub dial: Duration,
    /// For a tunnel's first message (TLS ClientHello or WebSocket upgrade). Default 10 s.
    pub hello: Duration,
    /// For a plain response's head. Default 60 s.
    pub response: Duration,
    /// Without a byte in either direction. Default 10 min.
    pub idle: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(60),
            resolve: Duration::from_secs(10),
            dial: Duration::from_secs(10),
            hello: Duration::from_secs(10),
            response: Duration::from_secs(60),
            idle: Duration::from_secs(600),
        }
    }
}

/// Limits.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Tunnels and plain requests at once; one more is refused. Default 1,024.
    pub exchanges: usize,
    /// Client connections at once; one more is closed. Default 2,048.
    pub connections: usize,
    /// A request's or response's head in bytes, at least 8,192. Default 65,536.
    pub head_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { exchanges: 1024, connections: 2048, head_bytes: 64 * 1024 }
    }
}

/// Why a proxy did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The listener could not be taken over.
    #[error("the proxy can't take over its listening socket: {0}; hand over a bound TCP listener")]
    Listener(#[source] io::Error),
    /// The system gave no random bytes for the credential.
    #[error("the system gives no random bytes for the proxy's credential: {0}")]
    Random(#[source] getrandom::Error),
}

/// What the tasks of one proxy share.
pub(crate) struct Shared {
    pub(crate) policy: Policy,
    pub(crate) resolver: Arc<dyn Resolver>,
    pub(crate) timeouts: Timeouts,
    pub(crate) limits: Limits,
    pub(crate) credential: Credential,
    pub(crate) log: EventLog,
    pub(crate) exchanges: Arc<Semaphore>,
}

/// A running proxy. Dropping it ends it and every tunnel; [`Egress::close`] also waits for that.
pub struct Egress {
    addr: SocketAddr,
    shared: Arc<Shared>,
    stop: oneshot::Sender<()>,
    accepting: JoinHandle<()>,
    _own: OwnListener,
}

impl Egress {
    /// Starts a proxy on a listening socket, which may come from another network namespace.
    ///
    /// # Errors
    /// When the socket can't be used or the system gives no random bytes.
    pub async fn start(listener: std::net::TcpListener, config: EgressConfig) -> Result<Egress, StartError> {
        listener.set_nonblocking(true).map_err(StartError::Listener)?;
        let listener = TcpListener::from_std(listener).map_err(StartError::Listener)?;
        let addr = listener.local_addr().map_err(StartError::Listener)?;
        let shared = Arc::new(Shared {
            policy: config.policy,
            resolver: config.resolver,
            timeouts: config.timeouts,
            limits: config.limits,
            credential: Credential::random().map_err(StartError::Random)?,
            log: EventLog::new(),
            exchanges: Arc::new(Semaphore::new(config.limits.exchanges)),
        });
        let own = OwnListener::register(addr);
        let (stop, stopped) = oneshot::channel();
        let accepting = tokio::spawn(server::accept(listener, Arc::clone(&shared), stopped));
        Ok(Egress { addr, shared, stop, accepting, _own: own })
    }

    /// Where it listens, as seen from the listener's network namespace.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// What a client must send as `Proxy-Authorization: Basic`.
    pub fn credential(&self) -> &Credential {
        &self.shared.credential
    }

    /// Events from now on. A subscriber that falls 1,024 events behind loses the oldest.
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<Event>> {
        self.shared.log.subscribe()
    }

    /// Why the newest request for a host, at or after `since`, that went no further was stopped; of the
    /// latest 256. Missing credentials are passed over.
    pub fn last_stop(&self, host: &str, since: Instant) -> Option<Stopped> {
        self.shared.log.last_stop(host, since)
    }

    /// Sums since the start.
    pub fn totals(&self) -> Totals {
        self.shared.log.totals()
    }

    /// Stops listening and ends every tunnel and request; returns when they are gone.
    pub async fn close(self) {
        // The accepting task may have ended by itself only by a panic, which ends its tunnels, too.
        let _ = self.stop.send(());
        let _ = self.accepting.await;
    }
}
