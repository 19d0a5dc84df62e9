//! Values that look like credentials are covered before anybody reads them.

use std::sync::LazyLock;

use regex::Regex;

/// What covers a value.
const COVER: &str = "***";

/// Names whose values are covered, in addresses, headers, forms and JSON alike.
const NAMES: &str = "pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:access|refresh|id|auth|csrf|xsrf|session|api|private)[-_]?(?:token|key|id|secret)|api[-_]?key|apikey|authorization|auth|cookie|set-cookie|session(?:id)?|sid|jwt|sig(?:nature)?|credentials?|otp|pin|code[-_]?verifier|client[-_]?secret|x-amz-signature|key";

/// Compiled once. A pattern that did not compile would cover everything: see [`cover`].
static PATTERNS: LazyLock<Result<Vec<(Regex, &str)>, regex::Error>> = LazyLock::new(|| {
    let pattern = |text: &str| Regex::new(text);
    Ok(vec![
        // scheme://user:password@host
        (pattern(r"(?i)\b([a-z][a-z0-9+.-]*://)[^/\s@?#]+@")?, "${1}***@"),
        // Authorization schemes
        (pattern(r"(?i)\b(bearer|basic|digest|negotiate)\s+[A-Za-z0-9+/=._~-]{8,}")?, "${1} ***"),
        // name=value, name: value, "name": "value"
        (
            pattern(&format!(
                r#"(?i)(^|[^a-z0-9])((?:[a-z0-9]+[-_.])*(?:{NAMES}))(["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s&;,"'<>)}}\]]+)"#
            ))?,
            "${1}${2}${3}***",
        ),
        // Tokens that tell what they are
        (pattern(r"\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,4}")?, COVER),
        (pattern(r"\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)?[-_]?[A-Za-z0-9_-]{16,}")?, COVER),
        (pattern(r"\b(?:gh[pousr]|github_pat|glpat|xox[abprs]|npm)[-_][A-Za-z0-9_-]{10,}")?, COVER),
        (pattern(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b")?, COVER),
        // Long runs of hex
        (pattern(r"\b[0-9a-fA-F]{32,}\b")?, COVER),
    ])
});

/// The text with every value covered that looks like a credential.
pub(super) fn cover(text: &str) -> String {
    match &*PATTERNS {
        Ok(patterns) => patterns
            .iter()
            .fold(text.to_owned(), |text, (pattern, with)| pattern.replace_all(&text, *with).into_owned()),
        // Rather nothing than a secret.
        Err(_) => COVER.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::cover;

    #[test]
    fn what_looks_like_a_credential_is_covered() {
        for (text, covered) in [
            ("https://user:pw@example.com/a", "https://***@example.com/a"),
            ("GET /a?token=abc123&page=2", "GET /a?token=***&page=2"),
            ("GET /a?access_token=abc&x=1", "GET /a?access_token=***&x=1"),
            ("{\"password\":\"hunter2\",\"name\":\"Kim\"}", "{\"password\":***,\"name\":\"Kim\"}"),
            ("Authorization: Bearer abcdefghijk", "Authorization: *** ***"),
            ("sent with Bearer abcdefghijk.lmn", "sent with Bearer ***"),
            ("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln done", "jwt *** done"),
            ("key AKIAIOSFODNN7EXAMPLE", "key ***"),
            ("sk_live_0123456789abcdefXYZ", "***"),
            ("d41d8cd98f00b204e9800998ecf8427e", "***"),
        ] {
            assert_eq!(cover(text), covered, "{text}");
        }
    }

    #[test]
    fn ordinary_text_stays() {
        for text in [
            "GET /search?q=lamp&page=2",
            "Loaded 12 items in 30 ms",
            "monkey=banana",
            "keyboard: ready",
            "passenger=2",
        ] {
            assert_eq!(cover(text), text);
        }
    }
}
