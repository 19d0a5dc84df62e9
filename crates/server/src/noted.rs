//! A backend with something to say at every call.

use async_trait::async_trait;
use ringfence_toolset::Outcome;
use serde_json::Value;

use crate::backend::{Backend, Fault};

/// Says a note of its own with each answer of another backend's, such as how to give a policy when there is none.
#[derive(Debug)]
pub struct Noted<B> {
    inner: B,
    note: Option<String>,
}

impl<B> Noted<B> {
    /// Puts a note before every answer; none changes nothing.
    pub fn new(inner: B, note: Option<String>) -> Self {
        Self { inner, note }
    }

    /// The backend behind it.
    pub fn inner(&self) -> &B {
        &self.inner
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

    fn take_notice(&self, session: &str) -> Option<String> {
        let notices: Vec<_> = self.note.clone().into_iter().chain(self.inner.take_notice(session)).collect();
        (!notices.is_empty()).then(|| notices.join("\n"))
    }
}
