//! The requests of pages, frames and workers, and what became of them.

use ringfence_cdp::protocol::network::{
    LoadingFailed, LoadingFinished, RequestId, RequestWillBeSent, Response, ResponseReceived,
};
use ringfence_toolset::secrets::cover;
use ringfence_toolset::text::{address_line, shorten};

use super::log::Log;

/// Characters of an address.
const LONGEST: usize = 500;

/// A tab's requests since the last reading.
#[derive(Debug, Default)]
pub(crate) struct Network(Log<Entry>);

#[derive(Debug)]
struct Entry {
    id: RequestId,
    method: String,
    kind: String,
    address: String,
    outcome: Outcome,
    bytes: Option<u64>,
}

#[derive(Debug)]
enum Outcome {
    Pending,
    Answered { status: i64, mime: String },
    Failed(String),
}

impl Network {
    pub(super) fn sent(&mut self, event: RequestWillBeSent) {
        if let (Some(redirect), Some(entry)) = (&event.redirect_response, self.of(&event.request_id)) {
            entry.outcome = answer(redirect);
        }
        self.0.push(Entry {
            id: event.request_id,
            method: shorten(&event.request.method, 20),
            kind: event.r#type.map(|kind| kind.as_str().to_lowercase()).unwrap_or_else(|| "other".to_owned()),
            address: address(&event.request.url),
            outcome: Outcome::Pending,
            bytes: None,
        });
    }

    pub(super) fn answered(&mut self, event: ResponseReceived) {
        let outcome = answer(&event.response);
        match self.of(&event.request_id) {
            Some(entry) => entry.outcome = outcome,
            // Its sending was read already.
            None => self.0.push(Entry {
                id: event.request_id,
                method: String::new(),
                kind: event.r#type.as_str().to_lowercase(),
                address: address(&event.response.url),
                outcome,
                bytes: None,
            }),
        }
    }

    pub(super) fn finished(&mut self, event: &LoadingFinished) {
        if let Some(entry) = self.of(&event.request_id) {
            // Never negative, and far from where a number of bytes would lose its last digit.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of bytes")]
            let bytes = event.encoded_data_length.max(0.0) as u64;
            entry.bytes = Some(bytes);
        }
    }

    pub(super) fn failed(&mut self, event: LoadingFailed) {
        let why = match &event.blocked_reason {
            Some(reason) => format!("blocked: {}", reason.as_str()),
            None => event.error_text.trim_start_matches("net::").to_owned(),
        };
        if let Some(entry) = self.of(&event.request_id) {
            entry.outcome = Outcome::Failed(shorten(&why, 100));
        }
    }

    fn of(&mut self, id: &RequestId) -> Option<&mut Entry> {
        self.0.newest(|entry| entry.id == *id)
    }

    pub(super) fn take(&mut self) -> String {
        self.0.take(|entry| {
            let outcome = match &entry.outcome {
                Outcome::Pending => "pending".to_owned(),
                Outcome::Answered { status, mime } => format!("{status} {mime}"),
                Outcome::Failed(why) => format!("failed: {why}"),
            };
            let bytes = entry.bytes.map(|bytes| format!(", {bytes} bytes")).unwrap_or_default();
            let method = if entry.method.is_empty() { "…" } else { entry.method.as_str() };
            format!("{method} {} {} → {outcome}{bytes}", entry.kind, entry.address)
        })
    }
}

fn address(url: &str) -> String {
    shorten(&cover(&address_line(url)), LONGEST)
}

fn answer(response: &Response) -> Outcome {
    Outcome::Answered { status: response.status, mime: shorten(&response.mime_type, 100) }
}
