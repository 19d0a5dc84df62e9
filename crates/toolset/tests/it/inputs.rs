//! What is read from an input, and what is said about a bad one.

use std::time::Duration;

use ringfence_toolset::input::{
    ClickInput, CloseTabInput, Destination, ElementRef, Filter, FormInputInput, FormValue, KeyInput,
    Modifiers, NavigateInput, Point, ReadPageInput, ScrollDirection, ScrollInput, Target, WaitInput,
};
use ringfence_toolset::{Block, ErrorCode, MemberInput, MemberOutput, TabId};
use serde_json::{Value, json};

use crate::fake::{Fake, done, one_tab, toolset};

/// Makes one call and returns what reached the driver.
async fn read(member: &str, input: Value) -> MemberInput {
    let answer = match member {
        "close_tab" => Ok(MemberOutput::Tabs),
        "read_page" => Ok(MemberOutput::Text { text: "x".into(), source: None }),
        "navigate" => Ok(MemberOutput::Navigated { url: "x".into(), title: None, status: None, note: None }),
        _ => done(),
    };
    let (fake, toolset) = toolset(Fake::new().then(answer, one_tab()));
    assert!(!toolset.call(member, input).await.unwrap().result.is_error);
    fake.asked().remove(0)
}

/// Makes one call with a bad input and returns the text that the model reads.
async fn complaint(member: &str, input: Value) -> String {
    let (fake, toolset) = toolset(Fake::new().then_state(Ok(one_tab())));
    let outcome = toolset.call(member, input).await.unwrap();
    assert_eq!(fake.asked(), []);
    assert_eq!(outcome.failure.unwrap().code, ErrorCode::BadInput);
    match outcome.result.content.as_slice() {
        [Block::Text(text)] => text.clone(),
        other => panic!("not one text: {other:?}"),
    }
}

#[tokio::test]
async fn t1_a_target_is_a_point_or_a_ref() {
    let by_ref = json!({"target": {"type": "ref", "ref": "ref_12"}, "modifiers": "ctrl"});
    assert_eq!(
        read("left_click", by_ref).await,
        MemberInput::LeftClick(ClickInput {
            target: Target::Ref(ElementRef(12)),
            modifiers: Modifiers { ctrl: true, ..Modifiers::NONE },
            accept_dialog: None,
            tab_id: None,
        })
    );
    // JSON has no integers: 5.0 is the whole number 5.
    let by_point = json!({"target": {"type": "coordinate", "x": 5.0, "y": -1}, "tab_id": "t9"});
    assert_eq!(
        read("left_click", by_point).await,
        MemberInput::LeftClick(ClickInput {
            target: Target::Point(Point { x: 5, y: -1 }),
            modifiers: Modifiers::NONE,
            accept_dialog: None,
            tab_id: Some(TabId::new("t9")),
        })
    );
}

#[tokio::test]
async fn t4_t5_t7_defaults_are_filled_in() {
    let scroll = json!({"target": {"type": "coordinate", "x": 1, "y": 2}, "scroll_direction": "left"});
    assert_eq!(
        read("scroll", scroll).await,
        MemberInput::Scroll(ScrollInput {
            target: Point { x: 1, y: 2 },
            direction: ScrollDirection::Left,
            amount: 3,
            tab_id: None,
        })
    );
    assert_eq!(
        read("key", json!({"text": "ctrl+a Delete"})).await,
        MemberInput::Key(KeyInput {
            text: "ctrl+a Delete".into(),
            repeat: 1,
            accept_dialog: None,
            tab_id: None
        })
    );
    assert_eq!(
        read("read_page", json!({})).await,
        MemberInput::ReadPage(ReadPageInput { filter: None, depth: 15, element: None, tab_id: None })
    );
}

#[tokio::test]
async fn t7_read_page_takes_filter_depth_and_ref() {
    assert_eq!(
        read("read_page", json!({"filter": "interactive", "depth": 2, "ref": "ref_3"})).await,
        MemberInput::ReadPage(ReadPageInput {
            filter: Some(Filter::Interactive),
            depth: 2,
            element: Some(ElementRef(3)),
            tab_id: None,
        })
    );
}

#[tokio::test]
async fn t6_a_wait_may_last_fractions_of_a_second() {
    let expected = WaitInput { duration: Duration::from_millis(250), until: None, tab_id: None };
    assert_eq!(read("wait", json!({"duration": 0.25})).await, MemberInput::Wait(expected));
}

#[tokio::test]
async fn t8_form_input_takes_text_numbers_and_booleans() {
    for (value, expected) in [
        (json!("a"), FormValue::Text("a".into())),
        (json!(1.5), FormValue::Number(serde_json::Number::from_f64(1.5).unwrap())),
        (json!(true), FormValue::Bool(true)),
    ] {
        let input = json!({"target": {"type": "ref", "ref": "ref_1"}, "value": value});
        let expected = FormInputInput { target: ElementRef(1), value: expected, tab_id: None };
        assert_eq!(read("form_input", input).await, MemberInput::FormInput(expected));
    }
}

#[tokio::test]
async fn d10_null_and_an_empty_tab_id_count_as_absent() {
    let input = json!({"text": "Tab", "repeat": null, "tab_id": ""});
    let expected = KeyInput { text: "Tab".into(), repeat: 1, accept_dialog: None, tab_id: None };
    assert_eq!(read("key", input).await, MemberInput::Key(expected));
    assert_eq!(
        read("read_page", Value::Null).await,
        MemberInput::ReadPage(ReadPageInput { filter: None, depth: 15, element: None, tab_id: None })
    );
}

#[tokio::test]
async fn t10_unknown_fields_are_dropped() {
    let input = json!({"tab_id": "t1", "__proto__": {"x": 1}, "force": true});
    assert_eq!(
        read("close_tab", input).await,
        MemberInput::CloseTab(CloseTabInput { tab_id: TabId::new("t1") })
    );
}

#[tokio::test]
async fn t10_every_bad_field_is_named_with_what_was_expected() {
    let input = json!({
        "target": {"type": "coordinate", "x": "5", "y": 1.5},
        "scroll_direction": "diagonal",
        "scroll_amount": 11,
        "tab_id": 7,
    });
    assert_eq!(
        complaint("scroll", input).await,
        "The input of scroll is not right: target.x: expected integer, got string \"5\"; target.y: expected integer, \
         got 1.5; scroll_direction: expected one of up, down, left, right, got string \"diagonal\"; scroll_amount: \
         expected integer 1–10, got 11; tab_id: expected a tab's id, such as one that list_tabs shows, got 7."
    );
}

#[tokio::test]
async fn t10_each_rule_has_its_own_complaint() {
    let rows = [
        ("navigate", json!({}), "url: expected string, got nothing"),
        ("navigate", json!([]), "input: expected an object, got an array"),
        ("navigate", json!({"url": null}), "url: expected string, got nothing"),
        ("key", json!({"text": " "}), "text: expected a string that isn't empty, got string \"\""),
        ("key", json!({"text": "a", "repeat": 0}), "repeat: expected integer 1–100, got 0"),
        ("wait", json!({"duration": 30.1}), "duration: expected number 0–30, got 30.1"),
        ("wait", json!({"duration": -1}), "duration: expected number 0–30, got -1"),
        ("read_page", json!({"depth": 0}), "depth: expected integer of at least 1, got 0"),
        ("read_page", json!({"ref": "e7"}), "ref: expected a reference such as ref_7, got string \"e7\""),
        (
            "close_tab",
            json!({"tab_id": ""}),
            "tab_id: expected a tab's id, such as one that list_tabs shows, got nothing",
        ),
        (
            "left_click",
            json!({"target": {"ref": "ref_1"}}),
            "target.type: expected ref or coordinate, got nothing",
        ),
        (
            "left_click",
            json!({"target": "ref_1"}),
            "target: expected {type:\"ref\", ref} or {type:\"coordinate\", x, y}, got string \"ref_1\"",
        ),
        (
            "left_click",
            json!({"target": {"type": "ref", "ref": "ref_1"}, "modifiers": "ctrl+a"}),
            "modifiers: expected a chord of ctrl, shift, alt and meta, such as ctrl+shift, got string \"ctrl+a\"",
        ),
        (
            "scroll",
            json!({"target": {"type": "ref", "ref": "ref_1"}, "scroll_direction": "up"}),
            "target.type: expected coordinate, got string \"ref\"",
        ),
        (
            "form_input",
            json!({"target": {"type": "ref"}, "value": [1]}),
            "target.ref: expected a reference such as ref_7, got nothing; value: expected string, number or boolean, \
             got an array",
        ),
    ];
    for (member, input, expected) in rows {
        let expected = format!("The input of {member} is not right: {expected}.");
        assert_eq!(complaint(member, input).await, expected);
    }
}

#[tokio::test]
async fn t10_a_bad_value_is_quoted_on_one_line_and_only_when_short() {
    assert_eq!(
        complaint("read_page", json!({"filter": "a\u{202e}\nb"})).await,
        "The input of read_page is not right: filter: expected one of interactive, all, got string \"a  b\"."
    );
    assert_eq!(
        complaint("read_page", json!({"filter": "x".repeat(41)})).await,
        "The input of read_page is not right: filter: expected one of interactive, all, got a long string."
    );
}

#[tokio::test]
async fn p4_history_words_are_no_addresses() {
    for (url, expected) in [
        (" Back\n", Destination::Back),
        ("FORWARD", Destination::Forward),
        ("reload", Destination::Reload),
        (" back.com ", Destination::Address(" back.com ")),
        ("", Destination::Address("")),
    ] {
        let input = NavigateInput { url: url.into(), tab_id: None };
        assert_eq!(input.destination(), expected);
    }
}
