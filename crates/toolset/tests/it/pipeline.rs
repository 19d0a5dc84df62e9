//! Finding the member (P2), the hook around the act (P7), the state after it (P8), and what leaves the pipeline as an
//! error.

use std::sync::Arc;

use ringfence_toolset::{
    Block, Call, ContractError, DriverError, ErrorCode, Failure, Member, MemberConfig, MemberInput,
    MemberOutput, MemberSet, Next, Outcome, StateError, ToolResult, ToolsetOptions,
};
use serde_json::{Value, json};

use crate::fake::{Fake, done, one_tab, tab, toolset, with_options};

const ON: &str = "Use one of: navigate, screenshot, left_click, right_click, middle_click, double_click, \
                  triple_click, hover, left_click_drag, left_mouse_down, left_mouse_up, mouse_move, scroll, \
                  scroll_to, type, key, hold_key, wait, read_page, find, get_page_text, form_input, new_tab, \
                  list_tabs, switch_tab, close_tab.";

fn failed(member: Option<Member>, text: &str, failure: Failure) -> Outcome {
    Outcome {
        member,
        result: ToolResult { content: vec![Block::Text(text.into())], is_error: true },
        failure: Some(failure),
        tabs: vec![tab("t1", true)],
        changed: true,
        refused: Vec::new(),
        ignored: Vec::new(),
    }
}

#[tokio::test]
async fn p2_an_unknown_name_an_unserved_member_and_one_turned_off_differ() {
    let configs = [("type".to_owned(), MemberConfig::enabled(false))].into();
    let fake = Fake::new().then_refused().then_refused().then_refused();
    let (fake, toolset) = with_options(fake, ToolsetOptions { configs, ..ToolsetOptions::default() });
    let on = ON.replace(" type,", "");

    let unknown = toolset.call("cl\nick", json!({})).await.unwrap();
    let failure = Failure { code: ErrorCode::UnknownMember, subject: Some("\"cl ick\"".into()), hint: None };
    assert_eq!(unknown, failed(None, &format!("There is no member \"cl ick\". {on}"), failure));

    let unserved = toolset.call("zoom", json!({})).await.unwrap();
    let failure = Failure { code: ErrorCode::NotServed, subject: Some("zoom".into()), hint: None };
    let text = format!("zoom is not served by this browser. {on}");
    assert_eq!(unserved, failed(Some(Member::Zoom), &text, failure));

    let off = toolset.call("type", json!({"text": "x"})).await.unwrap();
    let failure = Failure { code: ErrorCode::TurnedOff, subject: Some("type".into()), hint: None };
    let text = format!("type is turned off; the operator can turn it on with --enable type. {on}");
    assert_eq!(off, failed(Some(Member::Type), &text, failure));

    assert_eq!(fake.asked(), []);
    assert_eq!(fake.states_left(), 0);
}

#[tokio::test]
async fn p2_a_long_name_is_cut() {
    let (_, toolset) = toolset(Fake::new().then_refused());
    let outcome = toolset.call(&"x".repeat(300), Value::Null).await.unwrap();
    let text = format!("There is no member \"{}\". {ON}", "x".repeat(200));
    assert_eq!(outcome.result, ToolResult::error(text));
}

#[tokio::test]
async fn p7_a_hook_can_rewrite_what_goes_out_and_what_comes_back() {
    let hook = |mut call: Call, next: Next| async move {
        if let MemberInput::Type(typing) = &mut call.input {
            typing.text = "a longer secret".into();
        }
        next.run(&call).await.map(|_| MemberOutput::Done { line: Some("Redacted.".into()) })
    };
    let options = ToolsetOptions { act_hook: Some(Arc::new(hook)), ..ToolsetOptions::default() };
    let fake = Fake::new().then(Ok(MemberOutput::Done { line: Some("Into password.".into()) }), one_tab());
    let (fake, toolset) = with_options(fake, options);
    let outcome = toolset.call("type", json!({"text": "$SECRET"})).await.unwrap();
    // The sentence is about what the model asked for.
    let texts = [Block::Text("Typed 7 characters.".into()), Block::Text("Redacted.".into())];
    assert_eq!(outcome.result.content[..2], texts);
    let MemberInput::Type(typing) = fake.asked().remove(0) else { panic!("another member") };
    assert_eq!(typing.text, "a longer secret");
}

#[tokio::test]
async fn p7_a_hook_can_refuse() {
    let hook = |_: Call, _: Next| async { Err(DriverError::new(ErrorCode::Denied, "Not today.")) };
    let options = ToolsetOptions { act_hook: Some(Arc::new(hook)), ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(Fake::new().then_refused(), options);
    let outcome = toolset.call("wait", json!({"duration": 0})).await.unwrap();
    assert_eq!(outcome.result, ToolResult::error("Not today."));
    assert_eq!(fake.asked(), []);
}

#[tokio::test]
async fn p7_a_driver_that_forwards_everything_serves_all_members() {
    let (_, toolset) = toolset(Fake::serving(MemberSet::all()));
    let on = MemberSet::all().iter().filter(|member| member.on_by_default()).collect();
    assert_eq!(toolset.enabled(), on);
}

#[tokio::test]
async fn p7_a_drivers_error_text_reaches_the_model_bounded() {
    let error =
        DriverError::new(ErrorCode::Covered, "é".repeat(5_000)).about("ref_4\nx").with_hint("Scroll.");
    let (_, toolset) = toolset(Fake::new().then(Err(error), one_tab()));
    let input = json!({"target": {"type": "ref", "ref": "ref_4"}});
    let outcome = toolset.call("left_click", input).await.unwrap();
    let failure =
        Failure { code: ErrorCode::Covered, subject: Some("ref_4 x".into()), hint: Some("Scroll.".into()) };
    assert_eq!(outcome, failed(Some(Member::LeftClick), &"é".repeat(4_096), failure));
}

#[tokio::test]
async fn n6_an_error_without_text_still_says_something() {
    let error = DriverError::new(ErrorCode::TimedOut, " ");
    let (_, toolset) = toolset(Fake::new().then(Err(error), one_tab()));
    let outcome = toolset.call("wait", json!({"duration": 0})).await.unwrap();
    assert_eq!(outcome.result, ToolResult::error("The call failed: timed_out."));
}

#[tokio::test]
async fn p8_the_state_is_read_after_refusals_and_failures_too() {
    let error = DriverError::new(ErrorCode::Failed, "It failed.");
    let (fake, toolset) = toolset(Fake::new().then_refused().then_refused().then(Err(error), one_tab()));
    for (member, input) in [("no_such", json!({})), ("wait", json!({})), ("wait", json!({"duration": 0}))] {
        assert!(toolset.call(member, input).await.unwrap().result.is_error);
    }
    assert_eq!(fake.states_left(), 0);
}

#[tokio::test]
async fn p8_an_unknown_state_ends_the_run_and_keeps_why_the_call_failed() {
    let error = DriverError::new(ErrorCode::SessionLost, "The browser is gone.");
    let fake = Fake::new().then(Err(error), one_tab());
    let (_, toolset) = toolset(fake.then_state(Err(StateError::SessionLost)));
    assert!(toolset.call("wait", json!({"duration": 0})).await.unwrap().result.is_error);
    let ended = toolset.call("no_such", json!({})).await.unwrap_err();
    match ended {
        ContractError::State { member, failure: Some(failure), source: StateError::SessionLost } => {
            assert_eq!((member.as_str(), failure.code), ("no_such", ErrorCode::UnknownMember));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn p10_a_driver_that_answers_with_another_kind_breaks_the_contract() {
    let (_, toolset) = toolset(Fake::new().then(done(), one_tab()));
    let ended = toolset.call("read_page", json!({})).await.unwrap_err();
    assert!(matches!(ended, ContractError::WrongOutput { member: Member::ReadPage }));
}

#[tokio::test]
async fn n3_an_oversize_picture_breaks_the_contract() {
    let image = MemberOutput::Image { data: vec![1], media_type: "image/png", width: 10, height: 1_569 };
    let (_, toolset) = toolset(Fake::new().then(Ok(image), one_tab()));
    let ended = toolset.call("screenshot", json!({})).await.unwrap_err();
    assert!(matches!(ended, ContractError::OversizeImage { width: 10, height: 1_569 }));
}
