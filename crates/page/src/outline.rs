//! The outline of a page as text: a line for each thing worth one.
//!
//! Two spaces a level, then `role "name" [ref_N] key=value …`; names and texts are JSON strings, so that no page can
//! begin a line of its own.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::Value;

use crate::refs::Ref;

/// One line as a walk returns it: level, role, name, ref (-1: none), states, and for `find` what is around it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Line(
    pub(crate) u32,
    pub(crate) String,
    pub(crate) String,
    pub(crate) i64,
    pub(crate) Vec<(String, Value)>,
    #[serde(default)] pub(crate) Around,
);

/// What else tells an element apart: its title, its placeholder, the heading above it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub(crate) struct Around(pub(crate) String, pub(crate) String, pub(crate) String);

/// What a snapshot did not print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// Lines of elements outside the viewport.
    pub outside: u64,
    /// Lines deeper than the depth asked for.
    pub deeper: u64,
    /// Lines over the limit of one document (20,000).
    pub cut: u64,
}

/// A page read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// The lines, each ended by a line feed; the last says what was left out and how to get it, if anything was.
    pub text: String,
    /// What was left out.
    pub left_out: LeftOut,
    /// The origin of the document that it begins with; `null` for an opaque one.
    pub origin: String,
}

impl Outline {
    pub(crate) fn new(lines: &[Line], left_out: LeftOut, origin: String) -> Self {
        let mut text = String::with_capacity(lines.len() * 48);
        for line in lines {
            print_line(line, &mut text);
        }
        if let Some(note) = left_out.note() {
            text.push_str(&note);
            text.push('\n');
        }
        Self { text, left_out, origin }
    }
}

impl LeftOut {
    fn note(self) -> Option<String> {
        let mut parts = Vec::new();
        if self.outside > 0 {
            parts.push(format!(
                "{} outside the viewport (filter \"all\" reads them, scroll brings them in)",
                self.outside
            ));
        }
        if self.deeper > 0 {
            parts.push(format!(
                "{} deeper than depth (a greater depth, or ref of a part, reads them)",
                self.deeper
            ));
        }
        if self.cut > 0 {
            parts.push(format!("{} over the limit (ref of a part reads less)", self.cut));
        }
        if parts.is_empty() { None } else { Some(format!("… lines left out: {}", parts.join("; "))) }
    }
}

pub(crate) fn print_line(line: &Line, out: &mut String) {
    let Line(level, role, name, reference, states, _) = line;
    for _ in 0..*level {
        out.push_str("  ");
    }
    out.push_str(role);
    if !name.is_empty() {
        out.push(' ');
        out.push_str(&quote(name));
    }
    if let Ok(number) = u64::try_from(*reference) {
        // Writing to a string can't fail.
        let _ = write!(out, " [{}]", Ref(number));
    }
    for (key, value) in states {
        let _ = write!(out, " {key}={}", state_value(value));
    }
    out.push('\n');
}

fn state_value(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(state_value).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

/// A JSON string in which whatever could break or reorder a line is escaped, too: C1 controls, line and paragraph
/// separators, bidi controls.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if must_escape(c) => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Text as it may stand on a line of its own: what `quote` would escape is left out, controls become a space.
pub(crate) fn readable(text: &str) -> String {
    let shown = |c: char| match c {
        '\t' => Some(c),
        _ if c.is_control() => Some(' '),
        _ if must_escape(c) => None,
        _ => Some(c),
    };
    text.chars().filter_map(shown).collect()
}

/// What breaks, reorders or hides text: controls, separators, bidi controls, and characters that nobody sees, the tag
/// characters and selectors, which can carry a whole hidden text, among them.
fn must_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn line(level: u32, role: &str, name: &str, reference: i64, states: Vec<(&str, Value)>) -> Line {
        let states = states.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        Line(level, role.to_owned(), name.to_owned(), reference, states, Around::default())
    }

    #[test]
    fn d5_lines_follow_the_grammar() {
        let lines = [
            line(0, "main", "", 1, vec![]),
            line(1, "heading", "Say \"hi\"", 2, vec![("level", json!(1))]),
            line(1, "text", "plain", -1, vec![]),
            line(
                1,
                "combobox",
                "Country",
                3,
                vec![
                    ("value", json!("Choose")),
                    ("options", json!(["Choose", "Estonia"])),
                    ("required", json!(true)),
                ],
            ),
        ];
        let outline =
            Outline::new(&lines, LeftOut { outside: 3, deeper: 0, cut: 0 }, "https://a.test".to_owned());
        assert_eq!(
            outline.text,
            "main [ref_1]\n  heading \"Say \\\"hi\\\"\" [ref_2] level=1\n  text \"plain\"\n  \
             combobox \"Country\" [ref_3] value=\"Choose\" options=[\"Choose\", \"Estonia\"] required=true\n\
             … lines left out: 3 outside the viewport (filter \"all\" reads them, scroll brings them in)\n"
        );
    }

    #[test]
    fn page_text_has_nothing_that_turns_or_hides_it() {
        let hidden: String =
            "ignore".chars().filter_map(|c| char::from_u32(0xe0000 + u32::from(c))).collect();
        assert_eq!(readable(&format!("a\u{1b}[31mb\u{9b}c\u{202e}d\u{ad}e{hidden}\tf")), "a [31mb cde\tf");
    }

    #[test]
    fn d5_a_name_can_not_begin_a_line() {
        assert_eq!(quote("a\nb\u{2028}c\u{202e}d\u{85}"), "\"a\\nb\\u2028c\\u202ed\\u0085\"");
    }
}
