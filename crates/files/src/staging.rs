//! Documents that an operator staged, named by an id (F2).

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{Mode, OFlags, open};

use crate::opened::{Kind, Opened, itself};

/// The most characters of an id.
const LONGEST_ID: usize = 200;

/// A directory of staged documents. The id of a document is the name of its file there, or of a directory with nothing but
/// the file in it, which then keeps a name of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Staging(PathBuf);

/// No document has this id. It is the same whatever the reason, and doesn't tell which ids there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not the id of a staged document; ask the operator which there are")]
pub struct UnknownDocument;

impl Staging {
    /// Documents in this directory. Its contents may change at any time.
    pub fn new(directory: PathBuf) -> Self {
        Self(directory)
    }

    /// Opens the document of this id. It blocks.
    ///
    /// # Errors
    /// [`UnknownDocument`], also for what is there and is no ordinary file with one name.
    pub fn open(&self, id: &str) -> Result<Opened, UnknownDocument> {
        let id = document_name(id).ok_or(UnknownDocument)?;
        self.find(id).ok_or(UnknownDocument)
    }

    fn find(&self, id: &Path) -> Option<Opened> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let directory = open(&self.0, flags, Mode::empty()).ok()?;
        let found = Opened::inside(&directory, id, self.0.join(id)).ok()?;
        match found.kind() {
            Kind::File => Some(found),
            Kind::Directory => {
                let descriptor = found.file.try_clone().ok()?.into();
                let names: Vec<OsString> = fs::read_dir(itself(&descriptor))
                    .ok()?
                    .take(2)
                    .collect::<Result<Vec<_>, _>>()
                    .ok()?
                    .into_iter()
                    .map(|entry| entry.file_name())
                    .collect();
                let [name] = names.as_slice() else { return None };
                let only = Opened::inside(&descriptor, Path::new(name), found.path().join(name)).ok()?;
                (only.kind() == Kind::File).then_some(only)
            }
        }
    }
}

/// An id as a path of one part; none for what can't be an id. Hidden files are not documents.
fn document_name(id: &str) -> Option<&Path> {
    let fits =
        !id.contains('\0') && !id.contains('/') && !id.starts_with('.') && id.chars().count() <= LONGEST_ID;
    let path = Path::new(id);
    let mut parts = path.components();
    let single = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
    (fits && single).then_some(path)
}
