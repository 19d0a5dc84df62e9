//! Asking a person on the terminal.
//!
//! The question goes to the controlling terminal and the answer comes from there, never from stdin: an agent writes to
//! that. What was typed before the question is thrown away, so that nothing answers by accident or ahead of time.

mod escape;
mod question;

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::time::Duration;

use async_trait::async_trait;
use ringfence_session::{Ask, Asked};
use ringfence_toolset::ConfirmRequest;
use rustix::fs::OFlags;
use rustix::termios::{QueueSelector, tcflush, tcgetpgrp};
use tokio::io::unix::AsyncFd;
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
        let terminal = match open() {
            Ok(terminal) => terminal,
            Err(why) => return Asked::Impossible(why),
        };
        answer(&terminal, &text)
            .await
            .unwrap_or_else(|error| Asked::Impossible(format!("asking on the terminal failed: {error}")))
    }
}

/// The terminal, ready to be asked on; or why nobody can be asked there.
fn open() -> Result<AsyncFd<File>, String> {
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
    AsyncFd::register(file).map_err(|error| format!("the terminal can't be asked on: {error}"))
}

/// Asks, and reads one line.
async fn answer(terminal: &AsyncFd<File>, text: &str) -> io::Result<Asked> {
    let mut asked = Withdrawn { terminal: terminal.get_ref(), answered: false };
    tcflush(terminal.get_ref(), QueueSelector::IFlush)?;
    terminal.get_ref().write_all(text.as_bytes())?;
    let line = tokio::time::timeout(PATIENCE, read_line(terminal)).await;
    let Ok(line) = line else { return Ok(Asked::Unanswered) };
    asked.answered = true;
    Ok(match line?.as_deref().map(str::trim) {
        Some("y" | "Y" | "yes" | "Yes" | "YES") => Asked::Yes,
        Some(_) => Asked::No,
        None => Asked::Unanswered,
    })
}

/// One line; none at the end of input.
async fn read_line(terminal: &AsyncFd<File>) -> io::Result<Option<String>> {
    let mut typed = Vec::new();
    let mut some = [0; 256];
    loop {
        let mut ready = terminal.readable().await?;
        match ready.try_io(|terminal| terminal.get_ref().read(&mut some)) {
            Ok(Ok(0)) => return Ok(None),
            Ok(Ok(count)) => typed.extend(some.iter().take(count)),
            Ok(Err(error)) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(Err(error)) => return Err(error),
            Err(_not_ready) => continue,
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
