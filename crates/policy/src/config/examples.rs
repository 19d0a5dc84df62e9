//! `match` and `not_match`: addresses that an entry says of itself, checked when it is read.

use toml::de::DeTable;

use super::DenyEntry;
use super::error::ConfigError;
use super::reader::Reader;
use crate::address::parse_written;
use crate::entry::{Entry, deny_rule};
use crate::policy::{List, Mode, Policy};
use crate::refusal::Refusal;
use crate::table::HostTable;

/// Judges an allow entry's examples as if it were the only one.
pub(super) fn check_allow(reader: &mut Reader<'_>, table: &DeTable<'_>, path: &str, entry: &Entry) {
    if !has_examples(table) {
        return;
    }
    let alone = Policy::builder().mode(Mode::Allowlist).allow(entry.clone());
    // An entry that can't be used is reported with all others of its kind.
    let Ok(policy) = alone.build() else { return };
    check(reader, table, path, |address| {
        let by_either = |refusal: Refusal| policy.judge(address, List::Load).map_err(|_| refusal);
        let judged = policy.judge(address, List::Navigate).or_else(by_either);
        judged.map(|_| ()).map_err(|refusal| refusal.code.as_str())
    });
}

/// Looks whether a deny entry covers its examples' hosts.
pub(super) fn check_deny(reader: &mut Reader<'_>, table: &DeTable<'_>, path: &str, entry: &DenyEntry) {
    if !has_examples(table) {
        return;
    }
    let Ok((host, rule)) = deny_rule(&entry.host) else { return };
    let mut rules = HostTable::default();
    if rules.insert(&host, rule, &entry.source).is_err() {
        return;
    }
    check(reader, table, path, |address| {
        let parsed = parse_written(address).map_err(|fault| fault.code().as_str())?;
        let host = parsed.host.ok_or("parse")?;
        if rules.matching(&host).is_empty() { Err("another host") } else { Ok(()) }
    });
}

fn has_examples(table: &DeTable<'_>) -> bool {
    ["match", "not_match"].iter().any(|key| table.contains_key(*key))
}

fn check(
    reader: &mut Reader<'_>,
    table: &DeTable<'_>,
    path: &str,
    covers: impl Fn(&str) -> Result<(), &'static str>,
) {
    for (example, span) in reader.strings(table, path, "match") {
        if let Err(reason) = covers(&example) {
            reader.push(span.start, |at| ConfigError::MatchFails { at, example, reason });
        }
    }
    for (example, span) in reader.strings(table, path, "not_match") {
        if covers(&example).is_ok() {
            reader.push(span.start, |at| ConfigError::NotMatchFails { at, example });
        }
    }
}
