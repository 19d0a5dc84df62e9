//! Private copies of what may be uploaded, in a directory that a browser is shown.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ringfence_toolset::UploadKind;

use crate::Limits;
use crate::copy::{Size, copy};
use crate::opened::{Kind, Opened};
use crate::scratch::Scratch;

/// How the directories of inboxes are called.
const PREFIX: &str = "ringfence-uploads-";

/// A directory with private copies, which lives as long as its browser. A page may read a copy as long as it is open, so
/// copies stay until the browser ends.
#[derive(Debug)]
pub struct Inbox {
    directory: Scratch,
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    used: Size,
    waiting: Vec<Staged>,
}

/// A copy that was made for one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Staged {
    named: String,
    kind: UploadKind,
    /// Where it lies in the inbox's directory: `7/report.pdf`.
    pub inside: PathBuf,
    /// File or directory.
    pub holds: Kind,
}

/// Why something was not put into an inbox. `Display` goes on after the name of what was to be put there.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    /// Too large, too many, or something in it that may not be uploaded.
    #[error("{0}")]
    Refused(String),
    /// The disk failed.
    #[error("could not be copied")]
    Io(#[source] io::Error),
}

impl Inbox {
    /// An empty inbox in a new directory under `place`, which only this user can enter.
    ///
    /// # Errors
    /// When the directory can't be made.
    pub fn new(place: &Path, limits: Limits) -> io::Result<Self> {
        Ok(Self { directory: Scratch::new(place, PREFIX)?, limits, state: Mutex::default() })
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies what was opened. It waits, under the name that a call will use for it, until it is taken. It blocks.
    ///
    /// # Errors
    /// What is larger than the limits allow, or can't be copied.
    pub fn put(&self, opened: &Opened, kind: UploadKind, named: &str) -> Result<(), InboxError> {
        let file_name = opened.path().file_name().unwrap_or(opened.path().as_os_str()).to_owned();
        let mut state = self.state();
        state.next += 1;
        let slot = PathBuf::from(state.next.to_string());
        let before = state.used;
        fs::create_dir(self.path().join(&slot)).map_err(InboxError::Io)?;
        let inside = slot.join(file_name);
        let copied = copy(opened, &self.path().join(&inside), self.limits, &mut state.used);
        if let Err(error) = copied {
            state.used = before;
            remove(&self.path().join(slot));
            return Err(match error {
                crate::copy::CopyError::Io(error) => InboxError::Io(error),
                other => InboxError::Refused(other.to_string()),
            });
        }
        state.waiting.push(Staged { named: named.to_owned(), kind, inside, holds: opened.kind() });
        Ok(())
    }

    /// Takes the copy that waits under this name, once.
    pub fn take(&self, kind: UploadKind, named: &str) -> Option<Staged> {
        let mut state = self.state();
        let at = state.waiting.iter().position(|staged| staged.kind == kind && staged.named == named)?;
        Some(state.waiting.remove(at))
    }

    /// Removes copies of this kind that no call has taken: theirs was not approved, say.
    pub fn forget_waiting(&self, kind: UploadKind) {
        let mut state = self.state();
        let (gone, stay) =
            std::mem::take(&mut state.waiting).into_iter().partition(|s: &Staged| s.kind == kind);
        state.waiting = stay;
        for staged in gone {
            let path = self.path().join(&staged.inside);
            let size = size_of(&path);
            state.used.bytes = state.used.bytes.saturating_sub(size.bytes);
            state.used.files = state.used.files.saturating_sub(size.files);
            if let Some(slot) = path.parent() {
                remove(slot);
            }
        }
    }
}

fn remove(slot: &Path) {
    if let Err(error) = fs::remove_dir_all(slot) {
        tracing::warn!(%error, "a copy could not be removed");
    }
}

fn size_of(path: &Path) -> Size {
    let Ok(about) = fs::symlink_metadata(path) else { return Size::default() };
    if !about.is_dir() {
        return Size { bytes: about.len(), files: 1 };
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.map(|entry| size_of(&entry.path())).fold(Size::default(), |sum, size| Size {
        bytes: sum.bytes + size.bytes,
        files: sum.files + size.files,
    })
}
