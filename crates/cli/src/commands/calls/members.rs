//! `ringfence calls --members`: the members that are on, each with its input.
//!
//! Both forms are made from the members' own declarations, as the list of MCP's tools is.

use std::fmt::Write as _;

use ringfence_session::Offered;
use ringfence_toolset::Member;
use serde_json::{Value, json};

/// What is said before the members.
const PREFACE: &str = "\
Each call is a line: {\"name\":\"left_click\",\"input\":{\"target\":{\"type\":\"ref\",\"ref\":\"ref_8\"}}}
A member's input has these fields; those with a ? may be left out. Refs come from read_page and find.
Where nothing is said of tab_id it may be given, to act on that tab instead of the active one.
";

/// The members that take no `tab_id` at all.
const TAB: &str = "tab_id";

/// A JSON array with name, description and schema of the input of each member that is on.
pub(super) fn as_json(offered: Offered) -> Value {
    let one = |member: Member| {
        json!({
            "name": member.name(),
            "description": member.about(),
            "input_schema": member.input_schema(offered.extensions),
        })
    };
    offered.members.iter().map(one).collect()
}

/// The same for people: a paragraph each.
pub(super) fn as_text(offered: Offered) -> String {
    offered.members.iter().fold(PREFACE.to_owned(), |mut text, member| {
        // Writing to a String never fails.
        let _never = write!(text, "\n{member}: {}\n", member.about());
        let schema = member.input_schema(offered.extensions);
        for field in fields(&schema).filter(|field| field.required || field.name != TAB) {
            let about = field.schema.get("description").and_then(Value::as_str);
            let about = about.map(|about| format!("  {about}")).unwrap_or_default();
            let _never = writeln!(text, "  {}: {}{about}", field.shown(), kind(field.schema));
        }
        if !fields(&schema).any(|field| field.name == TAB) {
            text.push_str("  (no tab_id)\n");
        }
        text
    })
}

/// One field of an input.
struct Field<'a> {
    name: &'a str,
    required: bool,
    schema: &'a Value,
}

impl Field<'_> {
    fn shown(&self) -> String {
        let mark = if self.required { "" } else { "?" };
        format!("{}{mark}", self.name)
    }
}

/// The fields of an object's schema, those first that have to be there, in the order in which they are declared.
fn fields(schema: &Value) -> impl Iterator<Item = Field<'_>> {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let all = schema["properties"].as_object();
    let first = required.clone().into_iter().filter_map(move |name| {
        all.and_then(|all| all.get(name)).map(|schema| Field { name, required: true, schema })
    });
    let others = all.into_iter().flatten().filter(move |(name, _)| !required.contains(&name.as_str()));
    first.chain(others.map(|(name, schema)| Field { name, required: false, schema }))
}

/// What a value has to be, in words.
fn kind(schema: &Value) -> String {
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(Value::to_string).collect::<Vec<_>>().join(" or ");
    }
    if let Some(types) = schema["type"].as_array() {
        return types.iter().map(|one| kind(&json!({ "type": one }))).collect::<Vec<_>>().join(", ");
    }
    match schema["type"].as_str() {
        Some("string") => "text".to_owned(),
        Some("boolean") => "true or false".to_owned(),
        Some("integer") => format!("whole number{}", bounds(schema)),
        Some("number") => format!("number{}", bounds(schema)),
        Some("array") => array(schema),
        Some("object") => {
            let fields = fields(schema).map(|field| format!("{}: {}", field.shown(), kind(field.schema)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        _ => "any value".to_owned(),
    }
}

fn bounds(schema: &Value) -> String {
    match (&schema["minimum"], &schema["maximum"]) {
        (Value::Null, Value::Null) => String::new(),
        (min, Value::Null) => format!(" from {min}"),
        (Value::Null, max) => format!(" up to {max}"),
        (min, max) => format!(" {min} to {max}"),
    }
}

fn array(schema: &Value) -> String {
    let item = kind(&schema["items"]);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => format!("[{item}, …], exactly {least}"),
        (Some(least), _) => format!("[{item}, …], at least {least}"),
        _ => format!("[{item}, …]"),
    }
}
