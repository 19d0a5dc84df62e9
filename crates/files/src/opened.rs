//! A file or directory that was checked and is held open.

use std::fs::File;
use std::io::Read as _;
use std::os::fd::{AsFd, AsRawFd as _, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{FileType, Mode, OFlags, fstat, open, openat};

use crate::check::UploadRefusal;

/// What something open is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An ordinary file.
    File,
    /// A directory.
    Directory,
}

/// Something that passed a check, held open: it stays what was checked.
#[derive(Debug)]
pub struct Opened {
    pub(crate) file: File,
    pub(crate) kind: Kind,
    pub(crate) bytes: u64,
    place: PathBuf,
}

impl Opened {
    /// Opens a place for reading. Its kind is looked at first: opening a device or a FIFO can do something or wait for
    /// ever.
    pub(crate) fn of(place: OwnedFd, path: PathBuf) -> Result<Self, UploadRefusal> {
        let unreadable = |error: rustix::io::Errno| UploadRefusal::Unreadable(error.into());
        let stat = fstat(&place).map_err(unreadable)?;
        let kind = match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Some(Kind::File),
            FileType::Directory => Some(Kind::Directory),
            _ => None,
        };
        #[allow(clippy::useless_conversion, reason = "the type differs between architectures")]
        let kind = UploadRefusal::unless_plain(kind, u64::from(stat.st_nlink))?;
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        let file = open(itself(&place), flags, Mode::empty()).map_err(unreadable)?;
        let bytes = u64::try_from(stat.st_size).unwrap_or(u64::MAX);
        Ok(Self { file: file.into(), kind, bytes, place: path })
    }

    /// Opens something in an open directory, following no link.
    pub(crate) fn inside(directory: &impl AsFd, name: &Path, path: PathBuf) -> Result<Self, UploadRefusal> {
        let plain = OFlags::PATH | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        let place = openat(directory, name, plain, Mode::empty());
        Self::of(place.map_err(|error| UploadRefusal::Unreadable(error.into()))?, path)
    }

    /// File or directory.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Reads all of a file, as it is now.
    ///
    /// # Errors
    /// A disk that fails, or a directory.
    pub fn read_all(&self) -> std::io::Result<Vec<u8>> {
        let mut content = Vec::new();
        (&self.file).read_to_end(&mut content)?;
        Ok(content)
    }

    /// Where it lay when it was opened, every link followed.
    pub fn path(&self) -> &Path {
        &self.place
    }
}

/// A path by which what a descriptor stands for can be opened anew.
pub(crate) fn itself(descriptor: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", descriptor.as_raw_fd())
}
