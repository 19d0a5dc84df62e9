//! What a face needs from the sessions behind it.

use async_trait::async_trait;
use ringfence_toolset::Outcome;
use serde_json::Value;

/// Named sessions, each with a browser of its own that starts with its first call.
#[async_trait]
pub trait Backend: Send + Sync + 'static {
    /// Makes one call in a session. Calls in one session wait for one another.
    ///
    /// # Errors
    /// When there is no browser to call, and why.
    async fn call(&self, session: &str, member: &str, input: Value) -> Result<Outcome, Fault>;

    /// Takes what is to be told once about a session that just started, such as how it is contained.
    fn take_notice(&self, session: &str) -> Option<String>;
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
