//! The canary: before anybody gets a browser, a request of its own must fail in it and be seen by our proxy.
//!
//! Were the browser not to use the proxy, or the proxy to let through what no list allows, this would tell. The blank
//! tab makes the request, which the judging of pages' requests lets pass this once: that layer is not the boundary.
//!
//! The name is another each time, so that what is told of it is known to be the canary's. It is nobody's doing, so no
//! witness is told of it and no sum counts it.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::Arc;

use ringfence_cdp::protocol::runtime::Evaluate;
use ringfence_cdp::{CallError, Session};
use ringfence_egress::{Decision, Event, Totals};
use ringfence_page::Deadline;
use ringfence_policy::Code;
use ringfence_toolset::TabId;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;

use crate::browser::Browser;
use crate::diagnostics::Diagnostics;
use crate::remote::plain;

/// A request may fail before it leaves the browser, and says nothing then.
const TRIES: usize = 3;

/// A canary's name. No mode allows it unless a list does: its top level is reserved for names that don't exist
/// (RFC 2606).
#[derive(Debug, Clone)]
pub(crate) struct Canary {
    host: Arc<str>,
}

impl Canary {
    /// One that no page knows.
    pub(crate) fn new() -> Self {
        let random = RandomState::new().build_hasher().finish();
        Self { host: format!("{random:016x}.ringfence-canary.invalid").into() }
    }

    /// Where it flies to, as Chromium writes it.
    fn address(&self) -> String {
        format!("https://{}/", self.host)
    }

    /// Whether the exit tells of it.
    pub(crate) fn is_in(&self, event: &Event) -> bool {
        *event.host == *self.host
    }
}

/// Why a browser may not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CanaryError {
    /// The request was answered, or let through.
    #[error("a request that must be refused got through")]
    GotThrough,
    /// The request failed, but our proxy has not seen it.
    #[error("a request did not come to our proxy")]
    Unseen,
}

/// How the canary's flight could not be carried out, or how it ended badly.
pub(crate) enum Flight {
    Lost(CallError),
    Bad(CanaryError),
}

impl Browser {
    /// Sends the canary from a blank tab.
    pub(crate) async fn fly_canary(
        &self,
        canary: &Canary,
        tab: &TabId,
        deadline: Deadline,
    ) -> Result<(), Flight> {
        let session = {
            let state = self.shared.read();
            state.tabs.iter().find(|open| open.id == *tab).map(|open| open.session.clone())
        };
        let Some(session) = session else { return Err(Flight::Bad(CanaryError::Unseen)) };
        let mut flown = Err(Flight::Bad(CanaryError::Unseen));
        for _ in 0..TRIES {
            flown = self.fly_once(canary, tab, &session, deadline).await;
            if !matches!(flown, Err(Flight::Bad(CanaryError::Unseen))) {
                break;
            }
        }
        flown
    }

    async fn fly_once(
        &self,
        canary: &Canary,
        tab: &TabId,
        session: &Session,
        deadline: Deadline,
    ) -> Result<(), Flight> {
        let events = self.exit.events();
        let address = canary.address();
        let script = format!("fetch('{address}', {{ mode: 'no-cors' }}).then(() => true, () => false)");
        self.shared.change(|state| state.canary = Some(address));
        let request =
            Evaluate { await_promise: Some(true), return_by_value: Some(true), ..Evaluate::new(script) };
        let answer = session.call(&request, deadline.left()).await;
        self.caught_up().await;
        self.shared.change(|state| {
            state.canary = None;
            // Nobody is told of it as of a doing of a page's.
            if let Some(tab) = state.tabs.get_mut(tab) {
                tab.diagnostics = Diagnostics::default();
            }
        });
        let answer = answer.map_err(Flight::Lost)?;
        if plain(&answer.result).as_deref() != Some("false") {
            return Err(Flight::Bad(CanaryError::GotThrough));
        }
        let counted = judge(events, canary).map_err(Flight::Bad)?;
        self.exit.leave_out(counted);
        Ok(())
    }
}

/// What our proxy made of it, as it has counted it. It tells of a refusal before it answers, so nothing has to be waited
/// for.
fn judge(mut events: Receiver<Arc<Event>>, canary: &Canary) -> Result<Totals, CanaryError> {
    let mut counted = Totals::default();
    let mut outcome = Err(CanaryError::Unseen);
    loop {
        match events.try_recv() {
            Ok(event) if canary.is_in(&event) => {
                let Decision::Refused(refusal) = &event.decision else { return Err(CanaryError::GotThrough) };
                counted.requests += 1;
                counted.refused += 1;
                // A browser's first try has no credential, and is judged no further.
                if refusal.code != Code::Credential {
                    outcome = Ok(());
                }
            }
            Ok(_) | Err(TryRecvError::Lagged(_)) => {}
            Err(TryRecvError::Empty | TryRecvError::Closed) => return outcome.map(|()| counted),
        }
    }
}
