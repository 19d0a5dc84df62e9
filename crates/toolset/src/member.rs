//! The one table of members: name, group, default, input type, kind of result and description.

use std::fmt;

use serde_json::Value;

use crate::extensions::Extensions;
use crate::input::*;
use crate::state::TabId;

/// What a member is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// Going somewhere and taking pictures.
    Navigation,
    /// The mouse.
    Pointer,
    /// Keys and waiting.
    Keyboard,
    /// Reading the page.
    Reading,
    /// Form fields and files.
    Forms,
    /// Looking behind the page.
    Diagnostics,
    /// Tabs.
    Tabs,
}

/// How a member's success is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultKind {
    /// One line with address, title and status (N1).
    Navigated,
    /// The page's text, bounded (N2, T12).
    Reading,
    /// One image block (N3).
    Picture,
    /// One sentence of ours (N4).
    Act,
    /// Exactly one `browser_state` block (N5).
    Tabs,
}

macro_rules! members {
    ($( $variant:ident $name:literal $group:ident $default:ident $input:ident $kind:ident $about:literal ; )*) => {
        /// A member of the toolset, by name. There are 31.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Member {
            $( #[doc = concat!("`", $name, "`.")] $variant, )*
        }

        impl Member {
            /// Every member, in the order in which a list shows them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the wire name, such as `left_click`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Finds a member by its wire name, exactly as written.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }

            /// Returns the group that the member belongs to.
            pub const fn group(self) -> Group {
                match self { $(Self::$variant => Group::$group),* }
            }

            /// Tells whether the member is on when the configuration doesn't say.
            pub const fn on_by_default(self) -> bool {
                match self { $(Self::$variant => members!(@$default)),* }
            }

            /// Returns what a model needs to know about the member.
            pub const fn about(self) -> &'static str {
                match self { $( Self::$variant => $about ),* }
            }

            /// Returns how a success is rendered.
            pub const fn result_kind(self) -> ResultKind {
                match self { $( Self::$variant => ResultKind::$kind ),* }
            }

            /// Returns the JSON schema of the input, an object, with the additions that are honoured.
            pub fn input_schema(self, extensions: Extensions) -> Value {
                match self { $( Self::$variant => $input::schema(extensions) ),* }
            }

            /// Reads an input.
            pub(crate) fn read(self, input: &Value, extensions: Extensions) -> Result<MemberInput, BadInput> {
                match self {
                    $( Self::$variant => $input::parse(input, extensions).map(MemberInput::$variant) ),*
                }
            }
        }

        /// A checked input of one member: all that a driver sees of a call.
        #[derive(Debug, Clone, PartialEq)]
        pub enum MemberInput {
            $( #[doc = concat!("`", $name, "`.")] $variant($input), )*
        }

        impl MemberInput {
            /// Returns the member that the input is for.
            pub const fn member(&self) -> Member {
                match self { $( Self::$variant(_) => Member::$variant ),* }
            }

            /// Returns the fields that say something, each with its wire name and its value as a person reads it. Strings
            /// are quoted. What can't be seen may be in it still: whoever shows it escapes that.
            pub fn shown(&self) -> Vec<(&'static str, String)> {
                match self { $( Self::$variant(input) => input.shown() ),* }
            }

            /// Returns the tab that the call names; `None` means the active one (T11).
            pub fn tab_id(&self) -> Option<&TabId> {
                match self { $( Self::$variant(input) => input.tab_id() ),* }
            }
        }
    };
    (@on) => { true };
    (@off) => { false };
}

members! {
    Navigate "navigate" Navigation on NavigateInput Navigated
        "Open an address (https:// unless another scheme is given), or go back, forward or reload.";
    Screenshot "screenshot" Navigation on ScreenshotInput Picture "Take a picture of the viewport.";
    Zoom "zoom" Navigation on ZoomInput Picture "Take a larger picture of a part.";
    LeftClick "left_click" Pointer on ClickInput Act
        "Click an element (ref from read_page or find) or a point (x and y).";
    RightClick "right_click" Pointer on ClickInput Act "Click with the right button.";
    MiddleClick "middle_click" Pointer on ClickInput Act "Click with the middle button.";
    DoubleClick "double_click" Pointer on ClickInput Act "Click twice.";
    TripleClick "triple_click" Pointer on ClickInput Act "Click three times, which selects a line or paragraph.";
    Hover "hover" Pointer on HoverInput Act "Move the pointer onto an element or point.";
    LeftClickDrag "left_click_drag" Pointer on LeftClickDragInput Act
        "Press the left button at from, release it at target.";
    LeftMouseDown "left_mouse_down" Pointer on PointerInput Act "Press the left button and hold it.";
    LeftMouseUp "left_mouse_up" Pointer on PointerInput Act "Release the left button.";
    MouseMove "mouse_move" Pointer on PointerInput Act "Move the pointer.";
    Scroll "scroll" Pointer on ScrollInput Act "Turn the wheel at a point of the viewport.";
    ScrollTo "scroll_to" Pointer on ScrollToInput Act "Scroll an element into view.";
    Type "type" Keyboard on TypeInput Act "Type text where the focus is.";
    Key "key" Keyboard on KeyInput Act "Press keys.";
    HoldKey "hold_key" Keyboard on HoldKeyInput Act "Hold a key down, then release it.";
    Wait "wait" Keyboard on WaitInput Act "Wait for some seconds, or until something is there or gone.";
    ReadPage "read_page" Reading on ReadPageInput Reading
        "Read the page as a tree of roles, names and refs to act on. Cheaper and surer than a picture.";
    Find "find" Reading on FindInput Reading "Find elements by a description; at most 20, with refs.";
    GetPageText "get_page_text" Reading on GetPageTextInput Reading
        "Read the page's visible text, its main content first.";
    FormInput "form_input" Forms on FormInputInput Act
        "Set a form field: text, a number, true or false for what is checked, an option's value or text.";
    FileUpload "file_upload" Forms off FileUploadInput Act "Set the files of a file field.";
    ReadConsole "read_console" Diagnostics off ReadConsoleInput Reading
        "Read what came to the console since the last read.";
    ReadNetwork "read_network" Diagnostics off ReadNetworkInput Reading
        "Read which requests were made since the last read.";
    JavascriptExec "javascript_exec" Diagnostics off JavascriptExecInput Reading
        "Run JavaScript in the page and read the last expression's value.";
    NewTab "new_tab" Tabs on NewTabInput Tabs "Open an empty tab and make it the active one.";
    ListTabs "list_tabs" Tabs on ListTabsInput Tabs "List the open tabs.";
    SwitchTab "switch_tab" Tabs on SwitchTabInput Tabs "Make a tab the active one.";
    CloseTab "close_tab" Tabs on CloseTabInput Tabs "Close a tab.";
}

impl Member {
    /// Tells whether the member can be turned on only where somebody approves its calls.
    pub const fn needs_approval(self) -> bool {
        matches!(self, Self::FileUpload | Self::JavascriptExec)
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemberSet(u32);

impl MemberSet {
    /// Returns the set without members.
    pub const fn empty() -> Self {
        Self(0)
    }

    /// Returns the set of all members.
    pub fn all() -> Self {
        Member::ALL.iter().copied().collect()
    }

    /// Returns the set with `member` in it.
    #[must_use]
    pub const fn with(self, member: Member) -> Self {
        Self(self.0 | 1 << member as u8)
    }

    /// Returns the set with `member` not in it.
    #[must_use]
    pub const fn without(self, member: Member) -> Self {
        Self(self.0 & !(1 << member as u8))
    }

    /// Tells whether `member` is in the set.
    pub const fn contains(self, member: Member) -> bool {
        self.0 & (1 << member as u8) != 0
    }

    /// Tells whether the set has no members.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Goes through the members in the order of [`Member::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Member> {
        Member::ALL.iter().copied().filter(move |member| self.contains(*member))
    }
}

impl FromIterator<Member> for MemberSet {
    fn from_iter<I: IntoIterator<Item = Member>>(members: I) -> Self {
        members.into_iter().fold(Self::empty(), Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_31_members_are_known_by_a_name_of_their_own() {
        assert_eq!(Member::ALL.len(), 31);
        for member in Member::ALL {
            assert_eq!(Member::from_name(member.name()), Some(*member));
        }
        assert_eq!(Member::from_name("Navigate"), None);
    }

    #[test]
    fn four_members_are_off_by_default() {
        let off: Vec<_> = Member::ALL.iter().filter(|m| !m.on_by_default()).map(|m| m.name()).collect();
        assert_eq!(off, ["file_upload", "read_console", "read_network", "javascript_exec"]);
    }

    #[test]
    fn a_set_keeps_what_is_put_in_and_loses_what_is_taken_out() {
        let set = MemberSet::empty().with(Member::Key).with(Member::CloseTab).without(Member::Key);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Member::CloseTab]);
        assert!(!set.is_empty() && MemberSet::empty().is_empty());
    }
}
