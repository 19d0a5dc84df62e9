//! Copying what is open, within limits.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

use crate::Limits;
use crate::check::UploadRefusal;
use crate::opened::{Kind, Opened, itself};

/// Levels of directories that are copied.
const DEEPEST: u32 = 32;

/// What was copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Size {
    pub(crate) bytes: u64,
    pub(crate) files: u32,
}

/// Why something was not copied.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CopyError {
    #[error("is too large: a file may have at most {0} bytes")]
    FileTooLarge(u64),
    #[error("is more than may be uploaded by one browser: {0} bytes and {1} files in all")]
    TooMuch(u64, u32),
    #[error("has more than {DEEPEST} levels of directories")]
    TooDeep,
    #[error("has something in it that may not be uploaded: {0:?} {1}")]
    Inside(String, UploadRefusal),
    #[error("can't be copied")]
    Io(#[from] io::Error),
}

/// Copies a file or a directory to a path where nothing is yet. `used` is what counts against the totals already; it
/// grows with what is copied, also when that fails in the middle.
pub(crate) fn copy(from: &Opened, to: &Path, limits: Limits, used: &mut Size) -> Result<(), CopyError> {
    copy_at(from, to, limits, used, 0)
}

fn copy_at(from: &Opened, to: &Path, limits: Limits, used: &mut Size, depth: u32) -> Result<(), CopyError> {
    match from.kind {
        Kind::File => copy_file(from, to, limits, used),
        Kind::Directory if depth >= DEEPEST => Err(CopyError::TooDeep),
        Kind::Directory => {
            fs::DirBuilder::new().mode(0o700).create(to)?;
            let descriptor = from.file.try_clone()?.into();
            for entry in fs::read_dir(itself(&descriptor))? {
                let name = entry?.file_name();
                let shown = || name.to_string_lossy().into_owned();
                let inner = Opened::inside(&descriptor, Path::new(&name), from.path().join(&name))
                    .map_err(|refusal| CopyError::Inside(shown(), refusal))?;
                copy_at(&inner, &to.join(&name), limits, used, depth + 1)?;
            }
            Ok(())
        }
    }
}

fn copy_file(from: &Opened, to: &Path, limits: Limits, used: &mut Size) -> Result<(), CopyError> {
    used.files += 1;
    let too_much = || CopyError::TooMuch(limits.total_bytes, limits.files);
    if from.bytes > limits.file_bytes {
        return Err(CopyError::FileTooLarge(limits.file_bytes));
    }
    if used.files > limits.files || used.bytes.saturating_add(from.bytes) > limits.total_bytes {
        return Err(too_much());
    }
    // It may grow while it is copied, or be larger than it says, like files of the kernel's.
    let room = limits.file_bytes.min(limits.total_bytes - used.bytes);
    let mut target = new_file(to)?;
    let copied = io::copy(&mut (&from.file).take(room.saturating_add(1)), &mut target)?;
    used.bytes = used.bytes.saturating_add(copied);
    if copied > room { Err(too_much()) } else { Ok(()) }
}

/// A file where nothing is yet, for this user alone and not to be run.
pub(crate) fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}
