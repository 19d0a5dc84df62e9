//! The canary: before anybody gets a browser, a request of its own must fail in it and be seen by our proxy.
//!
//! Were the browser not to use the proxy, or the proxy to let through what no list allows, this would tell. The blank
//! tab makes the request, which the judging of pages' requests lets pass this once: that layer is not the boundary.

use std::sync::Arc;

use ringfence_cdp::CallError;
use ringfence_cdp::protocol::runtime::Evaluate;
use ringfence_egress::{Decision, Event};
use ringfence_page::Deadline;
use ringfence_toolset::TabId;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;

use crate::browser::Browser;
use crate::diagnostics::Diagnostics;
use crate::remote::plain;

/// A name that no mode allows unless a list has it: its top level is reserved for names that don't exist (RFC 2606).
const HOST: &str = "ringfence-canary.invalid";
/// The canary's address, as Chromium writes it.
pub(crate) const ADDRESS: &str = "https://ringfence-canary.invalid/";

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
    pub(crate) async fn fly_canary(&self, tab: &TabId, deadline: Deadline) -> Result<(), Flight> {
        let events = self.exit.events();
        let session = {
            let state = self.shared.read();
            state.tabs.iter().find(|open| open.id == *tab).map(|open| open.session.clone())
        };
        let Some(session) = session else { return Err(Flight::Bad(CanaryError::Unseen)) };
        self.shared.change(|state| state.canary = true);
        let script = format!("fetch('{ADDRESS}', {{ mode: 'no-cors' }}).then(() => true, () => false)");
        let request =
            Evaluate { await_promise: Some(true), return_by_value: Some(true), ..Evaluate::new(script) };
        let answer = session.call(&request, deadline.left()).await;
        self.caught_up().await;
        self.shared.change(|state| {
            state.canary = false;
            // Nobody is told of it as of a doing of a page's.
            if let Some(tab) = state.tabs.get_mut(tab) {
                tab.diagnostics = Diagnostics::default();
            }
        });
        let answer = answer.map_err(Flight::Lost)?;
        if plain(&answer.result).as_deref() != Some("false") {
            return Err(Flight::Bad(CanaryError::GotThrough));
        }
        judge(events).map_err(Flight::Bad)
    }
}

/// What our proxy made of it. It tells of a refusal before it answers, so nothing has to be waited for.
fn judge(mut events: Receiver<Arc<Event>>) -> Result<(), CanaryError> {
    let mut outcome = Err(CanaryError::Unseen);
    loop {
        match events.try_recv() {
            Ok(event) if event.host == HOST => match event.decision {
                Decision::Refused(_) => outcome = Ok(()),
                _ => return Err(CanaryError::GotThrough),
            },
            Ok(_) | Err(TryRecvError::Lagged(_)) => {}
            Err(TryRecvError::Empty | TryRecvError::Closed) => return outcome,
        }
    }
}
