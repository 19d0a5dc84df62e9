//! The two tasks that read and write the pipe.

use crate::calls::Calls;
use crate::wire::Incoming;
use crate::{End, EventFilter, RawEvent, SessionId};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot};

/// The longest message that is read, in bytes. The screenshot of the largest page that Chromium paints stays below.
pub const MAX_MESSAGE_BYTES: usize = 256 * 1024 * 1024;

/// The longest command that Chromium takes, in bytes; at a longer one it would close the pipe.
pub const MAX_COMMAND_BYTES: usize = 100 * 1024 * 1024 - 1;

/// How long the rest of the pipe is still read after writing ended: answers that Chromium gave before it quit.
const DRAIN: Duration = Duration::from_secs(1);

/// The buffer shrinks to this between messages, so that one large message doesn't hold its memory for ever.
const KEPT_BUFFER: usize = 1024 * 1024;

/// Writes the queued commands until the queue or the pipe ends; says then which. Its half of the pipe is closed then,
/// so that Chromium quits also when it was this side that gave up.
pub(crate) async fn write(
    writer: impl AsyncWrite + Unpin,
    queue: mpsc::Receiver<Vec<u8>>,
    calls: Arc<Calls>,
    ended: oneshot::Sender<End>,
) {
    let end = tokio::select! {
        end = write_all(writer, queue) => end,
        end = calls.ended() => end,
    };
    // The reader may have ended first and not listen any more.
    let _ = ended.send(end);
}

async fn write_all(mut writer: impl AsyncWrite + Unpin, mut queue: mpsc::Receiver<Vec<u8>>) -> End {
    while let Some(command) = queue.recv().await {
        let written = async {
            writer.write_all(&command).await?;
            writer.flush().await
        };
        if let Err(error) = written.await {
            return End::WriteFailed { error: error.to_string() };
        }
    }
    End::Released
}

/// Reads messages until the pipe ends, and then ends every call.
pub(crate) async fn read(reader: Reader<impl AsyncRead + Unpin>, writer_end: oneshot::Receiver<End>) {
    let calls = Arc::clone(&reader.calls);
    let reading = reader.run();
    tokio::pin!(reading);
    let end = tokio::select! {
        end = &mut reading => end,
        // What Chromium wrote before it stopped listening is still worth reading.
        end = writer_end => match tokio::time::timeout(DRAIN, reading).await {
            Ok(end) => end,
            Err(_) => end.unwrap_or(End::Released),
        },
    };
    tracing::debug!(%end, "the debugging pipe ended");
    calls.end(end);
}

/// What the reading task owns.
pub(crate) struct Reader<R> {
    pub(crate) from: R,
    pub(crate) calls: Arc<Calls>,
    pub(crate) filter: EventFilter,
    pub(crate) events: mpsc::Sender<RawEvent>,
    /// The longest message that is taken, in bytes.
    pub(crate) limit: usize,
}

impl<R: AsyncRead + Unpin> Reader<R> {
    async fn run(mut self) -> End {
        let mut from = BufReader::with_capacity(64 * 1024, &mut self.from);
        let mut message = Vec::new();
        loop {
            message.clear();
            message.shrink_to(KEPT_BUFFER);
            // One more byte than the limit, for the NUL.
            let mut limited = (&mut from).take(self.limit as u64 + 1);
            match limited.read_until(0, &mut message).await {
                Err(error) => return End::ReadFailed { error: error.to_string() },
                Ok(0) => return End::Eof,
                Ok(_) => {}
            }
            if message.pop_if(|last| *last == 0).is_none() {
                let bytes = message.len();
                let too_large = bytes > self.limit;
                return if too_large {
                    End::MessageTooLarge { limit: self.limit }
                } else {
                    End::CutShort { bytes }
                };
            }
            crate::surrogates::mend(&mut message);
            match dispatch(&self.calls, &self.filter, &message) {
                Ok(None) => {}
                // Nobody may read events any more; answers still count.
                Ok(Some(event)) => {
                    self.calls.count_event();
                    drop(self.events.send(event).await);
                }
                Err(end) => return end,
            }
        }
    }
}

/// Takes one message apart: an answer goes to its call, an event that is kept comes back.
fn dispatch(calls: &Calls, filter: &EventFilter, message: &[u8]) -> Result<Option<RawEvent>, End> {
    let incoming: Incoming<'_> = serde_json::from_slice(message).map_err(|error| bad_message(&error))?;
    if let Some(id) = incoming.id {
        if !calls.answer(id, incoming.result, incoming.error.as_ref()) {
            trace_unawaited(id, &incoming);
        }
        return Ok(None);
    }
    let Some(method) = incoming.method else {
        tracing::warn!(error = ?incoming.error, "the browser sent a message that is neither answer nor event");
        return Ok(None);
    };
    follow_sessions(calls, method, &incoming)?;
    let Some(method) = filter.kept(method) else { return Ok(None) };
    Ok(Some(RawEvent {
        session: incoming.session.map(SessionId::from),
        method,
        params: incoming.params.map_or_else(|| RawValue::NULL.to_owned(), ToOwned::to_owned),
    }))
}

/// Keeps track of which sessions exist; unreadable news of that would leave calls waiting, so the pipe ends at it.
fn follow_sessions(calls: &Calls, method: &str, incoming: &Incoming<'_>) -> Result<(), End> {
    #[derive(Deserialize)]
    struct Subject {
        #[serde(rename = "sessionId")]
        session: SessionId,
    }
    let attached = match method {
        "Target.attachedToTarget" => true,
        "Target.detachedFromTarget" => false,
        _ => return Ok(()),
    };
    let params = incoming.params.map_or("null", RawValue::get);
    let Subject { session } = serde_json::from_str(params).map_err(|error| bad_message(&error))?;
    if attached {
        calls.attached(session, incoming.session.map(SessionId::from));
    } else {
        calls.detached(session);
    }
    Ok(())
}

fn bad_message(error: &serde_json::Error) -> End {
    End::BadMessage { detail: error.to_string() }
}

/// An answer that nobody waits for is usual (dropped or timed-out calls, `send`); one with an error may explain much.
fn trace_unawaited(id: u64, incoming: &Incoming<'_>) {
    match &incoming.error {
        Some(error) => {
            tracing::debug!(
                id,
                code = error.code,
                message = error.text(),
                "an unawaited command was refused"
            );
        }
        None => tracing::trace!(id, "an answer that nobody waits for"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn end_of(limit: usize, sent: &[u8]) -> End {
        let (events, _queue) = mpsc::channel(1);
        let calls = Arc::new(Calls::new());
        Reader { from: sent, calls, filter: EventFilter::none(), events, limit }.run().await
    }

    #[tokio::test]
    async fn a_message_of_the_limit_is_read_and_a_longer_one_ends_the_pipe() {
        let message = b"{\"id\":1,\"result\":{}}\0";
        let limit = message.len() - 1;
        assert_eq!(end_of(limit, message).await, End::Eof);
        assert_eq!(end_of(limit - 1, message).await, End::MessageTooLarge { limit: limit - 1 });
    }
}
