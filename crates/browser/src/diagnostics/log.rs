use std::collections::VecDeque;

/// The newest entries since the last reading, and how many older ones there was no room for.
#[derive(Debug)]
pub(super) struct Log<T> {
    entries: VecDeque<T>,
    dropped: u64,
}

/// Entries of one tab that are kept.
const KEPT: usize = 1000;

impl<T> Default for Log<T> {
    fn default() -> Self {
        Self { entries: VecDeque::new(), dropped: 0 }
    }
}

impl<T> Log<T> {
    pub(super) fn push(&mut self, entry: T) {
        if self.entries.len() == KEPT {
            self.entries.pop_front();
            self.dropped += 1;
        }
        self.entries.push_back(entry);
    }

    /// The newest entry that fits.
    pub(super) fn newest(&mut self, fits: impl Fn(&T) -> bool) -> Option<&mut T> {
        self.entries.iter_mut().rev().find(|entry| fits(entry))
    }

    /// Takes everything out, a line each, the oldest first.
    pub(super) fn take(&mut self, line: impl Fn(&T) -> String) -> String {
        let mut lines: Vec<String> = Vec::with_capacity(self.entries.len() + 1);
        if self.dropped > 0 {
            lines.push(format!("… {} older entries were dropped", self.dropped));
        }
        lines.extend(self.entries.iter().map(line));
        self.entries.clear();
        self.dropped = 0;
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::Log;

    #[test]
    fn a_flood_keeps_the_newest_and_says_what_is_missing() {
        let mut log = Log::default();
        for number in 0..1003 {
            log.push(number);
        }
        let text = log.take(u32::to_string);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("… 3 older entries were dropped"));
        assert_eq!(lines.next(), Some("3"));
        assert_eq!(lines.last(), Some("1002"));
        assert_eq!(log.take(u32::to_string), "");
    }
}
