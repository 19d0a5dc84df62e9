//! The mouse itself: events, and what is held down.

use std::future::Future;
use std::sync::{Mutex, PoisonError};

use ringfence_cdp::protocol::input::{DispatchMouseEvent, DispatchMouseEventType, MouseButton};
use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::{CallError, Session};

use super::Point;
use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::FrameTree;
use crate::keyboard::carried_out;
use crate::keys::Modifiers;

/// A button of the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Button {
    /// The main one.
    Left,
    /// The one for menus.
    Right,
    /// The wheel.
    Middle,
}

impl Button {
    fn protocol(self) -> MouseButton {
        match self {
            Self::Left => MouseButton::Left,
            Self::Right => MouseButton::Right,
            Self::Middle => MouseButton::Middle,
        }
    }

    /// Its bit among the buttons that are held.
    fn bit(self) -> i64 {
        match self {
            Self::Left => 1,
            Self::Right => 2,
            Self::Middle => 4,
        }
    }
}

/// Whether the agent holds the left button down between two calls: the document that it was pressed on. Another document
/// knows nothing of the press.
#[derive(Debug, Default)]
pub(crate) struct MouseState(Mutex<Option<LoaderId>>);

impl MouseState {
    fn is_down(&self, tree: &FrameTree) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref() == Some(&tree.main().loader)
    }

    fn press(&self, tree: &FrameTree) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(tree.main().loader.clone());
    }

    fn release(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// One event of the mouse, queued at once.
pub(super) struct Event {
    pub(super) kind: DispatchMouseEventType,
    pub(super) point: Point,
    /// The button that goes down or up; none for a move.
    pub(super) button: Option<Button>,
    /// The buttons held after it.
    pub(super) held: Option<Button>,
    pub(super) clicks: i64,
    pub(super) modifiers: Modifiers,
}

impl Event {
    pub(super) fn moved(point: Point, held: Option<Button>, modifiers: Modifiers) -> Self {
        Self { kind: DispatchMouseEventType::MouseMoved, point, button: held, held, clicks: 0, modifiers }
    }

    pub(super) fn pressed(point: Point, button: Button, clicks: i64, modifiers: Modifiers) -> Self {
        let kind = DispatchMouseEventType::MousePressed;
        Self { kind, point, button: Some(button), held: Some(button), clicks, modifiers }
    }

    pub(super) fn released(point: Point, button: Button, clicks: i64, modifiers: Modifiers) -> Self {
        let kind = DispatchMouseEventType::MouseReleased;
        Self { kind, point, button: Some(button), held: None, clicks, modifiers }
    }

    pub(super) fn start(
        self,
        session: &Session,
        deadline: Deadline,
    ) -> impl Future<Output = Result<(), CallError>> + Send + use<> {
        let event = DispatchMouseEvent {
            button: self.button.map(Button::protocol),
            buttons: Some(self.held.map_or(0, Button::bit)),
            click_count: (self.clicks > 0).then_some(self.clicks),
            modifiers: Some(self.modifiers.mask()),
            ..DispatchMouseEvent::new(self.kind, self.point.x, self.point.y)
        };
        let call = session.start(&event, deadline.left());
        async move { call.await.map(|_| ()) }
    }
}

impl Page {
    /// Moves the pointer to a point. With the left button held it drags.
    ///
    /// # Errors
    /// A point outside the viewport, a tab that went away, or no answer in time.
    pub async fn mouse_move(
        &self,
        tree: &FrameTree,
        point: Point,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        self.inside_viewport(tree, point, deadline).await?;
        let held = self.mouse.is_down(tree).then_some(Button::Left);
        self.mouse_events(tree, [Event::moved(point, held, Modifiers::default())], deadline).await
    }

    /// Presses the left button at a point and keeps it down, until it is let go or the page navigates.
    ///
    /// # Errors
    /// [`PageError::ButtonState`] when it is down already; else as [`Page::mouse_move`].
    pub async fn mouse_down(
        &self,
        tree: &FrameTree,
        point: Point,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        if self.mouse.is_down(tree) {
            return Err(PageError::ButtonState("is down already; let it go with left_mouse_up"));
        }
        self.inside_viewport(tree, point, deadline).await?;
        let none = Modifiers::default();
        let moved = Event::moved(point, None, none);
        self.mouse_events(tree, [moved, Event::pressed(point, Button::Left, 1, none)], deadline).await?;
        self.mouse.press(tree);
        Ok(())
    }

    /// Lets the left button go at a point.
    ///
    /// # Errors
    /// [`PageError::ButtonState`] when it isn't down; else as [`Page::mouse_move`].
    pub async fn mouse_up(
        &self,
        tree: &FrameTree,
        point: Point,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        if !self.mouse.is_down(tree) {
            return Err(PageError::ButtonState("is not down; press it with left_mouse_down"));
        }
        self.inside_viewport(tree, point, deadline).await?;
        self.mouse.release();
        let none = Modifiers::default();
        let moved = Event::moved(point, Some(Button::Left), none);
        self.mouse_events(tree, [moved, Event::released(point, Button::Left, 1, none)], deadline).await
    }

    /// Events queued at once. A move alone is told to the page with the next frame, one that is followed by a press
    /// just before it.
    async fn mouse_events<const N: usize>(
        &self,
        tree: &FrameTree,
        events: [Event; N],
        deadline: Deadline,
    ) -> Result<(), PageError> {
        let session = &tree.main().session;
        for queued in events.map(|event| event.start(session, deadline)) {
            carried_out(queued.await)?;
        }
        self.settle(tree.main()).await;
        Ok(())
    }
}
