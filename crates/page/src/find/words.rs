//! Words: how a text is taken apart, and when two words mean the same.

use rust_stemmers::{Algorithm, Stemmer};

/// Words that ask for something without saying what.
const EMPTY: &[&str] = &[
    "a", "all", "an", "and", "any", "are", "at", "by", "can", "do", "does", "enter", "find", "for", "from",
    "get", "how", "i", "in", "is", "it", "me", "my", "of", "on", "or", "page", "see", "show", "that", "the",
    "this", "to", "was", "what", "where", "which", "with", "you", "your",
];

/// A word and its stem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) stem: String,
}

/// The words of a text in lower case; `e-mail` and `email` are one.
pub(super) fn words(text: &str) -> Vec<Word> {
    let stemmer = Stemmer::create(Algorithm::English);
    let joined: String = text.chars().filter(|c| !matches!(c, '-' | '\'' | '’' | '_')).collect();
    joined
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| {
            let text = word.to_lowercase();
            let stem = stemmer.stem(&text).into_owned();
            Word { text, stem }
        })
        .collect()
}

/// The words that say something; all of them when none does.
pub(super) fn telling(text: &str) -> Vec<Word> {
    let all = words(text);
    let telling: Vec<Word> =
        all.iter().filter(|word| !EMPTY.contains(&word.text.as_str())).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

/// How alike two words are, in percent; 0 for not at all.
pub(super) fn likeness(asked: &Word, found: &Word) -> u32 {
    if asked.text == found.text {
        100
    } else if asked.stem == found.stem {
        90
    } else if asked.text.chars().count() >= 3 && found.text.starts_with(&asked.text) {
        75
    } else if within_typos(&asked.text, &found.text) {
        60
    } else if asked.text.chars().count() >= 4 && found.text.contains(&asked.text) {
        40
    } else {
        0
    }
}

/// One slip in a word of four letters or more, two in one of eight or more; the first letter is right.
fn within_typos(asked: &str, found: &str) -> bool {
    let allowed = match asked.chars().count() {
        0..=3 => return false,
        4..=7 => 1,
        _ => 2,
    };
    asked.chars().next() == found.chars().next()
        && asked.chars().count().abs_diff(found.chars().count()) <= allowed
        && strsim::damerau_levenshtein(asked, found) <= allowed
}
