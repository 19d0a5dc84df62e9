//! Words of the command line that somebody writes into a file.

/// How a file says what this option says, as the end of "a file says it …"; none for a word that is no option's.
pub(super) fn in_a_file(word: &str) -> Option<&'static str> {
    Some(match word.replace('_', "-").as_str() {
        "load" => "by `lists = [\"load\"]` in an entry below [[policy.allow]]",
        "public" => "by `mode = \"public\"` below [policy]",
        "allow-local" => "by `origin` and `private = true` in an entry below [[policy.allow]]",
        "enable" => "by `enabled = true` below [members.NAME]",
        "ask" => "by `answer = \"ask\"` in an entry below [[confirm]]",
        "yes" => "by `answer = \"allow\"` in an entry below [[confirm]]",
        "report" | "audit" | "viewport" | "ca-cert" | "min-level" => {
            "nowhere; it is an option of the command line alone"
        }
        _ => return None,
    })
}
