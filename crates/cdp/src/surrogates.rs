//! Makes text with halves of surrogate pairs readable.
//!
//! A page's strings are UTF-16 and may hold half of a surrogate pair. Chromium writes it as `\ud83d` alone, which is
//! no text in UTF-8, so that one such title would make a whole event unreadable. Each half that stands alone becomes
//! U+FFFD, which has the same length as an escape, so that the message is mended in place.

use memchr::{memchr, memmem};

/// Replaces each escape of half a surrogate pair in a JSON text by `\ufffd`.
pub(crate) fn mend(json: &mut [u8]) {
    // Nearly all messages have no surrogate at all, and this search runs at memory speed.
    if memmem::find(json, b"\\ud").is_none() && memmem::find(json, b"\\uD").is_none() {
        return;
    }
    let mut at = 0;
    while let Some(found) = json.get(at..).and_then(|rest| memchr(b'\\', rest)) {
        at += found;
        at += match (unit(json, at), unit(json, at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                if let Some(escape) = json.get_mut(at..at + 6) {
                    escape.copy_from_slice(b"\\ufffd");
                }
                6
            }
            (Some(_), _) => 6,
            // Another escape such as `\\` or `\"`: its second character starts no escape.
            (None, _) => 2,
        };
    }
}

/// The UTF-16 unit that the escape `\uXXXX` at `at` stands for, if there is one.
fn unit(json: &[u8], at: usize) -> Option<u32> {
    let escape = json.get(at..at.checked_add(6)?)?;
    let digits = escape.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |value, digit| Some(value * 16 + char::from(*digit).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::mend;

    fn mended(json: &str) -> String {
        let mut bytes = json.as_bytes().to_vec();
        mend(&mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn halves_of_surrogate_pairs_become_the_replacement_character_and_pairs_stay() {
        let cases = [
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#""\ude00\ud83d""#, r#""\ufffd\ufffd""#),
            (r#""\uD83Dx""#, r#""\ufffdx""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\\ud83d""#, r#""\\ud83d""#),
            (r#""\\\ud83d""#, r#""\\\ufffd""#),
            (r#""\"\ud83d\n\u00e9""#, r#""\"\ufffd\n\u00e9""#),
            (r#""\ud83d"#, r#""\ufffd"#),
            (r#""\ud8"#, r#""\ud8"#),
        ];
        for (json, expected) in cases {
            assert_eq!(mended(json), expected, "{json}");
        }
    }
}
