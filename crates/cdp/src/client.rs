//! The client's end of the pipe, and the sessions on it.

use crate::calls::{Answer, Calls};
use crate::wire::encode;
use crate::{CallError, Command, End, EventFilter, Events, Json, SessionId, pipe};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// How many commands may wait to be written.
const COMMAND_QUEUE: usize = 4096;
/// How many events may wait to be read.
const EVENT_QUEUE: usize = 4096;
/// A deadline that nobody lives to see, for durations that don't fit the clock.
const FAR: Duration = Duration::from_secs(60 * 60 * 24 * 365);

/// One connection to Chromium. Clones share it.
///
/// The pipe is closed, and Chromium quits, when the last client, session and waiting call are dropped.
#[derive(Clone)]
pub struct Client(Arc<Connection>);

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

struct Connection {
    calls: Arc<Calls>,
    commands: mpsc::Sender<Vec<u8>>,
    next_id: AtomicU32,
}

impl Client {
    /// Takes the pipe over: `reader` is what Chromium writes, `writer` is what it reads.
    ///
    /// Must be called inside a Tokio runtime: it starts one task that reads and one that writes.
    pub fn new(
        reader: impl AsyncRead + Unpin + Send + 'static,
        writer: impl AsyncWrite + Unpin + Send + 'static,
        events: EventFilter,
    ) -> (Self, Events) {
        let calls = Arc::new(Calls::new());
        let (commands, command_queue) = mpsc::channel(COMMAND_QUEUE);
        let (event_sender, event_queue) = mpsc::channel(EVENT_QUEUE);
        let (writer_end, writer_ended) = oneshot::channel();
        let reading = pipe::Reader {
            from: reader,
            calls: Arc::clone(&calls),
            filter: events,
            events: event_sender,
            limit: pipe::MAX_MESSAGE_BYTES,
        };
        tokio::spawn(pipe::write(writer, command_queue, Arc::clone(&calls), writer_end));
        tokio::spawn(pipe::read(reading, writer_ended));
        let connection = Connection { calls, commands, next_id: AtomicU32::new(1) };
        (Self(Arc::new(connection)), Events::new(event_queue))
    }

    /// The browser's own session, which is there from the start.
    #[must_use]
    pub fn browser(&self) -> Session {
        Session { client: self.clone(), id: None }
    }

    /// The session that `Target.attachToTarget` or `Target.attachedToTarget` named.
    #[must_use]
    pub fn session(&self, id: SessionId) -> Session {
        Session { client: self.clone(), id: Some(id) }
    }

    /// How many events have come so far, those that still wait in [`Events`] included. Whoever has an answer, and then
    /// waits until so many events are handled, knows everything that Chromium told before it answered.
    #[must_use]
    pub fn events_so_far(&self) -> u64 {
        self.0.calls.events()
    }

    /// Waits until the pipe has ended and tells why. The future keeps no client alive.
    pub fn closed(&self) -> impl Future<Output = End> + Send + use<> {
        let calls = Arc::clone(&self.0.calls);
        async move { calls.ended().await }
    }
}

/// A client's session with one target, or with the browser itself.
#[derive(Debug, Clone)]
pub struct Session {
    client: Client,
    id: Option<SessionId>,
}

impl Session {
    /// The session's id; none for the browser's own.
    #[must_use]
    pub fn id(&self) -> Option<&SessionId> {
        self.id.as_ref()
    }

    /// The client that it belongs to.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Sends a command and waits for its answer. It is queued when the future is first polled; `deadline` counts
    /// from then. Dropping the future gives up the answer, not the command.
    ///
    /// # Errors
    /// [`CallError`], always within `deadline`.
    pub async fn call<C: Command>(&self, command: &C, deadline: Duration) -> Result<C::Response, CallError> {
        self.start(command, deadline).await
    }

    /// Sends a command at once and returns the future of its answer, so that further commands can follow without
    /// waiting: Chromium gets them in the order of these calls. `deadline` counts from now. An error before the
    /// sending comes out of the future, too.
    pub fn start<C: Command>(
        &self,
        command: &C,
        deadline: Duration,
    ) -> impl Future<Output = Result<C::Response, CallError>> + Send + use<C> {
        self.start_as(Cow::Borrowed(C::METHOD), command, deadline)
    }

    /// Sends a command and drops its answer; an error answer is traced. Never waits.
    ///
    /// # Errors
    /// [`CallError`] when it could not be sent.
    pub fn send<C: Command>(&self, command: &C) -> Result<(), CallError> {
        let method = Cow::Borrowed(C::METHOD);
        self.client.0.queue(self.client.0.new_id(), method, command, self.id.as_ref())
    }

    /// Fails the calls that wait on this session, and those to come, as those of a session that is gone. For a target
    /// that has crashed: Chromium keeps the session and answers nothing.
    pub fn abandon(&self) {
        if let Some(id) = &self.id {
            self.client.0.calls.abandon(id);
        }
    }

    /// Takes calls again on a session that was abandoned: its target has a process again.
    pub fn revive(&self) {
        if let Some(id) = &self.id {
            self.client.0.calls.revive(id);
        }
    }

    /// Calls a command that has no type here. As [`call`](Self::call) otherwise; `params` must be a JSON object.
    ///
    /// # Errors
    /// [`CallError`], always within `deadline`.
    pub async fn call_raw(&self, method: &str, params: &Json, deadline: Duration) -> Result<Json, CallError> {
        self.start_as(Cow::Owned(method.to_owned()), params, deadline).await
    }

    fn start_as<P: Serialize, R: DeserializeOwned>(
        &self,
        method: Cow<'static, str>,
        params: &P,
        deadline: Duration,
    ) -> impl Future<Output = Result<R, CallError>> + Send + use<P, R> {
        let now = Instant::now();
        let until = now.checked_add(deadline).unwrap_or(now + FAR);
        let waiting = Waiting::enter(&self.client.0, method.clone(), params, self.id.as_ref());
        async move {
            let mut waiting = waiting?;
            let answer = match tokio::time::timeout_at(until, &mut waiting.answer).await {
                Err(_) => return Err(CallError::TimedOut { method, after: deadline }),
                // The sender is only dropped with the table, when the runtime shuts down.
                Ok(Err(_)) => return Err(CallError::Closed(End::Released)),
                Ok(Ok(answer)) => answer?,
            };
            serde_json::from_str(answer.get())
                .map_err(|error| CallError::Decode { method, detail: error.to_string() })
        }
    }
}

/// A call that waits; dropping it removes its entry.
struct Waiting {
    connection: Arc<Connection>,
    id: u64,
    answer: oneshot::Receiver<Answer>,
}

impl Waiting {
    fn enter(
        connection: &Arc<Connection>,
        method: Cow<'static, str>,
        params: &(impl Serialize + ?Sized),
        session: Option<&SessionId>,
    ) -> Result<Self, CallError> {
        let id = connection.new_id();
        let answer = connection.calls.enter(id, method.clone(), session.cloned())?;
        let waiting = Self { connection: Arc::clone(connection), id, answer };
        connection.queue(id, method, params, session)?;
        Ok(waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.connection.calls.leave(self.id);
    }
}

impl Connection {
    /// The next id. Chromium takes 31 bits; after two thousand million commands the first ones are long answered.
    fn new_id(&self) -> u64 {
        u64::from(self.next_id.fetch_add(1, Ordering::Relaxed) & 0x7fff_ffff)
    }

    fn queue(
        &self,
        id: u64,
        method: Cow<'static, str>,
        params: &(impl Serialize + ?Sized),
        session: Option<&SessionId>,
    ) -> Result<(), CallError> {
        let bytes = encode(id, method.clone(), params, session)?;
        self.commands.try_send(bytes).map_err(|error| match error {
            TrySendError::Full(_) => CallError::Busy { method, waiting: COMMAND_QUEUE },
            // The writer ends before the reader has found out why.
            TrySendError::Closed(_) => CallError::Closed(self.calls.past_end().unwrap_or(End::Eof)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::page::Reload;

    fn usable_from_any_task<T: Send + Sync + 'static>() {}

    #[test]
    fn clients_sessions_and_events_can_move_between_tasks() {
        usable_from_any_task::<Client>();
        usable_from_any_task::<Session>();
        usable_from_any_task::<Events>();
    }

    #[tokio::test(start_paused = true)]
    async fn given_up_and_timed_out_calls_leave_nothing_behind() {
        let (ours, _theirs) = tokio::io::duplex(1024);
        let (reader, writer) = tokio::io::split(ours);
        let (client, _events) = Client::new(reader, writer, EventFilter::none());
        let session = client.browser();
        let reload = Reload::default();

        let given_up = session.start(&reload, Duration::from_secs(1));
        assert_eq!(client.0.calls.waiting(), 1);
        drop(given_up);
        assert_eq!(client.0.calls.waiting(), 0);

        let outcome = session.call(&reload, Duration::from_secs(1)).await;
        let after = Duration::from_secs(1);
        assert_eq!(outcome, Err(CallError::TimedOut { method: "Page.reload".into(), after }));
        assert_eq!(client.0.calls.waiting(), 0);
    }
}
