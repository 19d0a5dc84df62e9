//! The downloads that run, and how much has come of them.

use std::collections::HashMap;

use tokio::task::AbortHandle;

use super::Unkept;

/// Those of one browser, by Chromium's names for them.
#[derive(Debug, Default)]
pub(crate) struct Downloads {
    pub(super) running: HashMap<String, Running>,
    /// Those that have begun: numbers are never used again.
    pub(crate) begun: u64,
    pub(super) kept: u32,
    pub(super) kept_bytes: u64,
}

#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: String,
    pub(super) url: String,
    /// What its site calls it.
    pub(super) name: String,
    /// What has come of it.
    pub(super) bytes: u64,
    /// It is complete and being kept.
    pub(super) keeping: bool,
    /// Why it was told to stop.
    pub(super) stopped: Option<Unkept>,
    /// Tells it to stop when it takes too long.
    pub(super) timer: Option<Timer>,
}

/// A task that ends with what it is about: a page may begin downloads without end.
#[derive(Debug)]
pub(super) struct Timer(pub(super) AbortHandle);

impl Drop for Timer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The most bytes of an address that are kept: a `data:` address holds all of a file, and a page may start many.
pub(super) const LONGEST_URL: usize = 16 << 10;

/// The most bytes of a site's own name for a download that are kept.
pub(super) const LONGEST_NAME: usize = 200;

pub(super) fn cut(mut text: String, longest: usize) -> String {
    text.truncate(text.floor_char_boundary(longest));
    text.shrink_to_fit();
    text
}

impl Downloads {
    /// What was kept, and what has come of those that run.
    pub(super) fn bytes(&self) -> u64 {
        self.running.values().map(|running| running.bytes).fold(self.kept_bytes, u64::saturating_add)
    }

    /// How many were kept, and how many may be.
    pub(super) fn files(&self) -> usize {
        let going_on = self.running.values().filter(|running| running.stopped.is_none()).count();
        usize::try_from(self.kept).unwrap_or(usize::MAX).saturating_add(going_on)
    }
}
