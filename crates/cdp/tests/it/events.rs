//! Events: which come, in which order, and what happens when nobody reads them.

use crate::peer::connect;
use ringfence_cdp::protocol::{page, runtime, target};
use ringfence_cdp::{CallError, DecodeError, Empty, EventFilter, SessionId};
use serde_json::json;
use std::time::Duration;

fn loaded(timestamp: f64) -> serde_json::Value {
    json!({"method": "Page.loadEventFired", "params": {"timestamp": timestamp}, "sessionId": "S"})
}

#[tokio::test]
async fn kept_events_come_in_wire_order_and_others_do_not_come() {
    let filter = EventFilter::none().with::<page::LoadEventFired>().with::<target::TargetDestroyed>();
    let (_client, mut events, mut peer) = connect(filter);
    peer.say(&loaded(1.5)).await;
    peer.say(&json!({"method": "Page.domContentEventFired", "params": {"timestamp": 2}})).await;
    peer.say(&json!({"method": "Page.loadEventFiredTwice", "params": {}})).await;
    peer.say(&json!({"method": "Target.targetDestroyed", "params": {"targetId": "T"}})).await;
    peer.say(&loaded(3.5)).await;
    drop(peer);

    let first = events.recv().await.unwrap();
    assert_eq!(
        (first.session.as_ref().map(SessionId::as_str), first.method),
        (Some("S"), "Page.loadEventFired")
    );
    assert_eq!(first.decode::<page::LoadEventFired>(), Ok(page::LoadEventFired { timestamp: 1.5 }));
    let second = events.recv().await.unwrap();
    assert_eq!((second.session.clone(), second.method), (None, "Target.targetDestroyed"));
    assert_eq!(second.decode(), Ok(target::TargetDestroyed { target_id: "T".into() }));
    let third = events.recv().await.unwrap();
    assert_eq!(third.decode(), Ok(page::LoadEventFired { timestamp: 3.5 }));
    assert!(events.recv().await.is_none());
}

#[tokio::test]
async fn an_event_that_is_not_what_it_should_be_is_an_error() {
    let (_client, mut events, mut peer) = connect(EventFilter::none().with::<page::LoadEventFired>());
    peer.say(&json!({"method": "Page.loadEventFired", "params": {"timestamp": "soon"}})).await;
    peer.say(&json!({"method": "Page.loadEventFired"})).await;
    let event = events.recv().await.unwrap();
    let expected = DecodeError::Parameters {
        method: "Page.loadEventFired",
        detail: "invalid type: string \"soon\", expected f64 at line 1 column 19".to_owned(),
    };
    assert_eq!(event.decode::<page::LoadEventFired>(), Err(expected));
    let expected =
        DecodeError::OtherMethod { found: "Page.loadEventFired", expected: "Page.domContentEventFired" };
    assert_eq!(event.decode::<page::DomContentEventFired>(), Err(expected));
    let without_parameters = events.recv().await.unwrap();
    assert!(matches!(
        without_parameters.decode::<page::LoadEventFired>(),
        Err(DecodeError::Parameters { .. })
    ));
}

#[tokio::test]
async fn a_word_that_a_newer_browser_added_is_kept() {
    let (_client, mut events, mut peer) = connect(EventFilter::none().with::<runtime::ConsoleApiCalled>());
    let params =
        json!({"type": "sparkle", "args": [], "executionContextId": 3, "timestamp": 0.5, "extra": 1});
    peer.say(&json!({"method": "Runtime.consoleAPICalled", "params": params})).await;
    let called = events.recv().await.unwrap().decode::<runtime::ConsoleApiCalled>().unwrap();
    assert_eq!(called.r#type, runtime::ConsoleApiCalledType::Unrecognized("sparkle".to_owned()));
    assert_eq!(called.r#type.as_str(), "sparkle");
    assert_eq!(called.execution_context_id, 3.into());
}

#[tokio::test]
async fn half_a_surrogate_pair_in_a_title_leaves_the_event_readable() {
    let (_client, mut events, mut peer) =
        connect(EventFilter::none().with::<page::JavascriptDialogOpening>());
    let message = br#"{"method":"Page.javascriptDialogOpening","params":{"url":"https:\/\/a.test\/",
        "frameId":"F","message":"a\ud83db\ud83d\ude00","type":"alert","hasBrowserHandler":false}}"#;
    peer.say_raw(message).await;
    let dialog = events.recv().await.unwrap().decode::<page::JavascriptDialogOpening>().unwrap();
    assert_eq!(dialog.message, "a\u{fffd}b\u{1f600}");
}

/// Fails when the event queue has no bound (the answer behind the events is then read at once).
#[tokio::test(start_paused = true)]
async fn unread_events_hold_the_pipe_and_none_is_lost() {
    let (client, mut events, mut peer) = connect(EventFilter::none().with::<page::LoadEventFired>());
    let session = client.browser();
    let speaking = tokio::spawn(async move {
        let command = peer.command().await;
        for number in 0..10_000 {
            peer.say(&loaded(f64::from(number))).await;
        }
        peer.say(&json!({"id": command["id"], "result": {}})).await;
        peer.answer(json!({})).await;
        peer
    });
    let reload = page::Reload::default();
    let outcome = session.call(&reload, Duration::from_secs(1)).await;
    assert!(matches!(outcome, Err(CallError::TimedOut { .. })), "{outcome:?}");
    for number in 0..10_000 {
        let event = events.recv().await.unwrap();
        assert_eq!(event.decode(), Ok(page::LoadEventFired { timestamp: f64::from(number) }));
    }
    assert_eq!(session.call(&reload, Duration::from_secs(1)).await, Ok(Empty {}));
    speaking.await.unwrap();
}

#[tokio::test]
async fn answers_come_when_nobody_wants_events() {
    let (client, events, mut peer) = connect(EventFilter::none().with::<page::LoadEventFired>());
    drop(events);
    let reload = client.browser().start(&page::Reload::default(), Duration::from_secs(60));
    peer.say(&loaded(1.0)).await;
    peer.answer(json!({})).await;
    assert_eq!(reload.await, Ok(Empty {}));
}
