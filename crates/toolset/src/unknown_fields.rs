//! Fields of an input that its member doesn't have. They are dropped (T10); whoever wrote one is told.

use ringfence_policy::config::nearest;
use serde_json::Value;

use crate::extensions::{Extension, Extensions};
use crate::member::Member;
use crate::text::{quoted, shorten};

/// How many are told.
const TOLD: usize = 3;
/// The most characters of a name that is quoted.
const LONGEST_NAME: usize = 60;

/// A sentence for each field of an input that its member doesn't have.
pub(crate) fn unknown_fields(member: Member, input: &Value, extensions: Extensions) -> Vec<String> {
    let Some(given) = input.as_object().filter(|given| !given.is_empty()) else { return Vec::new() };
    // One that its operator could turn on is an error where it is given, which says so.
    let accept_dialog = extensions.accept_dialog || extensions.could_have(Extension::AcceptDialog);
    let schema = member.input_schema(Extensions { accept_dialog, ..extensions });
    let known: Vec<&str> =
        schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let unknown = given.keys().filter(|name| !known.contains(&name.as_str()));
    unknown.take(TOLD).map(|name| told(member, name, &known)).collect()
}

fn told(member: Member, name: &str, known: &[&str]) -> String {
    let meant = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None if known.is_empty() => "it takes none.".to_owned(),
        None => format!("it takes {}.", known.join(", ")),
    };
    format!("{member} takes no {}, so that was passed over; {meant}", quoted(&shorten(name, LONGEST_NAME)))
}
