//! References to elements: `ref_N`.
//!
//! A number is handed out once in the life of a browser, so that a ref of another tab is recognised as one, and
//! never for another element. Which document a number belongs to is known here; which element it is, only in that
//! document's isolated world.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::FrameId;

use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};

/// A reference as a model writes it: `ref_` and a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref(pub u64);

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ref_{}", self.0)
    }
}

impl FromStr for Ref {
    type Err = ();

    /// Reads `ref_12`. Anything else, `ref_012` included, is no ref.
    fn from_str(text: &str) -> Result<Self, ()> {
        let digits = text.strip_prefix("ref_").ok_or(())?;
        let number: u64 = digits.parse().map_err(|_| ())?;
        if Self(number).to_string() == text { Ok(Self(number)) } else { Err(()) }
    }
}

/// The numbers of one browser. Walks hold it while they hand some out.
#[derive(Debug)]
pub struct RefNumbers(tokio::sync::Mutex<u64>);

impl Default for RefNumbers {
    fn default() -> Self {
        Self(tokio::sync::Mutex::new(1))
    }
}

impl RefNumbers {
    pub(crate) async fn lock(&self) -> tokio::sync::MutexGuard<'_, u64> {
        self.0.lock().await
    }
}

/// A run of numbers that belong to one document.
#[derive(Debug, Clone)]
struct Block {
    start: u64,
    end: u64,
    frame: FrameId,
    loader: LoaderId,
}

/// Where a frame's element stands in the document around it.
#[derive(Debug, Clone)]
pub(crate) struct Owner {
    pub(crate) parent: FrameId,
    pub(crate) reference: Ref,
}

#[derive(Debug, Default)]
struct Inner {
    blocks: Vec<Block>,
    frames: HashMap<Ref, FrameId>,
    owners: HashMap<FrameId, Owner>,
}

/// What one page has handed out.
#[derive(Debug)]
pub(crate) struct RefTable {
    numbers: Arc<RefNumbers>,
    inner: Mutex<Inner>,
}

/// More than one reading of a document hands out.
const RESERVED: u64 = 1 << 16;

/// Blocks kept; older ones are only known to be no longer current.
const MAX_BLOCKS: usize = 20_000;

impl RefTable {
    pub(crate) fn new(numbers: Arc<RefNumbers>) -> Self {
        Self { numbers, inner: Mutex::default() }
    }

    pub(crate) fn numbers(&self) -> &RefNumbers {
        &self.numbers
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that `start..end` were handed out for the document in `frame`.
    pub(crate) fn hand_out(&self, start: u64, end: u64, frame: &FrameHandle) {
        if start >= end {
            return;
        }
        let mut inner = self.inner();
        if inner.blocks.len() >= MAX_BLOCKS {
            inner.blocks.drain(..MAX_BLOCKS / 2);
        }
        inner.blocks.push(Block { start, end, frame: frame.id.clone(), loader: frame.loader.clone() });
    }

    /// A frame was asked from `next` on and did not answer in time. It may still do what it was asked, and number its
    /// elements: these numbers must never be another's.
    pub(crate) fn reserve(&self, next: &mut u64, frame: &FrameHandle) {
        let start = *next;
        *next = start.saturating_add(RESERVED);
        self.hand_out(start, *next, frame);
    }

    /// The frame whose document a ref belongs to, or why it is none of this page's as it stands.
    pub(crate) async fn frame_of<'t>(
        &self,
        tree: &'t FrameTree,
        reference: Ref,
    ) -> Result<&'t FrameHandle, PageError> {
        let next = *self.numbers.lock().await;
        let inner = self.inner();
        let at = inner.blocks.partition_point(|block| block.end <= reference.0);
        match inner.blocks.get(at).filter(|block| block.start <= reference.0) {
            Some(block) => tree
                .get(&block.frame)
                .filter(|frame| frame.loader == block.loader)
                .ok_or(PageError::Stale(reference)),
            None if reference.0 == 0 || reference.0 >= next => Err(PageError::UnknownRef(reference)),
            None if inner.blocks.first().is_some_and(|block| reference.0 < block.start)
                && inner.blocks.len() >= MAX_BLOCKS / 2 =>
            {
                Err(PageError::Stale(reference))
            }
            None => Err(PageError::OtherTab(reference)),
        }
    }

    /// The frame that a frame element holds, when it was asked before.
    pub(crate) fn child_frame(&self, element: Ref) -> Option<FrameId> {
        self.inner().frames.get(&element).cloned()
    }

    /// Notes which frame a frame element holds.
    pub(crate) fn set_child_frame(&self, parent: &FrameId, element: Ref, child: FrameId) {
        let mut inner = self.inner();
        inner.owners.insert(child.clone(), Owner { parent: parent.clone(), reference: element });
        inner.frames.insert(element, child);
    }

    /// The element that holds a frame.
    pub(crate) fn owner_of(&self, frame: &FrameId) -> Option<Owner> {
        self.inner().owners.get(frame).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::Ref;

    #[test]
    fn r1_a_ref_is_read_as_it_is_written() {
        assert_eq!("ref_12".parse(), Ok(Ref(12)));
        for wrong in ["12", "ref_", "ref_012", "ref_1 ", "REF_1", "ref_-1", "ref_18446744073709551616"] {
            assert_eq!(wrong.parse::<Ref>(), Err(()), "{wrong}");
        }
    }
}
