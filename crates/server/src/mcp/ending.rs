//! How the face comes to its end, and what that means for calls that still run.

use std::time::Duration;

use tokio::sync::watch;

/// How long calls may go on when the input has ended: a client that closes it waits for the process to go.
const GRACE: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Open,
    /// Nothing more is asked; answers may still be read.
    InputOver,
    /// Nobody reads answers any more.
    OutputGone,
}

/// Tells everybody that the face is ending.
#[derive(Debug, Clone)]
pub(super) struct Ending(watch::Sender<Phase>);

impl Default for Ending {
    fn default() -> Self {
        Self(watch::Sender::new(Phase::Open))
    }
}

impl Ending {
    /// The input is over.
    pub(super) fn input_over(&self) {
        self.0.send_if_modified(|phase| {
            let is_news = *phase == Phase::Open;
            if is_news {
                *phase = Phase::InputOver;
            }
            is_news
        });
    }

    /// Nobody reads what is written any more.
    pub(super) fn output_gone(&self) {
        self.0.send_replace(Phase::OutputGone);
    }

    pub(super) fn is_output_gone(&self) -> bool {
        *self.0.borrow() == Phase::OutputGone
    }

    /// Waits until nobody reads answers any more.
    pub(super) async fn nobody_reads(&self) {
        self.reached(Phase::OutputGone).await;
    }

    /// Waits until calls that still run are to be given up.
    pub(super) async fn calls_given_up(&self) {
        self.reached(Phase::InputOver).await;
        // Whichever is first; both mean the same here.
        let _either = tokio::time::timeout(GRACE, self.nobody_reads()).await;
    }

    /// Waits for a phase, or one after it.
    async fn reached(&self, wanted: Phase) {
        let mut phases = self.0.subscribe();
        // The sender is ours, so it can't be gone.
        let _ = phases.wait_for(|phase| *phase as u8 >= wanted as u8).await;
    }
}

/// Gives up all calls when it is dropped.
pub(super) struct GiveUp(pub(super) Ending);

impl Drop for GiveUp {
    fn drop(&mut self) {
        self.0.output_gone();
    }
}
