use std::fmt;
use std::str::FromStr;

/// The session of calls that name none.
pub const DEFAULT_SESSION: &str = "default";

const LONGEST: usize = 32;

/// A session's name: 1 to 32 characters of `a-z`, `0-9` and `-` (D12).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionName(String);

impl SessionName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is no session's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a session's name has 1 to {LONGEST} characters of a-z, 0-9 and -")]
pub struct NameError;

impl FromStr for SessionName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let good = (1..=LONGEST).contains(&text.len()) && text.chars().all(known);
        if good { Ok(Self(text.to_owned())) } else { Err(NameError) }
    }
}

#[cfg(test)]
mod tests {
    use super::{NameError, SessionName};

    #[test]
    fn d12_names() {
        let longest = "a".repeat(32);
        for good in ["default", "a", "0-9", longest.as_str()] {
            assert_eq!(good.parse::<SessionName>().map(|name| name.to_string()), Ok(good.to_owned()));
        }
        let too_long = "a".repeat(33);
        for bad in ["", "A", "a b", "a_b", "a.b", "é", "../x", too_long.as_str()] {
            assert_eq!(bad.parse::<SessionName>(), Err(NameError), "{bad}");
        }
    }
}
