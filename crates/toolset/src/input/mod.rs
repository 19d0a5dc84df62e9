//! The members' inputs, each declared once: the fields, their rules, and from both the JSON schema.

mod kind;
mod reader;
mod values;

use std::time::Duration;

use serde_json::Value;

use self::kind::{
    Choice, Chord, Coordinate, Integer, RefTarget, Reference, Scalar, Seconds, Tab, TargetKind, Text,
    optional, or, required,
};
pub use self::reader::{BadInput, Problem};
pub use self::values::{ElementRef, Filter, FormValue, Modifiers, Point, ScrollDirection, Target};
pub use crate::member::MemberInput;
use crate::state::TabId;

/// What every input type has: a reader and a schema, both made from the one declaration.
pub(crate) trait Input: Sized {
    /// Reads the fields; unknown ones are dropped, every bad one is named (T10).
    fn parse(input: &Value) -> Result<Self, BadInput>;

    /// Returns the JSON schema, an object.
    fn schema() -> Value;
}

macro_rules! inputs {
    ($(
        $(#[doc = $about:literal])*
        $name:ident { $( #[doc = $help:literal] $field:ident $wire:literal : $ty:ty = $rule:expr ; )* }
    )*) => { $(
        $(#[doc = $about])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $( #[doc = $help] pub $field: $ty, )* }

        impl Input for $name {
            fn parse(input: &Value) -> Result<Self, BadInput> {
                #[allow(unused_mut, reason = "an input without fields reads none")]
                let mut reader = reader::FieldReader::new(input)?;
                $( let $field = reader.field($wire, &$rule); )*
                reader.finish()?;
                match ($( $field, )*) {
                    ($( Some($field), )*) => Ok(Self { $($field),* }),
                    #[allow(unreachable_patterns, reason = "an input without fields is always complete")]
                    _ => Err(BadInput::default()),
                }
            }

            fn schema() -> Value {
                kind::object_schema(&[$( kind::Property::new($wire, $help, &$rule) ),*])
            }
        }
    )* };
}

inputs! {
    /// Input of `navigate`.
    NavigateInput {
        /// An address, or back, forward, reload.
        url "url": String = required(Text::ANY);
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `screenshot`.
    ScreenshotInput {
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `left_click`.
    LeftClickInput {
        /// {type:"ref",ref} or {type:"coordinate",x,y}
        target "target": Target = required(TargetKind);
        /// Held keys, such as ctrl+shift.
        modifiers "modifiers": Modifiers = or(Chord, Modifiers::NONE);
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `scroll`.
    ScrollInput {
        /// {type:"coordinate",x,y}
        target "target": Point = required(Coordinate);
        /// Where to.
        direction "scroll_direction": ScrollDirection = required(Choice(ScrollDirection::WORDS));
        /// Notches; default 3.
        amount "scroll_amount": u32 = or(Integer { min: 1, max: 10 }, 3);
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `type`.
    TypeInput {
        /// Typed as it stands.
        text "text": String = required(Text::ANY);
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `key`.
    KeyInput {
        /// A key (Enter), a chord (ctrl+a), or several with spaces between.
        text "text": String = required(Text::FILLED);
        /// Times; default 1.
        repeat "repeat": u32 = or(Integer { min: 1, max: 100 }, 1);
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `wait`.
    WaitInput {
        /// Seconds.
        duration "duration": Duration = required(Seconds { max: 30 });
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `read_page`.
    ReadPageInput {
        /// Default: visible in the viewport. interactive: of these what can be acted on. all: off-screen, too.
        filter "filter": Option<Filter> = optional(Choice(Filter::WORDS));
        /// Levels; default 15.
        depth "depth": u32 = or(Integer { min: 1, max: u32::MAX }, 15);
        /// Read only below this element.
        element "ref": Option<ElementRef> = optional(Reference);
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `get_page_text`.
    GetPageTextInput {
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `form_input`.
    FormInputInput {
        /// {type:"ref",ref}
        target "target": ElementRef = required(RefTarget);
        /// The new value.
        value "value": FormValue = required(Scalar);
        /// The tab to act on.
        tab_id "tab_id": Option<TabId> = optional(Tab);
    }
    /// Input of `new_tab`: nothing.
    NewTabInput {}
    /// Input of `list_tabs`: nothing.
    ListTabsInput {}
    /// Input of `switch_tab`.
    SwitchTabInput {
        /// The tab to act on.
        tab_id "tab_id": TabId = required(Tab);
    }
    /// Input of `close_tab`.
    CloseTabInput {
        /// The tab to act on.
        tab_id "tab_id": TabId = required(Tab);
    }
}

impl MemberInput {
    /// Returns the tab that the call names; `None` means the active one (T11).
    pub fn tab_id(&self) -> Option<&TabId> {
        match self {
            Self::Navigate(input) => input.tab_id.as_ref(),
            Self::Screenshot(input) => input.tab_id.as_ref(),
            Self::LeftClick(input) => input.tab_id.as_ref(),
            Self::Scroll(input) => input.tab_id.as_ref(),
            Self::Type(input) => input.tab_id.as_ref(),
            Self::Key(input) => input.tab_id.as_ref(),
            Self::Wait(input) => input.tab_id.as_ref(),
            Self::ReadPage(input) => input.tab_id.as_ref(),
            Self::GetPageText(input) => input.tab_id.as_ref(),
            Self::FormInput(input) => input.tab_id.as_ref(),
            Self::SwitchTab(input) => Some(&input.tab_id),
            Self::CloseTab(input) => Some(&input.tab_id),
            Self::NewTab(_) | Self::ListTabs(_) => None,
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
