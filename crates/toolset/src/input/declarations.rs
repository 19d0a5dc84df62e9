//! The members' inputs, each declared once.

use std::time::Duration;

use serde_json::Value;

use super::Input;
use super::declare::inputs;
use super::kind::{
    self, AcceptDialogKind, Choice, Chord, Coordinate, Integer, RefTarget, Reference, RegionKind, Scalar,
    Seconds, Strings, Tab, TargetKind, Text, UntilKind, extension, optional, or, required,
};
use super::reader::{self, BadInput};
use super::shown::Shown as _;
use super::values::{
    AcceptDialog, ElementRef, Filter, FormValue, Modifiers, Point, Region, ScrollDirection, Target, Until,
};
use crate::extensions::{Extension, Extensions};
use crate::state::TabId;

inputs! {
    /// Input of `navigate`.
    NavigateInput (any tab) {
        /// An address, or back, forward, reload.
        url "url": String = required(Text::ANY);
    }
    /// Input of `screenshot`.
    ScreenshotInput (any tab) {}
    /// Input of `zoom`.
    ZoomInput (any tab) {
        /// x0, y0, x1, y1
        region "region": Region = required(RegionKind);
    }
    /// Input of the clicks: `left_click`, `right_click`, `middle_click`, `double_click`, `triple_click`.
    ClickInput (any tab) {
        /// With ref, or with x and y.
        target "target": Target = required(TargetKind);
        /// Such as ctrl+shift.
        modifiers "modifiers": Modifiers = or(Chord, Modifiers::NONE);
        /// Accept this dialog.
        accept_dialog "accept_dialog": Option<AcceptDialog> =
            extension(Extension::AcceptDialog, optional(AcceptDialogKind));
    }
    /// Input of `hover`.
    HoverInput (any tab) {
        /// With ref, or with x and y.
        target "target": Target = required(TargetKind);
    }
    /// Input of `left_click_drag`.
    LeftClickDragInput (any tab) {
        /// {type:"coordinate",x,y}
        from "from": Point = required(Coordinate);
        /// {type:"coordinate",x,y}
        target "target": Point = required(Coordinate);
    }
    /// Input of `left_mouse_down`, `left_mouse_up` and `mouse_move`.
    PointerInput (any tab) {
        /// {type:"coordinate",x,y}
        target "target": Point = required(Coordinate);
    }
    /// Input of `scroll`.
    ScrollInput (any tab) {
        /// {type:"coordinate",x,y}
        target "target": Point = required(Coordinate);
        /// Where to.
        direction "scroll_direction": ScrollDirection = required(Choice(ScrollDirection::WORDS));
        /// Notches; default 3.
        amount "scroll_amount": u32 = or(Integer { min: 1, max: 10 }, 3);
    }
    /// Input of `scroll_to`.
    ScrollToInput (any tab) {
        /// {type:"ref",ref}
        target "target": ElementRef = required(RefTarget);
    }
    /// Input of `type`.
    TypeInput (any tab) {
        /// Typed as it stands.
        text "text": String = required(Text::ANY);
    }
    /// Input of `key`.
    KeyInput (any tab) {
        /// A key (Enter), a chord (ctrl+a), or several, spaced.
        text "text": String = required(Text::FILLED);
        /// Times; default 1.
        repeat "repeat": u32 = or(Integer { min: 1, max: 100 }, 1);
        /// Accept this dialog.
        accept_dialog "accept_dialog": Option<AcceptDialog> =
            extension(Extension::AcceptDialog, optional(AcceptDialogKind));
    }
    /// Input of `hold_key`.
    HoldKeyInput (any tab) {
        /// A key or a chord.
        text "text": String = required(Text::FILLED);
        /// Seconds.
        duration "duration": Duration = required(Seconds { max: 30 });
    }
    /// Input of `wait`.
    WaitInput (any tab) {
        /// Seconds; with until at most.
        duration "duration": Duration = required(Seconds { max: 30 });
        /// One of text, url (part of it) or ref; gone: for its absence.
        until "until": Option<Until> = extension(Extension::Until, optional(UntilKind));
    }
    /// Input of `read_page`.
    ReadPageInput (any tab) {
        /// Default: visible in the viewport. interactive: of these what can be acted on. all: off-screen, too.
        filter "filter": Option<Filter> = optional(Choice(Filter::WORDS));
        /// Levels; default 15.
        depth "depth": u32 = or(Integer { min: 1, max: u32::MAX }, 15);
        /// Read only below this element.
        element "ref": Option<ElementRef> = optional(Reference);
    }
    /// Input of `find`.
    FindInput (any tab) {
        /// Such as: search box.
        query "query": String = required(Text::FILLED);
    }
    /// Input of `get_page_text`.
    GetPageTextInput (any tab) {}
    /// Input of `form_input`.
    FormInputInput (any tab) {
        /// {type:"ref",ref}
        target "target": ElementRef = required(RefTarget);
        /// The new value.
        value "value": FormValue = required(Scalar);
    }
    /// Input of `file_upload`. At least one of the two lists has an entry (T9).
    FileUploadInput (any tab) ensure names_a_file {
        /// {type:"ref",ref}
        target "target": ElementRef = required(RefTarget);
        /// Files by path.
        paths "paths": Vec<String> = or(Strings, Vec::new());
        /// Ids of staged documents.
        document_ids "document_ids": Vec<String> = or(Strings, Vec::new());
    }
    /// Input of `read_console`.
    ReadConsoleInput (any tab) {}
    /// Input of `read_network`.
    ReadNetworkInput (any tab) {}
    /// Input of `javascript_exec`.
    JavascriptExecInput (any tab) {
        /// An expression, without return.
        text "text": String = required(Text::FILLED);
    }
    /// Input of `new_tab`: nothing.
    NewTabInput () {}
    /// Input of `list_tabs`: nothing.
    ListTabsInput () {}
    /// Input of `switch_tab`.
    SwitchTabInput (this tab) {}
    /// Input of `close_tab`.
    CloseTabInput (this tab) {}
}

impl FileUploadInput {
    fn names_a_file(&self) -> Result<(), BadInput> {
        if self.paths.is_empty() && self.document_ids.is_empty() {
            Err(BadInput::of("paths", "at least one entry here or in document_ids", "none"))
        } else {
            Ok(())
        }
    }
}
