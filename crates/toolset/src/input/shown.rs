//! How a value of an input is shown to whoever approves a call: as it would be written, texts in quotation marks.

use std::time::Duration;

use super::values::{
    AcceptDialog, Awaited, ElementRef, Filter, FormValue, Modifiers, Point, Region, ScrollDirection, Target,
    Until,
};
use crate::state::TabId;

/// A value that can be shown.
pub(super) trait Shown {
    /// As it would be written; none for what says nothing, such as a field that was left out. What can't be seen may be in
    /// it still.
    fn shown(&self) -> Option<String>;
}

/// What is shown as it displays.
macro_rules! displayed {
    ($($type:ty),* $(,)?) => { $(
        impl Shown for $type {
            fn shown(&self) -> Option<String> {
                Some(self.to_string())
            }
        }
    )* };
}

displayed!(u32, Point, ElementRef, Target, ScrollDirection, TabId);

impl<T: Shown> Shown for Option<T> {
    fn shown(&self) -> Option<String> {
        self.as_ref().and_then(T::shown)
    }
}

impl Shown for String {
    fn shown(&self) -> Option<String> {
        Some(format!("{self:?}"))
    }
}

impl Shown for Vec<String> {
    fn shown(&self) -> Option<String> {
        (!self.is_empty()).then(|| format!("{self:?}"))
    }
}

impl Shown for Duration {
    fn shown(&self) -> Option<String> {
        Some(format!("{} s", self.as_secs_f64()))
    }
}

impl Shown for Modifiers {
    fn shown(&self) -> Option<String> {
        (*self != Self::NONE).then(|| self.to_string())
    }
}

impl Shown for Filter {
    fn shown(&self) -> Option<String> {
        Self::WORDS.iter().find(|(_, filter)| filter == self).map(|(word, _)| (*word).to_owned())
    }
}

impl Shown for FormValue {
    fn shown(&self) -> Option<String> {
        match self {
            Self::Text(text) => text.shown(),
            Self::Number(number) => Some(number.to_string()),
            Self::Bool(on) => Some(on.to_string()),
        }
    }
}

impl Shown for Region {
    fn shown(&self) -> Option<String> {
        let Self { x0, y0, x1, y1 } = self;
        Some(format!("[{x0}, {y0}, {x1}, {y1}]"))
    }
}

impl Shown for Until {
    fn shown(&self) -> Option<String> {
        let what = match &self.what {
            Awaited::Text(text) => format!("text {text:?}"),
            Awaited::Url(part) => format!("address with {part:?}"),
            Awaited::Ref(element) => element.to_string(),
        };
        Some(format!("{what} {}", if self.gone { "gone" } else { "there" }))
    }
}

impl Shown for AcceptDialog {
    fn shown(&self) -> Option<String> {
        let answer = self.text.as_ref().map(|text| format!(", answered with {text:?}")).unwrap_or_default();
        Some(format!("{:?}{answer}", self.message))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::extensions::Extensions;
    use crate::member::Member;

    /// What is shown of a member's input.
    fn shown(member: Member, input: Value) -> String {
        let extensions = Extensions { until: true, accept_dialog: true };
        let fields = member.read(&input, extensions).unwrap().shown();
        fields.iter().map(|(name, value)| format!("{name}: {value}; ")).collect()
    }

    #[test]
    fn p6_every_kind_of_value_is_shown_as_it_is_written() {
        let point = json!({"type": "coordinate", "x": 5, "y": 7});
        let element = json!({"type": "ref", "ref": "ref_3"});
        for (member, input, expected) in [
            (Member::NewTab, json!({}), ""),
            (Member::SwitchTab, json!({"tab_id": "t2"}), "tab_id: t2; "),
            (Member::Navigate, json!({"url": "a\"b", "tab_id": "t1"}), "url: \"a\\\"b\"; tab_id: t1; "),
            (Member::LeftClick, json!({"target": element}), "target: ref_3; "),
            (
                Member::LeftClick,
                json!({"target": point, "modifiers": "ctrl+shift", "accept_dialog": {"message": "Sure?", "text": "a"}}),
                "target: at (5, 7); modifiers: ctrl+shift; accept_dialog: \"Sure?\", answered with \"a\"; ",
            ),
            (
                Member::LeftClickDrag,
                json!({"from": point, "target": point}),
                "from: (5, 7); target: (5, 7); ",
            ),
            (
                Member::Scroll,
                json!({"target": point, "scroll_direction": "down"}),
                "target: (5, 7); scroll_direction: down; scroll_amount: 3; ",
            ),
            (
                Member::ReadPage,
                json!({"filter": "all", "ref": "ref_3"}),
                "filter: all; depth: 15; ref: ref_3; ",
            ),
            (Member::Zoom, json!({"region": [0, 1, 2, 3]}), "region: [0, 1, 2, 3]; "),
            (Member::HoldKey, json!({"text": "a", "duration": 1.5}), "text: \"a\"; duration: 1.5 s; "),
            (
                Member::Wait,
                json!({"duration": 2, "until": {"text": "x", "gone": true}}),
                "duration: 2 s; until: text \"x\" gone; ",
            ),
            (Member::FormInput, json!({"target": element, "value": true}), "target: ref_3; value: true; "),
            (
                Member::FormInput,
                json!({"target": element, "value": "None"}),
                "target: ref_3; value: \"None\"; ",
            ),
            (
                Member::FileUpload,
                json!({"target": element, "paths": ["/a"]}),
                "target: ref_3; paths: [\"/a\"]; ",
            ),
        ] {
            assert_eq!(shown(member, input.clone()), expected, "{input}");
        }
    }
}
