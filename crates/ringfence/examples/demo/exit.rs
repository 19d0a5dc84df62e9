//! What the browser's exit decided, read from its events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ringfence::egress::{Decision, Event};
use ringfence::policy::Code;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

/// How long a decision that must come may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The exit's decisions so far.
#[derive(Debug)]
pub(crate) struct ExitLog {
    receiver: Receiver<Arc<Event>>,
    events: Vec<Arc<Event>>,
}

/// Sums for one host and port.
#[derive(Debug, Default)]
pub(crate) struct HostSum {
    pub(crate) allowed: usize,
    pub(crate) failed: usize,
    /// The codes of refusals, one each.
    pub(crate) refused: Vec<Code>,
    pub(crate) bytes_up: u64,
    pub(crate) bytes_down: u64,
}

impl ExitLog {
    /// Keeps what `receiver` tells.
    pub(crate) fn new(receiver: Receiver<Arc<Event>>) -> Self {
        Self { receiver, events: Vec::new() }
    }

    /// Waits until a host was refused, and returns the code. The browser's first try without the session's credential
    /// doesn't count.
    pub(crate) async fn refused(&mut self, host: &str) -> Result<Code> {
        let found = tokio::time::timeout(PATIENCE, async {
            loop {
                let known =
                    self.events.iter().filter(|event| event.host == host).find_map(|event| refusal(event));
                if let Some(code) = known {
                    return Ok(code);
                }
                match self.receiver.recv().await {
                    Ok(event) => self.events.push(event),
                    Err(RecvError::Closed) => bail!("the exit closed before it refused {host}"),
                    Err(RecvError::Lagged(lost)) => bail!("{lost} events of the exit were lost"),
                }
            }
        });
        found.await.with_context(|| format!("the exit did not refuse {host} in time"))?
    }

    /// Whether anything was asked of the exit for this host.
    pub(crate) fn saw(&mut self, host: &str) -> Result<bool> {
        self.catch_up()?;
        Ok(self.events.iter().any(|event| event.host == host))
    }

    /// The sums by host and port.
    pub(crate) fn by_host(&mut self) -> Result<BTreeMap<(String, u16), HostSum>> {
        self.catch_up()?;
        let mut sums: BTreeMap<(String, u16), HostSum> = BTreeMap::new();
        for event in &self.events {
            let sum = sums.entry((event.host.clone(), event.port)).or_default();
            match &event.decision {
                Decision::Allowed { .. } => sum.allowed += 1,
                Decision::Failed { .. } => sum.failed += 1,
                Decision::Refused(_) => sum.refused.extend(refusal(event)),
                Decision::Ended => {
                    sum.bytes_up += event.bytes_up;
                    sum.bytes_down += event.bytes_down;
                }
            }
        }
        Ok(sums)
    }

    /// The hosts that something was carried to.
    pub(crate) fn reached(&mut self) -> Result<BTreeSet<String>> {
        let sums = self.by_host()?;
        Ok(sums.into_iter().filter(|(_, sum)| sum.allowed > 0).map(|((host, _), _)| host).collect())
    }

    fn catch_up(&mut self) -> Result<()> {
        loop {
            match self.receiver.try_recv() {
                Ok(event) => self.events.push(event),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return Ok(()),
                Err(TryRecvError::Lagged(lost)) => bail!("{lost} events of the exit were lost"),
            }
        }
    }
}

/// The code of a refusal, except the browser's first try without the session's credential.
fn refusal(event: &Event) -> Option<Code> {
    match &event.decision {
        Decision::Refused(refusal) if refusal.code != Code::Credential => Some(refusal.code),
        _ => None,
    }
}
