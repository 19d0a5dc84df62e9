//! A driver that answers by script, keeps what it was asked, and fails the test when two calls overlap; and a toolset
//! over it whose every result is checked against what the API rejects.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use ringfence_toolset::{
    BrowserState, Call, ContractError, Driver, DriverError, Member, MemberInput, MemberOutput, MemberSet,
    Outcome, StateError, Tab, TabId, Toolset, ToolsetOptions, validate,
};
use serde_json::Value;
use tokio::sync::Semaphore;

pub(crate) type Answer = Result<MemberOutput, DriverError>;

#[derive(Default)]
pub(crate) struct Fake {
    pub(crate) serves: MemberSet,
    answers: Mutex<VecDeque<Answer>>,
    states: Mutex<VecDeque<Result<BrowserState, StateError>>>,
    calls: Mutex<Vec<Call>>,
    /// Each call waits for a permit here, when there is a gate.
    gate: Option<Semaphore>,
    busy: AtomicBool,
    pub(crate) closed: AtomicU32,
}

impl Fake {
    /// Serves every member but `zoom`.
    pub(crate) fn new() -> Self {
        Self::serving(MemberSet::all().without(Member::Zoom))
    }

    pub(crate) fn serving(serves: MemberSet) -> Self {
        Self { serves, ..Self::default() }
    }

    /// Serves, and lets no call through until [`Fake::open`].
    pub(crate) fn gated(self) -> Self {
        Self { gate: Some(Semaphore::new(0)), ..self }
    }

    /// Lets so many calls through.
    pub(crate) fn open(&self, calls: usize) {
        self.gate.as_ref().unwrap().add_permits(calls);
    }

    /// Plays one call: what `execute` answers, and the state after it.
    pub(crate) fn then(self, answer: Answer, state: BrowserState) -> Self {
        self.answers.lock().unwrap().push_back(answer);
        self.then_state(Ok(state))
    }

    /// Plays so many acts that are done.
    pub(crate) fn then_done(self, times: usize) -> Self {
        (0..times).fold(self, |fake, _| fake.then(done(), one_tab()))
    }

    /// Plays the state after a call that does not reach the driver.
    pub(crate) fn then_state(self, state: Result<BrowserState, StateError>) -> Self {
        self.states.lock().unwrap().push_back(state);
        self
    }

    /// Plays the state after a refused call.
    pub(crate) fn then_refused(self) -> Self {
        self.then_state(Ok(one_tab()))
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        self.calls.lock().unwrap().clone()
    }

    pub(crate) fn asked(&self) -> Vec<MemberInput> {
        self.calls().into_iter().map(|call| call.input).collect()
    }

    pub(crate) fn states_left(&self) -> usize {
        self.states.lock().unwrap().len()
    }
}

#[async_trait]
impl Driver for Fake {
    fn serves(&self) -> MemberSet {
        self.serves
    }

    async fn execute(&self, call: &Call) -> Answer {
        assert!(!self.busy.swap(true, Ordering::SeqCst), "two calls at once");
        let busy = Busy(&self.busy);
        self.calls.lock().unwrap().push(call.clone());
        if let Some(gate) = &self.gate {
            gate.acquire().await.unwrap().forget();
        }
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        let answer = self.answers.lock().unwrap().pop_front().expect("a call that the script doesn't have");
        drop(busy);
        answer
    }

    async fn state(&self) -> Result<BrowserState, StateError> {
        assert!(!self.busy.load(Ordering::SeqCst), "state read while a call runs");
        self.states.lock().unwrap().pop_front().expect("a state that the script doesn't have")
    }

    async fn close(&self) {
        self.closed.fetch_add(1, Ordering::SeqCst);
    }
}

/// Also lets go when a call is dropped.
struct Busy<'a>(&'a AtomicBool);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

/// A toolset whose results are checked.
#[derive(Clone)]
pub(crate) struct Checked(Arc<Toolset>);

impl Checked {
    pub(crate) fn over(driver: Arc<dyn Driver>, options: ToolsetOptions) -> Self {
        Self(Arc::new(Toolset::new(driver, options).unwrap()))
    }

    /// Makes a call, and fails the test when the API would reject its result.
    pub(crate) async fn call(&self, name: &str, input: Value) -> Result<Outcome, ContractError> {
        let outcome = self.0.call(name, input).await;
        if let Ok(outcome) = &outcome {
            let result = outcome.result.to_api("toolu_1");
            if let Err(violation) = validate::result(name, &result) {
                panic!("the API would reject the result of {name}: {violation}\n{result:#}");
            }
        }
        outcome
    }

    /// Starts a call in a task of its own.
    pub(crate) fn spawn(
        &self,
        name: &'static str,
        input: Value,
    ) -> tokio::task::JoinHandle<Result<Outcome, ContractError>> {
        let toolset = self.clone();
        tokio::spawn(async move { toolset.call(name, input).await })
    }
}

impl Deref for Checked {
    type Target = Toolset;

    fn deref(&self) -> &Toolset {
        &self.0
    }
}

pub(crate) fn toolset(fake: Fake) -> (Arc<Fake>, Checked) {
    with_options(fake, ToolsetOptions::default())
}

pub(crate) fn with_options(fake: Fake, options: ToolsetOptions) -> (Arc<Fake>, Checked) {
    let fake = Arc::new(fake);
    let toolset = Checked::over(fake.clone(), options);
    (fake, toolset)
}

/// Makes one call against a fresh toolset and a plain state.
pub(crate) async fn one_call(member: &str, input: Value, answer: Answer) -> Outcome {
    let (_, toolset) = toolset(Fake::new().then(answer, one_tab()));
    toolset.call(member, input).await.unwrap()
}

/// Lets other tasks go on until they wait.
pub(crate) async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

pub(crate) fn tab(id: &str, active: bool) -> Tab {
    Tab {
        tab_id: TabId::new(id),
        title: format!("Title of {id}"),
        url: format!("https://example.com/{id}"),
        active,
    }
}

pub(crate) fn one_tab() -> BrowserState {
    BrowserState { tabs: vec![tab("t1", true)], ..BrowserState::default() }
}

pub(crate) fn done() -> Answer {
    Ok(MemberOutput::Done { line: None })
}
