//! Reads the fields of one input and collects every problem, so that a model can mend them all at once.

use std::fmt;

use serde_json::{Map, Value};

use super::kind::Field;
use crate::extensions::Extensions;
use crate::text::one_line;

/// One bad field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The field's path, such as `target.x`.
    pub field: String,
    /// What was expected there.
    pub expected: String,
    /// What was there instead.
    pub got: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, got {}", self.field, self.expected, self.got)
    }
}

/// Every bad field of an input (T10). Its text is one line.
#[derive(Debug, Clone, PartialEq, Eq, Default, thiserror::Error)]
pub struct BadInput {
    /// In the order in which the input declares the fields.
    pub problems: Vec<Problem>,
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl BadInput {
    /// Makes one of a single problem.
    pub(super) fn of(field: &str, expected: &str, got: &str) -> Self {
        let problem = Problem { field: field.to_owned(), expected: expected.to_owned(), got: got.to_owned() };
        Self { problems: vec![problem] }
    }
}

/// Collects problems while values are read.
#[derive(Debug, Default)]
pub(super) struct Problems(Vec<Problem>);

impl Problems {
    /// Notes a bad value.
    pub(super) fn bad(&mut self, field: &str, expected: impl Into<String>, got: &Value) {
        self.push(field, expected, describe(got));
    }

    /// Notes a field that isn't there.
    pub(super) fn missing(&mut self, field: &str, expected: impl Into<String>) {
        self.push(field, expected, "nothing".to_owned());
    }

    /// Notes that several fields are there that exclude one another.
    pub(super) fn several(&mut self, field: &str, expected: impl Into<String>) {
        self.push(field, expected, "several".to_owned());
    }

    fn push(&mut self, field: &str, expected: impl Into<String>, got: String) {
        self.0.push(Problem { field: field.to_owned(), expected: expected.into(), got });
    }
}

/// Names what was found: a short scalar by its value, anything else by its type.
fn describe(value: &Value) -> String {
    const LONGEST: usize = 40;
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(on) => on.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.chars().count() <= LONGEST => {
            format!("string {}", Value::from(one_line(text)))
        }
        Value::String(_) => "a long string".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Reads one input's fields in turn.
pub(super) struct FieldReader<'a> {
    fields: Option<&'a Map<String, Value>>,
    extensions: Extensions,
    problems: Problems,
}

impl<'a> FieldReader<'a> {
    /// Starts on an input. Null is read as an object without fields.
    pub(super) fn new(input: &'a Value, extensions: Extensions) -> Result<Self, BadInput> {
        let fields = match input {
            Value::Object(fields) => Some(fields),
            Value::Null => None,
            other => {
                let mut problems = Problems::default();
                problems.bad("input", "an object", other);
                return Err(BadInput { problems: problems.0 });
            }
        };
        Ok(Self { fields, extensions, problems: Problems::default() })
    }

    /// Reads one field; `None` when it is bad, which is then noted. An addition that isn't honoured counts as
    /// not given; one that only its operator has not turned on is bad where it is given.
    pub(super) fn field<F: Field>(&mut self, name: &str, rule: &F) -> Option<F::Out> {
        let honoured = rule.extension().is_none_or(|extension| self.extensions.has(extension));
        let given = self.fields.and_then(|fields| fields.get(name)).filter(|value| !value.is_null());
        if let (Some(given), false, Some(extension)) = (given, honoured, rule.extension())
            && self.extensions.could_have(extension)
        {
            self.problems.bad(
                name,
                format!("nothing, as it is off (the operator's --enable {name} turns it on)"),
                given,
            );
            return None;
        }
        let fields = self.fields.filter(|_| honoured);
        rule.read(fields.and_then(|fields| fields.get(name)), name, &mut self.problems)
    }

    /// Ends the reading: an error when any field was bad.
    pub(super) fn finish(self) -> Result<(), BadInput> {
        if self.problems.0.is_empty() { Ok(()) } else { Err(BadInput { problems: self.problems.0 }) }
    }
}
