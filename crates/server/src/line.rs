//! Reads lines of bounded length.

use std::io;

use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

use crate::id::IdScanner;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 16 * 1_024 * 1_024;

/// One line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// All of it, without its end.
    Whole(Vec<u8>),
    /// It was longer than allowed; all of it was passed over.
    TooLong {
        /// Its `id`, a string or a whole number, when one was seen on the way.
        id: Option<Value>,
    },
}

/// Reads the next line; `None` at the end of the input. What it has read of a line is lost when it is dropped.
pub(crate) async fn next_line(
    input: &mut (impl AsyncBufRead + Unpin),
    longest: usize,
) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut any = false;
    let mut passed_over: Option<IdScanner> = None;
    loop {
        let chunk = input.fill_buf().await?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if let Some(scanner) = &mut passed_over {
            scanner.feed(part);
        } else if line.len() + part.len() > longest {
            let mut scanner = IdScanner::default();
            scanner.feed(&line);
            scanner.feed(part);
            line = Vec::new();
            passed_over = Some(scanner);
        } else {
            line.extend_from_slice(part);
        }
        let used = end.map_or(part.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (any, passed_over) {
        (false, _) => None,
        (true, Some(scanner)) => Some(Line::TooLong { id: scanner.id() }),
        (true, None) => Some(Line::Whole(line)),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn a_line_longer_than_allowed_is_passed_over_whole() {
        // A buffer of 3 bytes, so that lines lie across reads.
        let text = &b"12345\n123456\n\n{\"a\":0,\"id\":7}\nend"[..];
        let mut input = tokio::io::BufReader::with_capacity(3, text);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, 5).await.unwrap() {
            lines.push(line);
        }
        let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
        let expected = [
            whole("12345"),
            Line::TooLong { id: None },
            whole(""),
            Line::TooLong { id: Some(json!(7)) },
            whole("end"),
        ];
        assert_eq!(lines, expected);
    }
}
