//! What came to the exit, summed by host.

use std::collections::BTreeMap;

use ringfence_egress::{Decision, Event};

use super::{LONGEST_INPUT, shorten};
use crate::recording::HostRecord;

/// Hosts that are kept one by one.
const MOST: usize = 1_000;

/// The sums, of the first hosts one by one and of the others together.
#[derive(Debug, Default)]
pub(super) struct Hosts {
    pub(super) single: BTreeMap<(String, u16), HostRecord>,
    pub(super) others: HostRecord,
}

impl Hosts {
    /// Counts what came. A host that is reached is kept before one that never was: a page that asks for a thousand names
    /// must not hide where something went.
    pub(super) fn add(&mut self, event: &Event) {
        let key = (shorten(&event.host, LONGEST_INPUT), event.port);
        if self.single.len() == MOST && !self.single.contains_key(&key) {
            let reached = matches!(event.decision, Decision::Allowed { .. });
            if !(reached && self.make_room()) {
                count(&mut self.others, event);
                return;
            }
        }
        count(self.single.entry(key).or_default(), event);
    }

    /// Puts one that was never reached to the others; false when each was.
    fn make_room(&mut self) -> bool {
        let unreached = self.single.iter().find(|(_, sums)| sums.allowed == 0).map(|(key, _)| key.clone());
        let Some(sums) = unreached.and_then(|key| self.single.remove(&key)) else { return false };
        self.others.refused += sums.refused;
        self.others.failed += sums.failed;
        true
    }
}

fn count(sums: &mut HostRecord, event: &Event) {
    match &event.decision {
        Decision::Allowed { .. } => sums.allowed += 1,
        Decision::Refused(_) => sums.refused += 1,
        Decision::Failed { .. } => sums.failed += 1,
        Decision::Ended => {}
    }
    // An exchange's bytes are told as it ends.
    if !matches!(event.decision, Decision::Allowed { .. }) {
        sums.bytes_up += event.bytes_up;
        sums.bytes_down += event.bytes_down;
    }
}
