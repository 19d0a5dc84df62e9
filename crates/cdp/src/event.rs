//! Events: which are kept, and how they reach their reader.

use crate::{DecodeError, Event, SessionId};
use serde_json::value::RawValue;
use std::collections::HashSet;
use tokio::sync::mpsc;

/// Names the events that are kept. All others are dropped before anything of them is copied.
#[derive(Debug, Clone, Default)]
pub struct EventFilter(HashSet<&'static str>);

impl EventFilter {
    /// Keeps no event.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Keeps `E`, too.
    #[must_use]
    pub fn with<E: Event>(mut self) -> Self {
        self.0.insert(E::METHOD);
        self
    }

    /// The filter's own copy of `method` when it is kept, so that an event needs no copy of its name.
    pub(crate) fn kept(&self, method: &str) -> Option<&'static str> {
        self.0.get(method).copied()
    }
}

/// An event whose parameters are not read yet.
#[derive(Debug, Clone)]
pub struct RawEvent {
    /// The session that it belongs to, or none when it is the browser's own.
    pub session: Option<SessionId>,
    /// Its name, such as `Page.frameNavigated`.
    pub method: &'static str,
    /// Its parameters as JSON.
    pub params: Box<RawValue>,
}

impl RawEvent {
    /// Whether it is an `E`.
    #[must_use]
    pub fn is<E: Event>(&self) -> bool {
        self.method == E::METHOD
    }

    /// Reads it as an `E`.
    ///
    /// # Errors
    /// [`DecodeError`] when it is another event or its parameters are not what the protocol promises. Whoever
    /// judges by this event must then refuse, not go on.
    pub fn decode<E: Event>(&self) -> Result<E, DecodeError> {
        if !self.is::<E>() {
            return Err(DecodeError::OtherMethod { found: self.method, expected: E::METHOD });
        }
        serde_json::from_str(self.params.get())
            .map_err(|error| DecodeError::Parameters { method: self.method, detail: error.to_string() })
    }
}

/// The events that Chromium sent, in the order in which it sent them.
///
/// The queue is bounded: when it is full the pipe is not read until there is room, so that nothing is lost and
/// memory stays bounded. Answers come through the same pipe. So whoever reads events must never wait for a
/// command's answer inside that loop (it would wait until the deadline); use [`Session::send`](crate::Session::send),
/// or another task.
#[derive(Debug)]
pub struct Events(mpsc::Receiver<RawEvent>);

impl Events {
    pub(crate) fn new(queue: mpsc::Receiver<RawEvent>) -> Self {
        Self(queue)
    }

    /// Waits for the next event. `None` after the last one, when the pipe has ended.
    ///
    /// Has no deadline of its own: it ends with the pipe. Dropping the future loses no event.
    pub async fn recv(&mut self) -> Option<RawEvent> {
        self.0.recv().await
    }

    /// The next event that is already here, if any.
    pub fn try_recv(&mut self) -> Option<RawEvent> {
        self.0.try_recv().ok()
    }
}
