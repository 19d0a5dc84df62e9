//! What is told to people of a policy. Its entries themselves go into the policy: there may be a million of them.

use ringfence_policy::config::PolicyConfig;
use ringfence_policy::{Mode, Policy, Source};

/// The most entries that are told one by one.
const MOST: usize = 50;

/// A policy's entries, as far as they are told.
#[derive(Debug)]
pub(crate) struct PolicyTold {
    /// How many there are that allow something.
    pub(crate) allowed: usize,
    /// How many there are that deny something.
    pub(crate) denied: usize,
    entries: Vec<String>,
}

impl PolicyTold {
    pub(crate) fn of(config: &PolicyConfig) -> Self {
        let (allowed, denied) = (config.allow.len(), config.deny.len());
        let allow = config.allow.iter().map(|entry| told("allow", entry.text(), entry.source()));
        let deny = config.deny.iter().map(|entry| told("deny", &entry.host, &entry.source));
        let mut entries: Vec<_> = allow.chain(deny).take(MOST).collect();
        if allowed + denied > MOST {
            entries.push(format!("and {} more", allowed + denied - MOST));
        }
        Self { allowed, denied, entries }
    }

    /// A line each, the mode first; none when nothing is allowed.
    pub(crate) fn lines(&self, policy: &Policy) -> Vec<String> {
        if policy.mode() == Mode::Closed {
            return Vec::new();
        }
        let mode = format!("mode {}", policy.mode().as_str());
        [mode].into_iter().chain(self.entries.iter().cloned()).collect()
    }
}

/// An entry with where it was written: an option says all itself.
fn told(what: &str, entry: &str, source: &Source) -> String {
    let source = source.to_string();
    if source.starts_with("--") { source } else { format!("{what} {entry} ({source})") }
}
