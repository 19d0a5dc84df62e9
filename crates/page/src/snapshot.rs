//! `read_page`: the walk over every frame, spliced into one outline.

use std::future::Future;
use std::pin::Pin;

use ringfence_cdp::Session;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree, MAX_FRAMES};
use crate::outline::{LeftOut, Line, Outline};
use crate::refs::Ref;

/// Which elements are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Filter {
    /// Visible elements in the viewport.
    #[default]
    Viewport,
    /// Those of them that can be acted on.
    Interactive,
    /// Also what lies outside the viewport.
    All,
}

/// What to read.
#[derive(Debug, Clone, Copy)]
pub struct SnapshotRequest {
    /// Which elements.
    pub filter: Filter,
    /// How many levels, at least 1.
    pub depth: u32,
    /// The element whose subtree is read; none for the whole page.
    pub root: Option<Ref>,
}

/// Frames in frames deeper than this are not read.
const MAX_FRAME_DEPTH: u32 = 16;

#[derive(Debug, Serialize)]
struct WalkOptions {
    find: bool,
    filter: Filter,
    depth: u32,
    #[serde(rename = "ref")]
    root: i64,
    clip: Option<[f64; 4]>,
    next: u64,
}

/// What a walk answers; nothing when the element to start with is gone.
#[derive(Debug, Deserialize)]
struct Walked {
    lines: Vec<Line>,
    next: u64,
    outside: u64,
    deeper: u64,
    cut: u64,
    frames: Vec<FrameLine>,
    unasked: u64,
    origin: String,
}

/// A frame's place among the lines.
#[derive(Debug, Deserialize)]
struct FrameLine {
    #[serde(rename = "ref")]
    reference: u64,
    line: usize,
    clip: [f64; 4],
}

/// What one walk is told and what all of them add up to.
struct Reading<'t> {
    tree: &'t FrameTree,
    request: SnapshotRequest,
    /// What `find` wants to know of each line is asked for, too.
    find: bool,
    deadline: Deadline,
    /// Processes that left a frame unanswered: their other frames aren't asked.
    silent: Vec<Session>,
    /// Frames that were read or tried.
    frames: u32,
    read: Read,
}

/// What was read: the lines of every frame, in their places.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) lines: Vec<Line>,
    pub(crate) left_out: LeftOut,
    /// The origin of the document that it began with.
    pub(crate) origin: String,
}

/// The place of a frame's document in the whole.
#[derive(Clone, Copy)]
struct Place {
    level: u32,
    frames_deep: u32,
    root: Option<Ref>,
    clip: Option<[f64; 4]>,
}

impl Page {
    /// Reads the page as an outline with refs.
    ///
    /// # Errors
    /// A ref that isn't current, a document that went away, or no answer in time.
    pub async fn snapshot(
        &self,
        tree: &FrameTree,
        request: SnapshotRequest,
        deadline: Deadline,
    ) -> Result<Outline, PageError> {
        let Read { lines, left_out, origin } = self.lines(tree, request, false, deadline).await?;
        Ok(Outline::new(&lines, left_out, origin))
    }

    /// Reads the lines of every frame, in their places.
    pub(crate) async fn lines(
        &self,
        tree: &FrameTree,
        request: SnapshotRequest,
        find: bool,
        deadline: Deadline,
    ) -> Result<Read, PageError> {
        let frame = match request.root {
            Some(root) => self.refs.frame_of(tree, root).await?,
            None => tree.main(),
        };
        let mut reading =
            Reading { tree, request, find, deadline, silent: Vec::new(), frames: 0, read: Read::default() };
        let place = Place { level: 0, frames_deep: 0, root: request.root, clip: None };
        self.read_frame(frame, place, &mut reading).await?;
        Ok(reading.read)
    }

    /// Reads one frame's document and, in their places, those of the frames in it. Boxed because it calls itself.
    fn read_frame<'a>(
        &'a self,
        frame: &'a FrameHandle,
        place: Place,
        reading: &'a mut Reading<'_>,
    ) -> Pin<Box<dyn Future<Output = Result<(), PageError>> + Send + 'a>> {
        Box::pin(async move {
            let walked = self.walk(frame, place, reading).await?;
            let left_out = &mut reading.read.left_out;
            left_out.outside += walked.outside;
            left_out.deeper += walked.deeper;
            left_out.cut += walked.cut;
            if place.frames_deep == 0 {
                reading.read.origin = walked.origin;
            }
            let mut frames = walked.frames.into_iter().peekable();
            for (index, mut line) in walked.lines.into_iter().enumerate() {
                let level = line.0;
                line.0 += place.level;
                reading.read.lines.push(line);
                if let Some(found) = frames.next_if(|found| found.line == index) {
                    let at = Place {
                        level: place.level + level + 1,
                        frames_deep: place.frames_deep + 1,
                        root: None,
                        clip: Some(found.clip),
                    };
                    self.read_child(frame, Ref(found.reference), at, reading).await?;
                }
            }
            Ok(())
        })
    }

    /// Reads the document in a frame element. One that isn't there yet, or goes while it is read, leaves a mark; so does one
    /// whose process has crashed, and
    /// one of another process that doesn't answer, as on its way to a document that never comes.
    async fn read_child(
        &self,
        parent: &FrameHandle,
        element: Ref,
        place: Place,
        reading: &mut Reading<'_>,
    ) -> Result<(), PageError> {
        if place.level >= reading.request.depth || place.frames_deep > MAX_FRAME_DEPTH {
            reading.read.left_out.deeper += 1;
            return Ok(());
        }
        if reading.frames == MAX_FRAMES {
            reading.read.left_out.frames += 1;
            return Ok(());
        }
        reading.frames += 1;
        let tree = reading.tree;
        let child = self.child_of(parent, element, reading.deadline).await?;
        let outcome = match child.as_ref().and_then(|id| tree.get(id)) {
            Some(frame) if frame.session.id() == parent.session.id() => {
                self.read_frame(frame, place, reading).await
            }
            Some(frame) => self.read_apart(frame, place, reading).await,
            None => Err(PageError::DocumentGone),
        };
        let crashed = child.as_ref().is_some_and(|id| tree.has_crashed(id));
        let mark = match outcome {
            Err(PageError::DocumentGone) if crashed => "crashed",
            Err(PageError::DocumentGone) => "loading",
            Err(PageError::TimedOut) if !reading.deadline.left().is_zero() => "no_answer",
            other => return other,
        };
        let number = i64::try_from(element.0).unwrap_or(-1);
        if let Some(line) = reading.read.lines.iter_mut().rev().find(|line| line.3 == number) {
            line.4.push((mark.to_owned(), Value::Bool(true)));
        }
        Ok(())
    }

    /// Reads a frame that another process draws, within a part of the time.
    async fn read_apart(
        &self,
        frame: &FrameHandle,
        place: Place,
        reading: &mut Reading<'_>,
    ) -> Result<(), PageError> {
        if reading.silent.iter().any(|silent| silent.id() == frame.session.id()) {
            return Err(PageError::TimedOut);
        }
        let whole = reading.deadline;
        reading.deadline = whole.share();
        let outcome = self.read_frame(frame, place, reading).await;
        reading.deadline = whole;
        if matches!(outcome, Err(PageError::TimedOut)) {
            reading.silent.push(frame.session.clone());
        }
        outcome
    }

    /// Walks one document, again when closed shadow roots came to light.
    async fn walk(
        &self,
        frame: &FrameHandle,
        place: Place,
        reading: &Reading<'_>,
    ) -> Result<Walked, PageError> {
        let root = place.root.map_or(-1, |root| i64::try_from(root.0).unwrap_or(-1));
        let depth = reading.request.depth.saturating_sub(place.level).max(1);
        for attempt in 0..3 {
            let mut numbers = self.refs.numbers().lock().await;
            let options = WalkOptions {
                find: reading.find,
                filter: reading.request.filter,
                depth,
                root,
                clip: place.clip,
                next: *numbers,
            };
            let answer: Result<Option<Walked>, _> =
                self.ask_packed(frame, "outline", &(options,), reading.deadline).await;
            if matches!(answer, Err(PageError::TimedOut)) {
                self.refs.reserve(&mut numbers, frame);
            }
            let Some(walked) = answer? else {
                return Err(place.root.map_or(PageError::DocumentGone, PageError::Gone));
            };
            self.refs.hand_out(*numbers, walked.next, frame);
            *numbers = walked.next.max(*numbers);
            drop(numbers);
            if walked.unasked == 0
                || attempt == 2
                || !self.adopt_closed_roots(frame, reading.deadline).await?
            {
                return Ok(walked);
            }
        }
        Err(PageError::DocumentGone)
    }
}
