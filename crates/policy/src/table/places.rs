//! Where entries were written, by runs of entries from one file.

use std::sync::Arc;

use crate::source::Source;

/// The places of a table's entries. An entry keeps only a line.
#[derive(Debug, Default)]
pub(super) struct Places {
    runs: Vec<Run>,
    /// What came from no file, whole.
    others: Vec<Source>,
}

#[derive(Debug)]
struct Run {
    /// The first slot of the run; it goes on to the next run's first.
    first: u32,
    /// None where the line is a number in `others`.
    file: Option<Arc<str>>,
}

impl Places {
    /// Notes where the entry of `slot` came from; slots come in rising order. Gives the line to keep,
    /// or none when there are too many.
    pub(super) fn add(&mut self, slot: u32, source: &Source) -> Option<u32> {
        let (file, line) = match source.file_and_line() {
            Some((file, line)) => (Some(file), line),
            None => {
                let number = u32::try_from(self.others.len()).ok()?;
                self.others.push(source.clone());
                (None, number)
            }
        };
        if self.runs.last().is_none_or(|run| run.file.as_ref() != file) {
            self.runs.push(Run { first: slot, file: file.cloned() });
        }
        Some(line)
    }

    pub(super) fn source(&self, slot: u32, line: u32) -> Option<Source> {
        let after = self.runs.partition_point(|run| run.first <= slot);
        match &self.runs.get(after.checked_sub(1)?)?.file {
            Some(file) => Some(Source::file(Arc::clone(file), line)),
            None => self.others.get(line as usize).cloned(),
        }
    }

    pub(super) fn shrink(&mut self) {
        self.runs.shrink_to_fit();
        self.others.shrink_to_fit();
    }
}
