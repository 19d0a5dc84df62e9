//! Reads one line as a message of the protocol, or says what is wrong with it.
//!
//! The protocol library passes over what it can't decode without a word, and the client that sent it waits for good.

use ringfence_toolset::text::{one_line, shorten};
use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, ClientRequest, ErrorCode, InitializeRequestParams, JsonRpcMessage,
    PaginatedRequestParams,
};
use rmcp::service::RxJsonRpcMessage;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::id::{IdScanner, is_id};
use crate::line::Line;

/// The most characters of a text that repeats something of the sender's.
const LONGEST_QUOTE: usize = 200;

/// A byte order mark, which a JSON text may begin with.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// What is answered to a line that is no message of the protocol.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bad {
    id: Option<Value>,
    code: ErrorCode,
    text: String,
}

impl Bad {
    pub(super) fn new(id: Option<Value>, code: ErrorCode, text: impl Into<String>) -> Self {
        Self { id, code, text: text.into() }
    }

    /// The answer, as the protocol wants it.
    pub(super) fn to_json(&self) -> Value {
        json!({ "jsonrpc": "2.0", "id": self.id, "error": { "code": self.code.0, "message": self.text } })
    }
}

/// Reads a line; `None` when it needs no answer and is no message for us, such as one of nothing but spaces.
pub(super) fn read(line: Line) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Bad> {
    let bytes = match line {
        Line::Whole(bytes) => bytes,
        Line::TooLong { id } => {
            let text = "The line is longer than 16 MiB, so it was passed over. Send less at once.";
            return Err(Bad::new(id, ErrorCode::PARSE_ERROR, text));
        }
    };
    let text = bytes.strip_prefix(MARK).unwrap_or(&bytes).trim_ascii();
    if text.is_empty() {
        return Ok(None);
    }
    match parse(text)? {
        Value::Object(fields) => message(fields),
        Value::Array(_) => Err(invalid(None, "Batches are not served: send one message a line.")),
        _ => Err(invalid(None, "The line is JSON, but no object: a message is an object.")),
    }
}

fn parse(text: &[u8]) -> Result<Value, Bad> {
    let bad = |text_of_ours: String| Bad::new(IdScanner::find(text), ErrorCode::PARSE_ERROR, text_of_ours);
    if let Err(error) = std::str::from_utf8(text) {
        let at = error.valid_up_to() + 1;
        return Err(bad(format!("The line is not UTF-8: its byte {at} is part of no character.")));
    }
    serde_json::from_slice(text).map_err(|error| bad(not_json(&error)))
}

fn not_json(error: &serde_json::Error) -> String {
    let full = error.to_string();
    // The place that it names counts lines; there is only one.
    let what = full.split(" at line ").next().unwrap_or_default();
    let at = error.column();
    if what.contains("recursion limit") {
        return format!("The line is nested more than 127 deep, at byte {at}. Send it flatter.");
    }
    if what.contains("surrogate") || what.contains("hex escape") {
        return format!(
            "The line is not JSON: half a character at byte {at} ({what}). Escapes from \\ud800 to \\udfff come in pairs."
        );
    }
    format!("The line is not JSON: {what}, at byte {at}.")
}

fn invalid(id: Option<&Value>, text: impl Into<String>) -> Bad {
    Bad::new(id.cloned(), ErrorCode::INVALID_REQUEST, text)
}

fn message(mut fields: Map<String, Value>) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Bad> {
    let id = fields.get("id").cloned();
    let usable_id = id.clone().filter(is_id);
    if id.is_some() && usable_id.is_none() {
        return Err(invalid(None, "id: expected a string or a whole number."));
    }
    if fields.get("jsonrpc") != Some(&json!("2.0")) {
        return Err(invalid(usable_id.as_ref(), "jsonrpc: expected \"2.0\"."));
    }
    let method = match fields.get("method") {
        Some(Value::String(method)) => Some(method.clone()),
        Some(_) => return Err(invalid(usable_id.as_ref(), "method: expected a string.")),
        None => None,
    };
    if fields.get("params").is_some_and(Value::is_null) {
        fields.remove("params");
    }
    match (method, usable_id) {
        (Some(method), Some(id)) => request(&method, &id, fields).map(Some),
        (Some(method), None) => Ok(notification(&method, fields)),
        (None, id) if fields.contains_key("result") || fields.contains_key("error") => decode(fields)
            .map(Some)
            .map_err(|_| invalid(id.as_ref(), "The line is no answer of the protocol's.")),
        (None, id) => Err(invalid(id.as_ref(), "The message has no method, and no result or error either.")),
    }
}

fn request(
    method: &str,
    id: &Value,
    fields: Map<String, Value>,
) -> Result<RxJsonRpcMessage<RoleServer>, Bad> {
    let bad = |code, text: String| Bad::new(Some(id.clone()), code, text);
    let params = fields.get("params").cloned();
    if params.as_ref().is_some_and(|params| !params.is_object()) {
        return Err(bad(ErrorCode::INVALID_PARAMS, "params: expected an object.".to_owned()));
    }
    let read = decode(fields);
    if let Ok(JsonRpcMessage::Request(read)) = &read
        && !matches!(read.request, ClientRequest::CustomRequest(_))
    {
        return Ok(JsonRpcMessage::Request(read.clone()));
    }
    // Neither decoded, nor as something that is known.
    let params = params.unwrap_or_else(|| json!({}));
    let why = match method {
        "initialize" => why_not::<InitializeRequestParams>(params),
        "tools/call" => why_not::<CallToolRequestParams>(params),
        "tools/list" => why_not::<PaginatedRequestParams>(params),
        "ping" | "server/discover" => Some("its fields are not of the types that are expected".to_owned()),
        _ => None,
    };
    Err(match why {
        Some(why) => bad(ErrorCode::INVALID_PARAMS, format!("params of {method}: {why}.")),
        None => {
            let method = quote(method);
            let text = format!(
                "There is no method {method}. Tools are listed by tools/list and used by tools/call."
            );
            bad(ErrorCode::METHOD_NOT_FOUND, text)
        }
    })
}

/// Nobody is answered for a notification, not even for one that can't be read.
fn notification(method: &str, fields: Map<String, Value>) -> Option<RxJsonRpcMessage<RoleServer>> {
    let read = decode(fields);
    if let Err(error) = &read {
        tracing::debug!(method, %error, "a notification could not be read");
    }
    read.ok()
}

fn decode(fields: Map<String, Value>) -> Result<RxJsonRpcMessage<RoleServer>, serde_json::Error> {
    serde_json::from_value(Value::Object(fields))
}

/// Why these are no such parameters.
fn why_not<P: DeserializeOwned>(params: Value) -> Option<String> {
    Some(match serde_json::from_value::<P>(params) {
        Err(error) => shorten(&one_line(&error.to_string()), LONGEST_QUOTE),
        Ok(_) => "its fields are not of the types that are expected".to_owned(),
    })
}

fn quote(text: &str) -> String {
    ringfence_toolset::text::quoted(&shorten(text, LONGEST_QUOTE))
}
