//! The kinds of value that a field can hold. One kind knows how to read its value, what to say when it
//! can't, and its JSON schema.

mod extension;
mod list;
mod scalar;
mod target;

use serde_json::{Map, Value, json};

pub(super) use self::extension::{AcceptDialogKind, UntilKind};
pub(super) use self::list::{RegionKind, Strings};
pub(super) use self::scalar::{Choice, Chord, Integer, Reference, Scalar, Seconds, Tab, Text};
pub(super) use self::target::{Coordinate, RefTarget, TargetKind};
use super::reader::Problems;
use crate::extensions::{Extension, Extensions};

/// A kind of value.
pub(super) trait Kind {
    /// What reading gives.
    type Out;
    /// Names what is expected, as it stands in an error text.
    fn expected(&self) -> String;
    /// Returns the JSON schema of the value.
    fn schema(&self) -> Value;
    /// Reads a value; `None` when it is bad, which is then noted under `at`.
    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<Self::Out>;
    /// Tells whether a value counts as not given.
    fn is_absent(&self, value: &Value) -> bool {
        value.is_null()
    }
    /// Tells whether the schema carries the field's description; it need not where the name says it all.
    fn described(&self) -> bool {
        true
    }
}

/// A field: a kind, and what holds when the field is absent.
pub(super) trait Field {
    /// What reading gives.
    type Out;
    /// Reads the field; `None` when it is bad, which is then noted under `at`.
    fn read(&self, value: Option<&Value>, at: &str, problems: &mut Problems) -> Option<Self::Out>;
    /// Returns the JSON schema of the value.
    fn schema(&self) -> Value;
    /// Tells whether the field must be there.
    fn is_required(&self) -> bool;
    /// Tells whether the schema carries the description.
    fn described(&self) -> bool;
    /// Returns the addition of ours that the field is; `None` for one of the API's own.
    fn extension(&self) -> Option<Extension> {
        None
    }
}

/// A field that must be there.
pub(super) struct Required<K>(K);
/// A field that may be absent.
pub(super) struct Optional<K>(K);
/// A field with a default.
pub(super) struct Or<K: Kind>(K, K::Out);

/// A field that is an addition of ours.
pub(super) struct Added<F>(Extension, F);

pub(super) const fn required<K: Kind>(kind: K) -> Required<K> {
    Required(kind)
}

pub(super) const fn optional<K: Kind>(kind: K) -> Optional<K> {
    Optional(kind)
}

pub(super) const fn or<K: Kind>(kind: K, default: K::Out) -> Or<K> {
    Or(kind, default)
}

pub(super) const fn extension<F: Field>(extension: Extension, field: F) -> Added<F> {
    Added(extension, field)
}

impl<F: Field> Field for Added<F> {
    type Out = F::Out;

    fn read(&self, value: Option<&Value>, at: &str, problems: &mut Problems) -> Option<F::Out> {
        self.1.read(value, at, problems)
    }

    fn schema(&self) -> Value {
        self.1.schema()
    }

    fn is_required(&self) -> bool {
        self.1.is_required()
    }

    fn described(&self) -> bool {
        self.1.described()
    }

    fn extension(&self) -> Option<Extension> {
        Some(self.0)
    }
}

impl<K: Kind> Field for Required<K> {
    type Out = K::Out;

    fn read(&self, value: Option<&Value>, at: &str, problems: &mut Problems) -> Option<K::Out> {
        match value.filter(|value| !self.0.is_absent(value)) {
            Some(value) => self.0.read(value, at, problems),
            None => {
                problems.missing(at, self.0.expected());
                None
            }
        }
    }

    fn schema(&self) -> Value {
        self.0.schema()
    }

    fn is_required(&self) -> bool {
        true
    }

    fn described(&self) -> bool {
        self.0.described()
    }
}

impl<K: Kind> Field for Optional<K> {
    type Out = Option<K::Out>;

    fn read(&self, value: Option<&Value>, at: &str, problems: &mut Problems) -> Option<Self::Out> {
        match value.filter(|value| !self.0.is_absent(value)) {
            Some(value) => self.0.read(value, at, problems).map(Some),
            None => Some(None),
        }
    }

    fn schema(&self) -> Value {
        self.0.schema()
    }

    fn is_required(&self) -> bool {
        false
    }

    fn described(&self) -> bool {
        self.0.described()
    }
}

impl<K: Kind<Out: Clone>> Field for Or<K> {
    type Out = K::Out;

    fn read(&self, value: Option<&Value>, at: &str, problems: &mut Problems) -> Option<K::Out> {
        match value.filter(|value| !self.0.is_absent(value)) {
            Some(value) => self.0.read(value, at, problems),
            None => Some(self.1.clone()),
        }
    }

    fn schema(&self) -> Value {
        self.0.schema()
    }

    fn is_required(&self) -> bool {
        false
    }

    fn described(&self) -> bool {
        self.0.described()
    }
}

/// One field of a schema.
pub(super) struct Property {
    name: &'static str,
    schema: Value,
    required: bool,
    extension: Option<Extension>,
}

impl Property {
    /// Makes the schema of a field; `help` is its description.
    pub(super) fn new<F: Field>(name: &'static str, help: &str, field: &F) -> Self {
        let mut schema = field.schema();
        if let (true, Some(fields)) = (field.described(), schema.as_object_mut()) {
            fields.insert("description".to_owned(), help.trim().into());
        }
        Self { name, schema, required: field.is_required(), extension: field.extension() }
    }
}

/// Makes the schema of an input, with the additions that are honoured.
pub(super) fn object_schema(properties: &[Property], extensions: Extensions) -> Value {
    let shown = || properties.iter().filter(|p| p.extension.is_none_or(|added| extensions.has(added)));
    let fields: Map<_, _> = shown().map(|p| (p.name.to_owned(), p.schema.clone())).collect();
    let required: Vec<_> = shown().filter(|p| p.required).map(|p| p.name).collect();
    let mut schema = json!({ "type": "object", "properties": fields });
    if let (false, Some(object)) = (required.is_empty(), schema.as_object_mut()) {
        object.insert("required".to_owned(), required.into());
    }
    schema
}
