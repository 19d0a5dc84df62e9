//! The values of our additions.

use serde_json::{Map, Value, json};

use super::scalar::{Flag, Reference, Text};
use super::target::object;
use super::{Field, Kind, optional, or, required};
use crate::input::reader::Problems;
use crate::input::values::{AcceptDialog, Awaited, Until};

/// What `wait` waits for.
pub(in crate::input) struct UntilKind;
/// A dialog to accept.
pub(in crate::input) struct AcceptDialogKind;

/// The fields of an object that is itself a field.
struct Inner<'a> {
    fields: &'a Map<String, Value>,
    at: &'a str,
}

impl Inner<'_> {
    fn read<F: Field>(&self, name: &str, rule: &F, problems: &mut Problems) -> Option<F::Out> {
        rule.read(self.fields.get(name), &format!("{}.{name}", self.at), problems)
    }
}

impl Kind for UntilKind {
    type Out = Until;

    fn expected(&self) -> String {
        "exactly one of text, url and ref".to_owned()
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "text": { "type": "string" },
                "url": { "type": "string" },
                "ref": { "type": "string" },
                "gone": { "type": "boolean" },
            },
        })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<Until> {
        let inner = Inner { fields: object(self, value, at, problems)?, at };
        let text = inner.read("text", &optional(Text::FILLED), problems);
        let url = inner.read("url", &optional(Text::FILLED), problems);
        let element = inner.read("ref", &optional(Reference), problems);
        let gone = inner.read("gone", &or(Flag, false), problems);
        let what = match (text?, url?, element?) {
            (Some(text), None, None) => Awaited::Text(text),
            (None, Some(url), None) => Awaited::Url(url),
            (None, None, Some(element)) => Awaited::Ref(element),
            (None, None, None) => {
                problems.missing(at, self.expected());
                return None;
            }
            _ => {
                problems.several(at, self.expected());
                return None;
            }
        };
        Some(Until { what, gone: gone? })
    }
}

impl Kind for AcceptDialogKind {
    type Out = AcceptDialog;

    fn expected(&self) -> String {
        "{message, text?}".to_owned()
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": { "message": { "type": "string" }, "text": { "type": "string" } },
            "required": ["message"],
        })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<AcceptDialog> {
        let inner = Inner { fields: object(self, value, at, problems)?, at };
        let message = inner.read("message", &required(Text::ANY), problems);
        let text = inner.read("text", &optional(Text::ANY), problems);
        Some(AcceptDialog { message: message?, text: text? })
    }
}
