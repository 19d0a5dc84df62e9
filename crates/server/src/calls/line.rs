//! Reads lines of bounded length.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

/// One line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// All of it, without its end.
    Whole(Vec<u8>),
    /// It was longer than allowed; all of it was passed over.
    TooLong,
}

/// Reads the next line; `None` at the end of the input.
pub(super) async fn next_line(
    input: &mut (impl AsyncBufRead + Unpin),
    longest: usize,
) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let (mut any, mut too_long) = (false, false);
    loop {
        let chunk = input.fill_buf().await?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= line.len() + part.len() > longest;
        if too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let used = end.map_or(part.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (any, too_long) {
        (false, _) => None,
        (true, true) => Some(Line::TooLong),
        (true, false) => Some(Line::Whole(line)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_line_longer_than_allowed_is_passed_over_whole() {
        // A buffer of 3 bytes, so that lines lie across reads.
        let mut input = tokio::io::BufReader::with_capacity(3, &b"12345\n123456\n\nend"[..]);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, 5).await.unwrap() {
            lines.push(line);
        }
        let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
        assert_eq!(lines, [whole("12345"), Line::TooLong, whole(""), whole("end")]);
    }
}
