//! Files that only their owner can read.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

#[cfg(unix)]
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::html::SIGNATURE;

/// Why a file could not be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It can't be made or opened.
    #[error("the file {} can't be opened for writing: {error}; name one in a directory that you can write to", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The system's words.
        #[source]
        error: io::Error,
    },
    /// It holds something else than a report, which would be lost.
    #[error("the file {} holds something that is no report of ours, and would be replaced; name another file", .0.display())]
    NoReport(PathBuf),
    /// It can't be written.
    #[error("the file {} can't be written: {error}; what it holds is not whole", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's words.
        #[source]
        error: io::Error,
    },
}

/// Opens a file, made with mode 0600 if it isn't there; one that is there gets that mode.
pub(crate) fn private(options: &mut OpenOptions, path: &Path) -> Result<File, FileError> {
    let opened = at_once(owner_only(options)).open(path).and_then(|file| {
        restrict(&file)?;
        waiting(&file)?;
        Ok(file)
    });
    opened.map_err(|error| FileError::Open { path: path.to_owned(), error })
}

#[cfg(unix)]
fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.create(true).mode(0o600)
}

/// A pipe that nobody reads is an error instead of a wait.
#[cfg(unix)]
fn at_once(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(OFlags::NONBLOCK.bits().cast_signed())
}

/// Whoever reads may be slow from here on.
#[cfg(unix)]
fn waiting(file: &File) -> io::Result<()> {
    let flags = fcntl_getfl(file)? - OFlags::NONBLOCK;
    Ok(fcntl_setfl(file, flags)?)
}

#[cfg(unix)]
fn restrict(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    // A device or a pipe has its mode for others' sake.
    if file.metadata()?.is_file() {
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    options.create(true)
}

#[cfg(not(unix))]
fn at_once(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(not(unix))]
fn waiting(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn restrict(_: &File) -> io::Result<()> {
    Ok(())
}

/// The file of a report: opened at the start, so that a path that can't be written to is told before anything is done,
/// and written at the end. What it held stays until then.
#[derive(Debug)]
pub struct ReportFile {
    path: PathBuf,
    file: File,
}

impl ReportFile {
    /// Opens the file, with mode 0600.
    ///
    /// # Errors
    /// When it can't be made or opened for writing, or holds something that is no report.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        if holds_something_else(path) {
            return Err(FileError::NoReport(path.to_owned()));
        }
        let file = private(OpenOptions::new().write(true).truncate(false), path)?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Leaves the file as it was: one that was made for this is taken away.
    pub fn leave(self) {
        let is_empty = self.file.metadata().is_ok_and(|about| about.is_file() && about.len() == 0);
        if is_empty && let Err(error) = std::fs::remove_file(&self.path) {
            tracing::debug!(%error, "an empty report stays");
        }
    }

    /// Puts a text in place of what the file held.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn write(mut self, text: &str) -> Result<(), FileError> {
        let Self { file, path } = &mut self;
        let written = empty(file).and_then(|()| file.write_all(text.as_bytes())).and_then(|()| file.flush());
        written.map_err(|error| FileError::Write { path: path.clone(), error })
    }
}

/// Whether an ordinary file is there that holds something, and no report. One that can't be looked into says so when it is opened.
fn holds_something_else(path: &Path) -> bool {
    /// A report has our name in its title, behind a few lines of its head.
    const HEAD: u64 = 4096;
    let ordinary = path.metadata().is_ok_and(|about| about.is_file());
    if !ordinary {
        return false;
    }
    let mut head = Vec::new();
    let looked = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    looked.is_ok_and(|length| length > 0) && !String::from_utf8_lossy(&head).contains(SIGNATURE)
}

fn empty(file: &mut File) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
        file.rewind()?;
    }
    Ok(())
}
