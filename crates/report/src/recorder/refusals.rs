//! Different refusals, counted, with when they were.

use std::time::SystemTime;

use crate::recording::RefusalRecord;

/// Different refusals of one layer: what a page tries must not crowd out what the agent was refused.
const MOST_OF_A_LAYER: usize = 250;
/// Times that are kept of one refusal.
const MOST_TIMES: usize = 40;

#[derive(Debug, Default)]
pub(super) struct Refusals {
    kept: Vec<Kept>,
    /// Different ones that are not kept.
    pub(super) omitted: u64,
}

#[derive(Debug)]
struct Kept {
    record: RefusalRecord,
    /// When, each with how many calls had been told of by then: of the times between two such tellings the first and the last,
    /// as one may belong to the call before and one to the call after.
    times: Vec<(usize, SystemTime)>,
}

impl Refusals {
    /// Counts a refusal that was told before, else keeps it. `told` is how many calls have been told of.
    pub(super) fn add(&mut self, refusal: RefusalRecord, told: usize) {
        if let Some(known) = self.kept.iter_mut().find(|known| is_same(&known.record, &refusal)) {
            known.record.times += 1;
            known.note(told, refusal.at);
            return;
        }
        let of_its_layer = self.kept.iter().filter(|known| known.record.layer == refusal.layer).count();
        if of_its_layer >= MOST_OF_A_LAYER {
            self.omitted += 1;
        } else {
            let times = vec![(told, refusal.at)];
            self.kept.push(Kept { record: refusal, times });
        }
    }

    /// The records. `step_before` finds the step that a time of a session belongs to.
    pub(super) fn records(
        &self,
        step_before: impl Fn(&str, SystemTime) -> Option<usize>,
    ) -> Vec<RefusalRecord> {
        let record = |Kept { record, times }: &Kept| {
            let mut steps: Vec<_> =
                times.iter().filter_map(|(_, at)| step_before(&record.session, *at)).collect();
            steps.sort_unstable();
            steps.dedup();
            RefusalRecord { steps, ..record.clone() }
        };
        self.kept.iter().map(record).collect()
    }
}

impl Kept {
    fn note(&mut self, told: usize, at: SystemTime) {
        match self.times.as_mut_slice() {
            [.., (before, _), (last, time)] if *before == told && *last == told => *time = at,
            times if times.len() < MOST_TIMES => self.times.push((told, at)),
            _ => {}
        }
    }
}

fn is_same(known: &RefusalRecord, other: &RefusalRecord) -> bool {
    (&known.session, known.layer, &known.subject, &known.code, &known.rule)
        == (&other.session, other.layer, &other.subject, &other.code, &other.rule)
}
