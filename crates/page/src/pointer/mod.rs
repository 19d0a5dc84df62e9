//! The pointer: where to press, pressing, dragging, moving and scrolling.

mod drag;
mod drawn;
mod mouse;
mod press;
mod scroll;

use serde::Deserialize;

pub use mouse::Button;
pub(crate) use mouse::MouseState;
pub use press::{Clicks, Opens, Press};
pub use scroll::{ScrollDirection, Scrolled};

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};
use crate::refs::Ref;

/// A point of the viewport, CSS pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Across.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// What is pressed or pointed at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// A point, whatever is there.
    Point(Point),
    /// An element. It is scrolled into view, and must be what the pointer hits.
    Ref(Ref),
}

/// What the world answers about a point.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PointAnswer {
    Point {
        x: f64,
        y: f64,
        #[serde(default)]
        what: String,
        scrolled: bool,
    },
    Problem {
        error: String,
        #[serde(default)]
        what: String,
        #[serde(default)]
        by: String,
    },
}

/// Where an element is hit.
struct Aimed {
    point: Point,
    /// Role and name, the page's words.
    what: String,
    /// Something was scrolled to bring it into view.
    scrolled: bool,
}

/// Drawn frames after which what was scrolled is what the pointer meets: the first draws it, the next follows it.
const FRAMES_TO_SHOW: u32 = 2;

/// What the world is asked of an element that is pointed at.
#[derive(Debug, Clone, Copy, serde::Serialize)]
pub(crate) struct Aim {
    /// A disabled element will do: it is pointed at, not pressed.
    pub(crate) disabled: bool,
    /// Note whether the next press lands on it.
    pub(crate) arm: bool,
}

impl Page {
    /// Where an element is pressed, in the viewport of the whole page, and what it is; checked against what is drawn on
    /// top, in its own document and in every document around it.
    pub(crate) async fn aim(
        &self,
        tree: &FrameTree,
        frame: &FrameHandle,
        reference: Ref,
        aim: Aim,
        deadline: Deadline,
    ) -> Result<(Point, String), PageError> {
        let mut aimed = self.aim_once(tree, frame, reference, aim, deadline).await?;
        if aimed.scrolled {
            self.shown(tree, deadline).await?;
            aimed = self.aim_once(tree, frame, reference, aim, deadline).await?;
        }
        Ok((aimed.point, aimed.what))
    }

    /// Waits until a page that was scrolled is drawn. The browser finds the frame under the pointer by what was drawn
    /// last: a press before then would go to the frame that was there before.
    async fn shown(&self, tree: &FrameTree, deadline: Deadline) -> Result<(), PageError> {
        for _ in 0..FRAMES_TO_SHOW {
            if !self.drawn(tree.main(), deadline).await? {
                break;
            }
        }
        Ok(())
    }

    async fn aim_once(
        &self,
        tree: &FrameTree,
        frame: &FrameHandle,
        reference: Ref,
        aim: Aim,
        deadline: Deadline,
    ) -> Result<Aimed, PageError> {
        let answer: PointAnswer = self.ask(frame, "pressPoint", &(reference.0, aim), deadline).await?;
        let Aimed { mut point, what, mut scrolled } = answer.into_point(reference, None)?;
        let mut inner = frame;
        while let Some(parent) = inner.parent.as_ref() {
            let parent = tree.get(parent).ok_or(PageError::DocumentGone)?;
            let owner = self.refs.owner_of(&inner.id).filter(|owner| owner.parent == parent.id);
            let owner = owner.ok_or(PageError::DocumentGone)?;
            let through = (owner.reference.0, point.x, point.y);
            let answer: PointAnswer = self.ask(parent, "throughFrame", &through, deadline).await?;
            let around = answer.into_point(reference, Some(&what))?;
            point = around.point;
            scrolled |= around.scrolled;
            inner = parent;
        }
        Ok(Aimed { point, what, scrolled })
    }

    /// Refuses a point outside the viewport, naming the viewport's size.
    pub(crate) async fn inside_viewport(
        &self,
        tree: &FrameTree,
        Point { x, y }: Point,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        let view = self.view(tree, deadline).await?;
        let inside = x >= 0.0 && y >= 0.0 && x < f64::from(view.width) && y < f64::from(view.height);
        if inside {
            Ok(())
        } else {
            Err(PageError::OutsideViewport { x, y, width: view.width, height: view.height })
        }
    }
}

impl PointAnswer {
    /// The point, or why there is none. `inner` is the element in a frame when this is about the frame around it.
    fn into_point(self, reference: Ref, inner: Option<&str>) -> Result<Aimed, PageError> {
        match self {
            Self::Point { x, y, what, scrolled } => Ok(Aimed { point: Point { x, y }, what, scrolled }),
            Self::Problem { error, what, by } => {
                let what = inner.map_or(what, str::to_owned);
                Err(match error.as_str() {
                    "hidden" => PageError::Hidden { reference, what },
                    "disabled" => PageError::Disabled { reference, what },
                    "covered" => PageError::Covered { reference, what, by },
                    "offscreen" => PageError::Offscreen { reference, what },
                    _ => PageError::Gone(reference),
                })
            }
        }
    }
}
