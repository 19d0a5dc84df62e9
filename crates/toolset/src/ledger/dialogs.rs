//! Dismissed dialogs: how they are told (N7), and which of them may still be answered.

use std::collections::VecDeque;

use crate::driver::DriverError;
use crate::error_code::ErrorCode;
use crate::extensions::Extension;
use crate::input::AcceptDialog;
use crate::state::{Dialog, DialogKind};
use crate::text::{one_line, quoted, shorten};

/// How many dismissed dialogs get a line of their own (N7).
const LINES: usize = 3;
/// The most characters of a dialog's message (N7).
const LONGEST_MESSAGE: usize = 200;
/// How many told dialogs are remembered as still to be answered.
const MOST_ANSWERABLE: usize = 20;
/// The longest message, in bytes, that is remembered so that it can be answered.
const LONGEST_ANSWERABLE: usize = 16 * 1_024;

#[derive(Debug, Default)]
pub(super) struct Dialogs {
    waiting: Vec<Waiting>,
    further: usize,
    answerable: VecDeque<Answerable>,
}

/// A dialog that is not yet told of.
#[derive(Debug)]
struct Waiting {
    kind: DialogKind,
    shown: String,
    /// The page's own message; `None` when it is too long to keep.
    message: Option<String>,
}

/// A dialog that the model was told of and has not answered.
#[derive(Debug, PartialEq, Eq)]
struct Answerable {
    shown: String,
    message: String,
}

impl Dialogs {
    /// Takes in dialogs that the driver dismissed.
    pub(super) fn report(&mut self, dialogs: Vec<Dialog>) {
        for dialog in dialogs {
            if self.waiting.len() < LINES {
                let shown = shorten(&one_line(&dialog.message), LONGEST_MESSAGE);
                let message = Some(dialog.message).filter(|message| message.len() <= LONGEST_ANSWERABLE);
                self.waiting.push(Waiting { kind: dialog.kind, shown, message });
            } else {
                self.further += 1;
            }
        }
    }

    /// Takes the lines that tell of what waits. Those that got a line of their own can be answered from now on.
    pub(super) fn tell(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for dialog in self.waiting.drain(..) {
            lines.push(format!("A dialog ({}) was dismissed: {}", dialog.kind, quoted(&dialog.shown)));
            if let Some(message) = dialog.message {
                let answerable = Answerable { shown: dialog.shown, message };
                self.answerable.retain(|known| *known != answerable);
                self.answerable.push_back(answerable);
            }
        }
        while self.answerable.len() > MOST_ANSWERABLE {
            self.answerable.pop_front();
        }
        match std::mem::take(&mut self.further) {
            0 => {}
            1 => lines.push("1 more dialog was dismissed.".to_owned()),
            more => lines.push(format!("{more} more dialogs were dismissed.")),
        }
        lines
    }

    /// Puts the page's own message into the place of the one that the model read. Of several that read the same the
    /// newest is meant.
    pub(super) fn name(&self, dialog: &mut AcceptDialog) -> Result<(), DriverError> {
        let told = |known: &&Answerable| known.shown == dialog.message || known.message == dialog.message;
        match self.answerable.iter().rev().find(told) {
            Some(known) => {
                dialog.message.clone_from(&known.message);
                Ok(())
            }
            None => {
                let text = "No dialog with this message was reported and is still unanswered, so nothing was done. \
                            Call again without accept_dialog: a dialog that opens is dismissed and reported, and can \
                            be accepted then.";
                Err(DriverError::new(ErrorCode::UnknownDialog, text).about(Extension::ACCEPT_DIALOG))
            }
        }
    }

    /// Forgets a dialog that is answered by the act that follows.
    pub(super) fn use_up(&mut self, dialog: &AcceptDialog) {
        self.answerable.retain(|known| known.message != dialog.message);
    }
}
