//! Bodies on their way through, with an idle limit.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::task::JoinHandle;
use tokio::time::{Instant, Sleep, sleep};

use crate::exchange::Exchange;

/// Why a body ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    /// The peer broke off.
    #[error("the body broke off: {0}")]
    Broken(#[from] hyper::Error),
    /// Nothing came for the idle time.
    #[error("the body stood still for too long")]
    Idle,
}

/// Ends a task when dropped.
pub(crate) struct AbortOnDrop(pub(crate) JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What must live as long as a response's body: the exchange, whose end is an event, and the
/// connection that the body comes from.
pub(crate) struct Held {
    pub(crate) _exchange: Exchange,
    pub(crate) _connection: AbortOnDrop,
}

/// A body of the other side.
pub(crate) struct Timed {
    inner: Incoming,
    idle: Duration,
    alarm: Pin<Box<Sleep>>,
    _held: Option<Held>,
}

impl Timed {
    pub(crate) fn new(inner: Incoming, idle: Duration, held: Option<Held>) -> Self {
        Self { inner, idle, alarm: Box::pin(sleep(idle)), _held: held }
    }
}

impl Body for Timed {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.inner).poll_frame(cx) {
            this.alarm.as_mut().reset(Instant::now() + this.idle);
            return Poll::Ready(frame.map(|frame| frame.map_err(BodyError::Broken)));
        }
        ready!(this.alarm.as_mut().poll(cx));
        Poll::Ready(Some(Err(BodyError::Idle)))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// The body of an answer.
pub(crate) enum ReplyBody {
    /// Ours.
    Text(Full<Bytes>),
    /// The host's.
    Relayed(Box<Timed>),
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        match &mut *self {
            ReplyBody::Text(text) => Pin::new(text).poll_frame(cx).map_err(|never| match never {}),
            ReplyBody::Relayed(body) => Pin::new(&mut **body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            ReplyBody::Text(text) => text.is_end_stream(),
            ReplyBody::Relayed(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            ReplyBody::Text(text) => text.size_hint(),
            ReplyBody::Relayed(body) => body.size_hint(),
        }
    }
}
