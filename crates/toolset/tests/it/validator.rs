//! What the validator lets through and what it finds: each rejection of the API's, on an otherwise good value.

use ringfence_toolset::validate::{self, Violation};
use serde_json::{Value, json};

/// A picture of 1,569 by 1 pixels: its header is enough.
const TOO_WIDE: &str = "iVBORw0KGgoAAAANSUhEUgAABiEAAAABCAYAAAA=";
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

fn tab(id: &str, active: bool) -> Value {
    json!({"tab_id": id, "title": "", "url": "", "active": active})
}

fn result(content: Value) -> Value {
    json!({"type": "tool_result", "tool_use_id": "toolu_1", "toolset_name": "browser", "content": content})
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image(data: &str) -> Value {
    json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}})
}

fn state(changes: Value) -> Value {
    json!({"type": "browser_state", "tabs": [tab("t1", false), tab("t2", true)], "state_changes": changes})
}

fn plain() -> Value {
    json!({"type": "browser_state", "tabs": [tab("t1", true)]})
}

fn good() -> Value {
    let changes = json!([
        {"type": "tab_opened", "tab_id": "t2"},
        {"type": "download_completed", "download_id": "d1", "url": "https://a.test/", "size_bytes": 1, "path": "/d/a"},
        {"type": "download_failed", "download_id": "d2", "url": "https://a.test/", "error": "cancelled"},
        {"type": "download_started", "download_id": "d3", "url": "https://a.test/"},
    ]);
    result(json!([text("Waited 1 s."), state(changes)]))
}

fn error() -> Value {
    let mut error = result(json!([text("It failed.")]));
    error["is_error"] = json!(true);
    error
}

/// Sets what a pointer points at; `null` in `value` takes it out.
fn with(mut of: Value, pointer: &str, value: Value) -> Value {
    let (parent, last) = pointer.rsplit_once('/').unwrap();
    let parent = of.pointer_mut(parent).unwrap();
    match parent {
        Value::Object(fields) if value.is_null() => {
            fields.remove(last);
        }
        Value::Object(fields) => {
            fields.insert(last.to_owned(), value);
        }
        Value::Array(entries) if last == "-" => entries.push(value),
        Value::Array(entries) => entries[last.parse::<usize>().unwrap()] = value,
        _ => panic!("nothing to set at {pointer}"),
    }
    of
}

fn found(at: &str, what: &str) -> Result<(), Violation> {
    Err(Violation { at: at.into(), what: what.into() })
}

#[test]
fn a_good_result_passes() {
    assert_eq!(validate::result("wait", &good()), Ok(()));
    assert_eq!(validate::result("wait", &error()), Ok(()));
    assert_eq!(validate::result("list_tabs", &result(json!([plain()]))), Ok(()));
    assert_eq!(
        validate::result("screenshot", &result(json!([image(PIXEL), text("Note."), plain()]))),
        Ok(())
    );
    let opened = json!([{"type": "tab_opened", "tab_id": "t2"}]);
    assert_eq!(validate::result("new_tab", &result(json!([state(opened)]))), Ok(()));
    let in_words = with(error(), "/content", json!("Not executed: an earlier action in this turn failed."));
    assert_eq!(validate::result("wait", &in_words), Ok(()));
}

#[test]
fn s1_s2_s3_n6_n8_each_mistake_in_a_result_is_found() {
    let long = "x".repeat(4_097);
    let tabs = "content[1].tabs";
    let changes = "content[1].state_changes";
    let tab_line = "title is not one trimmed line of at most 4096 characters";
    let many_tabs: Value = (0..101).map(|n| tab(&n.to_string(), n == 0)).collect();
    let started = |n: u32| json!({"type": "download_started", "download_id": n.to_string(), "url": ""});
    let many_changes: Value = (0..201).map(started).collect();
    let rows = [
        ("/toolset_name", json!("computer"), "toolset_name", "it is not the toolset's"),
        ("/toolset_name", Value::Null, "toolset_name", "it is not the toolset's"),
        ("/tool_use_id", json!(""), "tool_use_id", "it names no call"),
        ("/is_error", json!("no"), "is_error", "it is not boolean"),
        ("/content", json!([]), "content", "a success is empty"),
        ("/content", json!("Waited."), "content", "it is no list of blocks"),
        ("/content/0", json!({"type": "document"}), "content[0]", "its type is not allowed in a result"),
        ("/content/0", text(" "), "content[0]", "its text is empty"),
        ("/content/0", plain(), "content[0]", "a state that is not the last block"),
        ("/content/-", text("More."), "content[1]", "a state that is not the last block"),
        ("/content/0", image(PIXEL), "content", "it says nothing, or holds a picture"),
        ("/content/1", text("x"), "content[1]", "a success does not end with the state"),
        ("/content/1/extra", json!(1), "content[1]", "it has the unknown field extra"),
        ("/content/1/tabs", json!({}), tabs, "it is no list"),
        ("/content/1/tabs", many_tabs, tabs, "too many tabs"),
        ("/content/1/tabs/0/active", json!(true), tabs, "not exactly one tab is active"),
        ("/content/1/tabs/1/active", json!(false), tabs, "not exactly one tab is active"),
        ("/content/1/tabs/0/tab_id", json!("t2"), "content[1].tabs[1]", "another tab has its tab_id"),
        ("/content/1/tabs/0/tab_id", json!(""), "content[1].tabs[0]", "its tab_id is empty"),
        ("/content/1/tabs/0/favicon", json!(""), "content[1].tabs[0]", "it has the unknown field favicon"),
        ("/content/1/tabs/0/title", json!("a\nb"), "content[1].tabs[0]", tab_line),
        ("/content/1/tabs/0/title", json!("a\u{202e}b"), "content[1].tabs[0]", tab_line),
        ("/content/1/tabs/0/title", json!(" a"), "content[1].tabs[0]", tab_line),
        ("/content/1/tabs/0/title", json!(long), "content[1].tabs[0]", tab_line),
        ("/content/1/tabs/0/title", Value::Null, "content[1].tabs[0]", "title is no string"),
        ("/content/1/state_changes", json!([]), changes, "it is empty instead of absent"),
        ("/content/1/state_changes", many_changes, changes, "too many changes"),
        (
            "/content/1/state_changes/0/type",
            json!("dialog_dismissed"),
            "content[1].state_changes[0]",
            "its type is unknown",
        ),
        (
            "/content/1/state_changes/0/url",
            json!("https://a.test/"),
            "content[1].state_changes[0]",
            "it has the unknown field url",
        ),
        (
            "/content/1/state_changes/0/tab_id",
            json!("t3"),
            "content[1].state_changes[0]",
            "its tab is not listed",
        ),
        (
            "/content/1/state_changes/-",
            json!({"type": "tab_opened", "tab_id": "t2"}),
            "content[1].state_changes[4]",
            "its tab has opened already",
        ),
        (
            "/content/1/state_changes/2/download_id",
            json!("d1"),
            "content[1].state_changes[2]",
            "its download has another change",
        ),
        (
            "/content/1/state_changes/3/path",
            json!("/d/a"),
            "content[1].state_changes[3]",
            "it has the unknown field path",
        ),
        (
            "/content/1/state_changes/1/size_bytes",
            json!(-1),
            "content[1].state_changes[1]",
            "size_bytes is no size",
        ),
        (
            "/content/1/state_changes/1/path",
            json!("/d/a\n"),
            "content[1].state_changes[1]",
            "path is not one trimmed line of at most 4096 characters",
        ),
        ("/content/1/state_changes/3/url", Value::Null, "content[1].state_changes[3]", "url is no string"),
    ];
    for (pointer, value, at, what) in rows {
        assert_eq!(validate::result("wait", &with(good(), pointer, value)), found(at, what), "{pointer}");
    }
}

#[test]
fn n3_n5_n6_s4_each_mistake_of_a_members_own_kind_is_found() {
    let opened = |id: &str| json!([{"type": "tab_opened", "tab_id": id}]);
    let two = json!([{"type": "tab_opened", "tab_id": "t1"}, {"type": "tab_opened", "tab_id": "t2"}]);
    let not_own = "new_tab did not open exactly the active tab";
    let gif = with(image(PIXEL), "/source/media_type", json!("image/gif"));
    let rows = [
        ("clik", good(), "content", "a success of an unknown member"),
        ("list_tabs", good(), "content", "a tab member's success is not one block"),
        ("wait", result(json!([plain()])), "content", "it says nothing, or holds a picture"),
        ("screenshot", result(json!([text("x"), plain()])), "content", "not exactly one picture"),
        ("zoom", result(json!([image(PIXEL), image(PIXEL), plain()])), "content", "not exactly one picture"),
        (
            "zoom",
            result(json!([image(TOO_WIDE), plain()])),
            "content[0]",
            "its longest edge is over the limit",
        ),
        (
            "zoom",
            result(json!([image("AAH/"), plain()])),
            "content[0]",
            "its data is no PNG, JPEG, GIF or WebP",
        ),
        ("zoom", result(json!([image("no"), plain()])), "content[0]", "its data is not base64"),
        ("zoom", result(json!([gif, plain()])), "content[0]", "its media type is not that of its data"),
        ("new_tab", result(json!([plain()])), "content[0]", not_own),
        ("new_tab", result(json!([state(opened("t1"))])), "content[0]", not_own),
        ("new_tab", result(json!([state(two)])), "content[0]", not_own),
        ("wait", with(error(), "/content", json!([])), "content", "an error is empty"),
        ("wait", with(error(), "/content", json!(" ")), "content", "it is empty"),
        (
            "wait",
            with(error(), "/content/-", plain()),
            "content[1]",
            "an error holds something else than text",
        ),
        (
            "wait",
            with(error(), "/content/0", image(PIXEL)),
            "content[0]",
            "an error holds something else than text",
        ),
    ];
    for (member, value, at, what) in rows {
        assert_eq!(validate::result(member, &value), found(at, what), "{member} {what}");
    }
}

#[test]
fn l2_every_call_of_a_turn_is_answered_once_and_as_its_own_kind() {
    let call = |id: &str, name: &str| json!({"type": "tool_use", "id": id, "toolset_name": "browser", "name": name, "input": {}});
    let reply = [
        text("I'll look."),
        call("a", "wait"),
        json!({"type": "tool_use", "id": "b", "name": "calculator", "input": {}}),
    ];
    let of = |id: &str| with(good(), "/tool_use_id", json!(id));
    let other = |id: &str| json!({"type": "tool_result", "tool_use_id": id, "content": "4"});
    assert_eq!(validate::turn(&reply, &[of("a"), other("b")]), Ok(()));
    let rows = [
        (vec![other("b")], "a", "the call is not answered"),
        (vec![of("a")], "b", "the call is not answered"),
        (vec![of("a"), of("a"), other("b")], "a", "the call is answered twice"),
        (vec![of("a"), other("b"), other("c")], "c", "it answers no call of the reply"),
        (vec![other("a"), other("b")], "a.toolset_name", "it is not the toolset's"),
        (vec![of("a"), of("b")], "b", "its toolset_name is not the call's"),
        (vec![with(of("a"), "/content", json!([])), other("b")], "a.content", "a success is empty"),
    ];
    for (answer, at, what) in rows {
        assert_eq!(validate::turn(&reply, &answer), found(at, what));
    }
}

#[test]
fn k1_k2_each_mistake_in_an_entry_is_found() {
    let entry = json!({
        "type": "browser_toolset_20260801",
        "cache_control": {"type": "ephemeral"},
        "configs": {"zoom": {"enabled": false}, "find": null, "read_console": {"enabled": true, "defer_loading": null}},
    });
    assert_eq!(validate::entry(&entry), Ok(()));
    let all_off: Value = ringfence_toolset::Member::ALL
        .iter()
        .map(|member| (member.name().to_owned(), json!({"enabled": false})))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let rows = [
        ("/type", json!("browser_toolset_1"), "type", "it is not the toolset's"),
        ("/name", json!("browser"), "name", "the entry can't have it"),
        ("/strict", json!(true), "strict", "the entry can't have it"),
        ("/input_examples", json!([]), "input_examples", "the entry can't have it"),
        ("/defer_loading", json!(true), "defer_loading", "the entry can't have it"),
        ("/configs", json!([]), "configs", "it is no object"),
        ("/configs", all_off, "configs", "no member is on"),
        ("/configs/accept_dialog", json!({}), "configs.accept_dialog", "there is no such member"),
        ("/configs/zoom", json!(false), "configs.zoom", "it is no object"),
        ("/configs/zoom/on", json!(true), "configs.zoom", "it has an unknown key"),
        ("/configs/zoom/enabled", json!(1), "configs.zoom", "a value is not boolean"),
        (
            "/configs/read_console/defer_loading",
            json!(true),
            "configs",
            "members that are on differ in defer_loading",
        ),
    ];
    for (pointer, value, at, what) in rows {
        assert_eq!(validate::entry(&with(entry.clone(), pointer, value)), found(at, what), "{pointer}");
    }
}

#[test]
fn k2_each_mistake_in_a_requests_tools_is_found() {
    let entry = || json!({"type": "browser_toolset_20260801"});
    let tool = |name: &str| json!({"name": name, "input_schema": {"type": "object"}});
    let choose = |name: &str| json!({"type": "tool", "name": name});
    assert_eq!(validate::tools(&[entry(), tool("calculator")], Some(&choose("calculator"))), Ok(()));
    assert_eq!(validate::tools(&[entry()], Some(&json!({"type": "any"}))), Ok(()));
    assert_eq!(validate::tools(&[tool("browser")], None), Ok(()));
    let rows = [
        (vec![entry(), entry()], None, "tools", "more than one browser toolset"),
        (vec![entry(), tool("browser")], None, "tools", "another tool has the toolset's name"),
        (vec![entry()], Some(choose("navigate")), "tool_choice", "it names no tool, or a member"),
        (
            vec![tool("a"), with(entry(), "/name", json!("x"))],
            None,
            "tools[1].name",
            "the entry can't have it",
        ),
    ];
    for (tools, choice, at, what) in rows {
        assert_eq!(validate::tools(&tools, choice.as_ref()), found(at, what));
    }
}
