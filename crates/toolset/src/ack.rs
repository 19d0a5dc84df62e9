//! The one table of our own sentences about what a member did (N4), and of the words around what it read.
//!
//! Model-supplied values are data here: folded to one line, bounded, put in once. What was typed or set is
//! counted, never repeated: it may be a secret.

use crate::input::{Awaited, ClickInput, FormValue, MemberInput, Modifiers, Target, WaitInput};
use crate::text::{one_line, quoted, shorten};

/// The most characters of a model-supplied value in a sentence.
const LONGEST_VALUE: usize = 200;

/// Says what an act did. `None` for a member whose result is its answer.
pub fn acknowledgment(input: &MemberInput) -> Option<String> {
    let sentence = match input {
        MemberInput::LeftClick(click) => clicked("left", 1, click),
        MemberInput::RightClick(click) => clicked("right", 1, click),
        MemberInput::MiddleClick(click) => clicked("middle", 1, click),
        MemberInput::DoubleClick(click) => clicked("left", 2, click),
        MemberInput::TripleClick(click) => clicked("left", 3, click),
        MemberInput::Hover(hover) => format!("Moved the pointer {}", onto(hover.target)),
        MemberInput::LeftClickDrag(drag) => format!("Dragged from {} to {}", drag.from, drag.target),
        MemberInput::LeftMouseDown(press) => format!("Pressed the left button at {}", press.target),
        MemberInput::LeftMouseUp(release) => format!("Released the left button at {}", release.target),
        MemberInput::MouseMove(pointer) => format!("Moved the pointer to {}", pointer.target),
        MemberInput::Scroll(scroll) => {
            let notches = count(scroll.amount as usize, "notch");
            format!("Scrolled {} {notches} at {}", scroll.direction, scroll.target)
        }
        MemberInput::ScrollTo(scroll) => format!("Scrolled {} into view", scroll.target),
        MemberInput::Type(typing) => format!("Typed {}", count(typing.text.chars().count(), "character")),
        MemberInput::Key(key) => {
            format!("Pressed {} {}", value(&key.text), count(key.repeat as usize, "time"))
        }
        MemberInput::HoldKey(hold) => {
            format!("Held {} for {} s", value(&hold.text), hold.duration.as_secs_f64())
        }
        MemberInput::Wait(wait) => waited(wait),
        MemberInput::FormInput(form) => format!("Set {} to {}", form.target, set_value(&form.value)),
        MemberInput::FileUpload(upload) => {
            let files = upload.paths.len() + upload.document_ids.len();
            format!("Set {} to {}", upload.target, count(files, "file"))
        }
        MemberInput::Navigate(_)
        | MemberInput::Screenshot(_)
        | MemberInput::Zoom(_)
        | MemberInput::ReadPage(_)
        | MemberInput::Find(_)
        | MemberInput::GetPageText(_)
        | MemberInput::ReadConsole(_)
        | MemberInput::ReadNetwork(_)
        | MemberInput::JavascriptExec(_)
        | MemberInput::NewTab(_)
        | MemberInput::ListTabs(_)
        | MemberInput::SwitchTab(_)
        | MemberInput::CloseTab(_) => return None,
    };
    let tab =
        input.tab_id().map(|tab| format!(" in tab {}", shorten(&one_line(tab.as_str()), LONGEST_VALUE)));
    Some(format!("{sentence}{}.", tab.unwrap_or_default()))
}

/// Says that there was nothing to read (N2).
pub(crate) fn nothing_read(input: &MemberInput) -> &'static str {
    match input {
        MemberInput::ReadPage(_) => "There is nothing to show here.",
        MemberInput::Find(_) => "Nothing on the page matches. Try other words, or read_page.",
        MemberInput::ReadConsole(_) => "Nothing has come to the console since the last read.",
        MemberInput::ReadNetwork(_) => "No request has been made since the last read.",
        MemberInput::JavascriptExec(_) => "The script gave an empty text.",
        _ => "The page has no visible text.",
    }
}

/// Says how to get what a bounded reading left out (T12).
pub(crate) fn how_to_read_more(input: &MemberInput) -> &'static str {
    match input {
        MemberInput::ReadPage(_) => "Read a part of the page with ref, or fewer levels with a smaller depth.",
        MemberInput::Find(_) => "Ask with more words.",
        MemberInput::ReadConsole(_) | MemberInput::ReadNetwork(_) => "It is not kept; read more often.",
        MemberInput::JavascriptExec(_) => "Have the script return less.",
        _ => "Read a part of the page with read_page and a ref.",
    }
}

fn clicked(button: &str, times: usize, click: &ClickInput) -> String {
    let times = if times == 1 { String::new() } else { format!(", {}", count(times, "time")) };
    format!("Clicked ({button}{times}{}) {}", held(click.modifiers), click.target)
}

fn onto(target: Target) -> String {
    match target {
        Target::Point(point) => format!("to {point}"),
        Target::Ref(element) => format!("onto {element}"),
    }
}

/// Whether what was waited for came is the driver's own line to say.
fn waited(wait: &WaitInput) -> String {
    let seconds = wait.duration.as_secs_f64();
    let Some(until) = &wait.until else { return format!("Waited {seconds} s") };
    let what = match &until.what {
        Awaited::Text(text) => format!("the text {}", value(text)),
        Awaited::Url(url) => format!("an address with {}", value(url)),
        Awaited::Ref(element) => element.to_string(),
    };
    let gone = if until.gone { " to be gone" } else { "" };
    format!("Waited for {what}{gone}, at most {seconds} s")
}

fn value(text: &str) -> String {
    quoted(&shorten(text, LONGEST_VALUE))
}

fn held(modifiers: Modifiers) -> String {
    if modifiers == Modifiers::NONE { String::new() } else { format!(", {modifiers} held") }
}

fn set_value(value: &FormValue) -> String {
    match value {
        FormValue::Bool(on) => on.to_string(),
        FormValue::Number(_) => "a number".to_owned(),
        FormValue::Text(text) => format!("a text of {}", count(text.chars().count(), "character")),
    }
}

fn count(number: usize, noun: &str) -> String {
    let ending = match (number, noun.ends_with("ch")) {
        (1, _) => "",
        (_, true) => "es",
        _ => "s",
    };
    format!("{number} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::extensions::Extensions;
    use crate::member::{Member, ResultKind};

    fn sentence(member: Member, input: Value) -> Option<String> {
        acknowledgment(&member.read(&input, Extensions { until: true, accept_dialog: true }).unwrap())
    }

    #[test]
    fn n4_every_act_has_a_sentence_that_names_target_and_effect() {
        let rows = [
            (Member::LeftClick, json!({"target": {"type": "ref", "ref": "ref_4"}}), "Clicked (left) ref_4."),
            (
                Member::LeftClick,
                json!({"target": {"type": "coordinate", "x": 10, "y": 20}, "modifiers": "shift+ctrl", "tab_id": "t2"}),
                "Clicked (left, ctrl+shift held) at (10, 20) in tab t2.",
            ),
            (
                Member::RightClick,
                json!({"target": {"type": "ref", "ref": "ref_4"}}),
                "Clicked (right) ref_4.",
            ),
            (
                Member::MiddleClick,
                json!({"target": {"type": "ref", "ref": "ref_4"}}),
                "Clicked (middle) ref_4.",
            ),
            (
                Member::DoubleClick,
                json!({"target": {"type": "ref", "ref": "ref_4"}, "modifiers": "alt"}),
                "Clicked (left, 2 times, alt held) ref_4.",
            ),
            (
                Member::TripleClick,
                json!({"target": {"type": "ref", "ref": "ref_4"}}),
                "Clicked (left, 3 times) ref_4.",
            ),
            (
                Member::Hover,
                json!({"target": {"type": "ref", "ref": "ref_4"}}),
                "Moved the pointer onto ref_4.",
            ),
            (
                Member::Hover,
                json!({"target": {"type": "coordinate", "x": 1, "y": 2}}),
                "Moved the pointer to (1, 2).",
            ),
            (
                Member::LeftClickDrag,
                json!({
                    "from": {"type": "coordinate", "x": 1, "y": 2},
                    "target": {"type": "coordinate", "x": 3, "y": 4},
                }),
                "Dragged from (1, 2) to (3, 4).",
            ),
            (
                Member::LeftMouseDown,
                json!({"target": {"type": "coordinate", "x": 1, "y": 2}}),
                "Pressed the left button at (1, 2).",
            ),
            (
                Member::LeftMouseUp,
                json!({"target": {"type": "coordinate", "x": 1, "y": 2}}),
                "Released the left button at (1, 2).",
            ),
            (
                Member::MouseMove,
                json!({"target": {"type": "coordinate", "x": 1, "y": 2}}),
                "Moved the pointer to (1, 2).",
            ),
            (
                Member::ScrollTo,
                json!({"target": {"type": "ref", "ref": "ref_4"}}),
                "Scrolled ref_4 into view.",
            ),
            (Member::HoldKey, json!({"text": "shift", "duration": 1.5}), "Held \"shift\" for 1.5 s."),
            (
                Member::Wait,
                json!({"duration": 5, "until": {"text": "Done\n{duration}"}}),
                "Waited for the text \"Done {duration}\", at most 5 s.",
            ),
            (
                Member::Wait,
                json!({"duration": 5, "until": {"url": "/done"}}),
                "Waited for an address with \"/done\", at most 5 s.",
            ),
            (
                Member::Wait,
                json!({"duration": 5, "until": {"ref": "ref_9", "gone": true}}),
                "Waited for ref_9 to be gone, at most 5 s.",
            ),
            (
                Member::FileUpload,
                json!({"target": {"type": "ref", "ref": "ref_1"}, "paths": ["/a"], "document_ids": ["b"]}),
                "Set ref_1 to 2 files.",
            ),
            (Member::Type, json!({"text": "hunter2 is ü"}), "Typed 12 characters."),
            (Member::Type, json!({"text": "x"}), "Typed 1 character."),
            (Member::Key, json!({"text": "ctrl+a"}), "Pressed \"ctrl+a\" 1 time."),
            (Member::Key, json!({"text": "a\"\nb", "repeat": 2}), "Pressed \"a\\\" b\" 2 times."),
            (
                Member::Scroll,
                json!({"target": {"type": "coordinate", "x": 1, "y": 2}, "scroll_direction": "down"}),
                "Scrolled down 3 notches at (1, 2).",
            ),
            (Member::Wait, json!({"duration": 0.5}), "Waited 0.5 s."),
            (
                Member::FormInput,
                json!({"target": {"type": "ref", "ref": "ref_1"}, "value": "secret"}),
                "Set ref_1 to a text of 6 characters.",
            ),
            (
                Member::FormInput,
                json!({"target": {"type": "ref", "ref": "ref_1"}, "value": true}),
                "Set ref_1 to true.",
            ),
        ];
        for (member, input, expected) in rows {
            assert_eq!(sentence(member, input).as_deref(), Some(expected));
        }
    }

    #[test]
    fn n4_only_acts_have_a_sentence() {
        for member in Member::ALL.iter().filter(|member| member.result_kind() != ResultKind::Act) {
            let input =
                json!({"url": "x", "region": [0, 0, 1, 1], "query": "x", "text": "x", "tab_id": "t1"});
            assert_eq!(sentence(*member, input), None, "{member}");
        }
    }
}
