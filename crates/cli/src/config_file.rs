//! Finds and reads the configuration file.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ringfence_policy::config::FileConfig;

use crate::failure::Failure;

/// Reads the named file, else the one in the user's configuration directory, if there is one. Never one in
/// the working directory: an agent can write there (D2).
pub(crate) fn read(named: Option<&Path>) -> Result<FileConfig, Failure> {
    find(named)?.map_or_else(|| Ok(FileConfig::default()), |found| found.parse())
}

/// A configuration file that is there.
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Found {
    /// Reads what it says.
    pub(crate) fn parse(&self) -> Result<FileConfig, Failure> {
        FileConfig::parse(&self.text, &self.path.display().to_string()).map_err(|errors| {
            let texts: Vec<_> = errors.iter().map(ToString::to_string).collect();
            Failure::Usage(texts.join("\nerror: "))
        })
    }
}

/// Finds the file that counts; none when none was named and the user has none.
pub(crate) fn find(named: Option<&Path>) -> Result<Option<Found>, Failure> {
    let Some(path) = named.map(Path::to_owned).or_else(own_path) else { return Ok(None) };
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(Found { path, text })),
        Err(error) if error.kind() == io::ErrorKind::NotFound && named.is_none() => Ok(None),
        Err(error) => {
            let path = path.display();
            Err(Failure::Usage(format!(
                "the configuration file {path} can't be read: {error}; mend it, or name another with --config"
            )))
        }
    }
}

/// Where the user's own file lies, whether it is there or not; none for a user without a home.
pub(crate) fn own_path() -> Option<PathBuf> {
    default_path(env::var_os("XDG_CONFIG_HOME"), env::home_dir())
}

/// Returns where the user's own file lies by the XDG Base Directory Specification: a relative
/// `XDG_CONFIG_HOME` doesn't count.
fn default_path(xdg: Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    let directory = xdg.map(PathBuf::from).filter(|path| path.is_absolute());
    let directory = directory.or_else(|| home.map(|home| home.join(".config")))?;
    Some(directory.join("ringfence").join("ringfence.toml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d2_the_file_lies_in_the_users_configuration_directory() {
        let path =
            |xdg: Option<&str>, home: Option<&str>| default_path(xdg.map(Into::into), home.map(Into::into));
        let expected = |path: &str| Some(PathBuf::from(path));
        assert_eq!(path(Some("/x"), Some("/home/a")), expected("/x/ringfence/ringfence.toml"));
        assert_eq!(path(Some("x"), Some("/home/a")), expected("/home/a/.config/ringfence/ringfence.toml"));
        assert_eq!(path(Some(""), Some("/home/a")), expected("/home/a/.config/ringfence/ringfence.toml"));
        assert_eq!(path(None, None), None);
    }
}
