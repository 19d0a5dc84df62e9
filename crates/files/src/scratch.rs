//! Directories that live as long as a browser.
//!
//! One is removed when it is let go of. What a process that was killed has left behind is removed when the next one is
//! made: each living one is locked, and the kernel lets go of a lock with its process.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

#[derive(Debug)]
pub(crate) struct Scratch {
    directory: TempDir,
    _lock: File,
}

impl Scratch {
    /// A new directory in `place` that only this user can enter, and none of those that dead processes left there.
    pub(crate) fn new(place: &Path, prefix: &str) -> io::Result<Self> {
        sweep(place, prefix);
        let private = fs::Permissions::from_mode(0o700);
        let mut builder = tempfile::Builder::new();
        let directory = builder.prefix(prefix).rand_bytes(10).permissions(private).tempdir_in(place)?;
        let lock = File::open(directory.path())?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Self { directory, _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// Removes what dead processes of this user have left behind. What can't be removed stays: nothing depends on it.
fn sweep(place: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(prefix)
            && is_left_behind(&entry.path()) == Some(true)
            && let Err(error) = fs::remove_dir_all(entry.path())
        {
            tracing::warn!(%error, path = %entry.path().display(), "a directory of a dead process stays");
        }
    }
}

fn is_left_behind(path: &Path) -> Option<bool> {
    /// A directory is made first and locked then.
    const NEW: Duration = Duration::from_secs(60);
    let about = fs::symlink_metadata(path).ok()?;
    let old = SystemTime::now().duration_since(about.modified().ok()?).ok()? > NEW;
    if !about.is_dir() || about.uid() != rustix::process::geteuid().as_raw() || !old {
        return Some(false);
    }
    let directory = File::open(path).ok()?;
    Some(flock(&directory, FlockOperation::NonBlockingLockExclusive).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(place: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(place).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_dead_process_left_is_swept_and_what_a_living_one_has_is_not() {
        let place = tempfile::tempdir().unwrap();
        let old = SystemTime::now() - Duration::from_secs(3_600);
        for dead in ["x-dead", "y-other"] {
            fs::create_dir(place.path().join(dead)).unwrap();
            fs::write(place.path().join(dead).join("copy"), "secret").unwrap();
            File::open(place.path().join(dead)).unwrap().set_modified(old).unwrap();
        }
        fs::create_dir(place.path().join("x-new")).unwrap();
        let living = Scratch::new(place.path(), "x-").unwrap();
        File::open(living.path()).unwrap().set_modified(old).unwrap();
        let name = living.path().file_name().unwrap().to_str().unwrap().to_owned();
        let other = Scratch::new(place.path(), "x-").unwrap();
        let other_name = other.path().file_name().unwrap().to_str().unwrap().to_owned();
        let mut expected = vec!["x-new".to_owned(), name, other_name, "y-other".to_owned()];
        expected.sort();
        assert_eq!(names(place.path()), expected);
        drop((living, other));
        assert_eq!(names(place.path()), ["x-new", "y-other"]);
    }
}
