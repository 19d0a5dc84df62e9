//! The MCP face, message by message.

use serde_json::{Value, json};

use crate::client::Client;
use crate::fake::Fake;

const STATE: &str = "* t1 \"T\" https://a.test/";

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

/// The answer to a call in the older protocol, without state.
fn plain(id: u32, member: &str) -> Value {
    let content = [text(&format!("{member} done."))];
    json!({"jsonrpc": "2.0", "id": id, "result": {"content": content, "isError": false}})
}

fn with_state(id: u32, member: &str) -> Value {
    let tabs = json!([{"tab_id": "t1", "title": "T", "url": "https://a.test/", "active": true}]);
    let content = [text(&format!("{member} done.")), text(STATE)];
    json!({"jsonrpc": "2.0", "id": id, "result": {
        "content": content, "structuredContent": {"tabs": tabs}, "isError": false,
    }})
}

#[tokio::test]
async fn a_client_of_an_older_protocol_opens_lists_and_calls() {
    let mut client = Client::start(Fake::new(), Some("No policy is given."));
    let opened = client.open().await;
    assert_eq!(opened["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(opened["result"]["capabilities"], json!({"tools": {}}));
    assert_eq!(opened["result"]["serverInfo"]["name"], "ringfence");
    let instructions = opened["result"]["instructions"].as_str().unwrap();
    assert!(instructions.ends_with("tell the person what to allow. No policy is given."), "{instructions}");

    client.send(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
    let listed = client.receive().await;
    assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 31);

    client.call(2, "list_tabs", json!({"session": "work", "x": 1})).await;
    assert_eq!(client.receive().await, with_state(2, "list_tabs"));
    assert_eq!(client.fake.asked(), [("work".into(), "list_tabs".into(), json!({"x": 1}))]);
    client.end().await.unwrap();
}

#[tokio::test]
async fn a_client_of_the_stateless_protocol_calls_without_opening() {
    let mut client = Client::start(Fake::new(), None);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    client
        .send(json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}))
        .await;
    let discovered = client.receive().await;
    assert_eq!(
        discovered["result"]["supportedVersions"].as_array().unwrap().last(),
        Some(&json!("2026-07-28"))
    );
    let params = json!({"_meta": meta, "name": "key", "arguments": {"text": "a"}});
    client.send(json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params})).await;
    let mut answer = client.receive().await;
    // The library says in each answer of this revision who answered.
    answer["result"].as_object_mut().unwrap().remove("_meta");
    let mut expected = plain(2, "key");
    expected["result"]["resultType"] = "complete".into();
    assert_eq!(answer, expected);
    assert_eq!(client.fake.asked(), [("default".into(), "key".into(), json!({"text": "a"}))]);
    client.end().await.unwrap();
}

#[tokio::test]
async fn a_notice_is_told_once() {
    let mut client = Client::opened(Fake::with_notice("contained: proxy-only")).await;
    client.call(1, "key", json!({})).await;
    let mut expected = plain(1, "key");
    expected["result"]["content"] = json!([text("contained: proxy-only"), text("key done.")]);
    assert_eq!(client.receive().await, expected);
    client.call(2, "key", json!({})).await;
    assert_eq!(client.receive().await, plain(2, "key"));
}

#[tokio::test]
async fn d12_a_session_is_a_string_and_an_empty_one_is_the_default() {
    let mut client = Client::opened(Fake::new()).await;
    for (id, session) in [(1, json!(null)), (2, json!("")), (3, json!("default"))] {
        client.call(id, "key", json!({"session": session})).await;
        assert_eq!(client.receive().await, plain(id, "key"));
    }
    assert!(
        client.fake.asked().iter().all(|(session, _, input)| session == "default" && *input == json!({}))
    );
    client.call(4, "key", json!({"session": 1})).await;
    let error = json!({"code": -32602, "message": "session: expected a string"});
    assert_eq!(client.receive().await, json!({"jsonrpc": "2.0", "id": 4, "error": error}));
}

#[tokio::test]
async fn a_fault_is_an_error_result_with_its_facts() {
    let mut client = Client::opened(Fake::new()).await;
    client.call(1, "fail", json!({"session": "fifth"})).await;
    let expected = json!({"jsonrpc": "2.0", "id": 1, "result": {
        "content": [text("4 sessions are open, no more are allowed. Use one of them.")],
        "structuredContent": {"code": "too_many_sessions", "subject": "fifth", "hint": "Use one of them."},
        "isError": true,
    }});
    assert_eq!(client.receive().await, expected);
}

/// Fails when calls are not given their turn as they arrive: seen by taking out the wait for the turn, when
/// the library's tasks, on four threads, reached the backend in another order.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn p1_calls_of_one_session_keep_the_order_in_which_they_were_sent() {
    let mut client = Client::opened(Fake::new()).await;
    for id in 0..300 {
        client.call(id, "key", json!({"n": id})).await;
    }
    for _ in 0..300 {
        client.receive().await;
    }
    let order: Vec<_> =
        client.fake.asked().iter().map(|(_, _, input)| input["n"].as_u64().unwrap()).collect();
    assert_eq!(order, (0..300).collect::<Vec<_>>());
}

#[tokio::test]
async fn calls_of_different_sessions_run_at_once() {
    let mut client = Client::opened(Fake::new()).await;
    client.call(1, "wait", json!({"session": "a"})).await;
    client.arrived(1).await;
    client.call(2, "wait", json!({"session": "b"})).await;
    client.arrived(1).await;
    client.call(3, "key", json!({"session": "c"})).await;
    assert_eq!(client.receive().await, plain(3, "key"));
    client.fake.gate.add_permits(2);
    let mut answers = [client.receive().await, client.receive().await];
    answers.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(answers, [with_state(1, "wait"), with_state(2, "wait")]);
}

#[tokio::test]
async fn p1_a_cancelled_call_leaves_the_queue_and_the_next_one_works() {
    let cancel =
        |id: u32| json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    let mut client = Client::opened(Fake::new()).await;
    client.call(1, "wait", json!({})).await;
    client.arrived(1).await;
    client.call(2, "key", json!({})).await;
    client.call(3, "type", json!({})).await;
    client.send(cancel(2)).await;
    client.send(cancel(1)).await;
    // Another session's answer shows that both cancellations were read.
    client.call(4, "key", json!({"session": "other"})).await;
    assert_eq!(client.receive().await, plain(4, "key"));
    // The gate stays shut: the cancelled wait was dropped, and the state that it would have shown is shown now.
    assert_eq!(client.receive().await, with_state(3, "type"));
    let mut asked: Vec<_> =
        client.fake.asked().into_iter().map(|(session, member, _)| (session, member)).collect();
    asked.retain(|(session, _)| session == "default");
    assert_eq!(asked, [("default".into(), "wait".into()), ("default".into(), "type".into())]);
}

/// Seen to fail with `may_be_dropped` always true: the next call begins while the key is still down.
#[tokio::test]
async fn p1_a_cancelled_act_is_carried_through_before_the_next_call_begins() {
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let mut client = Client::opened(Fake::new()).await;
    client.call(1, "hold_key", json!({})).await;
    client.arrived(1).await;
    client.call(2, "type", json!({})).await;
    client.send(cancel).await;
    client.call(3, "key", json!({"session": "other"})).await;
    assert_eq!(client.receive().await, plain(3, "key"));
    let begun = |fake: &Fake| fake.asked().iter().any(|(_, member, _)| member == "type");
    assert!(!begun(&client.fake));
    client.fake.gate.add_permits(1);
    assert_eq!(client.receive().await, with_state(2, "type"));
    assert!(begun(&client.fake));
}

/// Seen to fail with every act carried through: the question stays, and a yes has it done.
#[tokio::test]
async fn p1_a_cancelled_act_that_is_still_asked_about_is_given_up() {
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let mut client = Client::opened(Fake::new()).await;
    client.fake.acting.store(false, std::sync::atomic::Ordering::SeqCst);
    client.call(1, "hold_key", json!({})).await;
    client.arrived(1).await;
    client.call(2, "type", json!({})).await;
    client.send(cancel).await;
    // The gate stays shut.
    assert_eq!(client.receive().await, with_state(2, "type"));
    assert_eq!(client.fake.running(), 0);
}

#[tokio::test]
async fn the_face_ends_with_its_input() {
    Client::start(Fake::new(), None).end().await.unwrap();
    Client::opened(Fake::new()).await.end().await.unwrap();
}

#[tokio::test]
async fn a_client_that_speaks_something_else_is_told_to_the_caller() {
    let mut client = Client::start(Fake::new(), None);
    client.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    let ended = client.end().await.unwrap_err();
    assert_eq!(
        ended.to_string(),
        "the MCP client did not open the protocol: start this command from an MCP client"
    );
}
