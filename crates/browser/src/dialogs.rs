//! Which dialogs a document has shown: only these may be accepted when they come again.

use std::collections::VecDeque;

use ringfence_cdp::protocol::page::JavascriptDialogOpening;

/// Dialogs of one document that are remembered.
const KEPT: usize = 20;
/// A longer message is told cut, and what wasn't told can't be accepted.
const LONGEST: usize = 200;

/// What a dialog said, and the address of the document that said it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    kind: String,
    document: String,
    message: String,
}

impl Said {
    pub(crate) fn new(opening: &JavascriptDialogOpening) -> Self {
        Self {
            kind: opening.r#type.as_str().to_owned(),
            document: opening.url.clone(),
            message: opening.message.clone(),
        }
    }
}

/// The dialogs that the tab's document, and the frames in it, have shown and that were dismissed.
#[derive(Debug, Default)]
pub(crate) struct Dialogs(VecDeque<Said>);

impl Dialogs {
    pub(crate) fn note(&mut self, said: Said) {
        if said.message.chars().count() > LONGEST {
            return;
        }
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(said);
    }

    pub(crate) fn contains(&self, said: &Said) -> bool {
        self.0.contains(said)
    }

    /// Another document is there: what the one before has said counts for nothing.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}
