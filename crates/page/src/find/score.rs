//! How well a line fits a query.

use crate::outline::Line;

use super::words::{Word, likeness, telling, words};

/// What people call a role.
const ROLE_WORDS: &[(&str, &str)] = &[
    ("button", "button press submit"),
    ("clickable", "button clickable"),
    ("link", "link"),
    ("textbox", "textbox field input text box entry"),
    ("searchbox", "searchbox search field input text box"),
    ("spinbutton", "number field input"),
    ("combobox", "combobox dropdown drop down select selection list menu picker"),
    ("listbox", "listbox list select"),
    ("checkbox", "checkbox check box tick"),
    ("switch", "switch toggle"),
    ("radio", "radio option choice"),
    ("option", "option choice"),
    ("slider", "slider range"),
    ("file", "file upload attach attachment"),
    ("color", "color colour picker"),
    ("tab", "tab"),
    ("menuitem", "menu item entry"),
    ("heading", "heading title headline"),
    ("iframe", "iframe frame embed"),
    ("img", "image picture photo icon"),
    ("video", "video player"),
    ("audio", "audio player"),
    ("canvas", "canvas"),
    ("navigation", "navigation nav menu"),
    ("banner", "banner header"),
    ("contentinfo", "footer"),
    ("main", "main content"),
    ("search", "search"),
    ("form", "form"),
    ("dialog", "dialog popup modal"),
    ("alertdialog", "dialog popup modal alert"),
    ("row", "row"),
    ("text", "text"),
];

/// What the words of each place count.
const NAME: u32 = 10;
const PLACEHOLDER: u32 = 8;
const TITLE: u32 = 6;
const ROLE: u32 = 5;
const VALUE: u32 = 4;
const HEADING: u32 = 2;

/// A query, taken apart.
pub(super) struct Query {
    words: Vec<Word>,
    /// It asks for a kind of thing, such as "buttons", and nothing else.
    only_roles: bool,
}

impl Query {
    pub(super) fn new(text: &str) -> Self {
        let words = telling(text);
        let only_roles = words.iter().all(is_role_word);
        Self { words, only_roles }
    }

    /// How well a line fits; none when it doesn't. The share of the words that are found counts most, then where and how
    /// well they are found, then whether the line says little else.
    pub(super) fn score(&self, line: &Line) -> Option<u32> {
        let places = places(line);
        let mut sum = 0;
        let mut own = 0;
        let mut found = 0;
        for asked in &self.words {
            let (weight, likeness) = best_place(asked, &places);
            sum += weight * likeness;
            if likeness > 0 {
                found += 1;
                own += u32::from(weight > HEADING && weight != ROLE);
            }
        }
        // What is above a line, or what kind of thing it is, says too little of it.
        if found == 0 || (own == 0 && !(self.only_roles && found == self.words.len())) {
            return None;
        }
        let asked = u32::try_from(self.words.len()).unwrap_or(u32::MAX).max(1);
        let share = u32::try_from(found).unwrap_or(0) * 100 / asked;
        let length = u32::try_from(words(&line.2).len()).unwrap_or(u32::MAX).min(50);
        let actionable = u32::from(!matches!(line.1.as_str(), "text" | "heading" | "row"));
        Some(share * 1000 + sum / asked * 4 + actionable * 200 + (50 - length))
    }
}

/// The texts of a line, each with what its words count.
fn places(line: &Line) -> Vec<(u32, Vec<Word>)> {
    let Line(_, role, name, _, states, around) = line;
    let value =
        states.iter().find(|(key, _)| key == "value").and_then(|(_, value)| value.as_str()).unwrap_or("");
    vec![
        (NAME, words(name)),
        (PLACEHOLDER, words(&around.1)),
        (TITLE, words(&around.0)),
        (ROLE, words(role_words(role))),
        (VALUE, words(value)),
        (HEADING, words(&around.2)),
    ]
}

fn role_words(role: &str) -> &'static str {
    ROLE_WORDS.iter().find(|(known, _)| *known == role).map_or("", |(_, words)| words)
}

fn is_role_word(word: &Word) -> bool {
    ROLE_WORDS.iter().any(|(_, known)| words(known).iter().any(|known| known.stem == word.stem))
}

/// Where a word is found best, and how well.
fn best_place(asked: &Word, places: &[(u32, Vec<Word>)]) -> (u32, u32) {
    let mut best = (0, 0);
    for (weight, found) in places {
        let likeness = found.iter().map(|found| likeness(asked, found)).max().unwrap_or(0);
        if weight * likeness > best.0 * best.1 {
            best = (*weight, likeness);
        }
    }
    best
}
