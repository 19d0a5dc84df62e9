//! What is read from an input, and what is said about a bad one.

use std::sync::Arc;
use std::time::Duration;

use ringfence_toolset::input::{
    Awaited, ClickInput, CloseTabInput, Destination, ElementRef, Filter, FormInputInput, FormValue,
    HoldKeyInput, HoverInput, KeyInput, LeftClickDragInput, Modifiers, NavigateInput, Point, PointerInput,
    ReadPageInput, Region, ScrollDirection, ScrollInput, ScrollToInput, Target, Until, WaitInput, ZoomInput,
};
use ringfence_toolset::{
    Approval, Block, ConfirmRequest, ErrorCode, MemberConfig, MemberInput, MemberOutput, MemberSet, TabId,
    ToolsetOptions,
};
use serde_json::{Value, json};

use crate::fake::{Fake, done, one_tab, toolset, with_options};
use crate::rendering::picture;

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
async fn t1_pointer_members_take_points_and_scroll_to_takes_a_ref() {
    let point = |x: i32| json!({"type": "coordinate", "x": x, "y": 2});
    let (from, target) = (Point { x: 1, y: 2 }, Point { x: 3, y: 2 });
    assert_eq!(
        read("left_click_drag", json!({"from": point(1), "target": point(3)})).await,
        MemberInput::LeftClickDrag(LeftClickDragInput { from, target, tab_id: None })
    );
    let pointer = || PointerInput { target, tab_id: None };
    for (member, expected) in [
        ("left_mouse_down", MemberInput::LeftMouseDown(pointer())),
        ("left_mouse_up", MemberInput::LeftMouseUp(pointer())),
        ("mouse_move", MemberInput::MouseMove(pointer())),
    ] {
        assert_eq!(read(member, json!({"target": point(3)})).await, expected);
    }
    let element = json!({"type": "ref", "ref": "ref_5"});
    assert_eq!(
        read("scroll_to", json!({"target": element})).await,
        MemberInput::ScrollTo(ScrollToInput { target: ElementRef(5), tab_id: None })
    );
    assert_eq!(
        read("hover", json!({"target": element})).await,
        MemberInput::Hover(HoverInput { target: Target::Ref(ElementRef(5)), tab_id: None })
    );
}

#[tokio::test]
async fn t6_a_key_is_held_for_a_time_and_a_region_has_four_edges() {
    assert_eq!(
        read("hold_key", json!({"text": "ctrl+a", "duration": 30})).await,
        MemberInput::HoldKey(HoldKeyInput {
            text: "ctrl+a".into(),
            duration: Duration::from_secs(30),
            tab_id: None,
        })
    );
    let fake = Fake::serving(MemberSet::all()).then(Ok(picture()), one_tab());
    let (fake, toolset) = toolset(fake);
    toolset.call("zoom", json!({"region": [0, 10.0, 20, 30]})).await.unwrap();
    let region = Region { x0: 0, y0: 10, x1: 20, y1: 30 };
    assert_eq!(fake.asked(), [MemberInput::Zoom(ZoomInput { region, tab_id: None })]);
}

#[tokio::test]
async fn t10_our_additions_are_read_where_they_are_honoured() {
    let options = ToolsetOptions { extensions: true, ..ToolsetOptions::default() };
    let rows = [
        (json!({"text": "Done"}), Until { what: Awaited::Text("Done".into()), gone: false }),
        (json!({"url": "/done", "gone": null}), Until { what: Awaited::Url("/done".into()), gone: false }),
        (json!({"ref": "ref_3", "gone": true}), Until { what: Awaited::Ref(ElementRef(3)), gone: true }),
    ];
    for (until, expected) in rows {
        let (fake, toolset) = with_options(Fake::new().then_done(1), options.clone());
        toolset.call("wait", json!({"duration": 5, "until": until})).await.unwrap();
        let expected = WaitInput { duration: Duration::from_secs(5), until: Some(expected), tab_id: None };
        assert_eq!(fake.asked(), [MemberInput::Wait(expected)]);
    }
    let bad = [
        (json!({}), "until: expected exactly one of text, url and ref, got nothing"),
        (json!({"text": "a", "url": "b"}), "until: expected exactly one of text, url and ref, got several"),
        (
            json!({"text": 1, "gone": 2}),
            "until.text: expected a string that isn't empty, got 1; until.gone: expected boolean, got 2",
        ),
        (json!("Done"), "until: expected exactly one of text, url and ref, got string \"Done\""),
    ];
    for (until, expected) in bad {
        let (_, toolset) = with_options(Fake::new().then_refused(), options.clone());
        let outcome = toolset.call("wait", json!({"duration": 5, "until": until})).await.unwrap();
        let text = format!("The input of wait is not right: {expected}.");
        assert_eq!(outcome.result.content, [Block::Text(text)]);
    }
}

#[tokio::test]
async fn t10_without_our_additions_until_is_an_unknown_field() {
    let expected = WaitInput { duration: Duration::from_secs(1), until: None, tab_id: None };
    assert_eq!(read("wait", json!({"duration": 1, "until": 7})).await, MemberInput::Wait(expected));
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
            "hold_key",
            json!({"text": "", "duration": 31}),
            "text: expected a string that isn't empty, got string \"\"; duration: expected number 0–30, got 31",
        ),
        ("find", json!({}), "query: expected a string that isn't empty, got nothing"),
        (
            "left_click_drag",
            json!({"from": {"type": "ref", "ref": "ref_1"}, "target": {"type": "coordinate", "x": 1}}),
            "from.type: expected coordinate, got string \"ref\"; target.y: expected integer, got nothing",
        ),
        (
            "scroll_to",
            json!({"target": {"type": "coordinate", "x": 1, "y": 1}}),
            "target.type: expected ref, got string \"coordinate\"",
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
async fn t6_t9_regions_and_lists_of_files_are_checked() {
    let configs = [("file_upload".to_owned(), MemberConfig::enabled(true))].into();
    let yes = |_: ConfirmRequest| async { Ok(Approval::Yes) };
    let options = ToolsetOptions { configs, confirm: Some(Arc::new(yes)), ..ToolsetOptions::default() };
    let upload = |fields: Value| {
        let mut input = json!({"target": {"type": "ref", "ref": "ref_1"}});
        input.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        ("file_upload", input)
    };
    let zoom = |region: Value| ("zoom", json!({"region": region}));
    let edges = "region: expected [x0, y0, x1, y1], integers with x0 < x1 and y0 < y1, got";
    let rows = [
        (
            upload(json!({})),
            "paths: expected at least one entry here or in document_ids, got none".to_owned(),
        ),
        (
            upload(json!({"paths": [], "document_ids": null})),
            "paths: expected at least one entry here or in document_ids, got none".to_owned(),
        ),
        (upload(json!({"paths": "/a"})), "paths: expected a list of strings, got string \"/a\"".to_owned()),
        (
            upload(json!({"paths": ["/a", 1], "document_ids": [null]})),
            "paths[1]: expected string, got 1; document_ids[0]: expected string, got null".to_owned(),
        ),
        (zoom(json!([0, 0, 0, 10])), format!("{edges} an array")),
        (zoom(json!([0, 0, 10])), format!("{edges} an array")),
        (zoom(json!([0, 0, 1.5, 10])), format!("{edges} an array")),
        (zoom(json!("all")), format!("{edges} string \"all\"")),
    ];
    for ((member, input), expected) in rows {
        let fake = Fake::serving(MemberSet::all()).then_refused();
        let (_, toolset) = with_options(fake, options.clone());
        let outcome = toolset.call(member, input).await.unwrap();
        let text = format!("The input of {member} is not right: {expected}.");
        assert_eq!(outcome.result.content, [Block::Text(text)]);
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

/// What is passed over is said: beside a result, and in the text of an error, where it may be what is missing.
#[tokio::test]
async fn t10_a_field_that_a_member_does_not_have_is_passed_over_and_told() {
    let answer = Ok(MemberOutput::Text { text: "x".into(), source: None });
    let (fake, toolset) = toolset(Fake::new().then(answer, one_tab()));
    let input = json!({"filtr": "all", "zz\u{202e}zz": 1, "depth": 3});
    let outcome = toolset.call("read_page", input).await.unwrap();
    assert!(!outcome.result.is_error);
    assert_eq!(
        outcome.ignored,
        [
            "read_page takes no \"filtr\", so that was passed over; did you mean filter?",
            "read_page takes no \"zz zz\", so that was passed over; it takes depth, filter, ref, tab_id.",
        ]
    );
    let MemberInput::ReadPage(ReadPageInput { filter, depth, .. }) = fake.asked().remove(0) else { panic!() };
    assert_eq!((filter, depth), (None, 3));
    assert_eq!(
        complaint("left_click", json!({"targt": {"type": "ref", "ref": "ref_1"}})).await,
        "The input of left_click is not right: target: expected {type:\"ref\", ref} or {type:\"coordinate\", x, y}, got \
         nothing. left_click takes no \"targt\", so that was passed over; did you mean target?"
    );
}

#[tokio::test]
async fn p2_a_name_like_a_members_is_answered_with_that() {
    let (_, toolset) = toolset(Fake::new().then_state(Ok(one_tab())));
    let outcome = toolset.call("left_clik", json!({})).await.unwrap();
    let [Block::Text(text)] = outcome.result.content.as_slice() else { panic!() };
    assert!(
        text.starts_with("There is no member \"left_clik\". Did you mean left_click? Use one of: "),
        "{text}"
    );
}
