//! Pressing: clicks of every kind, and hovering.

use std::pin::Pin;

use ringfence_cdp::{CallError, Session};
use serde::Deserialize;
use serde::de::IntoDeserializer as _;

use super::mouse::Event;
use super::{Aim, Button, Point, Target};
use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};
use crate::keyboard::{carried_out, hold, release};
use crate::keys::Modifiers;
use crate::refs::Ref;

/// Which button is pressed how often, with what held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clicks {
    /// The button.
    pub button: Button,
    /// 1, 2 or 3.
    pub count: u8,
    /// The keys held meanwhile; they are let go whatever happens.
    pub modifiers: Modifiers,
}

/// A press that was carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// Role and name of the element that was pressed, the page's words; empty when a point was.
    pub what: String,
    /// The element was taken away while the button was down, so that no click came of it.
    pub gone: bool,
    /// Role and name of what a later press of a double or triple click landed on instead, the page's words; else empty.
    pub stray: String,
    /// What the element that was pressed opens beside the page; nothing is known of a point.
    pub opens: Option<Opens>,
}

/// What pressing an element opens beside the page, unless the page keeps that from happening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Opens {
    /// A file chooser: it is a file field, or the label of one.
    #[serde(rename = "files")]
    FileChooser,
    /// A download: it is a link that says so.
    #[serde(rename = "download")]
    Download,
}

/// Where a press landed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Landing {
    /// The button was not seen to be let go: it has to be asked again.
    early: bool,
    armed: bool,
    hit: Option<bool>,
    by: String,
    stray: String,
    gone: bool,
    #[serde(deserialize_with = "opens")]
    opens: Option<Opens>,
}

/// A word for what is opened; an empty one for nothing.
fn opens<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Opens>, D::Error> {
    let word = String::deserialize(deserializer)?;
    if word.is_empty() { Ok(None) } else { Opens::deserialize(word.into_deserializer()).map(Some) }
}

type Queued = Pin<Box<dyn Future<Output = Result<(), CallError>> + Send>>;

impl Page {
    /// Clicks a target, and returns when what the page started at once has run.
    ///
    /// # Errors
    /// A ref that isn't current; an element that is hidden, disabled, covered or can't be scrolled into view; a point
    /// outside the viewport; a press that landed on something else; no answer in time.
    pub async fn click(
        &self,
        tree: &FrameTree,
        target: Target,
        clicks: Clicks,
        deadline: Deadline,
    ) -> Result<Press, PageError> {
        match target {
            Target::Point(point) => {
                self.inside_viewport(tree, point, deadline).await?;
                self.drawn_at(tree, point, deadline).await;
                press(&tree.main().session, point, clicks, deadline).await?;
                self.settle_everywhere(tree).await;
                Ok(Press { what: String::new(), gone: false, stray: String::new(), opens: None })
            }
            Target::Ref(reference) => self.click_element(tree, reference, clicks, deadline).await,
        }
    }

    async fn click_element(
        &self,
        tree: &FrameTree,
        reference: Ref,
        clicks: Clicks,
        deadline: Deadline,
    ) -> Result<Press, PageError> {
        let frame = self.refs.frame_of(tree, reference).await?;
        let aim = Aim { disabled: false, arm: true };
        let (point, what) = self.aim_where_it_is_drawn(tree, frame, reference, aim, deadline).await?;
        // A press can take its own document away; then there is nobody left to ask, and it did land.
        match self.press_and_look(tree, frame, point, clicks, deadline).await? {
            Ok(Landing { hit: Some(false), by, .. }) => Err(PageError::Missed { reference, what, by }),
            // The document is still there and saw no press: it went to another frame.
            Ok(Landing { hit: None, armed: true, .. }) => {
                Err(PageError::Missed { reference, what, by: "something outside its frame".to_owned() })
            }
            Ok(Landing { gone, stray, opens, .. }) => Ok(Press { what, gone, stray, opens }),
            Err(_) => Ok(Press { what, gone: false, stray: String::new(), opens: None }),
        }
    }

    /// Presses at a point, and asks a frame where that landed. The question goes out with the press; the frame answers it
    /// when the button has been let go.
    async fn press_and_look(
        &self,
        tree: &FrameTree,
        frame: &FrameHandle,
        point: Point,
        clicks: Clicks,
        deadline: Deadline,
    ) -> Result<Result<Landing, PageError>, PageError> {
        let pressing = press(&tree.main().session, point, clicks, deadline);
        let releases = (clicks.count,);
        let looking = self.ask::<Landing>(frame, "landed", &releases, deadline);
        tokio::pin!(pressing, looking);
        let landing = tokio::select! {
            biased;
            pressed = &mut pressing => {
                pressed?;
                tokio::time::timeout_at(Self::settling().instant(), looking).await
            }
            landing = &mut looking => {
                pressing.await?;
                Ok(landing)
            }
        };
        match landing {
            Ok(Ok(Landing { early: true, .. })) => {
                Ok(self.ask::<Landing>(frame, "landed", &(0,), Self::settling()).await)
            }
            Ok(landing) => Ok(landing),
            Err(_) => Ok(Err(PageError::TimedOut)),
        }
    }

    /// Moves the pointer onto a target and leaves it there.
    ///
    /// # Errors
    /// As [`Page::click`]; a disabled element can be pointed at.
    pub async fn hover(
        &self,
        tree: &FrameTree,
        target: Target,
        deadline: Deadline,
    ) -> Result<Press, PageError> {
        let (point, what) = match target {
            Target::Point(point) => {
                self.inside_viewport(tree, point, deadline).await?;
                (point, String::new())
            }
            Target::Ref(reference) => {
                let frame = self.refs.frame_of(tree, reference).await?;
                let aim = Aim { disabled: true, arm: false };
                self.aim_where_it_is_drawn(tree, frame, reference, aim, deadline).await?
            }
        };
        let moved = Event::moved(point, None, Modifiers::default());
        carried_out(moved.start(&tree.main().session, deadline).await)?;
        self.settle(tree.main()).await;
        Ok(Press { what, gone: false, stray: String::new(), opens: None })
    }
}

/// Moves to a point and presses there, every event queued at once: what a page sees is the same, with fewer waits.
async fn press(session: &Session, point: Point, clicks: Clicks, deadline: Deadline) -> Result<(), PageError> {
    let Clicks { button, count, modifiers } = clicks;
    let mut queued: Vec<Queued> = vec![Box::pin(hold(session, modifiers, deadline))];
    queued.push(Box::pin(Event::moved(point, None, modifiers).start(session, deadline)));
    for click in 1..=i64::from(count) {
        queued.push(Box::pin(Event::pressed(point, button, click, modifiers).start(session, deadline)));
        queued.push(Box::pin(Event::released(point, button, click, modifiers).start(session, deadline)));
    }
    queued.push(Box::pin(release(session, modifiers, deadline)));
    let mut outcome = Ok(());
    // Each is waited for, so that the keys are known to be let go even when the press failed.
    for event in queued {
        let done = event.await;
        outcome = outcome.and(done);
    }
    carried_out(outcome)
}
