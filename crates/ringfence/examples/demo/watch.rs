//! What the exit and the judges tell while the session goes on.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use ringfence::egress::Decision;
use ringfence::policy::Code;
use ringfence::session::{Happening, Observer, SessionName};
use tokio::sync::Notify;

/// How long a decision that must come may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Keeps which hosts came to the exit, and which were refused.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    seen: Mutex<Seen>,
    bell: Notify,
}

#[derive(Debug, Default)]
struct Seen {
    at_exit: Vec<String>,
    refused: Vec<(String, Code)>,
}

impl Watch {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether anything was asked of the exit for this host.
    pub(crate) fn at_exit(&self, host: &str) -> bool {
        self.seen().at_exit.iter().any(|seen| seen == host)
    }

    /// Waits until a host was refused somewhere, and returns the code.
    pub(crate) async fn refused(&self, host: &str) -> Result<Code> {
        let refused = tokio::time::timeout(PATIENCE, async {
            loop {
                // Made before looking, so that what comes meanwhile rings.
                let bell = self.bell.notified();
                let known = self.seen().refused.iter().find(|(seen, _)| seen == host).map(|(_, code)| *code);
                match known {
                    Some(code) => return code,
                    None => bell.await,
                }
            }
        });
        refused.await.with_context(|| format!("nobody refused {host} in time"))
    }
}

impl Observer for Watch {
    fn happened(&self, _session: &SessionName, happening: &Happening<'_>) {
        let refused = match happening {
            Happening::Judged(judged) => {
                judged.verdict.as_ref().err().map(|refusal| (judged.host.clone(), refusal.code))
            }
            Happening::Exit { event, .. } => {
                self.seen().at_exit.push(event.host.clone());
                match &event.decision {
                    // The browser's first try, before it knows what to say to the proxy.
                    Decision::Refused(refusal) if refusal.code != Code::Credential => {
                        Some((event.host.clone(), refusal.code))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        self.seen().refused.extend(refused);
        self.bell.notify_waiters();
    }
}
