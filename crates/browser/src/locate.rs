//! Where the programs are that we start.

use std::path::{Path, PathBuf};

use crate::error::StartError;

/// Chromium's own binaries. Debian's `/usr/bin/chromium` is a script that adds flags of its own, so it comes nowhere.
const CHROMIUM: &[&str] = &[
    "/usr/lib/chromium/chromium",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/usr/lib/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
    "/opt/chromium.org/chromium/chromium",
];

/// Chromium's binary: the one named, or the first in the usual places.
pub(crate) fn chromium(named: Option<&Path>) -> Result<PathBuf, StartError> {
    let looked_for = match named {
        Some(path) => vec![path.to_owned()],
        None => paths(CHROMIUM),
    };
    first_file(&looked_for).ok_or(StartError::NoChromium { looked_for })
}

fn paths(texts: &[&str]) -> Vec<PathBuf> {
    texts.iter().map(PathBuf::from).collect()
}

fn first_file(paths: &[PathBuf]) -> Option<PathBuf> {
    paths.iter().find(|path| path.is_file()).cloned()
}
