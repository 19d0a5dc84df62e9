//! The proxy as its owner sees it.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use ringfence_policy::Policy;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, broadcast, oneshot};
use tokio::task::JoinHandle;

use crate::config::{EgressConfig, Settings};
use crate::event::{Event, EventLog, Stopped, Totals};
use crate::identity::Presenter;
use crate::judge::credential::Credential;
use crate::judge::own::OwnListener;
use crate::resolver::Resolver;
use crate::server;

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
    pub(crate) settings: Settings,
    pub(crate) presenter: Presenter,
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
        let settings = config.settings.bounded();
        let shared = Arc::new(Shared {
            policy: config.policy,
            resolver: config.resolver,
            credential: Credential::random().map_err(StartError::Random)?,
            log: EventLog::new(),
            exchanges: Arc::new(Semaphore::new(settings.limits.exchanges)),
            settings,
            presenter: config.presenter,
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
