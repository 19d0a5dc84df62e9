//! The shape of messages on the pipe.

use crate::{CallError, MAX_COMMAND_BYTES, SessionId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Any message from Chromium, its parts still borrowed from the text.
///
/// Names and session ids are ASCII without escapes in every Chromium; where they are not, the message is unreadable
/// and the pipe ends.
#[derive(Deserialize)]
pub(crate) struct Incoming<'a> {
    pub(crate) id: Option<u64>,
    pub(crate) method: Option<&'a str>,
    #[serde(rename = "sessionId")]
    pub(crate) session: Option<&'a str>,
    #[serde(borrow)]
    pub(crate) params: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) result: Option<&'a RawValue>,
    pub(crate) error: Option<Refusal>,
}

/// The error part of an answer.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Refusal {
    pub(crate) code: i64,
    pub(crate) message: String,
    pub(crate) data: Option<Box<RawValue>>,
}

impl Refusal {
    /// Chromium's sentence, with the detail that it sometimes adds.
    pub(crate) fn text(&self) -> String {
        let detail = self.data.as_deref().and_then(|data| serde_json::from_str::<String>(data.get()).ok());
        match detail {
            Some(detail) => format!("{}: {detail}", self.message),
            None => self.message.clone(),
        }
    }
}

#[derive(Serialize)]
struct Outgoing<'a, P: ?Sized> {
    id: u64,
    method: &'a str,
    params: &'a P,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    session: Option<&'a SessionId>,
}

/// One command as bytes, with the NUL that ends it.
///
/// JSON has no raw NUL inside, because a NUL in a string is written as an escape.
pub(crate) fn encode<P: Serialize + ?Sized>(
    id: u64,
    method: Cow<'static, str>,
    params: &P,
    session: Option<&SessionId>,
) -> Result<Vec<u8>, CallError> {
    let mut bytes = match serde_json::to_vec(&Outgoing { id, method: &method, params, session }) {
        Ok(bytes) => bytes,
        Err(error) => return Err(CallError::Encode { method, detail: error.to_string() }),
    };
    if bytes.len() > MAX_COMMAND_BYTES {
        return Err(CallError::TooLarge { method, bytes: bytes.len(), limit: MAX_COMMAND_BYTES });
    }
    bytes.push(0);
    Ok(bytes)
}
