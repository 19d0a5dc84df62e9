//! A JSON value kept as its text until somebody knows its type.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// A JSON value of any type, kept as text.
///
/// It stands where the protocol says "any". A page's answer can be megabytes long: it is read once, straight into
/// the type that the caller wants, without a tree of values in between. Two of them are equal when their texts are.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Keeps what `value` looks like as JSON.
    ///
    /// # Errors
    /// When `value` can't be written as JSON, such as a map whose keys are not strings.
    pub fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        to_raw_value(value).map(Self)
    }

    /// Reads the text as a `T`.
    ///
    /// # Errors
    /// When the text is not what `T` expects.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.0.get())
    }

    /// The text itself.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Json {}

impl From<Box<RawValue>> for Json {
    fn from(raw: Box<RawValue>) -> Self {
        Self(raw)
    }
}
