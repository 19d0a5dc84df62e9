//! Finds and reads the configuration file.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use ringfence_policy::config::{FileConfig, MemberConfig};
use ringfence_toolset::{Extension, Member, meant};

use crate::failure::Failure;
use crate::mistakes::Mistakes;
use crate::whole_file;

/// MiB that a file may have.
const LARGEST: u64 = 64;

/// A file as far as it could be read, and what is wrong with it.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) said: FileConfig,
    pub(crate) mistakes: Mistakes,
}

/// Reads the named file, else the one in the user's configuration directory, if there is one. Never one in
/// the working directory: an agent can write there (D2).
pub(crate) fn read(named: Option<&Path>) -> Result<FileConfig, Failure> {
    find(named)?.map_or_else(|| Ok(FileConfig::default()), |found| found.parse())
}

/// The same, for whoever looks for more mistakes before it tells of them.
pub(crate) fn read_recovering(named: Option<&Path>) -> Result<Read, Failure> {
    Ok(find(named)?.map(|found| found.parse_recovering()).unwrap_or_default())
}

/// A configuration file that is there.
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Found {
    /// Reads what it says.
    pub(crate) fn parse(&self) -> Result<FileConfig, Failure> {
        let Read { said, mut mistakes } = self.parse_recovering();
        mistakes.add_all(unknown_members(&said));
        if mistakes.is_empty() { Ok(said) } else { Err(mistakes.into_failure()) }
    }

    /// Reads what it says as far as that can be read. Members are not looked at.
    pub(crate) fn parse_recovering(&self) -> Read {
        let (said, errors) = FileConfig::parse_recovering(&self.text, &self.path.display().to_string());
        let mut mistakes = Mistakes::default();
        mistakes.add_all(errors);
        Read { said, mistakes }
    }
}

/// Finds the file that counts; none when none was named and the user has none.
pub(crate) fn find(named: Option<&Path>) -> Result<Option<Found>, Failure> {
    let Some(path) = named.map(Path::to_owned).or_else(own_path) else { return Ok(None) };
    match whole_file::read_text(&path, LARGEST) {
        Ok(text) => Ok(Some(Found { path, text })),
        Err(error) if error.kind() == io::ErrorKind::NotFound && named.is_none() => Ok(None),
        Err(error) => {
            let path = path.display();
            Err(Failure::Usage(format!(
                "the configuration file {path} can't be read: {error}; mend it, or name another"
            )))
        }
    }
}

/// Where the user's own file lies, whether it is there or not; none for a user without a home.
pub(crate) fn own_path() -> Option<PathBuf> {
    default_path(env::var_os("XDG_CONFIG_HOME"), env::home_dir())
}

/// What a file says of members that don't exist, with its lines.
pub(crate) fn unknown_members(said: &FileConfig) -> Vec<String> {
    let unknown = |(name, member): (&String, &MemberConfig)| {
        unknown_member(name).map(|told| format!("{}: {told}", member.source))
    };
    said.members.iter().filter_map(unknown).collect()
}

/// Says of a name that no member has it; none when one does.
pub(crate) fn unknown_member(name: &str) -> Option<String> {
    let known = || Member::ALL.iter().map(|member| member.name()).chain([Extension::ACCEPT_DIALOG]);
    if known().any(|member| member == name) {
        return None;
    }
    let near = meant(name, known()).map_or_else(|| ".".to_owned(), |near| format!("; did you mean {near}?"));
    let all: Vec<_> = known().collect();
    Some(format!("there is no member {name:?}{near} Members are {}", all.join(", ")))
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
