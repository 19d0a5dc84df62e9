//! The JSON-lines face: one call a line in, one `tool_result` a line out, in order, in one session.

mod request;

use std::io;

use ringfence_toolset::text::{one_line, shorten};
use ringfence_toolset::{Outcome, ToolResult};
use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt as _};

use self::request::Request;
use crate::backend::Backend;
pub use crate::line::LONGEST_LINE;
use crate::line::{Line, next_line};
use crate::refused;

/// Characters of an id that are told beside an answer.
const LONGEST_ID: usize = 60;

/// What a stream of calls came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Lines answered with a success.
    pub done: u64,
    /// Lines answered with an error.
    pub failed: u64,
}

/// Answers calls until the input ends. A line is `{"id"?, "name", "input"?}`; its answer is a whole
/// `tool_result` whose `tool_use_id` is the id, or the line's number when it has none. A line that is no
/// call gets an error result in its place, and the stream goes on; lines of nothing but spaces are passed
/// over. `tell` gets what is to be told once about the session, and what belongs to an answer and has no place in a
/// `tool_result`: what pages were refused, and fields that were passed over.
///
/// # Errors
/// When the input can't be read or the output can't be written.
pub async fn run(
    mut input: impl AsyncBufRead + Unpin,
    mut output: impl AsyncWrite + Unpin,
    backend: &impl Backend,
    session: &str,
    mut tell: impl FnMut(&str),
) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let mut number = 0_u64;
    while let Some(line) = next_line(&mut input, LONGEST_LINE).await? {
        number += 1;
        if matches!(&line, Line::Whole(bytes) if bytes.trim_ascii().is_empty()) {
            continue;
        }
        let (id, answer) = answer(&line, number, backend, session).await;
        let Answer { result, beside } = answer;
        // The id is the agent's word, and is read on a person's terminal.
        let shown = shorten(&one_line(&id), LONGEST_ID);
        beside.iter().for_each(|text| tell(&format!("call {shown}: {text}")));
        if let Some(notice) = backend.take_notice(session, result.is_error) {
            tell(&notice);
        }
        if result.is_error {
            tally.failed += 1;
        } else {
            tally.done += 1;
        }
        write(&mut output, &result.to_api(&id)).await?;
    }
    Ok(tally)
}

/// The answer to a line.
struct Answer {
    result: ToolResult,
    /// What is told beside it.
    beside: Vec<String>,
}

impl Answer {
    fn of(outcome: Outcome) -> Self {
        let beside = outcome.ignored.into_iter().chain(refused::texts(&outcome.refused)).collect();
        Self { result: outcome.result, beside }
    }

    fn error(text: String) -> Self {
        Self { result: ToolResult::error(text), beside: Vec::new() }
    }
}

async fn answer(line: &Line, number: u64, backend: &impl Backend, session: &str) -> (String, Answer) {
    let request = match Request::read(line, number) {
        Ok(request) => request,
        Err(bad) => return (bad.id, Answer::error(bad.text)),
    };
    let answer = match backend.call(session, &request.name, request.input).await {
        Ok(outcome) => Answer::of(outcome),
        Err(fault) => Answer::error(fault.text),
    };
    (request.id, answer)
}

async fn write(output: &mut (impl AsyncWrite + Unpin), answer: &Value) -> io::Result<()> {
    let mut line = answer.to_string();
    line.push('\n');
    output.write_all(line.as_bytes()).await?;
    output.flush().await
}
