//! Sessions that go away while calls wait on them.

use crate::peer::{Peer, connect};
use ringfence_cdp::protocol::page::Reload;
use ringfence_cdp::{CallError, Empty, EventFilter};
use serde_json::{Value, json};
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

fn gone(session: &str) -> Result<Empty, CallError> {
    Err(CallError::SessionGone { method: "Page.reload".into(), session: session.into() })
}

async fn attach(peer: &mut Peer, session: &str, parent: Option<&str>) {
    let info = json!({"targetId": session, "type": "page", "title": "", "url": "", "attached": true,
                      "canAccessOpener": false});
    let params = json!({"sessionId": session, "targetInfo": info, "waitingForDebugger": false});
    tell(peer, "Target.attachedToTarget", params, parent).await;
}

async fn detach(peer: &mut Peer, session: &str) {
    tell(peer, "Target.detachedFromTarget", json!({"sessionId": session}), None).await;
}

async fn tell(peer: &mut Peer, method: &str, params: Value, through: Option<&str>) {
    let mut message = json!({"method": method, "params": params});
    if let Some(session) = through {
        message["sessionId"] = session.into();
    }
    peer.say(&message).await;
}

#[tokio::test]
async fn a_detached_session_fails_its_calls_at_once_and_no_others() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let reload = Reload::default();
    let lost = client.session("A".into()).start(&reload, LONG);
    let other = client.session("B".into()).start(&reload, LONG);
    let browser = client.browser().start(&reload, LONG);
    detach(&mut peer, "A").await;
    assert_eq!(lost.await, gone("A"));
    peer.command().await;
    peer.answer(json!({})).await;
    peer.answer(json!({})).await;
    assert_eq!((other.await, browser.await), (Ok(Empty {}), Ok(Empty {})));
}

#[tokio::test]
async fn an_abandoned_session_fails_its_calls_at_once_and_no_others() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let reload = Reload::default();
    let lost = client.session("A".into()).start(&reload, LONG);
    let other = client.session("B".into()).start(&reload, LONG);
    let abandoned = client.session("A".into());
    abandoned.abandon();
    assert_eq!(lost.await, gone("A"));
    assert_eq!(abandoned.call(&reload, LONG).await, gone("A"));
    peer.command().await;
    peer.answer(json!({})).await;
    assert_eq!(other.await, Ok(Empty {}));
    abandoned.revive();
    let answered = abandoned.start(&reload, LONG);
    peer.answer(json!({})).await;
    assert_eq!(answered.await, Ok(Empty {}));
}

#[tokio::test]
async fn sessions_attached_through_a_detached_one_are_gone_with_it() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    attach(&mut peer, "page", None).await;
    attach(&mut peer, "frame", Some("page")).await;
    attach(&mut peer, "worker", Some("frame")).await;
    attach(&mut peer, "other", None).await;
    let reload = Reload::default();
    let worker = client.session("worker".into()).start(&reload, LONG);
    let frame = client.session("frame".into()).start(&reload, LONG);
    let other = client.session("other".into()).start(&reload, LONG);
    detach(&mut peer, "page").await;
    assert_eq!((worker.await, frame.await), (gone("worker"), gone("frame")));
    peer.command().await;
    peer.command().await;
    peer.answer(json!({})).await;
    assert_eq!(other.await, Ok(Empty {}));
}

#[tokio::test]
async fn a_session_that_the_browser_does_not_know_is_gone() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let call = client.session("S".into()).start(&Reload::default(), LONG);
    let id = peer.command().await["id"].clone();
    let error = json!({"code": -32001, "message": "Session with given id not found."});
    peer.say(&json!({"id": id, "error": error})).await;
    assert_eq!(call.await, gone("S"));
}
