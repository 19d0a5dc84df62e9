//! Reads one line as a call.

use ringfence_toolset::nearest;
use ringfence_toolset::text::{quoted, shorten};
use serde_json::{Map, Value};

use crate::id::IdScanner;
use crate::line::Line;

/// One call.
#[derive(Debug, PartialEq)]
pub(super) struct Request {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) input: Value,
}

/// A line that is no call.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadLine {
    /// The id to answer under.
    pub(super) id: String,
    /// What is wrong, and how a call is written.
    pub(super) text: String,
}

impl Request {
    /// Reads a line; `number` is its own, from 1.
    pub(super) fn read(line: &Line, number: u64) -> Result<Self, BadLine> {
        let bad = |id: String, what: &str| BadLine {
            id,
            text: format!(
                r#"Line {number} is no call: {what}. Write one JSON object a line: {{"id":"1","name":"navigate","input":{{"url":"https://example.com"}}}}."#
            ),
        };
        let own_id = number.to_string();
        let bytes = match line {
            Line::Whole(bytes) => bytes,
            Line::TooLong { id } => return Err(bad(id_or(id.clone(), own_id), "it is longer than 16 MiB")),
        };
        let mut fields: Map<String, Value> = match serde_json::from_slice(bytes) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return Err(bad(own_id, "it is JSON, but no object")),
            Err(error) => {
                let id = id_or(IdScanner::find(bytes), own_id);
                return Err(bad(id, &not_json(&error)));
            }
        };
        let id = match fields.remove("id") {
            None | Some(Value::Null) => own_id,
            Some(Value::String(id)) if !id.is_empty() => id,
            Some(Value::Number(id)) => id.to_string(),
            Some(_) => {
                return Err(bad(own_id, "its id is neither a number nor a string with something in it"));
            }
        };
        let Some(Value::String(name)) = fields.remove("name") else {
            return Err(bad(id, "it has no name, or one that is no string"));
        };
        let input = fields.remove("input").unwrap_or(Value::Null);
        match fields.keys().find(|key| !PASSED_OVER.contains(&key.as_str())) {
            Some(key) => Err(bad(id, &unknown_key(key))),
            None => Ok(Self { id, name, input }),
        }
    }
}

/// Fields of a `tool_use` block of the API, which may be a line as it is.
const PASSED_OVER: [&str; 3] = ["type", "toolset_name", "caller"];

/// What the parser says, without its own count of lines: it gets one line at a time.
fn not_json(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let at = format!(" at line {} column {}", error.line(), error.column());
    match said.strip_suffix(&at) {
        Some(what) => format!("it is not JSON ({what} at column {})", error.column()),
        None => format!("it is not JSON ({said})"),
    }
}

/// Says of a key that a call has no such one. A misspelt `input` would else be a call without one.
fn unknown_key(key: &str) -> String {
    const LONGEST: usize = 60;
    let near = nearest(key, ["id", "name", "input"]);
    let near = near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
    format!("it has a key {}, which a call doesn't have{near}", quoted(&shorten(key, LONGEST)))
}

/// The id as it is answered under: the line's own, or its number.
fn id_or(id: Option<Value>, number: String) -> String {
    match id {
        Some(Value::String(id)) if !id.is_empty() => id,
        Some(Value::Number(id)) => id.to_string(),
        _ => number,
    }
}
