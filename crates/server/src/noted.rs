//! A backend that has something to say with each answer.

use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use ringfence_toolset::Outcome;
use serde_json::Value;

use crate::backend::{Backend, Fault};

/// What is said with each answer, such as how to give a policy when there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// All of it: with the first answer, and with each call that was refused or failed.
    pub whole: String,
    /// The same in short: with every other answer.
    pub short: String,
}

/// Says a note of its own with each answer of another backend's.
#[derive(Debug)]
pub struct Noted<B> {
    inner: B,
    note: Option<Note>,
    /// All of it was said.
    said: AtomicBool,
}

impl<B> Noted<B> {
    /// Puts a note before every answer; none changes nothing.
    pub fn new(inner: B, note: Option<Note>) -> Self {
        Self { inner, note, said: AtomicBool::new(false) }
    }

    /// The backend behind it.
    pub fn inner(&self) -> &B {
        &self.inner
    }

    fn note(&self, is_error: bool) -> Option<String> {
        let Note { whole, short } = self.note.as_ref()?;
        let said = self.said.swap(true, Ordering::Relaxed);
        Some(if said && !is_error { short } else { whole }.clone())
    }
}

#[async_trait]
impl<B: Backend> Backend for Noted<B> {
    async fn call(&self, session: &str, member: &str, input: Value) -> Result<Outcome, Fault> {
        self.inner.call(session, member, input).await
    }

    fn is_acting(&self, session: &str) -> bool {
        self.inner.is_acting(session)
    }

    fn take_notice(&self, session: &str, is_error: bool) -> Option<String> {
        let notices: Vec<_> =
            self.note(is_error).into_iter().chain(self.inner.take_notice(session, is_error)).collect();
        (!notices.is_empty()).then(|| notices.join("\n"))
    }
}
