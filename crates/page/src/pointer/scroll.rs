//! Scrolling by the wheel, and to an element.

use ringfence_cdp::protocol::input::{DispatchMouseEvent, DispatchMouseEventType};
use serde::Deserialize;

use super::{Aim, Point};
use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};
use crate::refs::Ref;

/// Which way the content moves out of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScrollDirection {
    /// Towards the beginning.
    Up,
    /// Towards the end.
    Down,
    /// Towards the left.
    Left,
    /// Towards the right.
    Right,
}

/// What a scroll did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scrolled {
    /// Whether anything moved.
    pub moved: bool,
    /// Role and name of the box that scrolls at the point, the page's words; empty for the page itself.
    pub what: String,
    /// Its position now, CSS pixels from the left and from the top.
    pub position: (i64, i64),
    /// The last position that it can have.
    pub end: (i64, i64),
    /// The point lies in a frame of its own, whose position isn't told here.
    pub in_frame: bool,
}

/// CSS pixels of one notch of a wheel.
const NOTCH: f64 = 100.0;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScrollState {
    positions: Vec<f64>,
    frame: bool,
    left: i64,
    top: i64,
    max_left: i64,
    max_top: i64,
    what: String,
}

impl Page {
    /// Turns the wheel over a point, `notches` of 100 CSS pixels, and tells what moved.
    ///
    /// # Errors
    /// A point outside the viewport, a document that went away, or no answer in time.
    pub async fn scroll(
        &self,
        tree: &FrameTree,
        point: Point,
        direction: ScrollDirection,
        notches: u32,
        deadline: Deadline,
    ) -> Result<Scrolled, PageError> {
        self.inside_viewport(tree, point, deadline).await?;
        let main = tree.main();
        let before = self.scroll_state(main, point, deadline).await?;
        let distance = f64::from(notches) * NOTCH;
        let (dx, dy) = match direction {
            ScrollDirection::Up => (0.0, -distance),
            ScrollDirection::Down => (0.0, distance),
            ScrollDirection::Left => (-distance, 0.0),
            ScrollDirection::Right => (distance, 0.0),
        };
        let wheel = DispatchMouseEvent {
            delta_x: Some(dx),
            delta_y: Some(dy),
            ..DispatchMouseEvent::new(DispatchMouseEventType::MouseWheel, point.x, point.y)
        };
        main.session.call(&wheel, deadline.left()).await.map_err(PageError::from_call)?;
        let after = self.scroll_end(main, point, &before, deadline).await?;
        Ok(Scrolled {
            moved: after.positions != before.positions,
            what: after.what,
            position: (after.left, after.top),
            end: (after.max_left, after.max_top),
            in_frame: after.frame,
        })
    }

    /// Brings an element into the viewport. Returns its role and name, the page's words.
    ///
    /// # Errors
    /// A ref that isn't current; an element that is hidden or can't be scrolled into view; no answer in time. One that
    /// is covered or disabled is brought into view all the same.
    pub async fn scroll_to(
        &self,
        tree: &FrameTree,
        reference: Ref,
        deadline: Deadline,
    ) -> Result<String, PageError> {
        let frame = self.refs.frame_of(tree, reference).await?;
        let scrolled: Option<bool> = self.ask(frame, "bringIntoView", &(reference.0,), deadline).await?;
        if scrolled.ok_or(PageError::Gone(reference))? {
            self.shown(tree, deadline).await?;
        }
        match self.aim(tree, frame, reference, Aim { disabled: true, arm: false }, deadline).await {
            Ok((_, what)) | Err(PageError::Covered { what, .. }) => Ok(what),
            Err(error) => Err(error),
        }
    }

    /// Waits, a drawn frame at a time, until the wheel shows and the position rests.
    async fn scroll_end(
        &self,
        frame: &FrameHandle,
        point: Point,
        before: &ScrollState,
        deadline: Deadline,
    ) -> Result<ScrollState, PageError> {
        const FRAMES_TO_START: u32 = 4;
        const FRAMES_TO_END: u32 = 60;
        let mut last = before.clone();
        for drawn in 0..FRAMES_TO_END {
            let told = self.drawn(frame, deadline).await?;
            let now = self.scroll_state(frame, point, deadline).await?;
            let rests = now.positions == last.positions;
            let started = now.positions != before.positions;
            last = now;
            if !told || rests && (started || drawn >= FRAMES_TO_START) {
                break;
            }
        }
        Ok(last)
    }

    async fn scroll_state(
        &self,
        frame: &FrameHandle,
        point: Point,
        deadline: Deadline,
    ) -> Result<ScrollState, PageError> {
        self.ask(frame, "scrollState", &(point.x, point.y), deadline).await
    }
}
