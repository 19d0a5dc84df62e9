//! A driver that answers by script, keeps what it was asked, and fails the test when two calls overlap.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use ringfence_toolset::{
    BrowserState, Call, Driver, DriverError, Member, MemberInput, MemberOutput, MemberSet, Outcome,
    StateError, Tab, TabId, Toolset, ToolsetOptions,
};
use serde_json::Value;

pub(crate) type Answer = Result<MemberOutput, DriverError>;

#[derive(Default)]
pub(crate) struct Fake {
    pub(crate) serves: MemberSet,
    answers: Mutex<VecDeque<Answer>>,
    states: Mutex<VecDeque<Result<BrowserState, StateError>>>,
    asked: Mutex<Vec<MemberInput>>,
    busy: AtomicBool,
    pub(crate) closed: AtomicU32,
}

impl Fake {
    pub(crate) fn new() -> Self {
        Self::serving(MemberSet::all().iter().filter(|member| *member != Member::Zoom).collect())
    }

    pub(crate) fn serving(serves: MemberSet) -> Self {
        Self { serves, ..Self::default() }
    }

    /// Plays one call: what `execute` answers, and the state after it.
    pub(crate) fn then(self, answer: Answer, state: BrowserState) -> Self {
        self.answers.lock().unwrap().push_back(answer);
        self.then_state(Ok(state))
    }

    /// Plays the state after a call that does not reach the driver.
    pub(crate) fn then_state(self, state: Result<BrowserState, StateError>) -> Self {
        self.states.lock().unwrap().push_back(state);
        self
    }

    pub(crate) fn asked(&self) -> Vec<MemberInput> {
        self.asked.lock().unwrap().clone()
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
        self.asked.lock().unwrap().push(call.input.clone());
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        let answer = self.answers.lock().unwrap().pop_front().expect("a call that the script doesn't have");
        self.busy.store(false, Ordering::SeqCst);
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

pub(crate) fn toolset(fake: Fake) -> (Arc<Fake>, Toolset) {
    with_options(fake, ToolsetOptions::default())
}

pub(crate) fn with_options(fake: Fake, options: ToolsetOptions) -> (Arc<Fake>, Toolset) {
    let fake = Arc::new(fake);
    let toolset = Toolset::new(fake.clone(), options).unwrap();
    (fake, toolset)
}

/// Makes one call against a fresh toolset and a plain state.
pub(crate) async fn one_call(member: &str, input: Value, answer: Answer) -> Outcome {
    let (_, toolset) = toolset(Fake::new().then(answer, one_tab()));
    toolset.call(member, input).await.unwrap()
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
