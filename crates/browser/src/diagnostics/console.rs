//! What pages, frames and workers write to the console, and the errors that nobody caught.

use ringfence_cdp::protocol::log::EntryAdded;
use ringfence_cdp::protocol::runtime::{ConsoleApiCalled, ExceptionDetails, ExceptionThrown, RemoteObject};
use ringfence_toolset::text::{one_line, shorten};

use super::log::Log;
use super::mask::cover;

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
        Some(text) => format!("{} {}", details.text, text.lines().next().unwrap_or_default()),
        None => details.text.clone(),
    }
}

/// An argument as the console would print it, roughly.
fn shown(value: &RemoteObject) -> String {
    if let Some(json) = &value.value {
        return json.decode::<String>().unwrap_or_else(|_| json.get().to_owned());
    }
    let preview = value.preview.as_ref().map(|preview| {
        let part = |property: &ringfence_cdp::protocol::runtime::PropertyPreview| {
            format!("{}: {}", property.name, property.value.as_deref().unwrap_or("…"))
        };
        format!("{{{}}}", preview.properties.iter().map(part).collect::<Vec<_>>().join(", "))
    });
    let unserializable = value.unserializable_value.as_ref().map(|value| value.as_str().to_owned());
    preview
        .or(unserializable)
        .or_else(|| value.description.clone())
        .unwrap_or_else(|| value.r#type.as_str().to_owned())
}

/// Where something was written; lines count from 1.
fn place(url: &str, line: i64) -> String {
    if url.is_empty() {
        return String::new();
    }
    format!("{}:{}", shorten(&cover(&one_line(url)), 200), line + 1)
}
