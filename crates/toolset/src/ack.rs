//! The one table of our own sentences about what a member did (N4), and of the words around what it read.
//!
//! Model-supplied values are data here: folded to one line, bounded, put in once. What was typed or set is
//! counted, never repeated: it may be a secret.

use crate::input::{FormValue, MemberInput, Modifiers};
use crate::text::{one_line, quoted, shorten};

/// The most characters of a model-supplied value in a sentence.
const LONGEST_VALUE: usize = 200;

/// Says what an act did. `None` for a member whose result is its answer.
pub fn acknowledgment(input: &MemberInput) -> Option<String> {
    let sentence = match input {
        MemberInput::LeftClick(click) => format!("Clicked (left{}) {}", held(click.modifiers), click.target),
        MemberInput::Type(typing) => format!("Typed {}", count(typing.text.chars().count(), "character")),
        MemberInput::Key(key) => {
            let times = count(key.repeat as usize, "time");
            format!("Pressed {} {times}", quoted(&shorten(&key.text, LONGEST_VALUE)))
        }
        MemberInput::Scroll(scroll) => {
            let notches = count(scroll.amount as usize, "notch");
            format!("Scrolled {} {notches} at {}", scroll.direction, scroll.target)
        }
        MemberInput::Wait(wait) => format!("Waited {} s", wait.duration.as_secs_f64()),
        MemberInput::FormInput(form) => format!("Set {} to {}", form.target, set_value(&form.value)),
        MemberInput::Navigate(_)
        | MemberInput::Screenshot(_)
        | MemberInput::ReadPage(_)
        | MemberInput::GetPageText(_)
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
        _ => "The page has no visible text.",
    }
}

/// Says how to get what a bounded reading left out (T12).
pub(crate) fn how_to_read_more(input: &MemberInput) -> &'static str {
    match input {
        MemberInput::ReadPage(_) => "Read a part of the page with ref, or fewer levels with a smaller depth.",
        _ => "Read a part of the page with read_page and a ref.",
    }
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
    use crate::member::Member;

    fn sentence(member: Member, input: Value) -> Option<String> {
        acknowledgment(&member.read(&input).unwrap().unwrap())
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
    fn n4_a_member_with_an_answer_has_no_sentence() {
        assert_eq!(sentence(Member::ListTabs, json!({})), None);
        assert_eq!(sentence(Member::Navigate, json!({"url": "x"})), None);
    }
}
