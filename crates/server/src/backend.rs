//! What a face needs from the sessions behind it.

use async_trait::async_trait;
use ringfence_session::{SessionError, Sessions};
use ringfence_toolset::Outcome;
use ringfence_toolset::text::{one_line, shorten};
use serde_json::Value;

/// The most characters of a fault's subject.
const LONGEST_SUBJECT: usize = 200;

/// Named sessions, each with a browser of its own that starts with its first call.
#[async_trait]
pub trait Backend: Send + Sync + 'static {
    /// Makes one call in a session. Calls in one session wait for one another.
    ///
    /// # Errors
    /// When there is no browser to call, and why.
    async fn call(&self, session: &str, member: &str, input: Value) -> Result<Outcome, Fault>;

    /// Tells whether the session's call has begun to do something. Until then it can be given up, by dropping its future.
    fn is_acting(&self, session: &str) -> bool;

    /// Takes what is to be told beside an answer: once about a session that just started, such as how it is contained.
    /// `is_error` tells whether the answer is that the call was refused or failed.
    fn take_notice(&self, session: &str, is_error: bool) -> Option<String>;
}

/// Why a session could not take a call. All of it is for the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Fault {
    /// A word for programs.
    pub code: String,
    /// What happened, to what, and what to do.
    pub text: String,
    /// What the fault is about.
    pub subject: Option<String>,
    /// What to do.
    pub hint: Option<String>,
}

#[async_trait]
impl Backend for Sessions {
    async fn call(&self, session: &str, member: &str, input: Value) -> Result<Outcome, Fault> {
        Self::call(self, session, member, input).await.map_err(|error| Fault::of(&error, session))
    }

    fn is_acting(&self, session: &str) -> bool {
        Self::is_acting(self, session)
    }

    fn take_notice(&self, session: &str, _is_error: bool) -> Option<String> {
        Self::take_notice(self, session)
    }
}

impl Fault {
    fn of(error: &SessionError, session: &str) -> Self {
        let subject = shorten(&one_line(session), LONGEST_SUBJECT);
        Self { code: error.code().to_owned(), text: error.to_string(), subject: Some(subject), hint: None }
    }
}
