//! Finds the id of a message that can't be read as a whole, so that its sender learns which of its requests failed.

use serde_json::Value;

/// The longest key or id that is looked at, in bytes.
const LONGEST_TOKEN: usize = 1_024;

/// Goes through a JSON object byte by byte and keeps the `id` of its top level. It follows strings and nesting only,
/// so it also gets through what is broken, too deep or too long to be read.
#[derive(Debug, Default)]
pub(crate) struct IdScanner {
    depth: u64,
    in_string: bool,
    escaped: bool,
    /// The key or the plain value of the top level that is being read.
    token: Vec<u8>,
    /// The value being read is that of `id`.
    at_id: bool,
    id: Option<Value>,
}

impl IdScanner {
    /// Finds the id in a message that is there as a whole.
    pub(crate) fn find(message: &[u8]) -> Option<Value> {
        let mut scanner = Self::default();
        scanner.feed(message);
        scanner.id()
    }

    /// Takes the next part of the message.
    pub(crate) fn feed(&mut self, part: &[u8]) {
        for byte in part {
            self.step(*byte);
        }
    }

    /// The id, when it is a string or a whole number.
    pub(crate) fn id(self) -> Option<Value> {
        self.id
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b' ' | b'\t' | b'\r' => {}
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => {
                // Kept, so that a value with something in it is not taken for a plain one.
                self.keep(byte);
                self.depth += 1;
            }
            b'}' | b']' => {
                if self.depth == 1 {
                    self.end_of_value();
                }
                self.depth = self.depth.saturating_sub(1);
            }
            b',' if self.depth == 1 => self.end_of_value(),
            b':' if self.depth == 1 => {
                self.at_id = self.token == b"\"id\"";
                self.token.clear();
            }
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.token.len() < LONGEST_TOKEN {
            self.token.push(byte);
        }
    }

    fn end_of_value(&mut self) {
        if self.at_id {
            self.id = serde_json::from_slice(&self.token).ok().filter(is_id);
        }
        self.at_id = false;
        self.token.clear();
    }
}

/// Tells whether a value may be an id: a string or a whole number.
pub(crate) fn is_id(value: &Value) -> bool {
    value.is_string() || value.is_i64()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn find(message: &str) -> Option<Value> {
        IdScanner::find(message.as_bytes())
    }

    #[test]
    fn the_id_is_found_in_what_cannot_be_read() {
        assert_eq!(find(r#"{"id":7,"params":"\ud83d"}"#), Some(json!(7)));
        assert_eq!(find(r#"{"params":{"id":1,"a":[{"id":2}]},"id" : "a\"b" }"#), Some(json!("a\"b")));
        assert_eq!(find(r#"{"id":-3,"method":"#), Some(json!(-3)));
        let deep = format!(r#"{{"p":{}1{},"id":9}}"#, "[".repeat(300), "]".repeat(300));
        assert_eq!(find(&deep), Some(json!(9)));
    }

    #[test]
    fn what_is_no_id_is_not_taken_for_one() {
        // The last may be the beginning of a longer number.
        for message in [
            "",
            "[1]",
            r#"["id",1]"#,
            r#"{"id":1.5}"#,
            r#"{"id":null}"#,
            r#"{"id":{"id":1}}"#,
            r#"{"id":[1]}"#,
            r#"{"a":"id","b":1}"#,
            r#"{"x":{"id":1}}"#,
            r#""id":1"#,
            r#"{"id":1"#,
        ] {
            assert_eq!(find(message), None, "{message}");
        }
    }
}
