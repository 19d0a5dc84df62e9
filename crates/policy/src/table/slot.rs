//! One entry in 16 bytes.

use std::ops::Range;

use crate::entry::Lists;
use crate::rules::{Rule, Scheme, Scope};

/// The number that no slot has.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    /// Where the host's text begins.
    pub(super) start: u32,
    /// The slot of the same host that was added before this one, or [`NONE`].
    pub(super) older: u32,
    /// The line in its file, or the number among what came from no file.
    pub(super) line: u32,
    port: u16,
    /// The host's length in bytes: names have at most 253, literals less.
    length: u8,
    flags: u8,
}

const _: () = assert!(size_of::<Slot>() == 16);

const EXACT: u8 = 1;
const BELOW: u8 = 2;
const HTTP: u8 = 4;
const PRIVATE: u8 = 8;
const NAVIGATE: u8 = 16;
const LOAD: u8 = 32;

impl Slot {
    pub(super) fn new(start: u32, length: u8, older: u32, line: u32, rule: Rule) -> Self {
        let scope = match rule.scope {
            Scope::Exact => EXACT,
            Scope::Tree => 0,
            Scope::Below => BELOW,
        };
        let flag = |on: bool, bit: u8| if on { bit } else { 0 };
        let flags = scope
            | flag(rule.scheme == Scheme::Http, HTTP)
            | flag(rule.private, PRIVATE)
            | flag(rule.lists.navigate, NAVIGATE)
            | flag(rule.lists.load, LOAD);
        Self { start, older, line, port: rule.port, length, flags }
    }

    pub(super) fn range(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + usize::from(self.length)
    }

    pub(super) fn rule(&self) -> Rule {
        let has = |bit: u8| self.flags & bit != 0;
        let scope = match (has(EXACT), has(BELOW)) {
            (true, _) => Scope::Exact,
            (false, true) => Scope::Below,
            (false, false) => Scope::Tree,
        };
        Rule {
            scope,
            scheme: if has(HTTP) { Scheme::Http } else { Scheme::Https },
            port: self.port,
            private: has(PRIVATE),
            lists: Lists { navigate: has(NAVIGATE), load: has(LOAD) },
        }
    }
}
