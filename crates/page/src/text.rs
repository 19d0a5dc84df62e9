//! `get_page_text`: what a person reads, as lines of text.

use std::future::Future;
use std::pin::Pin;

use serde::{Deserialize, Serialize};

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};
use crate::outline::readable;
use crate::refs::Ref;

/// Frames in frames deeper than this are not read.
const MAX_FRAME_DEPTH: u32 = 16;

#[derive(Debug, Serialize)]
struct TextOptions {
    next: u64,
}

#[derive(Debug, Deserialize)]
struct TextAnswer {
    parts: Vec<String>,
    frames: Vec<FramePart>,
    next: u64,
    unasked: u64,
    origin: String,
}

/// The visible text of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageText {
    /// A line for each block.
    pub text: String,
    /// The origin of the main document; `null` for an opaque one.
    pub origin: String,
}

/// What was read so far.
#[derive(Debug, Default)]
struct Parts {
    texts: Vec<String>,
    /// Frames that did not answer.
    unanswered: u32,
}

/// A frame's place among the parts.
#[derive(Debug, Deserialize)]
struct FramePart {
    #[serde(rename = "ref")]
    reference: u64,
    part: usize,
}

impl Page {
    /// Reads the visible text of the page and of the frames in it, a line for each block.
    ///
    /// # Errors
    /// A document that went away, or no answer in time.
    pub async fn text(&self, tree: &FrameTree, deadline: Deadline) -> Result<PageText, PageError> {
        let mut out = Parts::default();
        let origin = self.frame_text(tree, tree.main(), 0, &mut out, deadline).await?;
        let mut lines: Vec<String> = out.texts.iter().map(|part| readable(part)).collect();
        match out.unanswered {
            0 => {}
            1 => lines.push("… 1 frame left out: it did not answer in time.".to_owned()),
            more => lines.push(format!("… {more} frames left out: they did not answer in time.")),
        }
        Ok(PageText { text: lines.join("\n"), origin })
    }

    /// Reads a document and those of the frames in it; returns its origin. Boxed because it calls itself.
    fn frame_text<'a>(
        &'a self,
        tree: &'a FrameTree,
        frame: &'a FrameHandle,
        deep: u32,
        out: &'a mut Parts,
        deadline: Deadline,
    ) -> Pin<Box<dyn Future<Output = Result<String, PageError>> + Send + 'a>> {
        Box::pin(async move {
            let answer = self.document_text(frame, deadline).await?;
            let mut frames = answer.frames.into_iter().peekable();
            for (index, part) in answer.parts.into_iter().enumerate() {
                let Some(found) = frames.next_if(|found| found.part == index) else {
                    out.texts.push(part);
                    continue;
                };
                let child = self.child_of(frame, Ref(found.reference), deadline).await?;
                let Some(child) =
                    child.as_ref().and_then(|id| tree.get(id)).filter(|_| deep < MAX_FRAME_DEPTH)
                else {
                    continue;
                };
                // A frame that another process draws may leave everything unanswered.
                let apart = child.session.id() != frame.session.id();
                let within = if apart { deadline.share() } else { deadline };
                match self.frame_text(tree, child, deep + 1, out, within).await {
                    Ok(_) | Err(PageError::DocumentGone) => {}
                    Err(PageError::TimedOut) if apart && !deadline.left().is_zero() => out.unanswered += 1,
                    Err(error) => return Err(error),
                }
            }
            Ok(answer.origin)
        })
    }

    async fn document_text(&self, frame: &FrameHandle, deadline: Deadline) -> Result<TextAnswer, PageError> {
        for attempt in 0..3 {
            let mut numbers = self.refs.numbers().lock().await;
            let answer: Result<TextAnswer, _> =
                self.ask_packed(frame, "pageText", &(TextOptions { next: *numbers },), deadline).await;
            if matches!(answer, Err(PageError::TimedOut)) {
                self.refs.reserve(&mut numbers, frame);
            }
            let answer = answer?;
            self.refs.hand_out(*numbers, answer.next, frame);
            *numbers = answer.next.max(*numbers);
            drop(numbers);
            if answer.unasked == 0 || attempt == 2 || !self.adopt_closed_roots(frame, deadline).await? {
                return Ok(answer);
            }
        }
        Err(PageError::DocumentGone)
    }
}
