//! Where an entry came from.

use std::fmt;
use std::sync::Arc;

/// The place an entry was written in, for messages to the operator.
///
/// Displays as `--allow example.com` or `ringfence.toml:12`. A model never reads it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Source(Place);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Place {
    Option { flag: Arc<str>, value: Arc<str> },
    File { name: Arc<str>, line: u32 },
}

impl Source {
    /// A command-line option and its value: `--allow`, `example.com`.
    pub fn option(flag: impl Into<Arc<str>>, value: impl Into<Arc<str>>) -> Self {
        Self(Place::Option { flag: flag.into(), value: value.into() })
    }

    /// A line of a file, by the file's display name; the first line is 1.
    pub fn file(name: impl Into<Arc<str>>, line: u32) -> Self {
        Self(Place::File { name: name.into(), line })
    }

    /// The file's name and the line, if it came from a file.
    pub(crate) fn file_and_line(&self) -> Option<(&Arc<str>, u32)> {
        match &self.0 {
            Place::Option { .. } => None,
            Place::File { name, line } => Some((name, *line)),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Option { flag, value } => write!(f, "{flag} {value}"),
            Place::File { name, line } => write!(f, "{name}:{line}"),
        }
    }
}
