//! What came out of one set-up, as it is handed from process to process.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

/// What the browser's side knows.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Browsed {
    /// What the browser calls itself.
    pub(crate) product: String,
    /// Which barrier refused a vector: `browser` or `exit`, or both.
    pub(crate) refused: BTreeMap<String, BTreeSet<String>>,
    /// Hosts of nobody's that the exit was asked for and refused.
    pub(crate) asked: BTreeSet<String>,
    /// Vectors that an agent's calls have tried.
    pub(crate) tried: BTreeSet<String>,
    /// Vectors whose page could not even be opened, and why.
    pub(crate) unopened: BTreeMap<String, String>,
    /// Chromium's flags, as it was started.
    pub(crate) flags: Vec<String>,
}

/// What the judge knows.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) browsed: Browsed,
    /// What each vector's page told: `begun`, `tried`, or `threw` and why.
    pub(crate) told: BTreeMap<String, String>,
    /// What was sent, by vector.
    pub(crate) leaks: BTreeMap<String, BTreeSet<String>>,
    /// What was sent that belongs to no vector, and how often.
    pub(crate) strays: BTreeMap<String, u32>,
}

impl Outcome {
    /// Whether nothing was sent.
    pub(crate) fn is_tight(&self) -> bool {
        self.strays.is_empty() && self.leaks.is_empty()
    }

    /// Vectors that were tried, whether or not it is known how they ended.
    pub(crate) fn tried(&self) -> usize {
        self.told.values().filter(|told| !told.starts_with("threw")).count()
    }

    /// Vectors that broke off.
    pub(crate) fn threw(&self) -> usize {
        self.told.len() - self.tried()
    }

    /// Vectors that this barrier refused.
    pub(crate) fn refused_by(&self, barrier: &str) -> usize {
        self.browsed.refused.values().filter(|by| by.contains(barrier)).count()
    }
}

pub(crate) fn write<T: Serialize>(to: &Path, value: &T) -> Result<()> {
    std::fs::write(to, serde_json::to_vec(value)?).with_context(|| format!("writing {}", to.display()))
}

pub(crate) fn read<T: for<'de> Deserialize<'de>>(from: &Path) -> Result<T> {
    let text = std::fs::read(from).with_context(|| format!("reading {}", from.display()))?;
    Ok(serde_json::from_slice(&text)?)
}
