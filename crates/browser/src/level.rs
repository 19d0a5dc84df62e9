use std::fmt;

/// How strongly a browser is contained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// Every request is judged in the browser and again by our proxy; files and processes are out of its reach. The
    /// kernel does not keep the network boundary: a Chromium that ignores its own proxy setting could get out.
    ProxyOnly,
}

impl Level {
    /// The level's name, as the `--min-level` option takes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ProxyOnly => "proxy-only",
        }
    }

    /// What it means, in a sentence for people.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ProxyOnly => {
                "requests are judged in the browser and by our proxy, files and processes are out of reach; \
                 the kernel does not keep the network boundary yet"
            }
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
