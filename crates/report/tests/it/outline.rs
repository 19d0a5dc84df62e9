//! The structure of a report, a line a tag and a line a text.

/// A tag or a text of an HTML file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Tag(String),
    Text(String),
}

/// Takes a file apart as a browser would: a tag ends at the first `>` outside quotation marks.
pub(crate) fn pieces(html: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        if start > 0 {
            pieces.push(Piece::Text(rest[..start].to_owned()));
        }
        let mut quoted = false;
        let end = rest[start..].find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let end = start + end.expect("a tag that ends") + 1;
        pieces.push(Piece::Tag(rest[start..end].to_owned()));
        rest = &rest[end..];
        if pieces.last() == Some(&Piece::Tag("<style>".to_owned())) {
            // What is between these is no markup.
            rest = &rest[rest.find("</style>").expect("the end of the style")..];
        }
    }
    pieces
}

/// The tags alone, without the values of their attributes.
pub(crate) fn tags(html: &str) -> Vec<String> {
    let tags = pieces(html).into_iter().filter_map(|piece| match piece {
        Piece::Tag(tag) => Some(tag),
        Piece::Text(_) => None,
    });
    tags.map(|tag| tag.split('"').step_by(2).collect()).collect()
}

/// A line a piece, indented.
pub(crate) fn outline(html: &str) -> String {
    const VOID: [&str; 4] = ["<!", "<meta", "<img", "<br"];
    let mut lines = Vec::new();
    let mut depth = 0_usize;
    for piece in pieces(html) {
        match piece {
            Piece::Text(text) => lines.push(format!("{}{text}", "  ".repeat(depth))),
            Piece::Tag(tag) if tag.starts_with("</") => depth -= 1,
            Piece::Tag(tag) => {
                lines.push(format!("{}{tag}", "  ".repeat(depth)));
                depth += usize::from(!VOID.iter().any(|void| tag.starts_with(void)));
            }
        }
    }
    assert_eq!(depth, 0, "every element is closed");
    lines.join("\n")
}
