//! Accepting a dialog that was reported: an addition of ours.

use std::sync::{Arc, Mutex};

use ringfence_toolset::input::AcceptDialog;
use ringfence_toolset::{
    Approval, BrowserState, ConfirmRequest, Dialog, DialogKind, ErrorCode, MemberConfig, MemberOutput,
    ToolResult, ToolsetOptions,
};
use serde_json::{Value, json};

use crate::fake::{Checked, Fake, done, one_tab, with_options};

fn on(confirmed: &Arc<Mutex<Vec<Option<AcceptDialog>>>>) -> ToolsetOptions {
    let log = confirmed.clone();
    let confirm = move |request: ConfirmRequest| {
        log.lock().unwrap().push(request.input.accept_dialog().cloned());
        async { Ok(Approval::YesOnAnyPage) }
    };
    ToolsetOptions {
        configs: [("accept_dialog".to_owned(), MemberConfig::enabled(true))].into(),
        confirm: Some(Arc::new(confirm)),
        extensions: true,
        ..ToolsetOptions::default()
    }
}

fn dismissed(messages: &[&str]) -> BrowserState {
    let dialog = |message: &&str| Dialog { kind: DialogKind::Confirm, message: (*message).to_owned() };
    BrowserState { dismissed_dialogs: messages.iter().map(dialog).collect(), ..one_tab() }
}

fn key(message: &str) -> Value {
    json!({"text": "Enter", "accept_dialog": {"message": message, "text": "yes"}})
}

async fn refused(toolset: &Checked, message: &str) {
    let outcome = toolset.call("key", key(message)).await.unwrap();
    let text = "No dialog with this message was reported and is still unanswered, so nothing was done. Call again \
                without accept_dialog: a dialog that opens is dismissed and reported, and can be accepted then.";
    assert_eq!(outcome.result, ToolResult::error(text));
    assert_eq!(outcome.failure.unwrap().code, ErrorCode::UnknownDialog);
}

fn accepted(fake: &Fake) -> Vec<Option<AcceptDialog>> {
    fake.asked().iter().map(|input| input.accept_dialog().cloned()).collect()
}

/// Fails when the driver is told to accept what was never reported: seen by taking `name_dialog` out of the pipeline.
#[tokio::test]
async fn n7_only_a_reported_dialog_can_be_accepted_and_only_once() {
    let confirmed = Arc::default();
    let fake = Fake::new()
        .then_refused()
        .then(done(), dismissed(&["Delete\n3 files?"]))
        .then_refused()
        .then_done(1)
        .then_refused();
    let (fake, toolset) = with_options(fake, on(&confirmed));
    refused(&toolset, "Delete 3 files?").await;
    assert!(!toolset.call("key", json!({"text": "Enter"})).await.unwrap().result.is_error);
    refused(&toolset, "Delete 4 files?").await;
    assert!(!toolset.call("key", key("Delete 3 files?")).await.unwrap().result.is_error);
    refused(&toolset, "Delete 3 files?").await;

    // Driver and approver get the page's own message.
    let whole = AcceptDialog { message: "Delete\n3 files?".into(), text: Some("yes".into()) };
    assert_eq!(accepted(&fake), [None, Some(whole.clone())]);
    assert_eq!(*confirmed.lock().unwrap(), [None, Some(whole)]);
}

#[tokio::test]
async fn n7_a_dialog_that_is_only_counted_or_not_yet_told_can_not_be_accepted() {
    let fake = Fake::new()
        .then(Ok(MemberOutput::Tabs), dismissed(&["a", "b", "c", "d"]))
        .then_refused()
        .then_refused()
        .then_done(1);
    let (_, toolset) = with_options(fake, on(&Arc::default()));
    assert!(!toolset.call("list_tabs", json!({})).await.unwrap().result.is_error);
    // The block of list_tabs can't tell of it; the refusal that follows does.
    let outcome = toolset.call("key", key("a")).await.unwrap();
    assert_eq!(outcome.result.content.len(), 2);
    refused(&toolset, "d").await;
    assert!(!toolset.call("key", key("a")).await.unwrap().result.is_error);
}

#[tokio::test]
async fn n7_a_dialog_refused_by_the_approver_stays_unanswered() {
    let answers = Arc::new(Mutex::new(vec![Approval::Yes, Approval::No, Approval::Yes]));
    let confirm = move |_: ConfirmRequest| {
        let answer = answers.lock().unwrap().pop().unwrap();
        async move { Ok(answer) }
    };
    let options = ToolsetOptions { confirm: Some(Arc::new(confirm)), ..on(&Arc::default()) };
    let fake = Fake::new().then(done(), dismissed(&["Delete?"])).then_refused().then_done(1);
    let (fake, toolset) = with_options(fake, options);
    assert!(!toolset.call("key", json!({"text": "a"})).await.unwrap().result.is_error);
    assert!(toolset.call("key", key("Delete?")).await.unwrap().result.is_error);
    assert!(!toolset.call("key", key("Delete?")).await.unwrap().result.is_error);
    assert_eq!(accepted(&fake).len(), 2);
}

#[tokio::test]
async fn t10_under_the_apis_own_contract_accept_dialog_is_an_unknown_field() {
    let options = ToolsetOptions { extensions: false, ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(Fake::new().then_done(1), options);
    let input = json!({"text": "a", "accept_dialog": 5});
    assert!(!toolset.call("key", input).await.unwrap().result.is_error);
    assert_eq!(accepted(&fake), [None]);
}

#[tokio::test]
async fn t10_where_it_is_only_not_turned_on_accept_dialog_is_an_error() {
    let options = ToolsetOptions { extensions: true, ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(Fake::new().then_done(1), options);
    for given in [json!(5), json!({"message": "Sure?"})] {
        let input = json!({"text": "a", "accept_dialog": given});
        assert!(toolset.call("key", input).await.unwrap().result.is_error);
    }
    assert!(accepted(&fake).is_empty());
    // Nothing is given here.
    assert!(!toolset.call("key", json!({"text": "a", "accept_dialog": null})).await.unwrap().result.is_error);
    assert_eq!(accepted(&fake), [None]);
}
