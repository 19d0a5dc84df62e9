//! Notices a call that is made from inside a call of the same toolset: it would wait for itself (P1).

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};

tokio::task_local! {
    /// The toolsets whose calls the current task is inside of.
    static INSIDE: Vec<Token>;
}

/// A toolset's own mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token(u64);

impl Token {
    pub(crate) fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Tells whether the current task is inside a call of this toolset. A task that the call spawned is another one.
    pub(crate) fn is_inside(self) -> bool {
        INSIDE.try_with(|inside| inside.contains(&self)).unwrap_or(false)
    }

    /// Runs a call of this toolset.
    pub(crate) async fn inside<T>(self, call: impl Future<Output = T>) -> T {
        let mut inside = INSIDE.try_with(Clone::clone).unwrap_or_default();
        inside.push(self);
        INSIDE.scope(inside, call).await
    }
}
