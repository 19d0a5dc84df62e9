//! Collects entries and turns them into a policy.

use crate::entry::{Entry, EntryError, EntryProblem, Kind, Lists, deny_rule};
use crate::host::Host;
use crate::policy::{Mode, Policy};
use crate::remedy::WrittenIn;
use crate::rules::Rule;
use crate::source::Source;
use crate::table::{Full, HostTable};

/// Collects what an operator allows and denies. Nothing is checked before [`PolicyBuilder::build`].
#[derive(Debug, Clone, Default)]
pub struct PolicyBuilder {
    mode: Option<Mode>,
    written_in: WrittenIn,
    allow: Vec<Entry>,
    deny: Vec<(String, Source)>,
}

impl PolicyBuilder {
    /// Sets the mode. Without it: allowlist when something is allowed, else closed (D1).
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// Says where hints tell the operator to write. Without it: in options of the command line.
    pub fn written_in(mut self, place: WrittenIn) -> Self {
        self.written_in = place;
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

    /// The builder that holds these.
    pub(crate) fn of(
        mode: Option<Mode>,
        allow: Vec<Entry>,
        deny: impl Iterator<Item = (String, Source)>,
    ) -> Self {
        Self { mode, allow, deny: deny.collect(), ..Self::default() }
    }

    /// Validates every entry.
    ///
    /// # Errors
    /// All entries that can't be used, in the order they were added, allowed ones first.
    pub fn build(self) -> Result<Policy, Vec<EntryError>> {
        let mode = in_force(self.mode, self.allow.is_empty());
        let mut errors = Vec::new();
        let allow = fill(self.allow, &mut errors, |entry| {
            let (host, rule) = read_entry(&entry, mode)?;
            Ok((host, rule, entry.text, entry.source))
        });
        let deny = fill(self.deny, &mut errors, |(text, source)| {
            let (host, rule) = read_deny_entry(&text, &source)?;
            Ok((host, rule, text, source))
        });
        if errors.is_empty() {
            Ok(Policy::from_parts(mode, self.written_in, allow, deny))
        } else {
            Err(errors)
        }
    }
}

/// An entry that was read: its host and rule, its text and place.
type Read = (Host, Rule, String, Source);

/// Enters entries one by one, so that each is gone before the next is read: a list of a million is
/// not held twice.
fn fill<E>(
    entries: Vec<E>,
    errors: &mut Vec<EntryError>,
    read: impl Fn(E) -> Result<Read, EntryError>,
) -> HostTable {
    let mut table = HostTable::default();
    table.reserve(entries.len());
    for entry in entries {
        let entered = read(entry).and_then(|(host, rule, entry, at)| {
            let too_many = |Full| EntryError { entry, at: at.clone(), problem: EntryProblem::TooMany };
            table.insert(&host, rule, &at).map_err(too_many)
        });
        errors.extend(entered.err());
    }
    table.shrink();
    table
}

/// The mode that holds: allowlist when something is allowed, else closed, unless one is set (D1).
pub(crate) fn in_force(mode: Option<Mode>, allows_nothing: bool) -> Mode {
    mode.unwrap_or(if allows_nothing { Mode::Closed } else { Mode::Allowlist })
}

/// Reads an allow entry for a mode.
pub(crate) fn read_entry(entry: &Entry, mode: Mode) -> Result<(Host, Rule), EntryError> {
    fits_mode(entry, mode).and_then(|()| entry.to_rule()).map_err(|problem| EntryError {
        entry: entry.text.clone(),
        at: entry.source.clone(),
        problem,
    })
}

/// Reads a deny entry.
pub(crate) fn read_deny_entry(text: &str, source: &Source) -> Result<(Host, Rule), EntryError> {
    deny_rule(text).map_err(|problem| EntryError { entry: text.to_owned(), at: source.clone(), problem })
}

fn fits_mode(entry: &Entry, mode: Mode) -> Result<(), EntryProblem> {
    match (mode, entry.kind) {
        (Mode::Closed, _) => Err(EntryProblem::Closed),
        (Mode::Public | Mode::Denylist, Kind::Host) => Err(EntryProblem::HostInMode(mode.as_str())),
        _ => Ok(()),
    }
}
