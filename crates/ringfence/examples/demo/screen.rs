//! What the demo writes to the terminal: each line at once, at most 100 columns, in colour where that can be seen.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

/// Columns of a line.
const WIDTH: usize = 100;
/// Columns before what the agent asks and reads.
const INDENT: usize = 11;

/// A colour or weight, as a terminal's escape sequence takes it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ink {
    Plain,
    Bold,
    Dim,
    Red,
    Green,
    Cyan,
}

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "0",
            Self::Bold => "1",
            Self::Dim => "2",
            Self::Red => "31",
            Self::Green => "32",
            Self::Cyan => "36",
        }
    }
}

/// The terminal, or whatever stdout is.
#[derive(Debug)]
pub(crate) struct Screen {
    colour: bool,
}

impl Screen {
    /// Colour is used on a terminal, unless `NO_COLOR` is set to something (<https://no-color.org>).
    pub(crate) fn of_stdout() -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { colour: io::stdout().is_terminal() && !unwanted }
    }

    /// Writes one line in one ink.
    pub(crate) fn line(&self, ink: Ink, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", self.inked(ink, text))?;
        out.flush()
    }

    /// Begins a step.
    pub(crate) fn step(&self, number: u32, why: &str) -> io::Result<()> {
        self.line(Ink::Plain, "")?;
        self.line(Ink::Bold, &format!("{number:>2}  {why}"))
    }

    /// Writes a text behind a label, folded at the screen's width.
    pub(crate) fn labelled(&self, label: &str, ink: Ink, text: &str) -> io::Result<()> {
        let mut label = self.inked(Ink::Dim, &format!("{label:>9}  "));
        for line in text.lines().flat_map(|line| folded(line, WIDTH - INDENT)) {
            let mut out = io::stdout().lock();
            writeln!(out, "{label}{}", self.inked(ink, &line))?;
            out.flush()?;
            label = " ".repeat(INDENT);
        }
        Ok(())
    }

    /// Ends a step that went as it should.
    pub(crate) fn passed(&self, what: &str, took: Duration) -> io::Result<()> {
        let took = self.inked(Ink::Dim, &format!("({} ms)", took.as_millis()));
        self.line(Ink::Plain, &format!("        {}  {what} {took}", self.inked(Ink::Green, "✓")))
    }

    /// Ends a step that did not.
    pub(crate) fn missed(&self, what: &str) -> io::Result<()> {
        self.line(Ink::Plain, &format!("        {}  expected: {what}", self.inked(Ink::Red, "✗")))
    }

    fn inked(&self, ink: Ink, text: &str) -> String {
        match (self.colour, ink) {
            (false, _) | (true, Ink::Plain) => text.to_owned(),
            (true, ink) => format!("\u{1b}[{}m{text}\u{1b}[0m", ink.code()),
        }
    }
}

/// Breaks a line after a space where it can, keeping its own indentation.
fn folded(line: &str, width: usize) -> Vec<String> {
    let own = line.chars().take_while(|c| *c == ' ').count().min(width / 2);
    let mut rest: Vec<char> = line.chars().collect();
    let mut lines = Vec::new();
    while rest.len() > width {
        let space = rest.iter().take(width).rposition(|c| *c == ' ').filter(|at| *at > own);
        let kept = space.map_or(width, |at| at + 1);
        let tail = rest.split_off(kept);
        lines.push(rest.iter().collect::<String>().trim_end().to_owned());
        rest = std::iter::repeat_n(' ', own + 2).chain(tail).collect();
    }
    lines.push(rest.into_iter().collect());
    lines
}
