//! What pages were refused, for whoever can be told of more than its number.

use std::collections::HashSet;

use ringfence_policy::{Code, List, Refusal};
use ringfence_toolset::PageRefusal;

use crate::state::MAX_REPORTS;

/// Refusals that were not reported yet.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    waiting: Vec<PageRefusal>,
    /// Loads that were noted, by host and code: a page that loads from where it may not does so all the time, and is told
    /// of once.
    loads: HashSet<(String, Code)>,
}

impl Refusals {
    /// Notes a document of which no tab tells, such as a popup's.
    pub(crate) fn document(&mut self, refusal: &Refusal) {
        self.note(List::Navigate, refusal);
    }

    /// Notes something that a page was to load.
    pub(crate) fn load(&mut self, refusal: &Refusal) {
        let key = (refusal.subject.clone(), refusal.code);
        if self.loads.len() < MAX_REPORTS && self.loads.insert(key) {
            self.note(List::Load, refusal);
        }
    }

    /// Takes what was not reported yet.
    pub(crate) fn take(&mut self) -> Vec<PageRefusal> {
        std::mem::take(&mut self.waiting)
    }

    fn note(&mut self, list: List, refusal: &Refusal) {
        if self.waiting.len() < MAX_REPORTS {
            self.waiting.push(PageRefusal { list, refusal: refusal.clone() });
        }
    }
}
