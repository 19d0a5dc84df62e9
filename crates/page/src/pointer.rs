//! The pointer: pressing an element or a point, and scrolling.

use ringfence_cdp::protocol::input::{DispatchMouseEvent, DispatchMouseEventType, MouseButton};
use ringfence_cdp::{CallError, Session};
use serde::Deserialize;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};
use crate::keys::Modifiers;
use crate::refs::Ref;
use crate::world::NOTHING;

/// A point of the viewport, CSS pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Across.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// What is pressed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// A point, whatever is there.
    Point(Point),
    /// An element. It is scrolled into view, and must be what the pointer hits.
    Ref(Ref),
}

/// A press that was carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// Role and name of the element that was pressed, the page's words; empty when a point was.
    pub what: String,
}

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

/// What the world answers about a point.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PointAnswer {
    Point {
        x: f64,
        y: f64,
        #[serde(default)]
        what: String,
    },
    Problem {
        error: String,
        #[serde(default)]
        what: String,
        #[serde(default)]
        by: String,
    },
}

#[derive(Debug, Deserialize)]
struct Landing {
    hit: Option<bool>,
    by: String,
}

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
    /// Presses the left button on a target.
    ///
    /// # Errors
    /// A ref that isn't current; an element that is hidden, disabled, covered or can't be scrolled into view; a point
    /// outside the viewport; a press that landed on something else; no answer in time.
    pub async fn click(
        &self,
        tree: &FrameTree,
        target: Target,
        modifiers: Modifiers,
        deadline: Deadline,
    ) -> Result<Press, PageError> {
        match target {
            Target::Point(point) => {
                self.inside_viewport(tree, point, deadline).await?;
                press(&tree.main().session, point, modifiers, deadline).await?;
                Ok(Press { what: String::new() })
            }
            Target::Ref(reference) => self.click_element(tree, reference, modifiers, deadline).await,
        }
    }

    async fn click_element(
        &self,
        tree: &FrameTree,
        reference: Ref,
        modifiers: Modifiers,
        deadline: Deadline,
    ) -> Result<Press, PageError> {
        let frame = self.refs.frame_of(tree, reference).await?;
        let (point, what) = self.press_point(tree, frame, reference, deadline).await?;
        self.ask::<Option<()>>(frame, "armLanding", &(reference.0,), deadline).await?;
        let pressed = press(&tree.main().session, point, modifiers, deadline).await;
        // A press can take its own document away; then there is nobody left to ask, and it did land.
        let landing = self.ask::<Landing>(frame, "landed", &NOTHING, deadline).await;
        pressed?;
        match landing {
            Ok(Landing { hit: Some(false), by }) => Err(PageError::Missed { reference, what, by }),
            _ => Ok(Press { what }),
        }
    }

    /// Where an element is pressed, in the viewport of the whole page; checked against what is drawn on top, in its own
    /// document and in every document around it.
    async fn press_point(
        &self,
        tree: &FrameTree,
        frame: &FrameHandle,
        reference: Ref,
        deadline: Deadline,
    ) -> Result<(Point, String), PageError> {
        let answer: PointAnswer = self.ask(frame, "pressPoint", &(reference.0, false), deadline).await?;
        let (mut point, what) = answer.into_point(reference, None)?;
        let mut inner = frame;
        while let Some(parent) = inner.parent.as_ref() {
            let parent = tree.get(parent).ok_or(PageError::DocumentGone)?;
            let owner = self
                .refs
                .owner_of(&inner.id)
                .filter(|owner| owner.parent == parent.id)
                .ok_or(PageError::DocumentGone)?;
            let answer: PointAnswer =
                self.ask(parent, "throughFrame", &(owner.reference.0, point.x, point.y), deadline).await?;
            point = answer.into_point(reference, Some(&what))?.0;
            inner = parent;
        }
        Ok((point, what))
    }

    /// Refuses a point outside the viewport, naming the viewport's size.
    async fn inside_viewport(
        &self,
        tree: &FrameTree,
        Point { x, y }: Point,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        let facts = self.facts(tree, deadline).await?;
        let inside = x >= 0.0 && y >= 0.0 && x < f64::from(facts.width) && y < f64::from(facts.height);
        if inside {
            Ok(())
        } else {
            Err(PageError::OutsideViewport { x, y, width: facts.width, height: facts.height })
        }
    }

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
            self.drawn(frame, deadline).await?;
            let now = self.scroll_state(frame, point, deadline).await?;
            let rests = now.positions == last.positions;
            let started = now.positions != before.positions;
            last = now;
            if rests && (started || drawn >= FRAMES_TO_START) {
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

impl PointAnswer {
    /// The point, or why there is none. `inner` is the element in a frame when this is about the frame around it.
    fn into_point(self, reference: Ref, inner: Option<&str>) -> Result<(Point, String), PageError> {
        match self {
            Self::Point { x, y, what } => Ok((Point { x, y }, what)),
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

/// Moves to a point and presses there, all three events sent at once: what a page sees is the same, and two waits less.
async fn press(
    session: &Session,
    point: Point,
    modifiers: Modifiers,
    deadline: Deadline,
) -> Result<(), PageError> {
    let event = |kind| DispatchMouseEvent {
        modifiers: Some(modifiers.mask()),
        ..DispatchMouseEvent::new(kind, point.x, point.y)
    };
    let button = |kind, buttons| DispatchMouseEvent {
        button: Some(MouseButton::Left),
        buttons: Some(buttons),
        click_count: Some(1),
        ..event(kind)
    };
    let held = crate::keyboard::hold(session, modifiers, deadline);
    let moved = session.start(&event(DispatchMouseEventType::MouseMoved), deadline.left());
    let down = session.start(&button(DispatchMouseEventType::MousePressed, 1), deadline.left());
    let up = session.start(&button(DispatchMouseEventType::MouseReleased, 0), deadline.left());
    let released = crate::keyboard::release(session, modifiers, deadline);
    let outcome = async {
        held.await?;
        moved.await?;
        down.await?;
        up.await
    }
    .await;
    let released = released.await;
    carried_out(outcome.map(|_| ()).and(released))
}

/// An act can close its own tab, or take its document away, before the browser has answered: it was carried out.
pub(crate) fn carried_out(outcome: Result<(), CallError>) -> Result<(), PageError> {
    match outcome {
        Ok(()) | Err(CallError::SessionGone { .. }) => Ok(()),
        Err(error) => match PageError::from_call(error) {
            PageError::DocumentGone => Ok(()),
            other => Err(other),
        },
    }
}
