//! What is tried: which browser, how strongly contained, as whom, and with which barriers taken away.

use std::fmt;
use std::str::FromStr;

use crate::rival::Name;
use anyhow::{Result, bail};
use ringfence::Level;
use ringfence_jail::Barrier;
use serde::{Deserialize, Serialize};

/// One set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setup {
    pub(crate) browser: Browser,
    pub(crate) user: User,
    pub(crate) without: Vec<Without>,
    /// The only vectors that are tried; all when there is none.
    pub(crate) only: Vec<String>,
    /// How many seconds the browser is watched at the end.
    pub(crate) idle: u64,
}

/// Which browser is made to open the vectors' pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Browser {
    /// Ours, at this level.
    Contained(Level),
    /// Chromium as it is.
    Plain,
    /// Another browser for agents.
    Rival(Name),
}

/// Who starts the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum User {
    Root,
    Ordinary,
}

/// A barrier that is taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Without {
    /// The judging of requests in the browser.
    Judging,
    /// The judging at the exit.
    Exit,
    /// The setting that sends all traffic to the proxy.
    Proxy,
    /// The preferences that are written before the start.
    Preferences,
    /// The managed policies, but for the trusted authority.
    Policies,
    /// The network namespace, at level full.
    Namespace,
    /// Landlock's rules about ports, at level reduced.
    Landlock,
    /// The filter of system calls, at level reduced.
    Seccomp,
    /// The canary at the start. It only tells; without it a browser is used that it warns of.
    Canary,
    /// One of Chromium's flags, or of its features that are off.
    Flag(String),
}

impl fmt::Display for Browser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contained(level) => level.fmt(f),
            Self::Plain => f.write_str("plain"),
            Self::Rival(name) => name.fmt(f),
        }
    }
}

impl FromStr for Browser {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(match Name::of(text) {
            _ if text == "plain" => Self::Plain,
            Some(name) => Self::Rival(name),
            None => Self::Contained(text.parse()?),
        })
    }
}

impl fmt::Display for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Root => "root",
            Self::Ordinary => "ordinary",
        })
    }
}

impl FromStr for User {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "root" => Ok(Self::Root),
            "ordinary" => Ok(Self::Ordinary),
            _ => bail!("{text:?} is no user: write root or ordinary"),
        }
    }
}

impl fmt::Display for Without {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Judging => f.write_str("judging"),
            Self::Exit => f.write_str("exit"),
            Self::Proxy => f.write_str("proxy"),
            Self::Preferences => f.write_str("preferences"),
            Self::Policies => f.write_str("policies"),
            Self::Namespace => f.write_str("namespace"),
            Self::Landlock => f.write_str("landlock"),
            Self::Seccomp => f.write_str("seccomp"),
            Self::Canary => f.write_str("canary"),
            Self::Flag(flag) => f.write_str(flag),
        }
    }
}

impl FromStr for Without {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(match text {
            "judging" => Self::Judging,
            "exit" => Self::Exit,
            "proxy" => Self::Proxy,
            "preferences" => Self::Preferences,
            "policies" => Self::Policies,
            "namespace" => Self::Namespace,
            "landlock" => Self::Landlock,
            "seccomp" => Self::Seccomp,
            "canary" => Self::Canary,
            flag if flag.starts_with("--") || flag.starts_with(char::is_uppercase) => {
                Self::Flag(flag.to_owned())
            }
            _ => bail!("{text:?} is no barrier"),
        })
    }
}

impl Without {
    /// The part of the jail that it is, if it is one.
    pub(crate) fn of_jail(&self) -> Option<Barrier> {
        match self {
            Self::Namespace => Some(Barrier::Network),
            Self::Landlock => Some(Barrier::Ports),
            Self::Seccomp => Some(Barrier::Calls),
            _ => None,
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as {}", self.browser, self.user)?;
        for barrier in &self.without {
            write!(f, ", without {barrier}")?;
        }
        Ok(())
    }
}
