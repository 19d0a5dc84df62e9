//! Dragging from a point to a point.

use super::mouse::Event;
use super::{Button, Point};
use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::FrameTree;
use crate::keyboard::carried_out;
use crate::keys::Modifiers;

/// Moves between press and release. Libraries start a drag after a few pixels, and look at the way.
const STEPS: u32 = 8;

impl Page {
    /// Presses the left button at one point, moves to another, and lets it go there.
    ///
    /// # Errors
    /// A point outside the viewport, a tab that went away, or no answer in time.
    pub async fn drag(
        &self,
        tree: &FrameTree,
        from: Point,
        to: Point,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        self.inside_viewport(tree, from, deadline).await?;
        self.inside_viewport(tree, to, deadline).await?;
        let session = &tree.main().session;
        let none = Modifiers::default();
        let arrived = Event::moved(from, None, none).start(session, deadline);
        let pressed = Event::pressed(from, Button::Left, 1, none).start(session, deadline);
        carried_out(arrived.await)?;
        carried_out(pressed.await)?;
        let mut moved = Ok(());
        for step in 1..=STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            let point = Point { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
            moved = moved.and(Event::moved(point, Some(Button::Left), none).start(session, deadline).await);
        }
        // The button is let go whatever happened on the way.
        let released = Event::released(to, Button::Left, 1, none).start(session, deadline).await;
        carried_out(moved.and(released))?;
        self.settle(tree.main()).await;
        Ok(())
    }
}
