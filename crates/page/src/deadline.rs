use std::time::{Duration, Instant};

/// When an operation of several steps must be done. Each step gets what is left.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// A deadline this far from now.
    pub fn after(duration: Duration) -> Self {
        Self(Instant::now() + duration)
    }

    /// What is left; zero when it has passed.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// The sooner of this deadline and one `duration` from now.
    pub fn at_most(self, duration: Duration) -> Self {
        Self(self.0.min(Instant::now() + duration))
    }

    /// A deadline for one part of the operation that may leave it unanswered: a third of what is left and at most two
    /// seconds, so that there is time for the rest whatever the parts do.
    pub(crate) fn share(self) -> Self {
        const LONGEST: Duration = Duration::from_secs(2);
        self.at_most(LONGEST.min(self.left() / 3))
    }

    /// As tokio's instant, for `timeout_at`.
    pub fn instant(self) -> tokio::time::Instant {
        tokio::time::Instant::from_std(self.0)
    }
}
