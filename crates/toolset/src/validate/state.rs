//! `browser_state` blocks (S1–S3, N8).

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Violation, must};
use crate::state::{MOST_CHANGES, MOST_TABS};
use crate::text::{LONGEST_LINE_VALUE, one_line};

const TAB_FIELDS: &[&str] = &["tab_id", "title", "url", "active"];

/// The fields of each change: required ones, then optional ones.
const CHANGES: &[(&str, &[&str], &[&str])] = &[
    ("tab_opened", &["tab_id"], &[]),
    ("download_started", &["download_id", "url"], &[]),
    ("download_completed", &["download_id", "url"], &["path", "size_bytes"]),
    ("download_failed", &["download_id", "url"], &["error"]),
];

/// What a valid block says.
#[derive(Debug, Default)]
pub(super) struct State<'a> {
    pub(super) active: Option<&'a str>,
    pub(super) opened: Vec<&'a str>,
}

/// Checks a block.
pub(super) fn state<'a>(block: &'a Value, at: &str) -> Result<State<'a>, Violation> {
    let fields = object(block, at)?;
    known_fields(fields, &["type", "tabs", "state_changes", "cache_control"], at)?;
    let tabs_at = format!("{at}.tabs");
    let tabs = array(fields.get("tabs"), &tabs_at)?;
    must(tabs.len() <= MOST_TABS, &tabs_at, "too many tabs")?;
    let (mut ids, mut active) = (BTreeSet::new(), Vec::new());
    for (index, entry) in tabs.iter().enumerate() {
        let at = format!("{tabs_at}[{index}]");
        let (id, is_active) = tab(entry, &at)?;
        must(ids.insert(id), &at, "another tab has its tab_id")?;
        active.extend(is_active.then_some(id));
    }
    must(tabs.is_empty() || active.len() == 1, &tabs_at, "not exactly one tab is active")?;
    let opened = match fields.get("state_changes") {
        None => Vec::new(),
        Some(changes) => self::changes(changes, &ids, &format!("{at}.state_changes"))?,
    };
    Ok(State { active: active.first().copied(), opened })
}

fn tab<'a>(entry: &'a Value, at: &str) -> Result<(&'a str, bool), Violation> {
    let fields = object(entry, at)?;
    known_fields(fields, TAB_FIELDS, at)?;
    let id = line(fields, "tab_id", at)?;
    must(!id.is_empty(), at, "its tab_id is empty")?;
    line(fields, "title", at)?;
    line(fields, "url", at)?;
    match fields.get("active") {
        None => Ok((id, false)),
        Some(Value::Bool(active)) => Ok((id, *active)),
        Some(_) => Err(Violation::new(at, "active is not boolean")),
    }
}

fn changes<'a>(changes: &'a Value, tabs: &BTreeSet<&str>, at: &str) -> Result<Vec<&'a str>, Violation> {
    let changes = array(Some(changes), at)?;
    must(!changes.is_empty(), at, "it is empty instead of absent")?;
    must(changes.len() <= MOST_CHANGES, at, "too many changes")?;
    let (mut opened, mut downloads) = (Vec::new(), BTreeSet::new());
    for (index, entry) in changes.iter().enumerate() {
        let at = format!("{at}[{index}]");
        let fields = object(entry, &at)?;
        change(fields, &at)?;
        if fields["type"] == "tab_opened" {
            let id = line(fields, "tab_id", &at)?;
            must(tabs.contains(id), &at, "its tab is not listed")?;
            must(!opened.contains(&id), &at, "its tab has opened already")?;
            opened.push(id);
        } else {
            let id = line(fields, "download_id", &at)?;
            must(!id.is_empty(), &at, "its download_id is empty")?;
            must(downloads.insert(id), &at, "its download has another change")?;
        }
    }
    Ok(opened)
}

fn change(fields: &Map<String, Value>, at: &str) -> Result<(), Violation> {
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let known = CHANGES.iter().find(|(name, _, _)| *name == kind);
    let (_, required, optional) = known.ok_or_else(|| Violation::new(at, "its type is unknown"))?;
    known_fields(fields, &[&["type"], *required, *optional].concat(), at)?;
    for field in *required {
        line(fields, field, at)?;
    }
    for field in optional.iter().filter(|field| fields.contains_key(**field)) {
        match *field {
            "size_bytes" => must(fields["size_bytes"].is_u64(), at, "size_bytes is no size")?,
            field => must(!line(fields, field, at)?.is_empty(), at, "an optional text is empty")?,
        }
    }
    Ok(())
}

fn object<'a>(value: &'a Value, at: &str) -> Result<&'a Map<String, Value>, Violation> {
    value.as_object().ok_or_else(|| Violation::new(at, "it is no object"))
}

fn array<'a>(value: Option<&'a Value>, at: &str) -> Result<&'a Vec<Value>, Violation> {
    value.and_then(Value::as_array).ok_or_else(|| Violation::new(at, "it is no list"))
}

fn known_fields(fields: &Map<String, Value>, known: &[&str], at: &str) -> Result<(), Violation> {
    match fields.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(Violation::new(at, format!("it has the unknown field {key}"))),
        None => Ok(()),
    }
}

/// Reads a text that must be one bounded line (N8).
fn line<'a>(fields: &'a Map<String, Value>, field: &str, at: &str) -> Result<&'a str, Violation> {
    let text = fields.get(field).and_then(Value::as_str);
    let text = text.ok_or_else(|| Violation::new(at, format!("{field} is no string")))?;
    let is_line = text.chars().count() <= LONGEST_LINE_VALUE && one_line(text) == text;
    must(
        is_line,
        at,
        &format!("{field} is not one trimmed line of at most {LONGEST_LINE_VALUE} characters"),
    )?;
    Ok(text)
}
