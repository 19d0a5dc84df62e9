//! Turns what a driver gave back into blocks (N1–N4).

use crate::ack;
use crate::driver::{DriverError, MemberOutput};
use crate::input::MemberInput;
use crate::result::{Block, Failure};
use crate::text::{address_line, bound_text, one_line, quoted, shorten};

/// The most code points of a driver's error text (P7).
const LONGEST_ERROR: usize = 4_096;
/// The most characters of a failure's subject.
const LONGEST_SUBJECT: usize = 200;

/// Makes the blocks of a success that come before the state. None for a tab member (N5).
pub(crate) fn success(input: &MemberInput, output: MemberOutput) -> Vec<Block> {
    match output {
        MemberOutput::Navigated { url, title, status, note } => {
            vec![Block::Text(landed(&url, title.as_deref(), status, note.as_deref()))]
        }
        MemberOutput::Text { text, .. } if text.trim().is_empty() => {
            vec![Block::Text(ack::nothing_read(input).to_owned())]
        }
        MemberOutput::Text { text, source } => {
            let text = bound_text(&text, ack::how_to_read_more(input));
            vec![Block::PageText { text, source: source.as_deref().map(address_line) }]
        }
        MemberOutput::Image { data, media_type, .. } => vec![Block::Image { data, media_type }],
        MemberOutput::Done { line } => {
            let own = ack::acknowledgment(input).map(Block::Text);
            let line = line.map(|line| one_line(&line)).filter(|line| !line.is_empty());
            own.into_iter().chain(line.map(Block::Text)).collect()
        }
        MemberOutput::Tabs => Vec::new(),
    }
}

/// Makes the line of a navigation (N1).
fn landed(url: &str, title: Option<&str>, status: Option<u16>, note: Option<&str>) -> String {
    let title = title.map(one_line).filter(|title| !title.is_empty());
    let title = title.map(|title| format!(" {}", quoted(&title))).unwrap_or_default();
    let facts: Vec<_> =
        status.map(|status| format!("HTTP {status}")).into_iter().chain(note.map(one_line)).collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
    format!("Now at {}{title}{facts}", address_line(url))
}

/// Makes the text of a failure. Never empty (N6).
pub(crate) fn failure_text(error: &DriverError) -> String {
    let text = shorten(error.text.trim(), LONGEST_ERROR);
    if text.is_empty() { format!("The call failed: {}.", error.code) } else { text }
}

/// Makes the facts of a failure.
pub(crate) fn failure(error: &DriverError) -> Failure {
    let bounded = |text: &String| shorten(&one_line(text), LONGEST_SUBJECT);
    Failure {
        code: error.code,
        subject: error.subject.as_ref().map(bounded),
        hint: error.hint.as_deref().map(one_line),
    }
}
