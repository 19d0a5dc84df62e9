//! The typed values that inputs are made of.

use std::fmt;

/// A point of the viewport in CSS pixels, from its left and upper edge. Whether it lies inside is the
/// driver's to check: only the driver knows the viewport (T2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: i32,
    /// Pixels from the upper edge.
    pub y: i32,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A reference to an element, `ref_N`, handed out by a reading member (R1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementRef(pub u32);

impl ElementRef {
    /// Reads `ref_N` as it is printed: decimal, without leading zeros.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("ref_")?;
        let canonical = digits == "0" || !digits.starts_with(['0', '+']);
        if canonical { digits.parse().ok().map(Self) } else { None }
    }
}

impl fmt::Display for ElementRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ref_{}", self.0)
    }
}

/// Where a click goes (T1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A point of the viewport.
    Point(Point),
    /// An element.
    Ref(ElementRef),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(point) => write!(f, "at {point}"),
            Self::Ref(element) => element.fmt(f),
        }
    }
}

/// Keys held during a click (T3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Modifiers {
    /// Control.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// Alt, or Option.
    pub alt: bool,
    /// Meta: Command or the Windows key.
    pub meta: bool,
}

impl Modifiers {
    /// No key held.
    pub const NONE: Self = Self { ctrl: false, shift: false, alt: false, meta: false };

    /// Reads a chord such as `ctrl+shift`, in any case; an empty one holds no key. `None` when a part is
    /// not a modifier.
    pub fn parse(chord: &str) -> Option<Self> {
        let mut held = Self::NONE;
        if chord.trim().is_empty() {
            return Some(held);
        }
        for part in chord.split('+') {
            match part.trim().to_ascii_lowercase().as_str() {
                "ctrl" | "control" => held.ctrl = true,
                "shift" => held.shift = true,
                "alt" | "option" => held.alt = true,
                "meta" | "cmd" | "command" | "super" | "win" => held.meta = true,
                _ => return None,
            }
        }
        Some(held)
    }
}

impl fmt::Display for Modifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = [(self.ctrl, "ctrl"), (self.shift, "shift"), (self.alt, "alt"), (self.meta, "meta")];
        let names: Vec<_> = held.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        f.write_str(&names.join("+"))
    }
}

/// Which way the page's content is scrolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScrollDirection {
    /// Towards the page's beginning.
    Up,
    /// Towards the page's end.
    Down,
    /// Towards the left edge.
    Left,
    /// Towards the right edge.
    Right,
}

impl ScrollDirection {
    pub(super) const WORDS: &'static [(&'static str, Self)] =
        &[("up", Self::Up), ("down", Self::Down), ("left", Self::Left), ("right", Self::Right)];
}

impl fmt::Display for ScrollDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

/// Which elements `read_page` shows; without a filter, those visible in the viewport (T7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Filter {
    /// Those visible in the viewport that can be acted on.
    Interactive,
    /// Also those outside the viewport.
    All,
}

impl Filter {
    pub(super) const WORDS: &'static [(&'static str, Self)] =
        &[("interactive", Self::Interactive), ("all", Self::All)];
}

/// What `form_input` sets (T8).
#[derive(Debug, Clone, PartialEq)]
pub enum FormValue {
    /// Text, or an option's value or text.
    Text(String),
    /// A number; its `Display` is the text to set.
    Number(serde_json::Number),
    /// Whether something is checked or switched on.
    Bool(bool),
}

impl fmt::Display for FormValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
            Self::Bool(on) => on.fmt(f),
        }
    }
}

/// A part of the viewport in CSS pixels, its right and lower edges left out. `x0` < `x1` and `y0` < `y1`;
/// whether it lies inside is the driver's to check (T6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Region {
    /// The left edge.
    pub x0: i32,
    /// The upper edge.
    pub y0: i32,
    /// The right edge.
    pub x1: i32,
    /// The lower edge.
    pub y1: i32,
}

/// What `wait` waits for: an addition of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Until {
    /// What is looked for.
    pub what: Awaited,
    /// Wait for it to be gone rather than to be there.
    pub gone: bool,
}

/// What is looked for while waiting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Awaited {
    /// The page's visible text has this in it.
    Text(String),
    /// The page's address has this in it.
    Url(String),
    /// The element is on the page and visible.
    Ref(ElementRef),
}

/// Which dialog to accept during an act, once: an addition of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptDialog {
    /// The dialog's message, exactly. The driver gets it as the page wrote it, the model as it was reported.
    pub message: String,
    /// What to answer to a prompt.
    pub text: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_only_the_printed_form_of_a_reference_is_read() {
        assert_eq!(ElementRef::parse("ref_7"), Some(ElementRef(7)));
        assert_eq!(ElementRef::parse("ref_0"), Some(ElementRef(0)));
        for bad in ["", "7", "ref_", "ref_07", "ref_+7", "ref_-1", "ref_7 ", "REF_7", "ref_4294967296"] {
            assert_eq!(ElementRef::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn t3_a_chord_names_modifiers_in_any_case_and_by_their_common_names() {
        let parsed = Modifiers::parse("Control + SHIFT+cmd+option");
        assert_eq!(parsed, Some(Modifiers { ctrl: true, shift: true, alt: true, meta: true }));
        assert_eq!(parsed.map(|m| m.to_string()), Some("ctrl+shift+alt+meta".to_owned()));
        assert_eq!(Modifiers::parse(""), Some(Modifiers::NONE));
        assert_eq!(Modifiers::parse("ctrl+a"), None);
        assert_eq!(Modifiers::parse("ctrl+"), None);
    }
}
