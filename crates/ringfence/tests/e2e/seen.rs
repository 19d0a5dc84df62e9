//! Whole results as text, to be compared as a whole.

use std::fmt;

use ringfence::toolset::result::changes_to_json;
use ringfence::toolset::{Block, Outcome, StateChange};

/// Everything that a call gave: each block in order, or the error with its code and subject.
#[derive(PartialEq, Eq)]
#[must_use]
pub(crate) struct Seen(String);

impl Seen {
    /// Writes a result down. Ports differ from run to run, so `ports` names them.
    pub(crate) fn new(outcome: &Outcome, ports: &[(u16, &str)]) -> Self {
        let mut lines = Vec::new();
        if let Some(failure) = &outcome.failure {
            let about = failure.subject.as_ref().map(|subject| format!(", about {subject}"));
            lines.push(format!("[error {}{}]", failure.code, about.unwrap_or_default()));
        }
        assert_eq!(outcome.result.is_error, outcome.failure.is_some());
        lines.extend(outcome.result.content.iter().map(block));
        let text = lines.join("\n");
        let named = ports
            .iter()
            .fold(text, |text, (port, name)| text.replace(&format!(":{port}"), &format!(":{name}")));
        Self(named)
    }

    /// Compares all of it. The expected text may be indented as a whole.
    #[track_caller]
    pub(crate) fn shows(&self, expected: &str) {
        assert_eq!(*self, Self(dedent(expected)));
    }

    /// The lines of a reading.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.lines()
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}\n", self.0)
    }
}

fn block(block: &Block) -> String {
    match block {
        Block::Text(text) => format!("[text] {text}"),
        Block::PageText { text, source } => {
            format!("[page text from {}]\n{text}", source.as_deref().unwrap_or("nowhere"))
        }
        Block::Image { data, media_type } => {
            let edge = |at: usize| u32::from_be_bytes(data[at..at + 4].try_into().unwrap());
            format!("[{media_type} {}×{}]", edge(16), edge(20))
        }
        Block::BrowserState { tabs, changes } => {
            let tabs = tabs.iter().map(|tab| {
                let mark = if tab.active { '*' } else { '-' };
                format!("\n{mark} {} {:?} {}", tab.tab_id, tab.title, tab.url)
            });
            let changes = changes.iter().map(|change| match change {
                StateChange::TabOpened { tab_id } => format!("\nopened {tab_id}"),
                other => format!("\n{}", changes_to_json(std::slice::from_ref(other))),
            });
            format!("[state]{}", tabs.chain(changes).collect::<String>())
        }
    }
}

/// Takes away the indentation that all lines share, and the empty lines around them.
pub(crate) fn dedent(text: &str) -> String {
    let text = text.trim_start_matches('\n').trim_end();
    let indents =
        text.lines().filter(|line| !line.is_empty()).map(|line| line.len() - line.trim_start().len());
    let shared = indents.min().unwrap_or(0);
    let lines: Vec<_> = text.lines().map(|line| line.get(shared..).unwrap_or("")).collect();
    lines.join("\n")
}
