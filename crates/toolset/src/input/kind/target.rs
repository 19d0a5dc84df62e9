//! Where an act goes: a point of the viewport or an element (T1).

use serde_json::{Map, Value, json};

use super::scalar::{Reference, whole};
use super::{Field, Kind, required};
use crate::input::reader::Problems;
use crate::input::values::{ElementRef, Point, Target};

/// A target that is a point or an element.
pub(in crate::input) struct TargetKind;
/// A target that is a point.
pub(in crate::input) struct Coordinate;
/// A target that is an element.
pub(in crate::input) struct RefTarget;

const POINT: &str = r#"{type:"coordinate", x, y}"#;
const ELEMENT: &str = r#"{type:"ref", ref}"#;

impl Kind for TargetKind {
    type Out = Target;

    fn expected(&self) -> String {
        format!("{ELEMENT} or {POINT}")
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "type": { "type": "string", "enum": ["ref", "coordinate"] },
                "ref": { "type": "string" },
                "x": { "type": "integer" },
                "y": { "type": "integer" },
            },
            "required": ["type"],
        })
    }

    fn described(&self) -> bool {
        false
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<Target> {
        let fields = object(self, value, at, problems)?;
        match fields.get("type").and_then(Value::as_str) {
            Some("coordinate") => point(fields, at, problems).map(Target::Point),
            Some("ref") => element(fields, at, problems).map(Target::Ref),
            _ => wrong_type(fields, at, "ref or coordinate", problems),
        }
    }
}

impl Kind for Coordinate {
    type Out = Point;

    fn expected(&self) -> String {
        POINT.to_owned()
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "type": { "type": "string", "enum": ["coordinate"] },
                "x": { "type": "integer" },
                "y": { "type": "integer" },
            },
            "required": ["type", "x", "y"],
        })
    }

    fn described(&self) -> bool {
        false
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<Point> {
        let fields = object(self, value, at, problems)?;
        match fields.get("type").and_then(Value::as_str) {
            Some("coordinate") => point(fields, at, problems),
            _ => wrong_type(fields, at, "coordinate", problems),
        }
    }
}

impl Kind for RefTarget {
    type Out = ElementRef;

    fn expected(&self) -> String {
        ELEMENT.to_owned()
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": { "type": { "type": "string", "enum": ["ref"] }, "ref": { "type": "string" } },
            "required": ["type", "ref"],
        })
    }

    fn described(&self) -> bool {
        false
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<ElementRef> {
        let fields = object(self, value, at, problems)?;
        match fields.get("type").and_then(Value::as_str) {
            Some("ref") => element(fields, at, problems),
            _ => wrong_type(fields, at, "ref", problems),
        }
    }
}

pub(super) fn object<'a>(
    kind: &impl Kind,
    value: &'a Value,
    at: &str,
    problems: &mut Problems,
) -> Option<&'a Map<String, Value>> {
    let fields = value.as_object();
    if fields.is_none() {
        problems.bad(at, kind.expected(), value);
    }
    fields
}

fn wrong_type<T>(
    fields: &Map<String, Value>,
    at: &str,
    expected: &str,
    problems: &mut Problems,
) -> Option<T> {
    let at = format!("{at}.type");
    match fields.get("type").filter(|value| !value.is_null()) {
        Some(value) => problems.bad(&at, expected, value),
        None => problems.missing(&at, expected),
    }
    None
}

fn point(fields: &Map<String, Value>, at: &str, problems: &mut Problems) -> Option<Point> {
    let axis = |name: &str, problems: &mut Problems| {
        required(Pixels).read(fields.get(name), &format!("{at}.{name}"), problems)
    };
    let (x, y) = (axis("x", problems), axis("y", problems));
    Some(Point { x: x?, y: y? })
}

fn element(fields: &Map<String, Value>, at: &str, problems: &mut Problems) -> Option<ElementRef> {
    required(Reference).read(fields.get("ref"), &format!("{at}.ref"), problems)
}

/// A coordinate. Any whole number: only the driver knows the viewport (T2).
struct Pixels;

impl Kind for Pixels {
    type Out = i32;

    fn expected(&self) -> String {
        "integer".to_owned()
    }

    fn schema(&self) -> Value {
        json!({ "type": "integer" })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<i32> {
        let read = whole(value).and_then(|number| i32::try_from(number).ok());
        if read.is_none() {
            problems.bad(at, self.expected(), value);
        }
        read
    }
}
