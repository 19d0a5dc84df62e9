//! The order of the pipeline, and what leaves it as an error.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use ringfence_policy::{Code, Refusal};
use ringfence_toolset::{
    Block, BrowserState, ContractError, Denial, DriverError, ErrorCode, Failure, Member, MemberConfig,
    MemberOutput, Outcome, StateError, ToolResult, ToolsetOptions, UrlPolicy,
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
    }
}

#[tokio::test]
async fn p2_an_unknown_name_an_unserved_member_and_one_turned_off_differ() {
    let configs = [("type".to_owned(), MemberConfig::enabled(false))].into();
    let fake = Fake::new().then_state(Ok(one_tab())).then_state(Ok(one_tab())).then_state(Ok(one_tab()));
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
    let text = format!("type is turned off by configuration. {on}");
    assert_eq!(off, failed(Some(Member::Type), &text, failure));

    assert_eq!(fake.asked(), []);
    assert_eq!(fake.states_left(), 0);
}

#[tokio::test]
async fn p2_a_long_name_is_cut() {
    let (_, toolset) = toolset(Fake::new().then_state(Ok(one_tab())));
    let outcome = toolset.call(&"x".repeat(300), Value::Null).await.unwrap();
    let text = format!("There is no member \"{}\". {ON}", "x".repeat(200));
    assert_eq!(outcome.result, ToolResult::error(text));
}

/// Refuses one address and keeps what it was asked.
#[derive(Default)]
struct Judge(Mutex<Vec<String>>);

#[async_trait]
impl UrlPolicy for Judge {
    async fn check(&self, address: String) -> Result<(), Denial> {
        self.0.lock().unwrap().push(address.clone());
        if address.contains("evil") {
            return Err(Refusal::new(Code::NotListed, "evil.test", None, "Add --allow evil.test.").into());
        }
        Ok(())
    }
}

#[tokio::test]
async fn p4_the_url_policy_sees_the_models_own_string_and_its_refusal_stops_the_call() {
    let judge = Arc::new(Judge::default());
    let landed =
        MemberOutput::Navigated { url: "https://a.test/".into(), title: None, status: None, note: None };
    let fake = Fake::new().then(Ok(landed.clone()), one_tab()).then(Ok(landed), one_tab());
    let fake = fake.then_state(Ok(one_tab()));
    let options = ToolsetOptions { url_policy: Some(judge.clone()), ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(fake, options);

    assert!(!toolset.call("navigate", json!({"url": " A.test "})).await.unwrap().result.is_error);
    assert!(!toolset.call("navigate", json!({"url": "Back"})).await.unwrap().result.is_error);
    let refused = toolset.call("navigate", json!({"url": "http://evil.test/x"})).await.unwrap();
    assert_eq!(refused.result, ToolResult::error("not-listed: evil.test: Add --allow evil.test."));
    assert_eq!(
        refused.failure,
        Some(Failure {
            code: ErrorCode::Refused(Code::NotListed),
            subject: Some("evil.test".into()),
            hint: Some("Add --allow evil.test.".into()),
        })
    );
    assert_eq!(*judge.0.lock().unwrap(), [" A.test ", "http://evil.test/x"]);
    assert_eq!(fake.asked().len(), 2);
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
async fn p1_calls_wait_for_one_another() {
    let mut fake = Fake::new();
    for _ in 0..20 {
        fake = fake.then(done(), one_tab());
    }
    // The fake fails the test when two calls overlap: seen when `call` lets go of the lock before it acts.
    let (fake, toolset) = toolset(fake);
    let toolset = Arc::new(toolset);
    let calls = (0..20).map(|_| {
        let toolset = toolset.clone();
        tokio::spawn(async move { toolset.call("wait", json!({"duration": 0})).await })
    });
    for call in calls.collect::<Vec<_>>() {
        assert!(!call.await.unwrap().unwrap().result.is_error);
    }
    assert_eq!(fake.asked().len(), 20);
}

#[tokio::test]
async fn p1_a_closed_toolset_takes_no_call_and_closing_twice_is_harmless() {
    let (fake, toolset) = toolset(Fake::new());
    toolset.close().await;
    toolset.close().await;
    assert_eq!(fake.closed.load(Ordering::SeqCst), 2);
    assert!(matches!(toolset.call("list_tabs", json!({})).await, Err(ContractError::Closed)));
}

#[tokio::test(start_paused = true)]
async fn p1_close_waits_for_the_running_call_at_most_its_deadline() {
    /// A driver whose call never ends.
    struct Stuck(Fake);
    #[async_trait]
    impl ringfence_toolset::Driver for Stuck {
        fn serves(&self) -> ringfence_toolset::MemberSet {
            self.0.serves
        }
        async fn execute(&self, _: &ringfence_toolset::Call) -> crate::fake::Answer {
            std::future::pending().await
        }
        async fn state(&self) -> Result<BrowserState, StateError> {
            Ok(one_tab())
        }
        async fn close(&self) {
            self.0.close().await;
        }
    }
    let stuck = Arc::new(Stuck(Fake::new()));
    let options = ToolsetOptions { close_deadline: Duration::from_secs(3), ..ToolsetOptions::default() };
    let toolset = Arc::new(ringfence_toolset::Toolset::new(stuck.clone(), options).unwrap());
    let running = {
        let toolset = toolset.clone();
        tokio::spawn(async move { toolset.call("wait", json!({"duration": 0})).await })
    };
    tokio::task::yield_now().await;
    let before = tokio::time::Instant::now();
    toolset.close().await;
    assert_eq!(before.elapsed(), Duration::from_secs(3));
    assert_eq!(stuck.0.closed.load(Ordering::SeqCst), 1);
    running.abort();
}

#[tokio::test]
async fn a_driver_that_answers_with_another_kind_breaks_the_contract() {
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
