//! Asking a person on the terminal.
//!
//! The question goes to the controlling terminal and the answer comes from there, never from stdin: an agent writes to
//! that. What was typed before the question is thrown away, so that nothing answers by accident or ahead of time.

mod escape;
mod question;

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::time::Duration;

use async_trait::async_trait;
use ringfence_session::{Ask, Asked};
use ringfence_toolset::ConfirmRequest;
use rustix::fs::OFlags;
use rustix::termios::{QueueSelector, tcflush, tcgetpgrp};
use tokio::io::AsyncReadExt as _;
use tokio::net::unix::pipe;
use tokio::sync::Mutex;

/// How long an answer is waited for. No answer is no.
const PATIENCE: Duration = Duration::from_secs(120);
/// More than anybody types.
const LONGEST_ANSWER: usize = 1_000;

/// The controlling terminal. One question at a time.
#[derive(Debug, Default)]
pub(crate) struct Terminal(Mutex<()>);

#[async_trait]
impl Ask for Terminal {
    async fn ask(&self, request: &ConfirmRequest) -> Asked {
        let text = match question::text(request) {
            Ok(text) => text,
            Err(too_long) => return Asked::Impossible(too_long),
        };
        let _one_at_a_time = self.0.lock().await;
        let mut terminal = match open() {
            Ok(terminal) => terminal,
            Err(why) => return Asked::Impossible(why),
        };
        answer(&mut terminal, &text)
            .await
            .unwrap_or_else(|error| Asked::Impossible(format!("asking on the terminal failed: {error}")))
    }
}

/// Why nobody can be asked on the terminal just now; none when somebody can.
pub(crate) fn cant_be_asked_on() -> Option<String> {
    open_tty().err()
}

/// A terminal that can be asked on.
struct Opened {
    /// Where the question is written.
    file: File,
    /// The same terminal, where the answer is waited for.
    answers: pipe::Receiver,
}

/// The terminal, ready to be asked on; or why nobody can be asked there.
fn open() -> Result<Opened, String> {
    let file = open_tty()?;
    // It takes whatever can be waited for, not only pipes.
    let answers = file.try_clone().and_then(pipe::Receiver::from_file_unchecked);
    let answers = answers.map_err(|error| format!("the terminal can't be asked on: {error}"))?;
    Ok(Opened { file, answers })
}

/// The terminal, when it is this program's to ask on.
fn open_tty() -> Result<File, String> {
    let flags = OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    #[expect(clippy::cast_possible_wrap, reason = "the flags of open are an int")]
    let opened = OpenOptions::new().read(true).write(true).custom_flags(flags.bits() as i32).open("/dev/tty");
    let file = opened.map_err(|_| "there is no terminal to ask on".to_owned())?;
    // Whoever reads from a terminal in the background is stopped, and would get the answer to another program's question.
    if tcgetpgrp(&file).ok() != Some(rustix::process::getpgrp()) {
        return Err(
            "the terminal belongs to another program just now, so nobody can be asked there".to_owned()
        );
    }
    Ok(file)
}

/// Asks, and reads one line.
async fn answer(terminal: &mut Opened, text: &str) -> io::Result<Asked> {
    let mut asked = Withdrawn { terminal: &terminal.file, answered: false };
    tcflush(&terminal.file, QueueSelector::IFlush)?;
    (&terminal.file).write_all(text.as_bytes())?;
    let line = tokio::time::timeout(PATIENCE, read_line(&mut terminal.answers)).await;
    let Ok(line) = line else { return Ok(Asked::Unanswered) };
    asked.answered = true;
    Ok(match line?.as_deref().map(str::trim) {
        Some("y") => Asked::Yes,
        Some(_) => Asked::No,
        None => Asked::Unanswered,
    })
}

/// One line; none at the end of input.
async fn read_line(answers: &mut pipe::Receiver) -> io::Result<Option<String>> {
    let mut typed = Vec::new();
    let mut some = [0; 256];
    loop {
        match answers.read(&mut some).await {
            Ok(0) => return Ok(None),
            Ok(count) => typed.extend(some.iter().take(count)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if let Some(end) = typed.iter().position(|byte| *byte == b'\n') {
            typed.truncate(end);
            return Ok(Some(String::from_utf8_lossy(&typed).into_owned()));
        }
        if typed.len() > LONGEST_ANSWER {
            return Ok(Some(String::new()));
        }
    }
}

/// Says that a question needs no answer any more when nobody waits for one.
struct Withdrawn<'a> {
    terminal: &'a File,
    answered: bool,
}

impl Drop for Withdrawn<'_> {
    fn drop(&mut self) {
        if !self.answered {
            let mut terminal = self.terminal;
            // When the terminal is gone nobody reads it.
            let _unread = terminal.write_all(b"\n(no answer is needed any more: it was not done)\n");
        }
    }
}
