//! Reads `ringfence.toml`: text in, typed values with their lines out.
//!
//! The whole file is read here, so that a key nobody knows is an error wherever it stands; other
//! parts of the product take their tables from [`FileConfig`]. All errors of a file are reported at
//! once.

mod egress;
mod error;
mod examples;
pub mod keys;
mod nearest;
mod operate;
mod option_words;
mod reader;

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::builder::{PolicyBuilder, in_force, read_deny_entry, read_entry};
use crate::entry::{Entry, EntryError, Lists};
use crate::policy::Mode;
use crate::source::Source;

pub use egress::{EgressConfig, Hidden};
pub use error::{ConfigError, Position};
pub use nearest::nearest;
pub use operate::{
    Answer, ClientCertificateConfig, ConfirmConfig, CredentialConfig, FilesConfig, LookConfig, LookPlaces,
    OperateConfig,
};
use reader::Reader;

/// A whole configuration file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileConfig {
    /// `[policy]`.
    pub policy: PolicyConfig,
    /// `[egress]`: the way out.
    pub egress: EgressConfig,
    /// `[members.NAME]`. The names are not checked here: the toolset knows its members.
    pub members: BTreeMap<String, MemberConfig>,
    /// `[files]`, `[look]`, `[[confirm]]`, `[[credentials]]` and `[[client_certificates]]`.
    pub operate: OperateConfig,
}

/// `[policy]`: entries that were validated when the file was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyConfig {
    /// `mode`; without it, allowlist when something is allowed, else closed.
    pub mode: Option<Mode>,
    /// `[[policy.allow]]`.
    pub allow: Vec<Entry>,
    /// `[[policy.deny]]`.
    pub deny: Vec<DenyEntry>,
}

/// One `[[policy.deny]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DenyEntry {
    /// The host, written as for an allow entry.
    pub host: String,
    /// Its line.
    pub source: Source,
}

/// One `[members.NAME]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberConfig {
    /// `enabled`; none leaves the member's default.
    pub enabled: Option<bool>,
    /// The line of the table.
    pub source: Source,
}

impl PolicyConfig {
    /// A builder that holds the file's mode and entries.
    pub fn builder(&self) -> PolicyBuilder {
        self.clone().into_builder()
    }

    /// The same without a copy of the entries.
    pub fn into_builder(self) -> PolicyBuilder {
        PolicyBuilder::of(self.mode, self.allow, self.deny.into_iter().map(|deny| (deny.host, deny.source)))
    }
}

impl FileConfig {
    /// Reads a file's text. `name` is the file's name as messages show it.
    ///
    /// # Errors
    /// Everything that is wrong with the file: first syntax alone, then unknown keys, wrong types and
    /// examples that don't hold in the order of their lines, then the entries that can't be used.
    pub fn parse(text: &str, name: &str) -> Result<FileConfig, Vec<ConfigError>> {
        match Self::parse_recovering(text, name) {
            (config, errors) if errors.is_empty() => Ok(config),
            (_, errors) => Err(errors),
        }
    }

    /// The same, with what could be read in spite of the errors: for whoever looks for more that is wrong with it. Nothing may
    /// be allowed by it.
    pub fn parse_recovering(text: &str, name: &str) -> (FileConfig, Vec<ConfigError>) {
        let mut reader = Reader::new(text, name);
        let (root, syntax) = DeTable::parse_recoverable(text);
        for error in syntax {
            reader.syntax(&error);
        }
        if !reader.is_clean() {
            // What was recovered would only give follow-up errors.
            return (FileConfig::default(), reader.into_errors());
        }
        let config = read_file(&mut reader, root.get_ref());
        reader.entries(problems(&config.policy));
        (config, reader.into_errors())
    }
}

/// What is wrong with the entries, told without making a policy of them.
fn problems(policy: &PolicyConfig) -> Vec<EntryError> {
    let mode = in_force(policy.mode, policy.allow.is_empty());
    let allow = policy.allow.iter().filter_map(|entry| read_entry(entry, mode).err());
    let deny = policy.deny.iter().filter_map(|entry| read_deny_entry(&entry.host, &entry.source).err());
    allow.chain(deny).collect()
}

type Value<'a> = Spanned<DeValue<'a>>;

fn read_file(reader: &mut Reader<'_>, root: &DeTable<'_>) -> FileConfig {
    reader.known_keys(root, "", &keys::FILE);
    let mut config = FileConfig { operate: operate::read(reader, root), ..FileConfig::default() };
    if let Some(table) = root.get("policy").and_then(|value| reader.table(value, "policy")) {
        config.policy = read_policy(reader, table);
    }
    if let Some(table) = root.get("egress").and_then(|value| reader.table(value, "egress")) {
        config.egress = egress::read(reader, table);
    }
    if let Some(table) = root.get("members").and_then(|value| reader.table(value, "members")) {
        for (name, value) in table {
            let path = format!("members.{}", name.get_ref());
            let Some(member) = reader.table_of_a_member(value, &path) else { continue };
            reader.known_keys(member, &path, &keys::MEMBER);
            let enabled = reader.boolean(member, &path, "enabled");
            let source = reader.source(name.span());
            config.members.insert(name.get_ref().to_string(), MemberConfig { enabled, source });
        }
    }
    config
}

fn read_policy(reader: &mut Reader<'_>, table: &DeTable<'_>) -> PolicyConfig {
    reader.known_keys(table, "policy", &keys::POLICY);
    let mode = reader.one_of(
        table,
        "policy",
        "mode",
        &[Mode::Allowlist, Mode::Denylist, Mode::Public, Mode::Closed].map(|mode| (mode.as_str(), mode)),
    );
    let allow: Vec<Entry> = reader
        .tables(table, "policy", "allow", "host = \"example.com\"")
        .into_iter()
        .filter_map(|value| read_allow(reader, value))
        .collect();
    let deny = reader
        .tables(table, "policy", "deny", "host = \"example.com\"")
        .into_iter()
        .filter_map(|value| read_deny(reader, value))
        .collect();
    PolicyConfig { mode, allow, deny }
}

fn read_allow(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Entry> {
    const PATH: &str = "policy.allow";
    let table = reader.entry(value, PATH, |text| {
        let key = if text.contains("://") { "origin" } else { "host" };
        format!("{key} = {text:?}")
    })?;
    reader.known_keys(table, PATH, &keys::ALLOW);
    let host = reader.string(table, PATH, "host");
    let origin = reader.string(table, PATH, "origin");
    let private = reader.boolean(table, PATH, "private");
    let lists = read_lists(reader, table);
    let entry = match (host, origin) {
        (Some((host, span)), None) if private.is_none() => Entry::host(host, reader.source(span)),
        (None, Some((origin, span))) => Entry::origin(origin, private.unwrap_or(false), reader.source(span)),
        (Some(_), None) => {
            reader.value(
                value.span(),
                PATH,
                "`private` belongs to an entry with `origin`, which names one exact origin",
            );
            return None;
        }
        (Some(_), Some(_)) => {
            reader.value(value.span(), PATH, "an entry has either `host` or `origin`, not both");
            return None;
        }
        (None, None) => {
            // A value of a wrong type was already reported.
            if !table.contains_key("host") && !table.contains_key("origin") {
                reader.value(value.span(), PATH, "an entry needs `host` or `origin`");
            }
            return None;
        }
    };
    let entry = entry.on(lists);
    examples::check_allow(reader, table, PATH, &entry);
    Some(entry)
}

fn read_lists(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Lists {
    let known = [("navigate", Lists::NAVIGATE), ("load", Lists::LOAD)];
    if !table.contains_key("lists") {
        return Lists::BOTH;
    }
    let mut lists = Lists { navigate: false, load: false };
    for (text, span) in reader.strings(table, "policy.allow", "lists") {
        // A list that nobody knows was told: that the entry stands on none would be its echo.
        let list = reader.choose(&text, span, "policy.allow.lists", &known).unwrap_or(Lists::BOTH);
        lists.navigate |= list.navigate;
        lists.load |= list.load;
    }
    lists
}

fn read_deny(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<DenyEntry> {
    const PATH: &str = "policy.deny";
    let table = reader.entry(value, PATH, |text| format!("host = {text:?}"))?;
    reader.known_keys(table, PATH, &keys::DENY);
    let Some((host, span)) = reader.string(table, PATH, "host") else {
        if !table.contains_key("host") {
            reader.value(value.span(), PATH, "an entry needs `host`");
        }
        return None;
    };
    let entry = DenyEntry { host, source: reader.source(span) };
    examples::check_deny(reader, table, PATH, &entry);
    Some(entry)
}
