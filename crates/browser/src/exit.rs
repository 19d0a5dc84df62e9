//! The browser's own exit: the egress proxy, for as long as the browser lives.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use ringfence_egress::{Egress, Event, Stopped, Totals};
use tokio::sync::broadcast;

pub(crate) struct Exit {
    state: Mutex<State>,
    /// What is in no sum.
    left_out: OnceLock<Totals>,
}

enum State {
    Open(Egress),
    Closed(Totals),
}

impl Exit {
    pub(crate) fn new(egress: Egress) -> Self {
        Self { state: Mutex::new(State::Open(egress)), left_out: OnceLock::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why the newest request for a host since then that went no further was stopped.
    pub(crate) fn last_stop(&self, host: &str, since: Instant) -> Option<Stopped> {
        match &*self.state() {
            State::Open(egress) => egress.last_stop(host, since),
            State::Closed(_) => None,
        }
    }

    /// The decisions from now on; none once it is closed.
    pub(crate) fn events(&self) -> broadcast::Receiver<Arc<Event>> {
        match &*self.state() {
            State::Open(egress) => egress.subscribe(),
            State::Closed(_) => broadcast::Sender::new(1).subscribe(),
        }
    }

    /// Leaves these requests out of all sums. They were refused.
    pub(crate) fn leave_out(&self, refused: Totals) {
        let _ = self.left_out.set(refused);
    }

    /// What went through.
    pub(crate) fn totals(&self) -> Totals {
        let all = match &*self.state() {
            State::Open(egress) => egress.totals(),
            State::Closed(totals) => *totals,
        };
        let out = self.left_out.get().copied().unwrap_or_default();
        Totals {
            requests: all.requests.saturating_sub(out.requests),
            refused: all.refused.saturating_sub(out.refused),
            ..all
        }
    }

    /// Ends every tunnel and stops listening. Does nothing the second time.
    pub(crate) async fn close(&self) {
        let open = {
            let mut state = self.state();
            let totals = match &*state {
                State::Open(egress) => egress.totals(),
                State::Closed(totals) => *totals,
            };
            std::mem::replace(&mut *state, State::Closed(totals))
        };
        if let State::Open(egress) = open {
            egress.close().await;
        }
    }
}
