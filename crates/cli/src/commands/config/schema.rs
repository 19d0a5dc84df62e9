//! `ringfence config schema`: the file's JSON schema, made from the one list of keys.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use ringfence_policy::config::keys::{FILE, Key, Kind, Table};
use ringfence_toolset::{Extension, Member};
use serde_json::{Map, Value, json};

use crate::failure::{Done, Failure};

/// Print the configuration file's JSON schema, for editors
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ringfence config schema > ringfence.schema.json
  ringfence config schema --check ringfence.schema.json")]
pub(crate) struct SchemaArgs {
    /// Instead of printing it, tell whether this file holds it; exits with 1 when it doesn't
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    check: Option<PathBuf>,
}

pub(super) fn run(args: &SchemaArgs) -> Result<Done, Failure> {
    let text = format!("{:#}\n", schema());
    let Some(path) = &args.check else {
        std::io::stdout().write_all(text.as_bytes())?;
        return Ok(Done::Well);
    };
    let name = path.display();
    let there = std::fs::read_to_string(path)
        .map_err(|error| Failure::Usage(format!("the file {name} can't be read: {error}; name another")))?;
    if there == text {
        return Ok(Done::Well);
    }
    Err(Failure::Failed(format!(
        "{name} is not this version's schema; write it anew with `ringfence config schema > {name}`"
    )))
}

/// Draft 7, which editors' TOML support reads.
fn schema() -> Value {
    let mut schema = table(&FILE);
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("$schema".to_owned(), "http://json-schema.org/draft-07/schema#".into());
        fields.insert("title".to_owned(), "ringfence.toml".into());
    }
    schema
}

fn table(table: &Table) -> Value {
    let properties: Map<String, Value> =
        table.keys.iter().map(|key| (key.name.to_owned(), property(key))).collect();
    let mut schema = json!({
        "type": "object",
        "description": table.about,
        "properties": properties,
        "additionalProperties": false,
    });
    let Some(fields) = schema.as_object_mut() else { return schema };
    match table.exactly_one_of {
        [] => {}
        [one] => {
            fields.insert("required".to_owned(), json!([one]));
        }
        several => {
            let one_of: Vec<_> = several.iter().map(|key| json!({ "required": [key] })).collect();
            fields.insert("oneOf".to_owned(), one_of.into());
        }
    }
    if let Some((key, other)) = table.belongs {
        fields.insert("dependencies".to_owned(), json!({ key: [other] }));
    }
    schema
}

fn property(key: &Key) -> Value {
    let mut schema = kind(&key.kind);
    let Some(fields) = schema.as_object_mut() else { return schema };
    fields.insert("description".to_owned(), key.about.into());
    if let Some(default) = key.default.and_then(|default| serde_json::from_str(default).ok()) {
        fields.insert("default".to_owned(), default);
    }
    schema
}

fn kind(kind: &Kind) -> Value {
    match kind {
        Kind::Boolean => json!({ "type": "boolean" }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::OneOf(known) => json!({ "type": "string", "enum": known }),
        Kind::SomeOf(known) => {
            json!({ "type": "array", "items": { "type": "string", "enum": known }, "minItems": 1 })
        }
        Kind::Table(inner) => table(inner),
        Kind::Tables(inner) => json!({ "type": "array", "items": table(inner) }),
        Kind::Members(inner) => {
            let names: Vec<_> =
                Member::ALL.iter().map(|member| member.name()).chain([Extension::ACCEPT_DIALOG]).collect();
            json!({ "type": "object", "propertyNames": { "enum": names }, "additionalProperties": table(inner) })
        }
    }
}
