//! Which directories must lie apart from which (F3).

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization as _;

/// Directories of one set-up. Absent ones are not looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Where uploads may come from.
    pub upload_roots: Vec<PathBuf>,
    /// Where staged documents lie.
    pub staging: Option<PathBuf>,
    /// Where downloads go.
    pub downloads: Option<PathBuf>,
    /// Where the directories with private copies are made: what was approved for one page must not be a file of the operator's
    /// for another, and a copy of a root must not copy itself.
    pub scratch: Option<PathBuf>,
}

/// Why directories can't be used together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlacesError {
    /// What comes in there could be uploaded from there.
    #[error(
        "the {what} directory {} lies in the upload root {}; put it elsewhere, so that what is in it can't be uploaded as a file of yours",
        .directory.display(),
        .root.display()
    )]
    InRoot {
        /// `download`, `staging` or `temporary`.
        what: &'static str,
        /// The directory.
        directory: PathBuf,
        /// The root.
        root: PathBuf,
    },
    /// One that isn't absolute means another place whenever the working directory changes.
    #[error("the path {} of the {what} is not absolute; write the whole path", .path.display())]
    Relative {
        /// `upload root`, or the directory's name.
        what: &'static str,
        /// The path.
        path: PathBuf,
    },
}

impl Places {
    /// Checks that downloads and staged documents lie outside every upload root: as written and with every link followed,
    /// without regard to case and to how letters are composed.
    ///
    /// # Errors
    /// The first that doesn't.
    pub fn check(&self) -> Result<(), PlacesError> {
        let named = [("download", &self.downloads), ("staging", &self.staging), ("temporary", &self.scratch)];
        let whole = [
            ("download directory", &self.downloads),
            ("staging directory", &self.staging),
            ("temporary directory", &self.scratch),
        ];
        let roots = self.upload_roots.iter().map(|root| ("upload root", root));
        let all = roots.chain(whole.into_iter().filter_map(|(what, path)| Some((what, path.as_ref()?))));
        for (what, path) in all {
            if !path.is_absolute() {
                return Err(PlacesError::Relative { what, path: path.clone() });
            }
        }
        for (what, directory) in named {
            let Some(directory) = directory else { continue };
            if let Some(root) = self.upload_roots.iter().find(|root| lies_in(directory, root)) {
                let (directory, root) = (directory.clone(), root.clone());
                return Err(PlacesError::InRoot { what, directory, root });
            }
        }
        Ok(())
    }
}

/// Whether one of the ways to write `directory` lies in one of the ways to write `root`.
fn lies_in(directory: &Path, root: &Path) -> bool {
    let roots = [folded(root), folded(&resolved(root))];
    let directories = [folded(directory), folded(&resolved(directory))];
    directories.iter().any(|directory| roots.iter().any(|root| directory.starts_with(root)))
}

/// With every link followed in as much of it as is there.
fn resolved(path: &Path) -> PathBuf {
    for there in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (fs::canonicalize(there), path.strip_prefix(there)) {
            // Joining nothing would add a slash.
            return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
        }
    }
    path.to_owned()
}

/// As file systems that fold case and compose letters see it.
fn folded(path: &Path) -> PathBuf {
    path.to_string_lossy().nfc().collect::<String>().to_lowercase().nfc().collect::<String>().into()
}

/// Tells of a directory that others than its owner can write into; none when it is well or isn't there.
pub fn open_to_others(directory: &Path) -> Option<String> {
    let mode = fs::metadata(directory).ok()?.permissions().mode();
    let who = match (mode & 0o002 != 0, mode & 0o020 != 0) {
        (true, _) => "everybody",
        (false, true) => "its group",
        (false, false) => return None,
    };
    Some(format!(
        "{who} can write into {}; take that right away (chmod go-w), or anybody in it chooses what is uploaded",
        directory.display()
    ))
}
