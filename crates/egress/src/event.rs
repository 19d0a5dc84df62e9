//! What the proxy decided, one event a decision.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use ringfence_policy::{Code, Refusal};
use tokio::sync::broadcast;

/// Stopped requests kept for [`crate::Egress::last_stop`].
const KEPT_STOPS: usize = 256;
/// Events a slow subscriber may be behind before it loses the oldest.
const EVENT_BACKLOG: usize = 1024;

/// How the proxy was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A tunnel.
    Connect,
    /// A plain HTTP request in absolute form.
    Http,
}

/// One decision about one request. An allowed one has a second event with the same id: its end, or the
/// failure that ended it.
#[derive(Debug, Clone)]
pub struct Event {
    /// The request's number in this proxy, from 1.
    pub id: u64,
    /// When.
    pub at: SystemTime,
    /// When, for comparing.
    pub instant: Instant,
    /// How it was asked.
    pub kind: Kind,
    /// The host in ASCII lower case where it could be read, else as it was sent.
    pub host: String,
    /// The port; 0 where none could be read.
    pub port: u16,
    /// What the name resolved to. For log and audit only, never for a model.
    pub resolved: Vec<IpAddr>,
    /// What was decided.
    pub decision: Decision,
    /// Bytes sent towards the host so far, heads among them; not those to an upstream proxy itself.
    pub bytes_up: u64,
    /// Bytes received from it so far.
    pub bytes_down: u64,
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Judged, vetted, dialled, and carrying what it may.
    Allowed {
        /// The vetted address that was dialled, by way of an upstream proxy where there is one; where
        /// that one resolves names, its own address. For log and audit only.
        addr: SocketAddr,
    },
    /// Refused.
    Refused(Refusal),
    /// Allowed, but it did not come about.
    Failed {
        /// What failed, in a phrase of ours.
        what: &'static str,
    },
    /// An allowed one is over; the byte counts are final.
    Ended,
}

/// Why a request went no further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// It was refused.
    Refused(Refusal),
    /// It was allowed and failed; a phrase of ours says what.
    Failed(&'static str),
}

impl Stopped {
    /// The refusal, if it was one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            Self::Failed(_) => None,
        }
    }
}

/// Sums over a proxy's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Requests that reached the proxy.
    pub requests: u64,
    /// Of those, allowed.
    pub allowed: u64,
    /// Of those, refused; requests without the credential are among them.
    pub refused: u64,
    /// Of those, failed; one that was allowed first is counted as both.
    pub failed: u64,
    /// Bytes sent towards hosts.
    pub bytes_up: u64,
    /// Bytes received from hosts.
    pub bytes_down: u64,
}

/// Sends events out, counts them, and remembers the latest stops.
#[derive(Debug)]
pub(crate) struct EventLog {
    sender: broadcast::Sender<Arc<Event>>,
    stops: Mutex<VecDeque<Arc<Event>>>,
    next_id: AtomicU64,
    allowed: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
    pub(crate) bytes_up: AtomicU64,
    pub(crate) bytes_down: AtomicU64,
}

impl EventLog {
    pub(crate) fn new() -> Self {
        Self {
            sender: broadcast::Sender::new(EVENT_BACKLOG),
            stops: Mutex::default(),
            next_id: AtomicU64::new(1),
            allowed: AtomicU64::default(),
            refused: AtomicU64::default(),
            failed: AtomicU64::default(),
            bytes_up: AtomicU64::default(),
            bytes_down: AtomicU64::default(),
        }
    }

    pub(crate) fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Relaxed)
    }

    /// Bytes carried so far, both ways.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes_up.load(Relaxed) + self.bytes_down.load(Relaxed)
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Arc<Event>> {
        self.sender.subscribe()
    }

    pub(crate) fn record(&self, event: Event) {
        let event = Arc::new(event);
        match &event.decision {
            Decision::Allowed { .. } => self.allowed.fetch_add(1, Relaxed),
            Decision::Refused(_) => {
                self.remember(&event);
                self.refused.fetch_add(1, Relaxed)
            }
            Decision::Failed { .. } => {
                self.remember(&event);
                self.failed.fetch_add(1, Relaxed)
            }
            Decision::Ended => 0,
        };
        tracing::debug!(id = event.id, host = %event.host, port = event.port, decision = ?event.decision, "egress");
        // Nobody listening is no failure.
        let _ = self.sender.send(event);
    }

    fn remember(&self, event: &Arc<Event>) {
        let mut stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        if stops.len() == KEPT_STOPS {
            stops.pop_front();
        }
        stops.push_back(Arc::clone(event));
    }

    /// Why the newest request for `host` at or after `since` that went no further was stopped. A missing
    /// credential is the browser's first try and explains nothing, so it is passed over.
    pub(crate) fn last_stop(&self, host: &str, since: Instant) -> Option<Stopped> {
        let host = host.strip_suffix('.').unwrap_or(host);
        let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops
            .iter()
            .rev()
            .take_while(|event| event.instant >= since)
            .filter(|event| event.host.eq_ignore_ascii_case(host))
            .find_map(|event| match &event.decision {
                Decision::Refused(refusal) if refusal.code != Code::Credential => {
                    Some(Stopped::Refused(refusal.clone()))
                }
                Decision::Failed { what } => Some(Stopped::Failed(what)),
                _ => None,
            })
    }

    pub(crate) fn totals(&self) -> Totals {
        Totals {
            requests: self.next_id.load(Relaxed) - 1,
            allowed: self.allowed.load(Relaxed),
            refused: self.refused.load(Relaxed),
            failed: self.failed.load(Relaxed),
            bytes_up: self.bytes_up.load(Relaxed),
            bytes_down: self.bytes_down.load(Relaxed),
        }
    }
}
