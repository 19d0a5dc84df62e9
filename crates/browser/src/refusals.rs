//! What pages were refused, for whoever can be told of more than its number.

use std::collections::HashSet;

use ringfence_policy::{Code, List, Refusal};
use ringfence_toolset::PageRefusal;

use crate::state::MAX_REPORTS;

/// Refusals that were not reported yet.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    waiting: Vec<PageRefusal>,
    /// Loads that were noted, by host, code and what to do, which names a port: a page that loads from where it may not does
    /// so all the time, and is told of once.
    loads: HashSet<(String, Code, String)>,
}

impl Refusals {
    /// Notes a document of which no tab tells, such as a popup's.
    pub(crate) fn document(&mut self, refusal: &Refusal) {
        self.note(List::Navigate, refusal);
    }

    /// Notes something that a page was to load.
    pub(crate) fn load(&mut self, refusal: &Refusal) {
        let key = (refusal.subject.clone(), refusal.code, refusal.hint.clone());
        if self.loads.len() == MAX_REPORTS && !self.loads.contains(&key) {
            // Rather told twice than never: a page that tries a thousand hosts must not silence what comes after it.
            self.loads.clear();
        }
        if self.loads.insert(key) {
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

#[cfg(test)]
mod tests {
    use ringfence_policy::{Code, Refusal};

    use super::Refusals;
    use crate::state::MAX_REPORTS;

    fn refusal(host: &str, hint: &str) -> Refusal {
        Refusal::new(Code::NotListed, host, None, hint)
    }

    /// Seen to fail with a full set taking in no more.
    #[test]
    fn a_flood_of_hosts_does_not_silence_what_comes_after_it() {
        let mut refusals = Refusals::default();
        (0..3 * MAX_REPORTS / 2).for_each(|n| refusals.load(&refusal(&format!("h{n}.test"), "")));
        assert_eq!(refusals.take().len(), MAX_REPORTS);
        refusals.load(&refusal("cdn.test", ""));
        refusals.load(&refusal("cdn.test", ""));
        let told: Vec<_> = refusals.take().into_iter().map(|told| told.refusal.subject).collect();
        assert_eq!(told, ["cdn.test"]);
    }

    #[test]
    fn each_port_of_a_host_is_told_once() {
        let mut refusals = Refusals::default();
        for port in [8443, 9443, 8443] {
            refusals.load(&refusal("cdn.test", &format!("Ask for --load https://cdn.test:{port}.")));
        }
        assert_eq!(refusals.take().len(), 2);
    }
}
