//! Lists: of strings, and the four edges of a region.

use serde_json::{Value, json};

use super::Kind;
use super::scalar::whole;
use crate::input::reader::Problems;
use crate::input::values::Region;

/// A list of strings.
pub(in crate::input) struct Strings;

impl Kind for Strings {
    type Out = Vec<String>;

    fn expected(&self) -> String {
        "a list of strings".to_owned()
    }

    fn schema(&self) -> Value {
        json!({ "type": "array", "items": { "type": "string" } })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<Vec<String>> {
        let Some(entries) = value.as_array() else {
            problems.bad(at, self.expected(), value);
            return None;
        };
        let read = |(index, entry): (usize, &Value)| {
            let text = entry.as_str().map(str::to_owned);
            if text.is_none() {
                problems.bad(&format!("{at}[{index}]"), "string", entry);
            }
            text
        };
        // All are read, so that every bad one is named.
        let entries: Vec<_> = entries.iter().enumerate().map(read).collect();
        entries.into_iter().collect()
    }
}

/// The edges of a part of the viewport.
pub(in crate::input) struct RegionKind;

impl Kind for RegionKind {
    type Out = Region;

    fn expected(&self) -> String {
        "[x0, y0, x1, y1], integers with x0 < x1 and y0 < y1".to_owned()
    }

    fn schema(&self) -> Value {
        json!({ "type": "array", "items": { "type": "integer" }, "minItems": 4, "maxItems": 4 })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<Region> {
        let edge = |value: &Value| whole(value).and_then(|edge| i32::try_from(edge).ok());
        let edges: Option<Vec<i32>> = value.as_array().and_then(|edges| edges.iter().map(edge).collect());
        match edges.as_deref() {
            Some(&[x0, y0, x1, y1]) if x0 < x1 && y0 < y1 => Some(Region { x0, y0, x1, y1 }),
            _ => {
                problems.bad(at, self.expected(), value);
                None
            }
        }
    }
}
