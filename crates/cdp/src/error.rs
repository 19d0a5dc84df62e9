//! What can go wrong, one enumeration for each operation.

use crate::SessionId;
use std::borrow::Cow;
use std::time::Duration;

/// Why the pipe ended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum End {
    /// Chromium closed its end between two messages: it quit, was killed, or crashed.
    #[error("the browser closed its debugging pipe: it has quit or crashed")]
    Eof,
    /// Chromium closed its end in the middle of a message: it was killed or crashed.
    #[error("the browser's debugging pipe broke off {bytes} bytes into a message: the browser has crashed")]
    CutShort {
        /// How much of the message had come.
        bytes: usize,
    },
    /// Reading failed.
    #[error("reading from the browser's debugging pipe failed: {error}")]
    ReadFailed {
        /// What the system said.
        error: String,
    },
    /// Writing failed, and Chromium did not close its own end soon after.
    #[error("writing to the browser's debugging pipe failed: {error}")]
    WriteFailed {
        /// What the system said.
        error: String,
    },
    /// A message was not what the protocol allows. What follows it can't be trusted, so the pipe is closed.
    #[error("the browser sent a message that can't be read, so its debugging pipe was closed: {detail}")]
    BadMessage {
        /// What was wrong with it; names no content.
        detail: String,
    },
    /// A message was longer than [`MAX_MESSAGE_BYTES`](crate::MAX_MESSAGE_BYTES).
    #[error("the browser sent a message of more than {limit} bytes, so its debugging pipe was closed")]
    MessageTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The last client, session and waiting call were dropped on this side.
    #[error("the debugging pipe was closed on this side: nothing uses it any more")]
    Released,
}

/// Why a command has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The pipe ended before the answer came.
    #[error("no answer: {0}")]
    Closed(#[source] End),
    /// The answer did not come within the caller's deadline. The command may still take effect.
    #[error("{method} was not answered within {after:?}")]
    TimedOut {
        /// The command.
        method: Cow<'static, str>,
        /// The deadline.
        after: Duration,
    },
    /// The session was detached (its target closed, crashed or moved to another process) before the answer came,
    /// or was gone already.
    #[error(
        "{method} was not carried out: session {session} is gone because its target closed or was replaced"
    )]
    SessionGone {
        /// The command.
        method: Cow<'static, str>,
        /// The session.
        session: SessionId,
    },
    /// Chromium answered that it could not do it.
    #[error("{method} was refused by the browser: {message} (code {code})")]
    Protocol {
        /// The command.
        method: Cow<'static, str>,
        /// A JSON-RPC error code, mostly -32000.
        code: i64,
        /// Chromium's own words. A page can have a part in them: don't take them for ours.
        message: String,
    },
    /// The answer came but is not what the protocol promises.
    #[error("the answer to {method} can't be read: {detail}")]
    Decode {
        /// The command.
        method: Cow<'static, str>,
        /// What was expected, and where.
        detail: String,
    },
    /// The command's parameters can't be written as JSON. Nothing was sent.
    #[error("{method} was not sent: its parameters can't be written as JSON: {detail}")]
    Encode {
        /// The command.
        method: Cow<'static, str>,
        /// What can't be written.
        detail: String,
    },
    /// The command is longer than [`MAX_COMMAND_BYTES`](crate::MAX_COMMAND_BYTES). Nothing was sent.
    #[error("{method} was not sent: it has {bytes} bytes and the browser takes at most {limit}")]
    TooLarge {
        /// The command.
        method: Cow<'static, str>,
        /// Its length, in bytes.
        bytes: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// So many commands wait to be written that no more are taken: Chromium doesn't read. Nothing was sent.
    #[error("{method} was not sent: {waiting} commands wait already because the browser does not read them")]
    Busy {
        /// The command.
        method: Cow<'static, str>,
        /// How many commands wait.
        waiting: usize,
    },
}

/// Why an event can't be read as the type that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// It is another event.
    #[error("the event is {found}, not {expected}")]
    OtherMethod {
        /// The event's name.
        found: &'static str,
        /// The name of the type that was asked for.
        expected: &'static str,
    },
    /// Its parameters are not what the protocol promises.
    #[error("the parameters of {method} can't be read: {detail}")]
    Parameters {
        /// The event's name.
        method: &'static str,
        /// What was expected, and where.
        detail: String,
    },
}
