//! The shapes of the protocol's description, without its texts.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The list of what is wanted, `protocol/subset.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Subset {
    pub(crate) omit: Vec<String>,
    pub(crate) commands: BTreeMap<String, Vec<String>>,
    pub(crate) events: BTreeMap<String, Vec<String>>,
}

/// The checked-in slice, `protocol/protocol.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Slice {
    pub(crate) package: String,
    pub(crate) version: String,
    pub(crate) license: String,
    pub(crate) domains: Vec<Domain>,
}

/// What is read of the npm package's own description.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: String,
}

/// One of the package's two protocol files.
#[derive(Debug, Deserialize)]
pub(crate) struct Protocol {
    pub(crate) domains: Vec<Domain>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Domain {
    pub(crate) domain: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) types: Vec<Named>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) commands: Vec<Command>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) events: Vec<Event>,
}

/// A type with a name of its own.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Named {
    pub(crate) id: String,
    #[serde(flatten)]
    pub(crate) shape: Shape,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Command {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) parameters: Vec<Field>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) returns: Vec<Field>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Event {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) parameters: Vec<Field>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Field {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) optional: bool,
    #[serde(flatten)]
    pub(crate) shape: Shape,
}

/// What a value looks like: a reference to a named type, or one of JSON's kinds.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Shape {
    #[serde(rename = "$ref", default, skip_serializing_if = "Option::is_none")]
    pub(crate) reference: Option<String>,
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<String>,
    #[serde(rename = "enum", default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) values: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) items: Option<Box<Shape>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) properties: Vec<Field>,
}

/// The full name, `Domain.Name`, of what `reference` means inside `domain`.
pub(crate) fn full_name(domain: &str, reference: &str) -> String {
    if reference.contains('.') { reference.to_owned() } else { format!("{domain}.{reference}") }
}
