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
        let mut parts = Vec::new();
        let origin = self.frame_text(tree, tree.main(), 0, &mut parts, deadline).await?;
        Ok(PageText { text: parts.iter().map(|part| readable(part)).collect::<Vec<_>>().join("\n"), origin })
    }

    /// Reads a document and those of the frames in it; returns its origin. Boxed because it calls itself.
    fn frame_text<'a>(
        &'a self,
        tree: &'a FrameTree,
        frame: &'a FrameHandle,
        deep: u32,
        out: &'a mut Vec<String>,
        deadline: Deadline,
    ) -> Pin<Box<dyn Future<Output = Result<String, PageError>> + Send + 'a>> {
        Box::pin(async move {
            let answer = self.document_text(frame, deadline).await?;
            let mut frames = answer.frames.into_iter().peekable();
            for (index, part) in answer.parts.into_iter().enumerate() {
                let Some(found) = frames.next_if(|found| found.part == index) else {
                    out.push(part);
                    continue;
                };
                let child = self.child_of(frame, Ref(found.reference), deadline).await?;
                let Some(child) =
                    child.as_ref().and_then(|id| tree.get(id)).filter(|_| deep < MAX_FRAME_DEPTH)
                else {
                    continue;
                };
                match self.frame_text(tree, child, deep + 1, out, deadline).await {
                    Ok(_) | Err(PageError::DocumentGone) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(answer.origin)
        })
    }

    async fn document_text(&self, frame: &FrameHandle, deadline: Deadline) -> Result<TextAnswer, PageError> {
        for attempt in 0..3 {
            let mut numbers = self.refs.numbers().lock().await;
            let answer: TextAnswer =
                self.ask_packed(frame, "pageText", &(TextOptions { next: *numbers },), deadline).await?;
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
