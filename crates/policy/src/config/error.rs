//! What can be wrong with a configuration file.

use std::fmt;
use std::sync::Arc;

use crate::entry::EntryError;

/// A place in a file; lines and columns (in characters) count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The file's name as messages show it.
    pub file: Arc<str>,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One thing that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Not TOML.
    #[error("{at}: not valid TOML: {message}")]
    Syntax {
        /// Where.
        at: Position,
        /// The parser's words.
        message: String,
    },
    /// A key that means nothing here.
    #[error("{at}: unknown key `{key}`{}; known are {known}", did_you_mean(.suggestion.as_deref()))]
    UnknownKey {
        /// Where.
        at: Position,
        /// The key with its tables, `policy.mod`.
        key: String,
        /// The most similar known key.
        suggestion: Option<String>,
        /// The known keys, for the message.
        known: String,
    },
    /// A key that belongs somewhere else.
    #[error("{at}: `{key}` doesn't belong here; write it below {places}")]
    MisplacedKey {
        /// Where.
        at: Position,
        /// The key with its tables.
        key: String,
        /// The tables that have it, as their headings are written.
        places: String,
    },
    /// A word of the command line.
    #[error("{at}: unknown key `{key}`; a file says it {how}")]
    OptionWord {
        /// Where.
        at: Position,
        /// The key with its tables.
        key: String,
        /// How a file says it.
        how: &'static str,
    },
    /// A value of the wrong type.
    #[error("{at}: `{key}` must be {expected}, not {found}{}", after_semicolon(.how.as_deref()))]
    WrongType {
        /// Where.
        at: Position,
        /// The key with its tables.
        key: String,
        /// The type wanted, with its article.
        expected: &'static str,
        /// The type found, with its article.
        found: String,
        /// How it is written, where the type alone doesn't tell.
        how: Option<String>,
    },
    /// A text that is none of the known ones.
    #[error("{at}: `{key}` can't be {found:?}{}; known are {known}", did_you_mean(.suggestion.as_deref()))]
    UnknownValue {
        /// Where.
        at: Position,
        /// The key with its tables.
        key: String,
        /// The text found.
        found: String,
        /// The most similar known text.
        suggestion: Option<String>,
        /// The known texts, for the message.
        known: String,
    },
    /// A table whose keys don't go together.
    #[error("{at}: `{key}`: {message}")]
    Table {
        /// Where.
        at: Position,
        /// The table.
        key: String,
        /// What is wrong, and what to write.
        message: &'static str,
    },
    /// An entry that can't be used.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// A `match` example that the entry does not cover.
    #[error("{at}: the entry does not cover its `match` example {example:?} ({reason})")]
    MatchFails {
        /// Where.
        at: Position,
        /// The address.
        example: String,
        /// The code it is refused with.
        reason: &'static str,
    },
    /// A `not_match` example that the entry covers.
    #[error("{at}: the entry covers its `not_match` example {example:?}")]
    NotMatchFails {
        /// Where.
        at: Position,
        /// The address.
        example: String,
    },
}

fn after_semicolon(text: Option<&str>) -> String {
    text.map(|text| format!("; {text}")).unwrap_or_default()
}

fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map(|text| format!(", did you mean `{text}`?")).unwrap_or_default()
}
