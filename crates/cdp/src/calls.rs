//! The calls that wait for an answer, and the sessions that they wait on.

use crate::wire::Refusal;
use crate::{CallError, End, SessionId};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{oneshot, watch};

/// What a waiting call gets: the raw result, or why there is none.
pub(crate) type Answer = Result<Box<RawValue>, CallError>;

/// Chromium's code for a session that it doesn't know (any more).
const SESSION_NOT_FOUND: i64 = -32001;

struct Waiter {
    method: Cow<'static, str>,
    session: Option<SessionId>,
    answer: oneshot::Sender<Answer>,
}

#[derive(Default)]
struct State {
    end: Option<End>,
    waiting: HashMap<u64, Waiter>,
    /// Each attached session and the session that it was attached through (none: the browser's own).
    parents: HashMap<SessionId, Option<SessionId>>,
    /// Sessions that are there and answer nothing.
    abandoned: HashSet<SessionId>,
}

/// The table of waiting calls, shared by the callers and the task that reads the pipe.
pub(crate) struct Calls {
    state: Mutex<State>,
    end: watch::Sender<Option<End>>,
    /// Events that were kept so far.
    events: AtomicU64,
}

impl Calls {
    pub(crate) fn new() -> Self {
        Self { state: Mutex::default(), end: watch::Sender::new(None), events: AtomicU64::new(0) }
    }

    /// Counts an event before it is handed on.
    pub(crate) fn count_event(&self) {
        self.events.fetch_add(1, Ordering::Release);
    }

    /// How many events have been handed on.
    pub(crate) fn events(&self) -> u64 {
        self.events.load(Ordering::Acquire)
    }

    /// Enters a call. Fails when the pipe has ended, and on a session that was abandoned.
    pub(crate) fn enter(
        &self,
        id: u64,
        method: Cow<'static, str>,
        session: Option<SessionId>,
    ) -> Result<oneshot::Receiver<Answer>, CallError> {
        let mut state = self.lock();
        if let Some(end) = &state.end {
            return Err(CallError::Closed(end.clone()));
        }
        if let Some(session) = session.as_ref().filter(|session| state.abandoned.contains(*session)) {
            return Err(CallError::SessionGone { method, session: session.clone() });
        }
        let (answer, receiver) = oneshot::channel();
        state.waiting.insert(id, Waiter { method, session, answer });
        Ok(receiver)
    }

    /// Forgets a call that nobody waits for any more.
    pub(crate) fn leave(&self, id: u64) {
        self.lock().waiting.remove(&id);
    }

    /// Hands an answer to its call. `false` when no call waits for it.
    pub(crate) fn answer(&self, id: u64, result: Option<&RawValue>, error: Option<&Refusal>) -> bool {
        let Some(waiter) = self.lock().waiting.remove(&id) else { return false };
        let answer = match (error, result) {
            (Some(refusal), _) => Err(refused(&waiter, refusal)),
            (None, Some(result)) => Ok(result.to_owned()),
            (None, None) => Err(CallError::Decode {
                method: waiter.method.clone(),
                detail: "it has neither a result nor an error".to_owned(),
            }),
        };
        // The caller may have stopped waiting since.
        let _ = waiter.answer.send(answer);
        true
    }

    /// Notes that `session` was attached through `parent`.
    pub(crate) fn attached(&self, session: SessionId, parent: Option<SessionId>) {
        self.lock().parents.insert(session, parent);
    }

    /// Fails the calls of a session, now and until it is revived.
    pub(crate) fn abandon(&self, session: &SessionId) {
        let mut state = self.lock();
        state.abandoned.insert(session.clone());
        fail(&mut state, std::slice::from_ref(session));
    }

    /// Takes calls of a session again.
    pub(crate) fn revive(&self, session: &SessionId) {
        self.lock().abandoned.remove(session);
    }

    /// Fails the calls of a session that was detached, and of every session that was attached through it: Chromium
    /// drops those without a word, and their calls would wait until their deadlines.
    pub(crate) fn detached(&self, session: SessionId) {
        let mut state = self.lock();
        let mut gone = vec![session];
        let mut next = 0;
        while let Some(parent) = gone.get(next).cloned() {
            state.parents.remove(&parent);
            state.abandoned.remove(&parent);
            gone.extend(
                state.parents.iter().filter(|(_, of)| of.as_ref() == Some(&parent)).map(|(id, _)| id.clone()),
            );
            next += 1;
        }
        fail(&mut state, &gone);
    }

    /// Ends every call, now and later. Only the first end counts.
    pub(crate) fn end(&self, end: End) {
        let mut state = self.lock();
        if state.end.is_some() {
            return;
        }
        state.end = Some(end.clone());
        for (_, waiter) in state.waiting.drain() {
            let _ = waiter.answer.send(Err(CallError::Closed(end.clone())));
        }
        self.end.send_replace(Some(end));
    }

    /// Waits for the end.
    pub(crate) async fn ended(&self) -> End {
        let mut end = self.end.subscribe();
        // The sender lives as long as `self`, so that the wait can't fail.
        let end = end.wait_for(Option::is_some).await.ok().and_then(|end| end.clone());
        end.unwrap_or(End::Released)
    }

    /// The end, when it has come.
    pub(crate) fn past_end(&self) -> Option<End> {
        self.lock().end.clone()
    }

    /// How many calls wait.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code under the lock can leave the table half changed, so that a poisoned one is as good.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Fails the calls that wait on these sessions.
fn fail(state: &mut State, gone: &[SessionId]) {
    let lost =
        state.waiting.extract_if(|_, waiter| waiter.session.as_ref().is_some_and(|id| gone.contains(id)));
    for (_, waiter) in lost {
        if let Some(session) = waiter.session {
            let _ = waiter.answer.send(Err(CallError::SessionGone { method: waiter.method, session }));
        }
    }
}

fn refused(waiter: &Waiter, refusal: &Refusal) -> CallError {
    let method = waiter.method.clone();
    match &waiter.session {
        Some(session) if refusal.code == SESSION_NOT_FOUND => {
            CallError::SessionGone { method, session: session.clone() }
        }
        _ => CallError::Protocol { method, code: refusal.code, message: refusal.text() },
    }
}
