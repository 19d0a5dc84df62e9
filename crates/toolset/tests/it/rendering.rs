//! Whole results, as they go to the Messages API.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ringfence_policy::{Code, Refusal};
use ringfence_toolset::{
    BrowserState, Dialog, DialogKind, DriverError, ErrorCode, List, MemberOutput, PageRefusal,
};
use serde_json::{Value, json};

use crate::fake::{Answer, Fake, done, one_call, one_tab, toolset};

/// A picture of one pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

pub(crate) fn picture() -> MemberOutput {
    let data = STANDARD.decode(PNG).unwrap();
    MemberOutput::Image { data, media_type: "image/png", width: 1, height: 1 }
}

fn state() -> Value {
    json!({
        "type": "browser_state",
        "tabs": [{"tab_id": "t1", "title": "Title of t1", "url": "https://example.com/t1", "active": true}],
    })
}

/// Makes one call and returns its whole answer.
async fn answer(member: &str, input: Value, answer: Answer) -> Value {
    one_call(member, input, answer).await.result.to_api("toolu_1")
}

fn success(content: &[Value]) -> Value {
    json!({"type": "tool_result", "tool_use_id": "toolu_1", "toolset_name": "browser", "content": content})
}

#[tokio::test]
async fn n1_navigate_says_where_it_landed() {
    let navigate = |url: &str, title: Option<&str>, status, note: Option<&str>| {
        Ok(MemberOutput::Navigated {
            url: url.into(),
            title: title.map(Into::into),
            status,
            note: note.map(Into::into),
        })
    };
    let rows = [
        (
            navigate("https://example.com/", Some("Ex\n\"ample\""), Some(200), Some("still loading")),
            r#"Now at https://example.com/ "Ex \"ample\"" (HTTP 200, still loading)"#,
        ),
        (
            navigate("https://u:p@example.com/", Some(" "), Some(404), None),
            "Now at https://***@example.com/ (HTTP 404)",
        ),
        (navigate("about:blank", None, None, None), "Now at about:blank"),
    ];
    for (output, line) in rows {
        let expected = success(&[json!({"type": "text", "text": line}), state()]);
        assert_eq!(answer("navigate", json!({"url": "x"}), output).await, expected);
    }
}

#[tokio::test]
async fn n2_a_reading_is_its_text_or_a_word_that_it_was_empty() {
    let text =
        |text: &str| Ok(MemberOutput::Text { text: text.into(), source: Some("https://a.test".into()) });
    for (member, read, shown) in [
        ("read_page", "link \"a\" [ref_1]\n", "link \"a\" [ref_1]"),
        ("read_page", "", "There is nothing to show here."),
        ("get_page_text", " \n", "The page has no visible text."),
        ("find", "", "Nothing on the page matches. Try other words, or read_page."),
    ] {
        let expected = success(&[json!({"type": "text", "text": shown}), state()]);
        assert_eq!(answer(member, json!({"query": "x"}), text(read)).await, expected);
    }
}

#[tokio::test]
async fn n3_a_screenshot_is_one_image_block() {
    let block =
        json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}});
    assert_eq!(answer("screenshot", json!({}), Ok(picture())).await, success(&[block, state()]));
}

#[tokio::test]
async fn n4_an_act_is_our_sentence_then_the_drivers_line() {
    let click = json!({"target": {"type": "ref", "ref": "ref_4"}});
    let line = MemberOutput::Done { line: Some("Now at\nhttps://example.com/b".into()) };
    let expected = success(&[
        json!({"type": "text", "text": "Clicked (left) ref_4."}),
        json!({"type": "text", "text": "Now at https://example.com/b"}),
        state(),
    ]);
    assert_eq!(answer("left_click", click.clone(), Ok(line)).await, expected);
    let expected = success(&[json!({"type": "text", "text": "Clicked (left) ref_4."}), state()]);
    assert_eq!(answer("left_click", click, done()).await, expected);
}

#[tokio::test]
async fn n5_a_tab_member_is_exactly_one_state_block() {
    let tabs = || Ok(MemberOutput::Tabs);
    assert_eq!(answer("list_tabs", json!({}), tabs()).await, success(&[state()]));
    assert_eq!(answer("switch_tab", json!({"tab_id": "t1"}), tabs()).await, success(&[state()]));
    assert_eq!(answer("close_tab", json!({"tab_id": "t2"}), tabs()).await, success(&[state()]));
}

#[tokio::test]
async fn n6_an_error_holds_text_only() {
    let error =
        DriverError::new(ErrorCode::StaleRef, "ref_4 is from before a navigation. Read the page again.");
    assert_eq!(
        answer("left_click", json!({"target": {"type": "ref", "ref": "ref_4"}}), Err(error)).await,
        json!({
            "type": "tool_result",
            "tool_use_id": "toolu_1",
            "toolset_name": "browser",
            "content": [{"type": "text", "text": "ref_4 is from before a navigation. Read the page again."}],
            "is_error": true,
        })
    );
}

#[tokio::test]
async fn n7_notes_wait_for_a_result_that_can_carry_text() {
    let dialog = |kind, message: String| Dialog { kind, message };
    let mut noted = one_tab();
    noted.refused_navigations = 3;
    noted.dismissed_dialogs = vec![
        dialog(DialogKind::Alert, "a\nb".into()),
        dialog(DialogKind::Confirm, "x".repeat(300)),
        dialog(DialogKind::Prompt, String::new()),
        dialog(DialogKind::BeforeUnload, "fourth".into()),
    ];
    let mut again = one_tab();
    again.dismissed_dialogs = vec![dialog(DialogKind::Alert, "fifth".into())];
    let fake = Fake::new().then(Ok(MemberOutput::Tabs), noted).then(done(), again).then(done(), one_tab());
    let (_, toolset) = toolset(fake);

    let tabs = toolset.call("list_tabs", json!({})).await.unwrap();
    assert_eq!(tabs.result.to_api("toolu_1"), success(&[state()]));

    let wait = toolset.call("wait", json!({"duration": 1})).await.unwrap();
    let notes = format!(
        "A page tried to go to an address that the policy refuses; it was stopped.\n\
         A dialog (alert) was dismissed: \"a b\"\n\
         A dialog (confirm) was dismissed: \"{}\"\n\
         A dialog (prompt) was dismissed: \"\"\n\
         2 more dialogs were dismissed.",
        "x".repeat(200)
    );
    let sentence = json!({"type": "text", "text": "Waited 1 s."});
    let expected = success(&[sentence.clone(), json!({"type": "text", "text": notes}), state()]);
    assert_eq!(wait.result.to_api("toolu_1"), expected);

    let quiet = toolset.call("wait", json!({"duration": 1})).await.unwrap();
    assert_eq!(quiet.result.to_api("toolu_1"), success(&[sentence, state()]));
}

/// What stands behind the fixed line goes to whoever shows results otherwise: of a kind on a host once, with the same results
/// as the line, an error's among them.
#[tokio::test]
async fn n7_what_was_refused_stands_beside_the_result() {
    let refused = |list, host| PageRefusal {
        list,
        refusal: Refusal::new(Code::NotListed, host, None, "Ask the operator."),
    };
    let (going, loading) = (refused(List::Navigate, "a.test"), refused(List::Load, "a.test"));
    let noted = || BrowserState {
        refused_navigations: 2,
        refused: vec![going.clone(), loading.clone(), going.clone()],
        ..one_tab()
    };
    let error = DriverError::new(ErrorCode::Hidden, "ref_1 is hidden.");
    let fake = Fake::new()
        .then(Ok(MemberOutput::Tabs), noted())
        .then(done(), one_tab())
        .then(done(), one_tab())
        .then(Err(error), noted());
    let (_, toolset) = toolset(fake);
    let mut told = Vec::new();
    for member in ["list_tabs", "wait", "wait", "wait"] {
        let input = if member == "wait" { json!({"duration": 0}) } else { json!({}) };
        told.push(toolset.call(member, input).await.unwrap().refused);
    }
    let both = vec![going.clone(), loading.clone()];
    assert_eq!(told, [vec![], both.clone(), vec![], both]);
}

#[tokio::test]
async fn n7_an_error_carries_notes_too() {
    let mut noted = one_tab();
    noted.refused_navigations = 1;
    let error = DriverError::new(ErrorCode::Hidden, "ref_1 is hidden.");
    let (_, toolset) = toolset(Fake::new().then(Err(error), noted));
    let outcome = toolset.call("wait", json!({"duration": 0})).await.unwrap();
    let content = &outcome.result.to_api("toolu_1")["content"];
    assert_eq!(
        *content,
        json!([
            {"type": "text", "text": "ref_1 is hidden."},
            {"type": "text", "text": "A page tried to go to an address that the policy refuses; it was stopped."},
        ])
    );
}

#[tokio::test]
async fn t12_a_reading_is_bounded_and_says_how_to_get_the_rest() {
    let text = vec!["x".repeat(99); 600].join("\n");
    let output = Ok(MemberOutput::Text { text, source: None });
    let result = answer("get_page_text", json!({}), output).await;
    let shown = result["content"][0]["text"].as_str().unwrap();
    let last = shown.lines().last().unwrap();
    assert_eq!(
        last,
        "… 102 more lines (10200 characters) left out. Read a part of the page with read_page and a ref."
    );
    assert!(shown.chars().count() <= 50_000);
}
