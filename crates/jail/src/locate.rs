use std::path::{Path, PathBuf};

use crate::error::JailError;

const BUBBLEWRAP: &[&str] = &["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"];

/// Where bubblewrap is looked for when nobody names it.
fn usual_places() -> Vec<PathBuf> {
    BUBBLEWRAP.iter().map(PathBuf::from).collect()
}

/// Bubblewrap's binary, in the usual places.
///
/// # Errors
/// [`JailError::NoBubblewrap`] when it isn't there.
pub fn bubblewrap() -> Result<PathBuf, JailError> {
    find(None)
}

/// Bubblewrap's binary: the one named, or the first in the usual places.
pub(crate) fn find(named: Option<&Path>) -> Result<PathBuf, JailError> {
    let looked_for = named.map_or_else(usual_places, |path| vec![path.to_owned()]);
    looked_for.iter().find(|path| path.is_file()).cloned().ok_or(JailError::NoBubblewrap { looked_for })
}
