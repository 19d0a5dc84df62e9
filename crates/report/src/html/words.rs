//! Values as words.

use std::fmt::Write as _;
use std::time::Duration;

use maud::{Markup, html};

/// A text of a page's or an agent's, with whatever can't be seen, or would turn the reading order round, written out.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            // Writing to a String never fails.
            let _never = write!(shown, "{}", c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// A text whose options of the command line stay on one line: a browser breaks `--allow` behind its hyphens else.
pub(super) fn with_options(text: &str) -> Markup {
    html! {
        @for word in text.split_inclusive(' ') {
            @if word.starts_with("--") { span.option { (word.trim_end()) } " " } @else { (word) }
        }
    }
}

/// `1 byte`, `812 bytes`, `14.2 kB`, `3.0 MB`.
pub(super) fn bytes(number: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if number < 1000 {
        return if number == 1 { "1 byte".to_owned() } else { format!("{number} bytes") };
    }
    let mut value = number as f64 / 1000.0;
    let mut unit = 0;
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// `38 ms`, `4.2 s`, `3 min 20 s`.
pub(super) fn duration(took: Duration) -> String {
    let millis = took.as_millis();
    if millis < 1000 {
        format!("{millis} ms")
    } else if millis < 60_000 {
        format!("{:.1} s", took.as_secs_f64())
    } else {
        let seconds = took.as_secs();
        format!("{} min {} s", seconds / 60, seconds % 60)
    }
}

/// A number with its thousands apart: `12,345`.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut apart = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            apart.push(',');
        }
        apart.push(digit);
    }
    apart
}

/// `once`, `twice`, `5 times`.
pub(super) fn times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{} times", count(more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(shown("a\u{202e}b\u{200b}c\0d\ne\tf"), "a\\u{202e}b\\u{200b}c\\u{0}d\ne\tf");
        assert_eq!(shown("Straße 日本 🙂 <b>"), "Straße 日本 🙂 <b>");
    }

    #[test]
    fn numbers_are_for_people() {
        assert_eq!(
            [0, 1, 999, 1000, 999_949, 999_950, 14_200_000].map(bytes),
            ["0 bytes", "1 byte", "999 bytes", "1.0 kB", "999.9 kB", "1.0 MB", "14.2 MB"]
        );
        assert_eq!(
            [38, 999, 4_200, 200_000].map(|ms| duration(Duration::from_millis(ms))),
            ["38 ms", "999 ms", "4.2 s", "3 min 20 s"]
        );
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([1, 2, 5000].map(times), ["once", "twice", "5,000 times"]);
    }
}
