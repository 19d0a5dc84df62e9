//! An allocator that counts what is held.
#![expect(unsafe_code, reason = "an allocator can't be had otherwise; it only counts and passes on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(live, Relaxed);
        // SAFETY: the caller's own promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's own promise.
        unsafe { System.dealloc(at, layout) }
    }
}

/// The bytes that are held now.
pub(crate) fn live() -> usize {
    LIVE.load(Relaxed)
}

/// Begins to look for the highest number held.
pub(crate) fn start_peak() {
    PEAK.store(live(), Relaxed);
}

pub(crate) fn peak() -> usize {
    PEAK.load(Relaxed)
}
