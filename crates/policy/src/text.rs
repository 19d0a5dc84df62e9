//! Makes text of others safe to stand on a line of ours.

/// Folds `text` to one line of at most `max` characters (N8: control characters, line separators
/// and bidi controls become a space, the ends are trimmed). What was cut ends in `…`.
pub(crate) fn one_line(text: &str, max: usize) -> String {
    // Nearly every host is one, and printable ASCII is as many characters as bytes.
    if text.len() <= max && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return text.to_owned();
    }
    let folded: String = text.chars().map(|c| if breaks_a_line(c) { ' ' } else { c }).collect();
    let trimmed = folded.trim();
    if trimmed.chars().count() <= max {
        return trimmed.to_owned();
    }
    let mut cut: String = trimmed.chars().take(max.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

fn breaks_a_line(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{2028}' | '\u{2029}'             // line and paragraph separator
            | '\u{061c}' | '\u{200e}' | '\u{200f}' // Arabic letter mark, LRM, RLM
            | '\u{202a}'..='\u{202e}'           // embeddings and overrides
            | '\u{2066}'..='\u{2069}'           // isolates
        )
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn n8_line_breaks_and_bidi_controls_become_spaces() {
        assert_eq!(one_line(" a\nb\u{2028}c\u{202e}d\u{85}e\0 ", 200), "a b c d e");
    }

    #[test]
    fn n8_a_longer_text_is_cut_to_the_limit() {
        assert_eq!(one_line("abcdef", 6), "abcdef");
        assert_eq!(one_line("abcdefg", 6), "abcde…");
    }
}
