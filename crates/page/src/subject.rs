//! What a call would act on, for whoever approves it.

use serde::Deserialize;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};
use crate::pointer::Point;
use crate::refs::Ref;
use crate::world::NOTHING;

/// Frames in each other that are looked into for what is at a point.
const DEEPEST: u32 = 16;

/// An element, and the document that it is in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Subject {
    /// Role and name, the page's words; empty for nothing in particular.
    pub what: String,
    /// Where it leads by itself, the address of a link or a form; empty for nowhere.
    pub leads: String,
    /// Which element it is and its whole text, at most 100,000 characters.
    pub detail: String,
    /// The origin of its document, as `https://shop.example`; `null` for one that is an origin by itself.
    pub origin: String,
    /// Its document is a frame's.
    #[serde(skip)]
    pub in_frame: bool,
}

#[derive(Debug, Deserialize)]
struct SubjectAnswer {
    #[serde(flatten)]
    subject: Subject,
    frame: Option<u64>,
    next: Option<u64>,
    #[serde(default)]
    unasked: usize,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
}

impl Page {
    /// Tells what a ref stands for.
    ///
    /// # Errors
    /// A ref that isn't current, a document that went away, or no answer in time.
    pub async fn subject(
        &self,
        tree: &FrameTree,
        reference: Ref,
        deadline: Deadline,
    ) -> Result<Subject, PageError> {
        let frame = self.refs.frame_of(tree, reference).await?;
        let subject: Option<Subject> = self.ask(frame, "subjectOf", &(reference.0,), deadline).await?;
        let subject = subject.ok_or(PageError::Gone(reference))?;
        Ok(Subject { in_frame: frame.parent.is_some(), ..subject })
    }

    /// Tells what is on top at a point of the viewport, in whichever frame.
    ///
    /// # Errors
    /// A point outside the viewport, a document that went away, or no answer in time.
    pub async fn subject_at(
        &self,
        tree: &FrameTree,
        point: Point,
        deadline: Deadline,
    ) -> Result<Subject, PageError> {
        self.inside_viewport(tree, point, deadline).await?;
        let (frame, subject) = self.innermost(tree, point, deadline).await?;
        Ok(Subject { in_frame: frame.parent.is_some(), ..subject })
    }

    /// The frame at a point of the viewport, the innermost one, and what is on top there.
    pub(crate) async fn innermost<'t>(
        &self,
        tree: &'t FrameTree,
        point: Point,
        deadline: Deadline,
    ) -> Result<(&'t FrameHandle, Subject), PageError> {
        let (mut frame, mut point) = (tree.main(), point);
        for _ in 0..DEEPEST {
            let answer = self.under(frame, point, deadline).await?;
            let child = match answer.frame {
                Some(element) => self.child_of(frame, Ref(element), deadline).await?,
                None => None,
            };
            match child.as_ref().and_then(|id| tree.get(id)) {
                Some(inner) => (frame, point) = (inner, Point { x: answer.x, y: answer.y }),
                None => return Ok((frame, answer.subject)),
            }
        }
        Err(PageError::DocumentGone)
    }

    /// Tells what has the focus, in whichever frame: keys go there.
    ///
    /// # Errors
    /// A document that went away, or no answer in time.
    pub async fn subject_in_focus(&self, tree: &FrameTree, deadline: Deadline) -> Result<Subject, PageError> {
        let focus = self.focus(tree, deadline).await?;
        let frame = tree.get(&focus.frame).ok_or(PageError::DocumentGone)?;
        let subject: Subject = self.ask(frame, "subjectInFocus", &NOTHING, deadline).await?;
        Ok(Subject { in_frame: frame.parent.is_some(), ..subject })
    }

    /// What is on top in one document, closed shadow roots looked into, one in the other.
    async fn under(
        &self,
        frame: &FrameHandle,
        point: Point,
        deadline: Deadline,
    ) -> Result<SubjectAnswer, PageError> {
        for _ in 0..DEEPEST {
            let answer = self.seen_under(frame, point, deadline).await?;
            if answer.unasked == 0 || !self.adopt_closed_roots(frame, deadline).await? {
                return Ok(answer);
            }
        }
        Err(PageError::DocumentGone)
    }

    async fn seen_under(
        &self,
        frame: &FrameHandle,
        point: Point,
        deadline: Deadline,
    ) -> Result<SubjectAnswer, PageError> {
        let mut numbers = self.refs.numbers().lock().await;
        let asked = (*numbers, point.x, point.y);
        let answer: SubjectAnswer = self.ask(frame, "subjectAt", &asked, deadline).await?;
        if let Some(next) = answer.next {
            self.refs.hand_out(*numbers, next, frame);
            *numbers = next.max(*numbers);
        }
        Ok(answer)
    }
}
