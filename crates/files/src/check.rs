//! Whether a path may be uploaded (F1).

use std::fs;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{Mode, OFlags, ResolveFlags, open, openat2};
use rustix::io::Errno;

use crate::opened::{Kind, Opened};

/// The most characters of a path.
const LONGEST_PATH: usize = 4_096;

/// Why a path may not be uploaded. `Display` goes on after the path. It is the same whether there is such a file or not,
/// so that it doesn't tell which roots there are.
#[derive(Debug, thiserror::Error)]
pub enum UploadRefusal {
    /// No characters at all.
    #[error("is empty; name a file")]
    Empty,
    /// A character that no path has.
    #[error("has a NUL in it; write the path without it")]
    Nul,
    /// More than 4,096 characters.
    #[error("is longer than {LONGEST_PATH} characters; name a shorter path")]
    TooLong,
    /// A `..` somewhere.
    #[error("has a `..` in it; write the path without it")]
    Parent,
    /// Not from the root directory on.
    #[error("is not absolute; write the whole path")]
    Relative,
    /// Not under an upload root, or not there.
    #[error("may not be uploaded; ask the operator for a file that may")]
    NotAllowed,
    /// A FIFO, a socket or a device.
    #[error("is neither a file nor a directory, so it may not be uploaded")]
    NotAFile,
    /// Another name of the same file may lie outside every root.
    #[error(
        "has more than one name on the disk (hard links), so it may not be uploaded; upload a copy of it"
    )]
    HardLinked,
    /// The system did not let us read it.
    #[error("can't be read")]
    Unreadable(#[source] std::io::Error),
}

/// Checks a path against upload roots and opens what it names.
///
/// After following every link in it and in the root it must name the root itself or something under it. A path whose text
/// is not under a root is turned down before the disk is asked. What is returned is open: whatever happens to the path
/// from now on, it stays what was checked.
///
/// It blocks: call it where blocking is allowed.
///
/// # Errors
/// [`UploadRefusal`]. A root that isn't there allows nothing.
pub fn check_upload_path(path: &str, roots: &[PathBuf]) -> Result<Opened, UploadRefusal> {
    check_text(path)?;
    let path = Path::new(path);
    let mut refusal = UploadRefusal::NotAllowed;
    for root in roots.iter().filter(|root| path.starts_with(root)) {
        match open_under(path, root) {
            Ok(opened) => return Ok(opened),
            // What is wrong with a file that a root has is worth more than that another root doesn't have it.
            Err(UploadRefusal::NotAllowed) => {}
            Err(other) => refusal = other,
        }
    }
    Err(refusal)
}

/// What can be said of the text alone.
fn check_text(path: &str) -> Result<(), UploadRefusal> {
    if path.is_empty() {
        return Err(UploadRefusal::Empty);
    }
    if path.contains('\0') {
        return Err(UploadRefusal::Nul);
    }
    if path.chars().count() > LONGEST_PATH {
        return Err(UploadRefusal::TooLong);
    }
    let path = Path::new(path);
    if path.components().any(|part| part == Component::ParentDir) {
        return Err(UploadRefusal::Parent);
    }
    if path.is_absolute() { Ok(()) } else { Err(UploadRefusal::Relative) }
}

/// Follows links first, then opens the place that they led to without following any: a link that is put there in between
/// makes the opening fail.
fn open_under(path: &Path, root: &Path) -> Result<Opened, UploadRefusal> {
    let not_there = |_| UploadRefusal::NotAllowed;
    let real_root = fs::canonicalize(root).map_err(not_there)?;
    let real = fs::canonicalize(path).map_err(not_there)?;
    let within = real.strip_prefix(&real_root).map_err(|_| UploadRefusal::NotAllowed)?;
    let plain = OFlags::PATH | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let root = open(&real_root, plain, Mode::empty()).map_err(|_| UploadRefusal::NotAllowed)?;
    let place = if within.as_os_str().is_empty() {
        root
    } else {
        let no_way_out = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        openat2(&root, within, plain, Mode::empty(), no_way_out).map_err(unopened)?
    };
    Opened::of(place, real)
}

fn unopened(error: Errno) -> UploadRefusal {
    match error {
        Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::XDEV => UploadRefusal::NotAllowed,
        other => UploadRefusal::Unreadable(other.into()),
    }
}

impl UploadRefusal {
    /// Refuses what is neither file nor directory, and files with more than one name.
    pub(crate) fn unless_plain(kind: Option<Kind>, names: u64) -> Result<Kind, Self> {
        match kind {
            None => Err(Self::NotAFile),
            Some(Kind::File) if names != 1 => Err(Self::HardLinked),
            Some(kind) => Ok(kind),
        }
    }
}
