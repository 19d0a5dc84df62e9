//! Rules by host, for lists of a million hosts: one look-up for a host and one for each parent of
//! it, whatever the number of entries, and some 45 bytes an entry.
//!
//! The hosts' texts lie end to end in one string. A slot of 16 bytes holds an entry: where its host
//! lies, what it says, its line. A hash table of slot numbers finds the slots of a host. Places are
//! kept by runs, as a file's entries come one after the other.

mod places;
mod slot;

use std::hash::{BuildHasher as _, RandomState};

use hashbrown::HashTable;

use crate::host::{Host, suffixes};
use crate::rules::Rule;
use crate::source::Source;
use places::Places;
use slot::{NONE, Slot};

/// Why an entry does not fit: numbers are 32 bits wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Full;

/// Rules by host; an IP literal is its own key and has no parents.
#[derive(Debug, Default)]
pub(crate) struct HostTable {
    texts: String,
    slots: Vec<Slot>,
    /// The newest slot of each host.
    newest: HashTable<u32>,
    places: Places,
    /// The most labels that a key has: longer names are not looked up whole.
    most_labels: usize,
    hasher: RandomState,
}

/// A rule that covers a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) rule: Rule,
    slot: u32,
}

impl HostTable {
    /// Makes room for `entries` more.
    pub(crate) fn reserve(&mut self, entries: usize) {
        let Self { texts, slots, newest, hasher, .. } = self;
        slots.reserve_exact(entries);
        newest.reserve(entries, |index| hasher.hash_one(key_of(texts, slots, *index)));
    }

    /// Adds an entry. One that says the same of the same host as an earlier one changes nothing.
    pub(crate) fn insert(&mut self, host: &Host, rule: Rule, source: &Source) -> Result<(), Full> {
        let key = host.to_address();
        let hash = self.hasher.hash_one(key.as_str());
        let index = u32::try_from(self.slots.len()).ok().filter(|index| *index != NONE).ok_or(Full)?;
        let head = self.find(hash, &key);
        let (start, older) = match head {
            Some(head) if self.chain(head).any(|(_, slot)| slot.rule() == rule) => return Ok(()),
            Some(head) => (self.slots[head as usize].start, head),
            None => (u32::try_from(self.texts.len()).map_err(|_| Full)?, NONE),
        };
        let length = u8::try_from(key.len()).map_err(|_| Full)?;
        let line = self.places.add(index, source).ok_or(Full)?;
        self.slots.push(Slot::new(start, length, older, line, rule));
        if head.is_none() {
            self.texts.push_str(&key);
        }
        self.point_to(hash, &key, index);
        self.most_labels = self.most_labels.max(labels(&key));
        Ok(())
    }

    /// Gives back what was reserved and not used.
    pub(crate) fn shrink(&mut self) {
        let Self { texts, slots, newest, hasher, places, .. } = self;
        texts.shrink_to_fit();
        slots.shrink_to_fit();
        newest.shrink_to_fit(|index| hasher.hash_one(key_of(texts, slots, *index)));
        places.shrink();
    }

    /// The rules that cover `host`, nearest first, then in the order in which they were added.
    pub(crate) fn matching(&self, host: &Host) -> Vec<Match> {
        let mut found = Vec::new();
        if self.slots.is_empty() {
            return found;
        }
        match host {
            Host::Name(name) => {
                for key in suffixes(last_labels(name, self.most_labels)) {
                    self.collect(key, key.len() == name.len(), &mut found);
                }
            }
            Host::Ip(_) => self.collect(&host.to_address(), true, &mut found),
        }
        found
    }

    /// Where the entry of a match was written.
    pub(crate) fn source(&self, found: &Match) -> Option<Source> {
        let slot = self.slots.get(found.slot as usize)?;
        self.places.source(found.slot, slot.line)
    }

    fn collect(&self, key: &str, is_the_key: bool, found: &mut Vec<Match>) {
        let Some(head) = self.find(self.hasher.hash_one(key), key) else { return };
        let first = found.len();
        found.extend(
            self.chain(head)
                .map(|(slot, entry)| Match { rule: entry.rule(), slot })
                .filter(|entry| entry.rule.scope.covers(is_the_key)),
        );
        // The chain leads from the newest to the oldest.
        found[first..].reverse();
    }

    fn find(&self, hash: u64, key: &str) -> Option<u32> {
        self.newest.find(hash, |index| key_of(&self.texts, &self.slots, *index) == key).copied()
    }

    /// The slots of one host, newest first.
    fn chain(&self, head: u32) -> impl Iterator<Item = (u32, &Slot)> {
        let slot = |index: u32| self.slots.get(index as usize).map(|slot| (index, slot));
        std::iter::successors(slot(head), move |(_, entry)| slot(entry.older))
    }

    fn point_to(&mut self, hash: u64, key: &str, index: u32) {
        let Self { texts, slots, newest, hasher, .. } = self;
        match newest.find_mut(hash, |known| key_of(texts, slots, *known) == key) {
            Some(known) => *known = index,
            None => {
                newest.insert_unique(hash, index, |known| hasher.hash_one(key_of(texts, slots, *known)));
            }
        }
    }
}

fn key_of<'t>(texts: &'t str, slots: &[Slot], index: u32) -> &'t str {
    slots.get(index as usize).and_then(|slot| texts.get(slot.range())).unwrap_or_default()
}

/// The end of a name that has so many labels, 1 at least; a name that has no more is left whole.
fn last_labels(name: &str, count: usize) -> &str {
    let dot = name.rmatch_indices('.').nth(count.saturating_sub(1));
    dot.and_then(|(at, _)| name.get(at + 1..)).unwrap_or(name)
}

fn labels(name: &str) -> usize {
    name.bytes().filter(|byte| *byte == b'.').count() + 1
}

#[cfg(test)]
mod tests;
