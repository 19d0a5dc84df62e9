//! Calls: what goes over the wire, and which answer reaches whom.

use crate::peer::connect;
use ringfence_cdp::protocol::{dom, page, runtime, target};
use ringfence_cdp::{CallError, Empty, EventFilter, Json};
use serde_json::json;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_command_is_written_with_its_session_and_without_absent_fields() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let navigate =
        page::Navigate { frame_id: Some("F".into()), ..page::Navigate::new("https://example.com/") };
    client.session("S".into()).send(&navigate).unwrap();
    client.browser().send(&target::GetTargets::default()).unwrap();
    assert_eq!(
        peer.command().await,
        json!({"id": 1, "method": "Page.navigate", "sessionId": "S",
               "params": {"url": "https://example.com/", "frameId": "F"}})
    );
    assert_eq!(peer.command().await, json!({"id": 2, "method": "Target.getTargets", "params": {}}));
}

#[tokio::test]
async fn a_nul_in_a_text_does_not_end_the_message() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    client.browser().send(&runtime::Evaluate::new("'a\0b'")).unwrap();
    assert_eq!(
        peer.command().await,
        json!({"id": 1, "method": "Runtime.evaluate", "params": {"expression": "'a\0b'"}})
    );
}

#[tokio::test]
async fn answers_in_any_order_reach_their_calls() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let session = client.browser();
    let first = session.start(&target::CreateTarget::new("about:blank"), LONG);
    let second = session.start(&target::CloseTarget::new("T".into()), LONG);
    let commands = [peer.command().await, peer.command().await];
    assert_eq!([&commands[0]["id"], &commands[1]["id"]], [1, 2]);
    peer.say(&json!({"id": 2, "result": {"success": true}})).await;
    peer.say(&json!({"id": 1, "result": {"targetId": "T"}})).await;
    assert_eq!(first.await, Ok(target::CreateTargetResponse { target_id: "T".into() }));
    assert_eq!(second.await, Ok(target::CloseTargetResponse { success: true }));
}

#[tokio::test]
async fn started_commands_arrive_in_the_order_of_their_start() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let session = client.browser();
    let started: Vec<_> =
        (0..100).map(|number| session.start(&runtime::Evaluate::new(number.to_string()), LONG)).collect();
    for number in 0..100 {
        assert_eq!(peer.command().await["params"]["expression"], number.to_string());
    }
    drop(started);
}

#[tokio::test]
async fn a_call_is_queued_when_it_is_first_polled_and_not_before() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let session = client.browser();
    let command = page::Reload::default();
    let late = session.call(&command, LONG);
    session.send(&page::StopLoading::default()).unwrap();
    let (outcome, ()) = tokio::join!(late, async {
        assert_eq!(peer.command().await["method"], "Page.stopLoading");
        peer.answer(json!({})).await;
    });
    assert_eq!(outcome, Ok(Empty {}));
}

#[tokio::test(start_paused = true)]
async fn a_late_answer_is_ignored_and_the_next_call_gets_its_own() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let session = client.browser();
    let close = target::CloseTarget::new("T".into());
    let after = Duration::from_millis(20);
    let outcome = session.call(&close, after).await;
    assert_eq!(outcome, Err(CallError::TimedOut { method: "Target.closeTarget".into(), after }));
    let late = peer.command().await;
    let next = session.start(&close, LONG);
    peer.say(&json!({"id": late["id"], "result": {"success": false}})).await;
    peer.say(&json!({"id": 4711, "result": {"success": false}})).await;
    peer.say(&json!({"id": 4712, "error": {"code": -32000, "message": "unknown"}})).await;
    peer.answer(json!({"success": true})).await;
    assert_eq!(next.await, Ok(target::CloseTargetResponse { success: true }));
}

#[tokio::test]
async fn a_refusal_comes_with_the_browsers_code_and_words() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let focus = client.browser().start(&dom::Focus::default(), LONG);
    let id = peer.command().await["id"].clone();
    let error =
        json!({"code": -32602, "message": "Invalid parameters", "data": "nodeId: integer value expected"});
    peer.say(&json!({"id": id, "error": error})).await;
    let expected = CallError::Protocol {
        method: "DOM.focus".into(),
        code: -32602,
        message: "Invalid parameters: nodeId: integer value expected".to_owned(),
    };
    assert_eq!(focus.await, Err(expected));
}

#[tokio::test]
async fn an_answer_of_another_shape_is_an_error_of_that_call_alone() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let session = client.browser();
    let wrong = session.start(&target::CreateTarget::new("about:blank"), LONG);
    let empty = session.start(&target::CreateTarget::new("about:blank"), LONG);
    let right = session.start(&page::Reload::default(), LONG);
    peer.answer(json!({"targetId": 7})).await;
    let id = peer.command().await["id"].clone();
    peer.say(&json!({"id": id})).await;
    peer.answer(json!({"new": "field"})).await;
    let expected = CallError::Decode {
        method: "Target.createTarget".into(),
        detail: "invalid type: integer `7`, expected a string at line 1 column 13".to_owned(),
    };
    assert_eq!(wrong.await, Err(expected));
    let expected = CallError::Decode {
        method: "Target.createTarget".into(),
        detail: "it has neither a result nor an error".to_owned(),
    };
    assert_eq!(empty.await, Err(expected));
    assert_eq!(right.await, Ok(Empty {}));
}

#[tokio::test]
async fn a_command_without_a_type_can_be_called() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let session = client.session("S".into());
    let params = Json::encode(&json!({"rate": 4})).unwrap();
    let call = session.call_raw("Emulation.setCPUThrottlingRate", &params, LONG);
    let (outcome, command) = tokio::join!(call, async {
        let command = peer.command().await;
        peer.say(&json!({"id": command["id"], "result": {"a": [1, 2]}})).await;
        command
    });
    let expected =
        json!({"id": 1, "method": "Emulation.setCPUThrottlingRate", "sessionId": "S", "params": {"rate": 4}});
    assert_eq!(command, expected);
    assert_eq!(outcome.unwrap().get(), r#"{"a":[1,2]}"#);
}

#[tokio::test]
async fn fifty_megabytes_are_one_answer() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let text = "z".repeat(50_000_000);
    let evaluate = client.browser().start(&runtime::Evaluate::new("large"), LONG);
    let answered = tokio::spawn({
        let result = json!({"result": {"type": "string", "value": text}});
        async move { peer.answer(result).await }
    });
    let value = evaluate.await.unwrap().result.value.unwrap();
    answered.await.unwrap();
    assert!(value.decode::<String>().unwrap() == text, "the text came out changed");
}

#[tokio::test]
async fn a_command_that_the_browser_would_not_take_is_not_sent() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let session = client.browser();
    let limit = ringfence_cdp::MAX_COMMAND_BYTES;
    let outcome = session.send(&runtime::Evaluate::new("z".repeat(limit)));
    let around = r#"{"id":1,"method":"Runtime.evaluate","params":{"expression":""}}"#.len();
    let expected = CallError::TooLarge { method: "Runtime.evaluate".into(), bytes: limit + around, limit };
    assert_eq!(outcome, Err(expected));
    session.send(&page::Reload::default()).unwrap();
    assert_eq!(peer.command().await["method"], "Page.reload");
}

#[tokio::test]
async fn a_browser_that_reads_nothing_makes_commands_fail_instead_of_filling_memory() {
    let (client, _events, _peer) = connect(EventFilter::none());
    let session = client.browser();
    let error = loop {
        if let Err(error) = session.send(&page::Reload::default()) {
            break error;
        }
    };
    assert_eq!(error, CallError::Busy { method: "Page.reload".into(), waiting: 4096 });
}
