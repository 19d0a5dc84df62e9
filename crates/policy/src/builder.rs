//! Collects entries and turns them into a policy.

use crate::entry::{Entry, EntryError, EntryProblem, Kind, Lists, deny_rule};
use crate::policy::{Mode, Policy};
use crate::rules::{AllowRules, DenyRules};
use crate::source::Source;

/// Collects what an operator allows and denies. Nothing is checked before [`PolicyBuilder::build`].
#[derive(Debug, Clone, Default)]
pub struct PolicyBuilder {
    mode: Option<Mode>,
    allow: Vec<Entry>,
    deny: Vec<(String, Source)>,
}

impl PolicyBuilder {
    /// Sets the mode. Without it: allowlist when something is allowed, else closed (D1).
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// Adds any entry.
    pub fn allow(mut self, entry: Entry) -> Self {
        self.allow.push(entry);
        self
    }

    /// Allows a host over https on 443, see [`Entry::host`].
    pub fn allow_host(self, host: &str, source: Source) -> Self {
        self.allow(Entry::host(host, source))
    }

    /// Allows one exact origin, see [`Entry::origin`].
    pub fn allow_origin(self, origin: &str, private: bool, source: Source) -> Self {
        self.allow(Entry::origin(origin, private, source))
    }

    /// Lets pages load from a host that no document may be at.
    pub fn load_host(self, host: &str, source: Source) -> Self {
        self.allow(Entry::host(host, source).on(Lists::LOAD))
    }

    /// Denies a host in every scheme, port and list; written as for [`Entry::host`]. A deny entry
    /// wins over every allow entry, and may be as wide as a public suffix.
    pub fn deny_host(mut self, host: &str, source: Source) -> Self {
        self.deny.push((host.to_owned(), source));
        self
    }

    /// Validates every entry.
    ///
    /// # Errors
    /// All entries that can't be used, in the order they were added, allowed ones first.
    pub fn build(self) -> Result<Policy, Vec<EntryError>> {
        let mode = self.mode.unwrap_or(if self.allow.is_empty() { Mode::Closed } else { Mode::Allowlist });
        let mut errors = Vec::new();
        let mut allow = AllowRules::default();
        for entry in &self.allow {
            match fits_mode(entry, mode).and_then(|()| entry.to_rule()) {
                Ok((host, rule)) => allow.insert(&host, rule),
                Err(problem) => {
                    errors.push(EntryError { entry: entry.text.clone(), at: entry.source.clone(), problem });
                }
            }
        }
        let mut deny = DenyRules::default();
        for (text, source) in &self.deny {
            match deny_rule(text, source) {
                Ok((host, rule)) => deny.insert(&host, rule),
                Err(problem) => {
                    errors.push(EntryError { entry: text.clone(), at: source.clone(), problem });
                }
            }
        }
        if errors.is_empty() { Ok(Policy::from_parts(mode, allow, deny)) } else { Err(errors) }
    }
}

fn fits_mode(entry: &Entry, mode: Mode) -> Result<(), EntryProblem> {
    match (mode, entry.kind) {
        (Mode::Closed, _) => Err(EntryProblem::Closed),
        (Mode::Public | Mode::Denylist, Kind::Host) => Err(EntryProblem::HostInMode(mode.as_str())),
        _ => Ok(()),
    }
}
