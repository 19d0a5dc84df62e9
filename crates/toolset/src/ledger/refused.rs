//! What pages were refused and nobody was told of yet.

use crate::state::PageRefusal;

/// How many wait at most; the oldest are kept, because the rest most often follows from them.
const MOST_WAITING: usize = 100;

#[derive(Debug, Default)]
pub(super) struct Refused(Vec<PageRefusal>);

impl Refused {
    /// Takes in refusals; of those that are alike the first.
    pub(super) fn report(&mut self, refused: Vec<PageRefusal>) {
        for new in refused {
            let known = self.0.iter().any(|old| is_alike(old, &new));
            if !known && self.0.len() < MOST_WAITING {
                self.0.push(new);
            }
        }
    }

    /// Takes what waits.
    pub(super) fn take(&mut self) -> Vec<PageRefusal> {
        std::mem::take(&mut self.0)
    }
}

fn is_alike(one: &PageRefusal, other: &PageRefusal) -> bool {
    one.list == other.list && one.refusal == other.refusal
}
