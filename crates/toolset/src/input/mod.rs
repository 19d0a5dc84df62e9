//! The members' inputs, each declared once: the fields, their rules, and from both the JSON schema.

mod declarations;
mod declare;
mod kind;
mod reader;
mod shown;
mod values;

use serde_json::Value;

pub use self::declarations::*;
pub use self::reader::{BadInput, Problem};
pub use self::values::{
    AcceptDialog, Awaited, ElementRef, Filter, FormValue, Modifiers, Point, Region, ScrollDirection, Target,
    Until,
};
use crate::extensions::Extensions;
pub use crate::member::MemberInput;
use crate::state::TabId;

/// What every input type has: a reader and a schema, both made from the one declaration.
pub(crate) trait Input: Sized {
    /// Reads the fields; unknown ones are dropped, every bad one is named (T10).
    fn parse(input: &Value, extensions: Extensions) -> Result<Self, BadInput>;

    /// Returns the JSON schema, an object.
    fn schema(extensions: Extensions) -> Value;

    /// Returns each field that says something: its wire name and its value, for a person to read.
    fn shown(&self) -> Vec<(&'static str, String)>;

    /// Returns the tab that the call names; `None` means the active one (T11).
    fn tab_id(&self) -> Option<&TabId>;
}

impl MemberInput {
    /// Returns what the call says of a dialog to accept.
    pub fn accept_dialog(&self) -> Option<&AcceptDialog> {
        match self {
            Self::LeftClick(click)
            | Self::RightClick(click)
            | Self::MiddleClick(click)
            | Self::DoubleClick(click)
            | Self::TripleClick(click) => click.accept_dialog.as_ref(),
            Self::Key(key) => key.accept_dialog.as_ref(),
            _ => None,
        }
    }

    pub(crate) fn accept_dialog_mut(&mut self) -> Option<&mut AcceptDialog> {
        match self {
            Self::LeftClick(click)
            | Self::RightClick(click)
            | Self::MiddleClick(click)
            | Self::DoubleClick(click)
            | Self::TripleClick(click) => click.accept_dialog.as_mut(),
            Self::Key(key) => key.accept_dialog.as_mut(),
            _ => None,
        }
    }
}

/// What a `navigate` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination<'a> {
    /// One step back in the tab's history.
    Back,
    /// One step forward in the tab's history.
    Forward,
    /// The same page again.
    Reload,
    /// An address, exactly as the model wrote it.
    Address(&'a str),
}

impl NavigateInput {
    /// Tells a history step from an address: the words `back`, `forward` and `reload`, trimmed and in any
    /// case, are steps (P4).
    pub fn destination(&self) -> Destination<'_> {
        match self.url.trim().to_ascii_lowercase().as_str() {
            "back" => Destination::Back,
            "forward" => Destination::Forward,
            "reload" => Destination::Reload,
            _ => Destination::Address(&self.url),
        }
    }
}
