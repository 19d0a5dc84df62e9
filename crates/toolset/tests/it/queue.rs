//! The queue (P1).

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use ringfence_toolset::{
    ActHook, Approval, Call, Confirm, ConfirmRequest, ContractError, Denial, MemberInput, Next, Toolset,
    ToolsetOptions, UrlPolicy,
};
use serde_json::{Value, json};

use crate::fake::{Checked, Fake, done, settle, toolset, with_options};

fn wait(number: u32) -> Value {
    json!({"duration": 0, "tab_id": number.to_string()})
}

fn order(fake: &Fake) -> Vec<String> {
    fake.asked().iter().map(|input| input.tab_id().unwrap().to_string()).collect()
}

#[tokio::test]
async fn p1_calls_go_one_at_a_time_first_come_first_served() {
    // The fake fails the test when two calls overlap: seen when `take_turn` let go of the lock before it acted.
    let (fake, toolset) = toolset(Fake::new().then_done(20));
    let mut calls = Vec::new();
    for number in 0..20 {
        calls.push(toolset.spawn("wait", wait(number)));
        // The call takes its place in the queue.
        tokio::task::yield_now().await;
    }
    for call in calls {
        assert!(!call.await.unwrap().unwrap().result.is_error);
    }
    assert_eq!(order(&fake), (0..20).map(|number| number.to_string()).collect::<Vec<_>>());
}

#[tokio::test]
async fn p1_a_cancelled_call_leaves_the_queue_at_once() {
    let (fake, toolset) = toolset(Fake::new().gated().then_done(2));
    let first = toolset.spawn("wait", wait(1));
    settle().await;
    let second = toolset.spawn("wait", wait(2));
    settle().await;
    let third = toolset.spawn("wait", wait(3));
    settle().await;
    second.abort();
    assert!(second.await.unwrap_err().is_cancelled());
    fake.open(2);
    assert!(!first.await.unwrap().unwrap().result.is_error);
    assert!(!third.await.unwrap().unwrap().result.is_error);
    assert_eq!(order(&fake), ["1", "3"]);
}

#[tokio::test]
async fn p1_a_call_cancelled_in_its_act_lets_the_next_one_go() {
    let (fake, toolset) = toolset(Fake::new().gated().then_done(1));
    let first = toolset.spawn("wait", wait(1));
    settle().await;
    let second = toolset.spawn("wait", wait(2));
    settle().await;
    first.abort();
    settle().await;
    fake.open(1);
    assert!(!second.await.unwrap().unwrap().result.is_error);
    assert_eq!(order(&fake), ["1", "2"]);
}

/// Calls the toolset that it is a hook of.
#[derive(Default)]
struct Inward(OnceLock<Checked>);

impl Inward {
    async fn call(&self) -> Denial {
        match self.0.get().unwrap().call("list_tabs", json!({})).await {
            Err(ContractError::Reentrant) => Denial::refused("It was noticed."),
            other => Denial::refused(format!("{other:?}")),
        }
    }
}

#[async_trait::async_trait]
impl UrlPolicy for Inward {
    async fn check(&self, _: String) -> Result<(), Denial> {
        Err(self.call().await)
    }
}

#[async_trait::async_trait]
impl Confirm for Inward {
    async fn confirm(&self, _: ConfirmRequest) -> Result<Approval, Denial> {
        Err(self.call().await)
    }
}

#[async_trait::async_trait]
impl ActHook for Inward {
    async fn act(
        &self,
        _: Call,
        _: Next,
    ) -> Result<ringfence_toolset::MemberOutput, ringfence_toolset::DriverError> {
        match self.call().await {
            Denial::Refused(refusal) => Err(refusal),
            Denial::Failed(_) => unreachable!(),
        }
    }
}

/// Hangs, and so fails by its time limit, when `call` doesn't ask whether it is inside: seen by taking that out.
#[tokio::test]
async fn p1_a_call_from_inside_a_call_is_an_error_not_a_deadlock() {
    let places: [fn(&mut ToolsetOptions, Arc<Inward>); 3] = [
        |options, inward| options.url_policy = Some(inward),
        |options, inward| options.confirm = Some(inward),
        |options, inward| options.act_hook = Some(inward),
    ];
    for put in places {
        let inward = Arc::new(Inward::default());
        let mut options = ToolsetOptions::default();
        put(&mut options, inward.clone());
        let (_, toolset) = with_options(Fake::new().then_refused(), options);
        inward.0.set(toolset.clone()).ok().unwrap();
        let call = toolset.call("navigate", json!({"url": "a.test"}));
        let outcome = tokio::time::timeout(Duration::from_secs(30), call).await.unwrap().unwrap();
        assert_eq!(outcome.result, ringfence_toolset::ToolResult::error("It was noticed."));
    }
}

#[tokio::test]
async fn p1_a_call_of_another_toolset_from_inside_a_call_goes_through() {
    let (_, other) = toolset(Fake::new().then_done(1));
    let hook = move |call: Call, next: Next| {
        let other = other.clone();
        async move {
            assert!(!other.call("wait", wait(1)).await.unwrap().result.is_error);
            next.run(&call).await
        }
    };
    let options = ToolsetOptions { act_hook: Some(Arc::new(hook)), ..ToolsetOptions::default() };
    let (_, toolset) = with_options(Fake::new().then_done(1), options);
    assert!(!toolset.call("wait", wait(1)).await.unwrap().result.is_error);
}

#[tokio::test]
async fn p1_close_refuses_new_calls_at_once_and_lets_the_accepted_ones_finish() {
    let (fake, toolset) = toolset(Fake::new().gated().then_done(2));
    let first = toolset.spawn("wait", wait(1));
    settle().await;
    let second = toolset.spawn("wait", wait(2));
    settle().await;
    let closing = {
        let toolset = toolset.clone();
        tokio::spawn(async move { toolset.close().await })
    };
    settle().await;
    assert!(matches!(toolset.call("wait", wait(3)).await, Err(ContractError::Closed)));
    assert_eq!(fake.closed.load(Ordering::SeqCst), 0);
    fake.open(2);
    assert!(!first.await.unwrap().unwrap().result.is_error);
    assert!(!second.await.unwrap().unwrap().result.is_error);
    closing.await.unwrap();
    assert_eq!((order(&fake), fake.closed.load(Ordering::SeqCst)), (vec!["1".into(), "2".into()], 1));
}

#[tokio::test(start_paused = true)]
async fn p1_close_ends_the_driver_at_its_deadline_and_begins_no_further_call() {
    let options = ToolsetOptions { close_deadline: Duration::from_secs(3), ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(Fake::new().gated().then_done(1), options);
    let first = toolset.spawn("wait", wait(1));
    settle().await;
    let second = toolset.spawn("wait", wait(2));
    settle().await;
    let before = tokio::time::Instant::now();
    toolset.close().await;
    assert_eq!((before.elapsed(), fake.closed.load(Ordering::SeqCst)), (Duration::from_secs(3), 1));
    fake.open(2);
    assert!(!first.await.unwrap().unwrap().result.is_error);
    assert!(matches!(second.await.unwrap(), Err(ContractError::Closed)));
    assert_eq!(order(&fake), ["1"]);
}

#[tokio::test]
async fn p1_closing_twice_is_harmless_and_a_call_after_it_is_a_usage_error() {
    let (_, toolset) = toolset(Fake::new());
    toolset.close().await;
    toolset.close().await;
    assert!(matches!(toolset.call("list_tabs", json!({})).await, Err(ContractError::Closed)));
}

#[tokio::test]
async fn p1_closing_from_inside_a_call_ends_the_driver_after_it() {
    let own: Arc<OnceLock<Checked>> = Arc::default();
    let inside = own.clone();
    let hook = move |call: Call, next: Next| {
        let own = inside.clone();
        async move {
            own.get().unwrap().close().await;
            next.run(&call).await
        }
    };
    let options = ToolsetOptions { act_hook: Some(Arc::new(hook)), ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(Fake::new().then(done(), crate::fake::one_tab()), options);
    own.set(toolset.clone()).ok().unwrap();
    assert!(!toolset.call("wait", wait(1)).await.unwrap().result.is_error);
    assert!(matches!(fake.asked().as_slice(), [MemberInput::Wait(_)]));
    assert_eq!(fake.closed.load(Ordering::SeqCst), 1);
    assert!(matches!(toolset.call("wait", wait(2)).await, Err(ContractError::Closed)));
}

#[tokio::test]
async fn p6_a_call_is_acting_from_its_approval_on() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let cell: Arc<OnceLock<Arc<Toolset>>> = Arc::default();
    let (noted, inner) = (Arc::clone(&told), Arc::clone(&cell));
    let confirm = move |_: ConfirmRequest| {
        noted.lock().unwrap().push(inner.get().unwrap().is_acting());
        async { Ok(Approval::YesOnAnyPage) }
    };
    let (noted, inner) = (Arc::clone(&told), Arc::clone(&cell));
    let act = move |call: Call, next: Next| {
        noted.lock().unwrap().push(inner.get().unwrap().is_acting());
        async move { next.run(&call).await }
    };
    let options = ToolsetOptions {
        confirm: Some(Arc::new(confirm)),
        act_hook: Some(Arc::new(act)),
        ..ToolsetOptions::default()
    };
    let toolset = Arc::new(Toolset::new(Arc::new(Fake::new().then_done(1)), options).unwrap());
    cell.set(Arc::clone(&toolset)).unwrap();
    toolset.call("wait", json!({"duration": 0})).await.unwrap();
    assert_eq!(*told.lock().unwrap(), [false, true]);
    assert!(!toolset.is_acting());
}
