//! The report's structure, and that nothing in it comes from a page.

use ringfence_report::{Recorder, RecorderOptions};

use crate::outline::{Piece, outline, pieces, tags};
use crate::told::recording;

#[test]
fn the_structure_is_as_checked_in() {
    insta::assert_snapshot!(outline(&recording(str::to_owned).to_html()));
}

#[test]
fn a_session_in_which_nothing_happened_has_a_report() {
    let nothing = Recorder::new(RecorderOptions { title: "Nothing".to_owned(), policy: Vec::new() });
    let mut nothing = nothing.recording();
    (nothing.began, nothing.ended) = (crate::told::at(0), crate::told::at(0));
    insta::assert_snapshot!(outline(&nothing.to_html()));
}

/// Seen to fail with `PreEscaped(…)` around the title, around a page's words, and around a host.
#[test]
fn no_text_of_a_page_or_an_agent_becomes_markup() {
    let attack =
        "</pre></style></title>\"'><script>alert(1)</script><img src=x onerror=alert(1)><!--<base href=//x>";
    let honest = recording(str::to_owned).to_html();
    let attacked = recording(|text| format!("{text}{attack}")).to_html();
    // The same text twice in the table is no second host; all else stays tag by tag.
    assert_eq!(tags(&attacked), tags(&honest));
    let words: Vec<_> =
        pieces(&attacked).into_iter().filter(|piece| matches!(piece, Piece::Text(_))).collect();
    let escaped =
        attack.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let told =
        words.iter().filter(|piece| matches!(piece, Piece::Text(text) if text.contains(&escaped))).count();
    assert!(told >= 30, "every text is told whole, as text: {told}");
}

#[test]
fn what_cannot_be_seen_is_written_out_wherever_it_stands() {
    let html = recording(|text| format!("{text}\u{202e}\u{200b}\u{1b}")).to_html();
    let hidden = html.chars().filter(|c| matches!(c, '\u{202e}' | '\u{200b}' | '\u{1b}')).count();
    assert_eq!(hidden, 0);
    assert!(html.contains("\\u{202e}\\u{200b}\\u{1b}"));
}

/// The file brings all that it shows, and forbids the rest.
#[test]
fn the_report_asks_for_nothing() {
    let html = recording(str::to_owned).to_html();
    for tag in tags(&html) {
        let name = tag.trim_start_matches(['<', '/']).split([' ', '>']).next().unwrap().to_owned();
        assert!(
            !["script", "link", "iframe", "object", "embed", "form", "base"].contains(&name.as_str()),
            "{tag}"
        );
    }
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
    assert!(
        html.contains(&format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">")),
        "{html:.600}"
    );
    let sources = html.matches(" src=\"").count();
    assert_eq!((sources, html.matches(" src=\"data:image/gif;base64,").count()), (1, 1));
    assert!(!html.contains("url(") && !html.contains("@import"));
}
