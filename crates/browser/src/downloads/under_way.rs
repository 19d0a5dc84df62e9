//! Waiting for downloads that are under way.

use std::time::Duration;

use ringfence_page::Deadline;

use crate::browser::Browser;

impl Browser {
    /// How many downloads have begun and not ended yet.
    pub fn downloads_under_way(&self) -> usize {
        self.shared.read().downloads.running.len()
    }

    /// Waits until no download is under way, for so long at most. Witnesses have been told of each that has ended by then.
    pub async fn downloads_ended(&self, patience: Duration) {
        let none_left = |downloads: &super::Downloads| downloads.running.is_empty().then_some(());
        let _late = self.shared.wait(Deadline::after(patience), |state| none_left(&state.downloads)).await;
    }
}
