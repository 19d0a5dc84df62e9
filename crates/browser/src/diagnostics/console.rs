//! What pages, frames and workers write to the console, and the errors that nobody caught.

use ringfence_cdp::protocol::log::{EntryAdded, LogEntrySource};
use ringfence_cdp::protocol::runtime::{
    ConsoleApiCalled, ExceptionDetails, ExceptionThrown, ObjectPreview, PropertyPreview, RemoteObject,
    RemoteObjectSubtype,
};
use ringfence_toolset::secrets::cover;
use ringfence_toolset::text::{one_line, shorten};

use super::log::Log;
use crate::remote::{described, plain};

/// Characters of one entry.
const LONGEST: usize = 1000;

/// A tab's console since the last reading.
#[derive(Debug, Default)]
pub(crate) struct Console(Log<Entry>);

#[derive(Debug)]
struct Entry {
    level: String,
    text: String,
    place: String,
}

impl Console {
    pub(super) fn called(&mut self, event: &ConsoleApiCalled) {
        let text: Vec<String> = event.args.iter().map(shown).collect();
        let top = event.stack_trace.as_ref().and_then(|trace| trace.call_frames.first());
        let place = top.map(|frame| place(&frame.url, frame.line_number)).unwrap_or_default();
        self.push(event.r#type.as_str(), &text.join(" "), place);
    }

    pub(super) fn thrown(&mut self, event: &ExceptionThrown) {
        let details = &event.exception_details;
        let at = details.url.as_deref().map(|url| place(url, details.line_number)).unwrap_or_default();
        self.push("error", &exception_text(details), at);
    }

    pub(super) fn logged(&mut self, event: &EntryAdded) {
        let entry = &event.entry;
        // The worker itself has told of it.
        if entry.source == LogEntrySource::Worker {
            return;
        }
        let at =
            entry.url.as_deref().map(|url| place(url, entry.line_number.unwrap_or(0))).unwrap_or_default();
        self.push(entry.level.as_str(), &entry.text, at);
    }

    fn push(&mut self, level: &str, text: &str, place: String) {
        let level = if level == "warning" { "warn" } else { level };
        // A credential must not be cut in half, and so be missed.
        let text = shorten(&cover(&one_line(text)), LONGEST);
        self.0.push(Entry { level: level.to_owned(), text, place });
    }

    pub(super) fn take(&mut self) -> String {
        self.0.take(|Entry { level, text, place }| {
            if place.is_empty() { format!("[{level}] {text}") } else { format!("[{level}] {text} ({place})") }
        })
    }
}

/// The first line of an uncaught error.
pub(crate) fn exception_text(details: &ExceptionDetails) -> String {
    let thrown = details.exception.as_ref();
    let described = thrown.and_then(|thrown| thrown.description.clone()).or_else(|| thrown.map(shown));
    match described {
        // Some already end in it.
        Some(text) if !details.text.ends_with(first_line(&text)) => {
            format!("{} {}", details.text, first_line(&text))
        }
        _ => details.text.clone(),
    }
}

/// An argument as the console would print it, roughly.
fn shown(value: &RemoteObject) -> String {
    if let Some(text) = plain(value) {
        return text;
    }
    match (&value.preview, &value.subtype) {
        // The description of an error is its text and its stack.
        (_, Some(RemoteObjectSubtype::Error)) | (None, _) => first_line(&described(value)).to_owned(),
        (Some(preview), subtype) => previewed(preview, *subtype == Some(RemoteObjectSubtype::Array)),
    }
}

fn previewed(preview: &ObjectPreview, array: bool) -> String {
    let value = |property: &PropertyPreview| property.value.clone().unwrap_or_else(|| "…".to_owned());
    let named = |property: &PropertyPreview| format!("{}: {}", property.name, value(property));
    let part = |property| if array { value(property) } else { named(property) };
    let mut parts: Vec<_> = preview.properties.iter().map(part).collect();
    if preview.overflow {
        parts.push("…".to_owned());
    }
    let parts = parts.join(", ");
    if array { format!("[{parts}]") } else { format!("{{{parts}}}") }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Where something was written; lines count from 1.
fn place(url: &str, line: i64) -> String {
    if url.is_empty() {
        return String::new();
    }
    format!("{}:{}", shorten(&cover(&one_line(url)), 200), line + 1)
}
