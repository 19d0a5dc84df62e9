//! Names of keys: the DOM's (`ArrowUp`) and xdotool's (`Up`, `Page_Down`, `BackSpace`), alone or in chords.

use std::fmt;

/// Keys held while another is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// Control.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// Alt, or Option.
    pub alt: bool,
    /// Meta: Command, or the key with a window on it.
    pub meta: bool,
}

impl Modifiers {
    /// The protocol's bit mask: Alt 1, Ctrl 2, Meta 4, Shift 8.
    pub(crate) fn mask(self) -> i64 {
        i64::from(self.alt)
            | i64::from(self.ctrl) << 1
            | i64::from(self.meta) << 2
            | i64::from(self.shift) << 3
    }

    fn with(mut self, modifier: Modifier) -> Self {
        match modifier {
            Modifier::Ctrl => self.ctrl = true,
            Modifier::Shift => self.shift = true,
            Modifier::Alt => self.alt = true,
            Modifier::Meta => self.meta = true,
        }
        self
    }

    /// With this key down, too, when it is a modifier.
    pub(crate) fn with_key(self, key: &Key) -> Self {
        match key.key.as_str() {
            "Control" => self.with(Modifier::Ctrl),
            "Shift" => self.with(Modifier::Shift),
            "Alt" => self.with(Modifier::Alt),
            "Meta" => self.with(Modifier::Meta),
            _ => self,
        }
    }

    /// The keys themselves, in the order in which they are held.
    pub(crate) fn keys(self) -> impl DoubleEndedIterator<Item = (Key, Modifiers)> {
        let mut held = Self::default();
        let mut keys = Vec::new();
        for (on, modifier) in [
            (self.ctrl, Modifier::Ctrl),
            (self.alt, Modifier::Alt),
            (self.meta, Modifier::Meta),
            (self.shift, Modifier::Shift),
        ] {
            if on {
                held = held.with(modifier);
                keys.push((modifier.key(), held));
            }
        }
        keys.into_iter()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Modifier {
    Ctrl,
    Shift,
    Alt,
    Meta,
}

impl Modifier {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "ctrl" | "control" | "control_l" | "control_r" => Self::Ctrl,
            "shift" | "shift_l" | "shift_r" => Self::Shift,
            "alt" | "alt_l" | "alt_r" | "option" => Self::Alt,
            "meta" | "cmd" | "command" | "super" | "super_l" | "super_r" | "win" => Self::Meta,
            _ => return None,
        })
    }

    fn key(self) -> Key {
        match self {
            Self::Ctrl => Key::named("Control", "ControlLeft", 17),
            Self::Shift => Key::named("Shift", "ShiftLeft", 16),
            Self::Alt => Key::named("Alt", "AltLeft", 18),
            Self::Meta => Key::named("Meta", "MetaLeft", 91),
        }
    }
}

/// One key as the protocol wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// DOM `key`.
    pub(crate) key: String,
    /// DOM `code`: its place on a US keyboard; empty when it has none.
    pub(crate) code: String,
    /// Windows virtual key code, which pages read as `keyCode`.
    pub(crate) virtual_key: i64,
    /// What it types; empty for none.
    pub(crate) text: String,
    /// Whether a US keyboard needs Shift for it.
    pub(crate) shifted: bool,
}

impl Key {
    fn named(key: &str, code: &str, virtual_key: i64) -> Self {
        Self { key: key.to_owned(), code: code.to_owned(), virtual_key, text: String::new(), shifted: false }
    }

    /// The key that types a character. One that no US keyboard has gets neither place nor code.
    pub(crate) fn of_char(c: char) -> Self {
        let text = c.to_string();
        let key = |code: String, virtual_key, shifted| Self {
            key: text.clone(),
            code,
            virtual_key,
            text: text.clone(),
            shifted,
        };
        match c {
            'a'..='z' | 'A'..='Z' => {
                let upper = c.to_ascii_uppercase();
                key(format!("Key{upper}"), i64::from(u32::from(upper)), c.is_ascii_uppercase())
            }
            '0'..='9' => key(format!("Digit{c}"), i64::from(u32::from(c)), false),
            ' ' => key("Space".to_owned(), 32, false),
            _ => match PUNCTUATION.iter().find(|(plain, shifted, ..)| *plain == c || *shifted == c) {
                Some((plain, _, code, virtual_key)) => key((*code).to_owned(), *virtual_key, *plain != c),
                None => key(String::new(), 0, false),
            },
        }
    }
}

impl Key {
    /// The same key with Shift held: on a US keyboard `a` is `A` then, and `1` is `!`. Keys that type nothing stay as
    /// they are.
    fn with_shift(self) -> Self {
        let mut characters = self.key.chars();
        let (Some(plain), None) = (characters.next(), characters.next()) else { return self };
        let shifted = PUNCTUATION.iter().find(|(low, ..)| *low == plain).map(|(_, high, ..)| *high);
        match shifted {
            Some(high) => Self::of_char(high),
            None if plain.is_ascii_lowercase() => Self::of_char(plain.to_ascii_uppercase()),
            None => self,
        }
    }
}

/// A US keyboard's punctuation: plain, with Shift, place, virtual key code.
const PUNCTUATION: &[(char, char, &str, i64)] = &[
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    ('0', ')', "Digit0", 48),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    ('`', '~', "Backquote", 192),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

/// Keys with names: every name in lower case without `_`, DOM key, DOM code, virtual key code, text.
const NAMED: &[(&[&str], &str, &str, i64, &str)] = &[
    (&["enter", "return"], "Enter", "Enter", 13, "\r"),
    (&["kpenter"], "Enter", "NumpadEnter", 13, "\r"),
    (&["tab"], "Tab", "Tab", 9, ""),
    (&["escape", "esc"], "Escape", "Escape", 27, ""),
    (&["backspace"], "Backspace", "Backspace", 8, ""),
    (&["delete", "del"], "Delete", "Delete", 46, ""),
    (&["insert"], "Insert", "Insert", 45, ""),
    (&["space", "spacebar"], " ", "Space", 32, " "),
    (&["home"], "Home", "Home", 36, ""),
    (&["end"], "End", "End", 35, ""),
    (&["pageup", "prior"], "PageUp", "PageUp", 33, ""),
    (&["pagedown", "next"], "PageDown", "PageDown", 34, ""),
    (&["up", "arrowup"], "ArrowUp", "ArrowUp", 38, ""),
    (&["down", "arrowdown"], "ArrowDown", "ArrowDown", 40, ""),
    (&["left", "arrowleft"], "ArrowLeft", "ArrowLeft", 37, ""),
    (&["right", "arrowright"], "ArrowRight", "ArrowRight", 39, ""),
    (&["menu", "contextmenu"], "ContextMenu", "ContextMenu", 93, ""),
    (&["capslock"], "CapsLock", "CapsLock", 20, ""),
    (&["plus"], "+", "Equal", 187, "+"),
    (&["minus"], "-", "Minus", 189, "-"),
];

/// A chord: a key and what is held with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    pub(crate) key: Key,
    pub(crate) modifiers: Modifiers,
}

impl Chord {
    /// What is held while the key is down, the Shift that the key itself needs included.
    pub(crate) fn held(&self) -> Modifiers {
        Modifiers { shift: self.modifiers.shift || self.key.shifted, ..self.modifiers }
    }
}

/// A name that stands for no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct KeyError {
    /// The part that is not known, as it was written.
    pub name: String,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name: String = self.name.chars().take(40).collect();
        write!(
            f,
            "{name:?} is no key; use names such as Enter, Tab, Escape, ArrowDown, Page_Down, F5, a, or chords such as ctrl+a"
        )
    }
}

/// Reads keys: one, a chord with `+`, or several of these with spaces between.
///
/// # Errors
/// The first part that names no key, or a chord without one; nothing at all is one, too.
pub fn parse_keys(text: &str) -> Result<Vec<Chord>, KeyError> {
    let chords: Vec<Chord> = text.split_whitespace().map(parse_chord).collect::<Result<_, _>>()?;
    if chords.is_empty() { Err(KeyError { name: text.to_owned() }) } else { Ok(chords) }
}

fn parse_chord(text: &str) -> Result<Chord, KeyError> {
    let unknown = || KeyError { name: text.to_owned() };
    // The key itself may be `+`: `ctrl++`, or `+` alone.
    let (held, name) = match text.strip_suffix('+') {
        Some("") => ("", "+"),
        Some(rest) => (rest.strip_suffix('+').ok_or_else(unknown)?, "+"),
        None => text.rsplit_once('+').unwrap_or(("", text)),
    };
    let mut modifiers = Modifiers::default();
    for part in held.split('+').filter(|_| !held.is_empty()) {
        modifiers =
            modifiers.with(Modifier::from_name(part).ok_or_else(|| KeyError { name: part.to_owned() })?);
    }
    let key = key_by_name(name).ok_or_else(|| KeyError { name: name.to_owned() })?;
    let key = if modifiers.shift { key.with_shift() } else { key };
    Ok(Chord { key, modifiers })
}

fn key_by_name(name: &str) -> Option<Key> {
    let mut characters = name.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        return Some(Key::of_char(only));
    }
    if let Some(modifier) = Modifier::from_name(name) {
        return Some(modifier.key());
    }
    let folded: String = name.chars().filter(|c| *c != '_').collect::<String>().to_ascii_lowercase();
    if let Some(number) =
        folded.strip_prefix('f').and_then(|digits| digits.parse::<u8>().ok()).filter(|n| (1..=24).contains(n))
    {
        let key = format!("F{number}");
        return Some(Key::named(&key, &key, 111 + i64::from(number)));
    }
    NAMED.iter().find(|(names, ..)| names.contains(&folded.as_str())).map(
        |(_, key, code, virtual_key, text)| Key {
            text: (*text).to_owned(),
            ..Key::named(key, code, *virtual_key)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<(String, String, i64, Modifiers)> {
        let chords = parse_keys(text).unwrap_or_default();
        chords.into_iter().map(|c| (c.key.key, c.key.code, c.key.virtual_key, c.modifiers)).collect()
    }

    fn named(key: &str, code: &str, virtual_key: i64) -> (String, String, i64, Modifiers) {
        (key.to_owned(), code.to_owned(), virtual_key, Modifiers::default())
    }

    #[test]
    fn t5_names_of_the_dom_and_of_xdotool() {
        for (name, key) in [
            ("Return", named("Enter", "Enter", 13)),
            ("Enter", named("Enter", "Enter", 13)),
            ("BackSpace", named("Backspace", "Backspace", 8)),
            ("Page_Down", named("PageDown", "PageDown", 34)),
            ("ArrowUp", named("ArrowUp", "ArrowUp", 38)),
            ("F5", named("F5", "F5", 116)),
            ("a", named("a", "KeyA", 65)),
            ("A", named("A", "KeyA", 65)),
            ("?", named("?", "Slash", 191)),
            ("é", named("é", "", 0)),
            ("ctrl", named("Control", "ControlLeft", 17)),
        ] {
            assert_eq!(parsed(name), vec![key], "{name}");
        }
    }

    #[test]
    fn t5_chords_and_sequences() {
        let ctrl = Modifiers { ctrl: true, ..Modifiers::default() };
        let all = Modifiers { ctrl: true, shift: true, alt: true, meta: true };
        assert_eq!(parsed("ctrl+a"), vec![("a".into(), "KeyA".into(), 65, ctrl)]);
        assert_eq!(parsed("ctrl++"), vec![("+".into(), "Equal".into(), 187, ctrl)]);
        assert_eq!(parsed("+"), vec![("+".into(), "Equal".into(), 187, Modifiers::default())]);
        assert_eq!(parsed("cmd+Shift+alt+control+F12"), vec![("F12".into(), "F12".into(), 123, all)]);
        assert_eq!(parsed("Tab  Tab Enter").len(), 3);
    }

    #[test]
    fn t5_with_shift_a_key_is_what_it_then_types() {
        for (text, key, code) in [
            ("shift+a", "A", "KeyA"),
            ("ctrl+shift+k", "K", "KeyK"),
            ("shift+1", "!", "Digit1"),
            ("shift+-", "_", "Minus"),
            ("shift+A", "A", "KeyA"),
            ("shift+?", "?", "Slash"),
            ("shift+space", " ", "Space"),
            ("shift+Tab", "Tab", "Tab"),
            ("shift+é", "é", ""),
        ] {
            let named: Vec<_> = parsed(text).into_iter().map(|(key, code, ..)| (key, code)).collect();
            assert_eq!(named, [(key.to_owned(), code.to_owned())], "{text}");
        }
    }

    #[test]
    fn t5_an_unknown_name_is_named() {
        for (text, name) in [
            ("Entr", "Entr"),
            ("foo+a", "foo"),
            ("ctrl+", "ctrl+"),
            ("Tab Zap", "Zap"),
            ("F25", "F25"),
            ("  ", "  "),
        ] {
            assert_eq!(parse_keys(text), Err(KeyError { name: name.to_owned() }), "{text}");
        }
    }
}
