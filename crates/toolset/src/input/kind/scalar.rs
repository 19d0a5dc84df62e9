//! Text, numbers, words and references.

use std::time::Duration;

use serde_json::{Value, json};

use super::Kind;
use crate::input::reader::Problems;
use crate::input::values::{ElementRef, FormValue, Modifiers};
use crate::state::TabId;

/// Text.
pub(in crate::input) struct Text {
    filled: bool,
}

impl Text {
    /// Any text, also none.
    pub(in crate::input) const ANY: Self = Self { filled: false };
    /// Text with something in it.
    pub(in crate::input) const FILLED: Self = Self { filled: true };
}

impl Kind for Text {
    type Out = String;

    fn expected(&self) -> String {
        if self.filled { "a string that isn't empty" } else { "string" }.to_owned()
    }

    fn schema(&self) -> Value {
        json!({ "type": "string" })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<String> {
        match value.as_str() {
            Some(text) if !(self.filled && text.trim().is_empty()) => Some(text.to_owned()),
            _ => {
                problems.bad(at, self.expected(), value);
                None
            }
        }
    }
}

/// A tab's id. An empty one counts as not given (D10), and the name says what it is.
pub(in crate::input) struct Tab;

impl Kind for Tab {
    type Out = TabId;

    fn expected(&self) -> String {
        "a tab's id, such as one that list_tabs shows".to_owned()
    }

    fn schema(&self) -> Value {
        json!({ "type": "string" })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<TabId> {
        let id = value.as_str().map(TabId::new);
        if id.is_none() {
            problems.bad(at, self.expected(), value);
        }
        id
    }

    fn is_absent(&self, value: &Value) -> bool {
        value.is_null() || value.as_str() == Some("")
    }

    fn described(&self) -> bool {
        false
    }
}

/// A whole number, both ends included.
pub(in crate::input) struct Integer {
    pub(in crate::input) min: u32,
    pub(in crate::input) max: u32,
}

impl Kind for Integer {
    type Out = u32;

    fn expected(&self) -> String {
        match self.max {
            u32::MAX => format!("integer of at least {}", self.min),
            max => format!("integer {}–{max}", self.min),
        }
    }

    fn schema(&self) -> Value {
        match self.max {
            u32::MAX => json!({ "type": "integer", "minimum": self.min }),
            max => json!({ "type": "integer", "minimum": self.min, "maximum": max }),
        }
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<u32> {
        let inside = |number: &i64| (i64::from(self.min)..=i64::from(self.max)).contains(number);
        let read = whole(value).filter(inside).and_then(|number| u32::try_from(number).ok());
        if read.is_none() {
            problems.bad(at, self.expected(), value);
        }
        read
    }
}

/// Reads a whole number; `10.0` is one, as JSON has no integers.
pub(super) fn whole(value: &Value) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let number = value.as_number()?;
    number.as_i64().or_else(|| {
        let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < EXACT)?;
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
        let whole = float as i64;
        Some(whole)
    })
}

/// A time in seconds, fractions included, from 0 to `max`.
pub(in crate::input) struct Seconds {
    pub(in crate::input) max: u32,
}

impl Kind for Seconds {
    type Out = Duration;

    fn expected(&self) -> String {
        format!("number 0–{}", self.max)
    }

    fn schema(&self) -> Value {
        json!({ "type": "number", "minimum": 0, "maximum": self.max })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<Duration> {
        let inside = |seconds: &f64| (0.0..=f64::from(self.max)).contains(seconds);
        let read = value.as_f64().filter(inside).and_then(|s| Duration::try_from_secs_f64(s).ok());
        if read.is_none() {
            problems.bad(at, self.expected(), value);
        }
        read
    }
}

/// One of several words.
pub(in crate::input) struct Choice<T: 'static>(pub(in crate::input) &'static [(&'static str, T)]);

impl<T: Copy> Choice<T> {
    fn words(&self) -> Vec<&'static str> {
        self.0.iter().map(|(word, _)| *word).collect()
    }
}

impl<T: Copy> Kind for Choice<T> {
    type Out = T;

    fn expected(&self) -> String {
        format!("one of {}", self.words().join(", "))
    }

    fn schema(&self) -> Value {
        json!({ "type": "string", "enum": self.words() })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<T> {
        let read = self.0.iter().find(|(word, _)| value.as_str() == Some(word)).map(|(_, chosen)| *chosen);
        if read.is_none() {
            problems.bad(at, self.expected(), value);
        }
        read
    }
}

/// A chord of modifier keys.
pub(in crate::input) struct Chord;

impl Kind for Chord {
    type Out = Modifiers;

    fn expected(&self) -> String {
        "a chord of ctrl, shift, alt and meta, such as ctrl+shift".to_owned()
    }

    fn schema(&self) -> Value {
        json!({ "type": "string" })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<Modifiers> {
        let read = value.as_str().and_then(Modifiers::parse);
        if read.is_none() {
            problems.bad(at, self.expected(), value);
        }
        read
    }
}

/// A reference as a string.
pub(in crate::input) struct Reference;

impl Kind for Reference {
    type Out = ElementRef;

    fn expected(&self) -> String {
        "a reference such as ref_7".to_owned()
    }

    fn schema(&self) -> Value {
        json!({ "type": "string" })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<ElementRef> {
        let read = value.as_str().and_then(ElementRef::parse);
        if read.is_none() {
            problems.bad(at, self.expected(), value);
        }
        read
    }
}

/// True or false.
pub(in crate::input) struct Flag;

impl Kind for Flag {
    type Out = bool;

    fn expected(&self) -> String {
        "boolean".to_owned()
    }

    fn schema(&self) -> Value {
        json!({ "type": "boolean" })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<bool> {
        let read = value.as_bool();
        if read.is_none() {
            problems.bad(at, self.expected(), value);
        }
        read
    }
}

/// A string, a number or a boolean.
pub(in crate::input) struct Scalar;

impl Kind for Scalar {
    type Out = FormValue;

    fn expected(&self) -> String {
        "string, number or boolean".to_owned()
    }

    fn schema(&self) -> Value {
        json!({ "type": ["string", "number", "boolean"] })
    }

    fn read(&self, value: &Value, at: &str, problems: &mut Problems) -> Option<FormValue> {
        match value {
            Value::String(text) => Some(FormValue::Text(text.clone())),
            Value::Number(number) => Some(FormValue::Number(number.clone())),
            Value::Bool(on) => Some(FormValue::Bool(*on)),
            _ => {
                problems.bad(at, self.expected(), value);
                None
            }
        }
    }
}
