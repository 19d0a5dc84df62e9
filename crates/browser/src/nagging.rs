use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// So many dialogs in so short a time are no questions to anybody.
const MANY: usize = 3;
const SHORT: Duration = Duration::from_secs(1);

/// When a page has opened its last few dialogs.
#[derive(Debug, Default)]
pub(crate) struct Nagging(VecDeque<Instant>);

impl Nagging {
    /// A dialog has opened.
    pub(crate) fn note(&mut self) {
        if self.0.len() == MANY {
            self.0.pop_front();
        }
        self.0.push_back(Instant::now());
    }

    /// Whether the page is opening one dialog after the other.
    pub(crate) fn is_on(&self) -> bool {
        self.0.len() == MANY && self.0.front().is_some_and(|first| first.elapsed() < SHORT)
    }
}
