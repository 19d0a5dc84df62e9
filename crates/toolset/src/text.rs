//! Makes foreign text safe to put before a model: one line, bounded, nothing hidden.

/// The most code points of a page-supplied value on a line (N8).
pub const LONGEST_LINE_VALUE: usize = 4_096;
/// The most characters of a reading result (T12).
pub const LONGEST_READING: usize = 50_000;
/// The most characters of one line of a reading result (T12).
pub const LONGEST_READING_LINE: usize = 2_000;

/// Folds a page-supplied value to one line: control characters, line separators and bidirectional controls
/// become spaces, what nobody can see is left out, the ends are trimmed, and at most [`LONGEST_LINE_VALUE`] code points
/// are kept (N8).
pub fn one_line(text: &str) -> String {
    shorten(folded(text).trim(), LONGEST_LINE_VALUE)
}

fn folded(text: &str) -> String {
    text.chars().filter(|c| !is_unseen(*c)).map(|c| if is_folded(c) { ' ' } else { c }).collect()
}

/// Puts a value into quotation marks, as JSON does, after folding it to one line.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(one_line(text)).to_string()
}

/// Folds an address to one line: as [`one_line`], with user name and password masked, the body of a `data:`
/// address cut, and a longer address ended by `…` (N8).
pub fn address_line(address: &str) -> String {
    let masked = mask_userinfo(&cut_data(folded(address).trim()));
    match masked.char_indices().nth(LONGEST_LINE_VALUE) {
        None => masked,
        Some(_) => format!("{}…", shorten(&masked, LONGEST_LINE_VALUE - 1)),
    }
}

/// Keeps at most `longest` code points.
pub fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => text[..end].trim_end().to_owned(),
    }
}

/// Tells whether a character could break a line or turn its reading order round.
fn is_folded(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Tells whether a character is never drawn, so that a whole text could be hidden in such ones. The joiners of scripts and
/// of emoji (U+200C, U+200D) and the selectors of emoji (U+FE00 to U+FE0F) change what is drawn, and stay.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

fn cut_data(address: &str) -> String {
    let is_data = address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    if !is_data {
        return address.to_owned();
    }
    let kind: String = address[5..]
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || "/+.-".contains(*c))
        .take(100)
        .collect();
    format!("data:{kind},…")
}

/// Works on the text alone: the address is shown, not opened, so it need not be parsed. Both slashes end an
/// authority, as a browser reads them.
fn mask_userinfo(address: &str) -> String {
    let Some(start) = address.find("://").map(|at| at + 3) else { return address.to_owned() };
    let rest = &address[start..];
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    match rest[..end].rfind('@') {
        None => address.to_owned(),
        Some(at) => format!("{}***{}", &address[..start], &rest[at..]),
    }
}

/// Bounds a reading result (T12): long lines are cut, then whole lines are left out from the end, and the
/// last line says how much is missing and, with `how_to_get_more`, how to get it. The result with that line
/// is within [`LONGEST_READING`] characters.
pub fn bound_text(text: &str, how_to_get_more: &str) -> String {
    let lines: Vec<_> = text.lines().map(bound_line).collect();
    let total: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
    if total <= LONGEST_READING + 1 {
        return lines.join("\n");
    }
    // Room for the last line, whose numbers are not known yet.
    let room = LONGEST_READING.saturating_sub(how_to_get_more.chars().count() + 100);
    let mut used = 0;
    let kept = lines.iter().take_while(|line| {
        used += line.chars().count() + 1;
        used <= room
    });
    let mut kept: Vec<_> = kept.cloned().collect();
    let left_out = lines.len() - kept.len();
    let characters: usize = lines[kept.len()..].iter().map(|line| line.chars().count() + 1).sum();
    kept.push(format!("… {left_out} more lines ({characters} characters) left out. {how_to_get_more}"));
    kept.join("\n")
}

fn bound_line(line: &str) -> String {
    let length = line.chars().count();
    if length <= LONGEST_READING_LINE {
        return line.to_owned();
    }
    // Room for the note, whose number has at most 20 digits.
    let kept = shorten(line, LONGEST_READING_LINE - 60);
    let missing = length - kept.chars().count();
    format!("{kept} … {missing} more characters on this line")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn n8_whatever_breaks_or_turns_a_line_becomes_a_space() {
        let hostile = " \u{0}a\tb\r\nc\u{85}d\u{2028}e\u{202e}f\u{2066}g\u{200f}h\u{61c}i\u{7f} ";
        assert_eq!(one_line(hostile), "a b  c d e f g h i");
    }

    #[test]
    fn n8_what_nobody_sees_is_left_out() {
        let tags: String = "obey".chars().filter_map(|c| char::from_u32(0xe0000 + u32::from(c))).collect();
        assert_eq!(one_line(&format!("a\u{ad}b\u{200b}{tags}c\u{e0100} \u{feff}")), "abc");
        assert_eq!(address_line(&format!("https://a.test/{tags}b\u{2060}")), "https://a.test/b");
        // Joiners and selectors change what is drawn.
        let drawn = "\u{1f468}\u{200d}\u{1f469} \u{2764}\u{fe0f} \u{646}\u{200c}\u{647}";
        assert_eq!(one_line(drawn), drawn);
    }

    #[test]
    fn n8_a_value_keeps_4096_code_points() {
        assert_eq!(one_line(&"ü".repeat(4_096)), "ü".repeat(4_096));
        assert_eq!(one_line(&"ü".repeat(4_097)), "ü".repeat(4_096));
    }

    #[test]
    fn n8_a_longer_address_ends_in_an_ellipsis() {
        let long = format!("https://example.com/{}", "a".repeat(5_000));
        let shown = address_line(&long);
        assert_eq!(shown.chars().count(), 4_096);
        assert_eq!(shown, format!("{}…", &long[..4_095]));
    }

    #[test]
    fn n8_user_names_and_passwords_are_masked() {
        for (address, shown) in [
            ("https://user:secret@example.com/a@b", "https://***@example.com/a@b"),
            ("https://a@b@example.com", "https://***@example.com"),
            ("https://example.com/?q=a@b", "https://example.com/?q=a@b"),
            ("https://example.com\\@evil.test", "https://example.com\\@evil.test"),
            ("blob:https://u:p@example.com/1", "blob:https://***@example.com/1"),
            ("about:blank", "about:blank"),
        ] {
            assert_eq!(address_line(address), shown);
        }
    }

    #[test]
    fn n8_data_addresses_are_cut_to_their_type() {
        assert_eq!(address_line("data:text/html;base64,c2VjcmV0"), "data:text/html,…");
        assert_eq!(address_line("DATA:,secret"), "data:,…");
    }

    #[test]
    fn t12_a_text_within_the_bounds_is_left_alone() {
        let text = format!("{}\n{}", "a".repeat(2_000), "b");
        assert_eq!(bound_text(&text, "Ask."), text);
        let full = vec!["a".repeat(99); 500].join("\n");
        assert_eq!(full.chars().count(), 49_999);
        assert_eq!(bound_text(&full, "Ask."), full);
    }

    #[test]
    fn t12_a_long_line_says_how_much_is_missing() {
        let bounded = bound_text(&"é".repeat(2_001), "Ask.");
        assert_eq!(bounded, format!("{} … 61 more characters on this line", "é".repeat(1_940)));
    }

    #[test]
    fn t12_a_long_text_is_cut_at_a_line_end_and_says_how_to_get_the_rest() {
        let text = vec!["x".repeat(99); 600].join("\n");
        let bounded = bound_text(&text, "Ask for less.");
        let kept = vec!["x".repeat(99); 498].join("\n");
        assert_eq!(bounded, format!("{kept}\n… 102 more lines (10200 characters) left out. Ask for less."));
        assert!(bounded.chars().count() <= LONGEST_READING);
    }
}
