//! Aiming at what other processes draw.

use std::time::Duration;

use super::mouse::Event;
use super::{Aim, Point};
use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};
use crate::keyboard::carried_out;
use crate::keys::Modifiers;
use crate::refs::Ref;
use crate::world::NOTHING;

/// How long a frame may take to be drawn where the documents say that it is.
const DRAWN: Duration = Duration::from_secs(4);

impl Page {
    /// As [`Page::aim`]; with a frame of another process it also waits until the browser leads the pointer into it.
    ///
    /// The browser finds the process under the pointer by what was drawn last. A frame can be there to be read before it
    /// is drawn, or be drawn where it was before; a press would then go to the page around it. So the pointer is moved
    /// there first, until the frame is told.
    pub(super) async fn aim_where_it_is_drawn(
        &self,
        tree: &FrameTree,
        frame: &FrameHandle,
        reference: Ref,
        aim: Aim,
        deadline: Deadline,
    ) -> Result<(Point, String), PageError> {
        let until = deadline.at_most(DRAWN);
        loop {
            let (point, what) = self.aim(tree, frame, reference, aim, deadline).await?;
            if frame.session.id() == tree.main().session.id() {
                return Ok((point, what));
            }
            if self.leads_into(tree, frame, point, deadline).await? {
                return Ok((point, what));
            }
            if until.left().is_zero() {
                return Err(PageError::Covered {
                    reference,
                    what,
                    by: "something outside its frame".to_owned(),
                });
            }
        }
    }

    /// Waits until the browser leads the pointer at a point into the frame that is there. A point is pressed in any case: a
    /// frame that says nothing for a while is left to itself.
    pub(super) async fn drawn_at(&self, tree: &FrameTree, point: Point, deadline: Deadline) {
        if tree.sessions().len() == 1 {
            return;
        }
        let until = deadline.at_most(DRAWN);
        while !until.left().is_zero() {
            match self.is_led(tree, point, until).await {
                Ok(false) => {}
                Ok(true) => break,
                Err(error) => {
                    tracing::debug!(%error, "what is at the point did not say whether it is drawn");
                    break;
                }
            }
        }
    }

    async fn is_led(&self, tree: &FrameTree, point: Point, deadline: Deadline) -> Result<bool, PageError> {
        let (frame, _) = self.innermost(tree, point, deadline).await?;
        if frame.session.id() == tree.main().session.id() {
            return Ok(true);
        }
        self.leads_into(tree, frame, point, deadline).await
    }

    /// Moves the pointer, and asks a frame whether it was told.
    async fn leads_into(
        &self,
        tree: &FrameTree,
        frame: &FrameHandle,
        point: Point,
        deadline: Deadline,
    ) -> Result<bool, PageError> {
        let told = self.ask::<bool>(frame, "pointed", &NOTHING, deadline);
        let moved = Event::moved(point, None, Modifiers::default()).start(&tree.main().session, deadline);
        let (told, moved) = tokio::join!(told, moved);
        carried_out(moved)?;
        told
    }
}
