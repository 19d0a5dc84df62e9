//! Collects entries and turns them into a policy.

use crate::entry::{Entry, EntryError, EntryProblem, Kind, Lists, deny_rule};
use crate::host::Host;
use crate::policy::{Mode, Policy};
use crate::rules::Rule;
use crate::source::Source;
use crate::table::{Full, HostTable};

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
        let mut filling = Filling::default();
        let allow = filling.fill(self.allow.len(), self.allow, |entry| {
            let rule = fits_mode(&entry, mode).and_then(|()| entry.to_rule());
            (rule, entry.text, entry.source)
        });
        let deny =
            filling.fill(self.deny.len(), self.deny, |(text, source)| (deny_rule(&text), text, source));
        if filling.errors.is_empty() {
            Ok(Policy::from_parts(mode, allow, deny))
        } else {
            Err(filling.errors)
        }
    }
}

/// Fills tables and keeps what could not be entered.
#[derive(Default)]
struct Filling {
    errors: Vec<EntryError>,
}

type Read = (Result<(Host, Rule), EntryProblem>, String, Source);

impl Filling {
    /// Reads the entries one by one, so that each is gone before the next is read: a list of a million
    /// is not held twice.
    fn fill<E>(
        &mut self,
        count: usize,
        entries: impl IntoIterator<Item = E>,
        read: impl Fn(E) -> Read,
    ) -> HostTable {
        let mut table = HostTable::default();
        table.reserve(count);
        for entry in entries {
            let (rule, entry, at) = read(entry);
            let entered = rule.and_then(|(host, rule)| {
                table.insert(&host, rule, &at).map_err(|Full| EntryProblem::TooMany)
            });
            if let Err(problem) = entered {
                self.errors.push(EntryError { entry, at, problem });
            }
        }
        table.shrink();
        table
    }
}

fn fits_mode(entry: &Entry, mode: Mode) -> Result<(), EntryProblem> {
    match (mode, entry.kind) {
        (Mode::Closed, _) => Err(EntryProblem::Closed),
        (Mode::Public | Mode::Denylist, Kind::Host) => Err(EntryProblem::HostInMode(mode.as_str())),
        _ => Ok(()),
    }
}
