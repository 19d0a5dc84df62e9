use std::fmt;
use std::str::FromStr;

/// How strongly a process is contained. A weaker level is the smaller one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// A browser that the operator names and that we did not start: no boundary of ours is around it.
    Attached,
    /// Files and processes are out of its reach, and every request is judged in the browser and again by our proxy. The
    /// kernel does not keep the network boundary: a Chromium that ignores its own proxy setting could get out.
    ProxyOnly,
    /// The kernel lets it connect to our proxy's port and nowhere else (Landlock and seccomp), and shows it few files.
    /// It stands in the machine's own network.
    Reduced,
    /// It stands in a network of its own, out of which nothing leads but our proxy, and sees files of its own.
    Full,
}

impl Level {
    /// Every level at which a process can be started here, the strongest first.
    pub const STARTED: [Level; 3] = [Self::Full, Self::Reduced, Self::ProxyOnly];

    /// The level's name, as the `--min-level` option takes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Attached => "attached",
            Self::ProxyOnly => "proxy-only",
            Self::Reduced => "reduced",
            Self::Full => "full",
        }
    }

    /// What it means, in a sentence for people.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Attached => {
                "the browser was started by somebody else, and no boundary of ours is around it"
            }
            Self::ProxyOnly => {
                "requests are judged in the browser and by our proxy, files and processes are out of reach; \
                 the kernel does not keep the network boundary"
            }
            Self::Reduced => {
                "the kernel lets the browser connect to our proxy only (Landlock and seccomp) and shows it few files; \
                 it has no network of its own"
            }
            Self::Full => {
                "the kernel keeps the browser in a network of its own, whose only way out is our proxy, and in a \
                 file view of its own"
            }
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that names no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no level: write full, reduced or proxy-only")]
pub struct UnknownLevel(String);

impl FromStr for Level {
    type Err = UnknownLevel;

    /// Reads a level at which a browser can be started. `attached` isn't one: nobody asks for it as the least.
    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let found = Self::STARTED.into_iter().find(|level| level.as_str() == text);
        found.ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_ordered_by_strength_and_read_as_they_are_written() {
        assert!(Level::Attached < Level::ProxyOnly && Level::ProxyOnly < Level::Reduced);
        assert!(Level::Reduced < Level::Full);
        for level in Level::STARTED {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("attached".parse::<Level>(), Err(UnknownLevel("attached".to_owned())));
    }
}
