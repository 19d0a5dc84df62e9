//! Text in which everything can be seen.

use std::fmt::Write as _;

/// Writes every character that can't be seen, or that changes how others are seen, as `\u{…}`.
///
/// What is left as it is, is listed; all else is escaped: characters are added to Unicode every year, and nobody can know
/// how a terminal shows them.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_seen(c) {
            shown.push(c);
        } else {
            // Writing to a String never fails.
            let _never = write!(shown, "\\u{{{:x}}}", u32::from(c));
        }
    }
    shown
}

fn is_seen(c: char) -> bool {
    match c {
        ' '..='~' => true,
        // Letters without a shape: Hangul's fillers.
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => false,
        // Latin-1's signs, without the soft hyphen.
        '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => true,
        // Dashes, quotes, dots, currency, arrows, mathematics, boxes; no spaces, marks of direction or braille.
        '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{20a0}'..='\u{20c0}' => true,
        '\u{2190}'..='\u{23ff}' | '\u{2500}'..='\u{27bf}' => true,
        '\u{3001}'..='\u{303d}' | '\u{ff01}'..='\u{ff9f}' => true,
        other => other.is_alphanumeric(),
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_can_not_be_seen_is_escaped() {
        for (text, shown) in [
            ("plain 1 + 2 = 3", "plain 1 + 2 = 3"),
            (
                "Z\u{fc}rich \u{2013} \u{6771}\u{4eac}, 5\u{20ac}",
                "Z\u{fc}rich \u{2013} \u{6771}\u{4eac}, 5\u{20ac}",
            ),
            ("a\u{200b}b\u{feff}c\u{ad}d", "a\\u{200b}b\\u{feff}c\\u{ad}d"),
            ("\u{202e}gpj.exe", "\\u{202e}gpj.exe"),
            ("x\u{e0041}\u{e0042}", "x\\u{e0041}\\u{e0042}"),
            ("\u{1b}[2J\r\n\t\u{7}", "\\u{1b}[2J\\u{d}\\u{a}\\u{9}\\u{7}"),
            ("\u{9b}31m", "\\u{9b}31m"),
            (
                "a\u{a0}b\u{2003}c\u{3000}d\u{2800}e\u{3164}f",
                "a\\u{a0}b\\u{2003}c\\u{3000}d\\u{2800}e\\u{3164}f",
            ),
            ("e\u{301}\u{34f}\u{fe0f}", "e\\u{301}\\u{34f}\\u{fe0f}"),
            ("\u{e000}\u{fffd}", "\\u{e000}\\u{fffd}"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }
}
