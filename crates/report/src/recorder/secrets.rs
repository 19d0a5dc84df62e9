//! What agents put into password fields, covered wherever it turns up afterwards.

use ringfence_session::Call;
use ringfence_toolset::secrets::{COVER, HIDDEN, cover};
use ringfence_toolset::{Block, Outcome};
use serde_json::Value;
use url::form_urlencoded::byte_serialize;

/// A shorter value would be found in every other word.
const SHORTEST: usize = 4;
/// Values that are remembered: a page may have an agent fill in fields without end.
const MOST: usize = 100;
/// The fields of an input that go into a page's field.
const GOES_INTO_FIELDS: [&str; 2] = ["value", "text"];

/// Values that went into password fields, in each spelling that a page may show them in.
#[derive(Debug, Default)]
pub(super) struct Secrets(Vec<String>);

impl Secrets {
    /// Takes in what a call put into a password field, and returns the call's input without it.
    pub(super) fn taken_from(&mut self, call: &Call<'_>) -> Value {
        let mut input = call.input.clone();
        if !call.answer.is_ok_and(went_into_password_field) {
            return input;
        }
        for key in GOES_INTO_FIELDS {
            if let Some(value) = input.get_mut(key) {
                if let Value::String(secret) = value {
                    self.remember(secret.trim());
                }
                *value = COVER.into();
            }
        }
        input
    }

    fn remember(&mut self, secret: &str) {
        if secret.chars().count() < SHORTEST || self.0.len() >= MOST {
            return;
        }
        let form: String = byte_serialize(secret.as_bytes()).collect();
        let component = form.replace('+', "%20");
        let quoted = Value::from(secret).to_string();
        let quoted = quoted.trim_matches('"').to_owned();
        for spelling in [secret.to_owned(), form, component, quoted] {
            if !self.0.contains(&spelling) {
                self.0.push(spelling);
            }
        }
        // Of two the longer is covered first, or a part of it would be left over.
        self.0.sort_by_key(|spelling| std::cmp::Reverse(spelling.len()));
    }

    /// The text without these values, and without what looks like a credential.
    pub(super) fn cover(&self, text: &str) -> String {
        cover(&self.0.iter().fold(text.to_owned(), |text, secret| text.replace(secret.as_str(), COVER)))
    }
}

/// Whether an act tells that it went into a password field: `HIDDEN` stands in a sentence of ours, outside of a page's
/// quoted words, or as the whole of what a field holds.
fn went_into_password_field(outcome: &Outcome) -> bool {
    outcome.result.content.iter().any(|block| match block {
        Block::Text(text) => {
            unquoted(text).contains(HIDDEN) || text.contains(&format!(" holds \"{HIDDEN}\""))
        }
        _ => false,
    })
}

/// A sentence without what stands in quotation marks, in which a mark has a backslash before it.
fn unquoted(text: &str) -> String {
    let (mut inside, mut escaped) = (false, false);
    let mut outside = String::new();
    for c in text.chars() {
        match c {
            '"' if !escaped => inside = !inside,
            _ if !inside => outside.push(c),
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    outside
}
