//! Where downloads go: a directory of the operator's, files under names of ours (F3).

use std::fs;
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;

use rustix::fs::{Mode, OFlags, open};

use crate::Limits;
use crate::copy::new_file;
use crate::scratch::Scratch;

/// How the directories are called into which browsers write.
const PREFIX: &str = ".ringfence-incoming-";

/// A download directory as one browser uses it.
///
/// The browser writes into a directory of its own inside it, under names that mean nothing. What it has finished is copied
/// from there into the directory itself, so that no browser can touch what it, or another, has downloaded before. Nothing
/// that comes in is unpacked, opened or looked into.
#[derive(Debug)]
pub struct Quarantine {
    directory: PathBuf,
    incoming: Scratch,
    limits: Limits,
    kept: Mutex<u64>,
}

/// A download that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Where it lies.
    pub path: PathBuf,
    /// How large it is.
    pub bytes: u64,
}

/// Why a directory can't be used for downloads, or a download was not kept.
#[derive(Debug, thiserror::Error)]
pub enum QuarantineError {
    /// Not there, or no directory.
    #[error("the download directory {} can't be used: {source}; make it, or name another", .directory.display())]
    Directory {
        /// The directory.
        directory: PathBuf,
        /// What failed.
        source: io::Error,
    },
    /// What the browser left there is no ordinary file of that name.
    #[error("what the browser downloaded is no ordinary file")]
    NotAFile,
    /// More bytes than may come in.
    #[error("it is too large")]
    TooLarge,
    /// The disk failed.
    #[error("it could not be kept")]
    Io(#[from] io::Error),
}

impl Quarantine {
    /// Opens a directory that is there.
    ///
    /// # Errors
    /// When it can't be used.
    pub fn open(directory: &Path, limits: Limits) -> Result<Self, QuarantineError> {
        let unusable = |source| QuarantineError::Directory { directory: directory.to_owned(), source };
        let real = fs::canonicalize(directory).map_err(unusable)?;
        let incoming = Scratch::new(&real, PREFIX).map_err(unusable)?;
        Ok(Self { directory: real, incoming, limits, kept: Mutex::new(0) })
    }

    /// The directory, every link followed.
    pub fn path(&self) -> &Path {
        &self.directory
    }

    /// Where the browser writes.
    pub fn incoming(&self) -> &Path {
        self.incoming.path()
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Keeps what the browser wrote under this name, which is its own and no page's. It blocks.
    ///
    /// # Errors
    /// What is no ordinary file, or too large; a disk that fails. The browser's file is gone either way.
    pub fn keep(&self, written: &str) -> Result<Kept, QuarantineError> {
        let kept = self.copy_in(written);
        self.discard(written);
        kept
    }

    /// Removes what the browser wrote under this name.
    pub fn discard(&self, written: &str) {
        if is_plain(written)
            && let Err(error) = fs::remove_file(self.incoming().join(written))
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "a download could not be removed");
        }
    }

    fn copy_in(&self, written: &str) -> Result<Kept, QuarantineError> {
        if !is_plain(written) {
            return Err(QuarantineError::NotAFile);
        }
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let source = open(self.incoming().join(written), flags, Mode::empty());
        let source: fs::File = source.map_err(|_| QuarantineError::NotAFile)?.into();
        let about = source.metadata()?;
        if !about.is_file() || about.nlink() != 1 {
            return Err(QuarantineError::NotAFile);
        }
        let path = self.next_path();
        let copied = new_file(&path).and_then(|mut target| {
            io::copy(&mut source.take(self.limits.file_bytes.saturating_add(1)), &mut target)
        });
        match copied {
            Ok(bytes) if bytes <= self.limits.file_bytes => Ok(Kept { path, bytes }),
            outcome => {
                let _partly = fs::remove_file(&path);
                outcome?;
                Err(QuarantineError::TooLarge)
            }
        }
    }

    /// A name that no file has: a word of this browser's own, and a number.
    fn next_path(&self) -> PathBuf {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        *kept += 1;
        let word = self.incoming().file_name().unwrap_or_default().to_string_lossy().replace(PREFIX, "");
        self.directory.join(format!("download-{word}-{kept}"))
    }
}

/// Chromium's own names are of letters, digits and hyphens.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.len() <= 100 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}
