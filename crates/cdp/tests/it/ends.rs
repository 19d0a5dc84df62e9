//! How a connection ends, and what its calls hear of it.

use crate::peer::connect;
use ringfence_cdp::protocol::page::Reload;
use ringfence_cdp::{CallError, Empty, End, EventFilter};
use serde_json::json;
use std::time::Duration;
use tokio::io::AsyncWriteExt;

const LONG: Duration = Duration::from_secs(60);

/// Lets the peer do its worst with one call waiting; the call, a later call and `closed` must agree.
async fn end_after(last_words: &[u8]) -> End {
    let (client, mut events, mut peer) = connect(EventFilter::none());
    let session = client.browser();
    let waiting = session.start(&Reload::default(), LONG);
    peer.command().await;
    peer.says.write_all(last_words).await.unwrap();
    peer.says.shutdown().await.unwrap();
    let end = client.closed().await;
    assert_eq!(waiting.await, Err(CallError::Closed(end.clone())));
    assert_eq!(session.call(&Reload::default(), LONG).await, Err(CallError::Closed(end.clone())));
    assert!(events.recv().await.is_none());
    assert!(peer.is_left().await, "the browser must see the end, too");
    end
}

#[tokio::test]
async fn a_browser_that_quits_ends_every_call() {
    assert_eq!(end_after(b"").await, End::Eof);
    assert_eq!(end_after(b"{\"method\":\"Page.unknown\",\"params\":{}}\0").await, End::Eof);
}

#[tokio::test]
async fn a_message_cut_short_is_named_so() {
    assert_eq!(end_after(b"{\"id\":1,\"result\":{").await, End::CutShort { bytes: 18 });
}

#[tokio::test]
async fn an_unreadable_message_ends_the_connection() {
    let detail = "expected ident at line 1 column 2".to_owned();
    assert_eq!(end_after(b"nonsense\0").await, End::BadMessage { detail });
    assert!(matches!(end_after(b"\0").await, End::BadMessage { .. }));
    assert!(matches!(end_after(b"{\"id\":1,\"result\":\"\xff\"}\0").await, End::BadMessage { .. }));
}

#[tokio::test]
async fn unreadable_news_of_sessions_ends_the_connection() {
    let end = end_after(b"{\"method\":\"Target.detachedFromTarget\",\"params\":{}}\0").await;
    assert!(matches!(end, End::BadMessage { .. }), "{end:?}");
}

#[tokio::test]
async fn an_answer_before_the_end_still_counts() {
    let (client, _events, mut peer) = connect(EventFilter::none());
    let call = client.browser().start(&Reload::default(), LONG);
    peer.answer(json!({})).await;
    drop(peer);
    assert_eq!(client.closed().await, End::Eof);
    assert_eq!(call.await, Ok(Empty {}));
}

#[tokio::test(start_paused = true)]
async fn a_browser_that_stops_listening_is_heard_out_and_then_given_up() {
    let (client, _events, peer) = connect(EventFilter::none());
    let session = client.browser();
    let crate::peer::Peer { commands, mut says } = peer;
    drop(commands);
    let answered = session.start(&Reload::default(), LONG);
    let unanswered = session.start(&Reload::default(), LONG);
    says.write_all(b"{\"id\":1,\"result\":{}}\0").await.unwrap();
    assert_eq!(answered.await, Ok(Empty {}));
    let end = client.closed().await;
    assert_eq!(end, End::WriteFailed { error: "broken pipe".to_owned() });
    assert_eq!(unanswered.await, Err(CallError::Closed(end)));
}

#[tokio::test(start_paused = true)]
async fn the_last_client_closes_the_pipe() {
    let (client, mut events, mut peer) = connect(EventFilter::none());
    let closed = client.closed();
    let session = client.session("S".into());
    let call = session.start(&Reload::default(), LONG);
    drop((client, session));
    peer.answer(json!({})).await;
    assert_eq!(call.await, Ok(Empty {}));
    assert!(peer.is_left().await);
    assert_eq!(closed.await, End::Released);
    assert!(events.recv().await.is_none());
}
