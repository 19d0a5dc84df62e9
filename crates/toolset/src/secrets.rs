//! Values that look like credentials are covered before anybody reads them.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::address_line;

/// What a driver's line shows of what a password field holds. A call that is answered so had a secret in its input.
pub const HIDDEN: &str = "(hidden)";

/// What covers a value.
pub const COVER: &str = "***";

/// Names whose values are covered, in addresses, headers, forms and JSON alike.
const NAMES: &str = "pass(?:word|wd|phrase|code)?|pwd|pw|secret|token|(?:access|refresh|id|auth|csrf|xsrf|session|api|private)[-_]?(?:token|key|id|secret)|api[-_]?key|apikey|authorization|auth|cookie|set-cookie|session(?:id)?|sid|jwt|sig(?:nature)?|credentials?|otp|pin|code[-_]?verifier|client[-_]?secret|x-amz-signature|key";

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

/// The text with every value covered that looks like a credential: behind a name such as `token` or `password`, in the
/// user part of an address, or by its own shape.
pub fn cover(text: &str) -> String {
    match &*PATTERNS {
        Ok(patterns) => patterns
            .iter()
            .fold(text.to_owned(), |text, (pattern, with)| pattern.replace_all(&text, *with).into_owned()),
        // Rather nothing than a secret.
        Err(_) => COVER.to_owned(),
    }
}

/// An address for a log that others may read: its user name and password, every value of its query and its fragment
/// are covered, and so is what looks like a credential in its path. The body of a `data:` address is cut.
pub fn cover_address(address: &str) -> String {
    let line = address_line(address);
    let (line, fragment) = match line.split_once('#') {
        Some((line, _)) => (line, "#***"),
        None => (line.as_str(), ""),
    };
    let Some((place, query)) = line.split_once('?') else { return format!("{}{fragment}", cover(line)) };
    let parameters = query.split('&').map(|parameter| match parameter.split_once('=') {
        Some((name, _)) => format!("{}=***", cover(name)),
        // Without a name it is all value.
        None => COVER.to_owned(),
    });
    let query: Vec<_> = parameters.collect();
    format!("{}?{}{fragment}", cover(place), query.join("&"))
}

#[cfg(test)]
mod tests {
    use super::{cover, cover_address};

    #[test]
    fn of_an_address_only_the_place_and_the_names_of_its_parameters_stay() {
        for (address, covered) in [
            ("https://example.com/a/b", "https://example.com/a/b"),
            (
                "https://kim:pw@example.com:8443/a?name=Kim+Lee&token=t&x#part",
                "https://***@example.com:8443/a?name=***&token=***&***#***",
            ),
            ("https://example.com/?q=a?b=c", "https://example.com/?q=***"),
            ("https://example.com/reset/d41d8cd98f00b204e9800998ecf8427e", "https://example.com/reset/***"),
            ("https://example.com/#access_token=abc", "https://example.com/#***"),
            ("data:text/html,<b>secret</b>", "data:text/html,…"),
            ("no address\n?a=b", "no address ?a=***"),
        ] {
            assert_eq!(cover_address(address), covered, "{address}");
        }
    }

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
