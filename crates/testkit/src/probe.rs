//! Asking a page about itself, past everything that is under test.
//!
//! A probed site puts a small script into its pages. The script waits for questions at the site itself and answers them
//! in the page's own world, so that a test sees what the page's scripts see.

use crate::{Answer, Request};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, oneshot};

/// What the script is asked for by.
const SCRIPT: &str = "<script>(async () => { for (;;) { try { \
    const asked = await fetch('/probe/next?path=' + encodeURIComponent(location.pathname)); \
    const { id, expression } = await asked.json(); let value; \
    try { value = await (0, eval)(expression) } catch (error) { value = String(error) } \
    await fetch('/probe/answer?id=' + id, { method: 'POST', body: JSON.stringify(value ?? null) }); \
    } catch { await new Promise((again) => setTimeout(again, 20)) } } })()</script>";

/// The questions of one site.
#[derive(Debug, Default)]
pub(crate) struct Probe {
    inner: Mutex<Inner>,
    asked: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    next_id: u64,
    open: Vec<Question>,
    waiting: HashMap<u64, oneshot::Sender<Value>>,
}

#[derive(Debug)]
struct Question {
    id: u64,
    path: String,
    expression: String,
}

impl Probe {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a question to the page at `path`.
    pub(crate) fn ask(&self, path: &str, expression: &str) -> oneshot::Receiver<Value> {
        let (answer, answered) = oneshot::channel();
        let mut inner = self.inner();
        inner.next_id += 1;
        let id = inner.next_id;
        inner.open.push(Question { id, path: path.to_owned(), expression: expression.to_owned() });
        inner.waiting.insert(id, answer);
        drop(inner);
        self.asked.notify_waiters();
        answered
    }

    /// Answers the script's own requests; none for any other path.
    pub(crate) async fn respond(&self, request: &Request) -> Option<Answer> {
        match request.path.as_str() {
            "/probe/next" => Some(self.next(&request.parameter("path").unwrap_or_default()).await),
            "/probe/answer" => {
                let id = request.parameter("id").and_then(|id| id.parse::<u64>().ok()).unwrap_or_default();
                let value = serde_json::from_slice(&request.body).unwrap_or(Value::Null);
                if let Some(waiting) = self.inner().waiting.remove(&id) {
                    // Whoever asked may have given up.
                    let _ = waiting.send(value);
                }
                Some(Answer::json(&Value::Null))
            }
            _ => None,
        }
    }

    /// Waits for a question to the page at `path`.
    async fn next(&self, path: &str) -> Answer {
        loop {
            let asked = self.asked.notified();
            tokio::pin!(asked);
            asked.as_mut().enable();
            if let Some(Question { id, expression, .. }) = self.take(path) {
                return Answer::json(&json!({ "id": id, "expression": expression }));
            }
            asked.await;
        }
    }

    fn take(&self, path: &str) -> Option<Question> {
        let mut inner = self.inner();
        let at = inner.open.iter().position(|question| question.path == path)?;
        Some(inner.open.swap_remove(at))
    }
}

/// Puts the script at the end of an HTML page.
pub(crate) fn with_script(mut answer: Answer) -> Answer {
    let html =
        answer.headers.iter().any(|(name, value)| name == "content-type" && value.starts_with("text/html"));
    if html && !answer.body.is_empty() {
        answer.body = [answer.body.as_ref(), SCRIPT.as_bytes()].concat().into();
    }
    answer
}

/// How long a page may take to answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// A site's probe, when it has one.
pub(crate) type Probing = Option<Arc<Probe>>;
