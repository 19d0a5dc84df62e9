//! What a document says of itself.

use std::time::Duration;

use serde::Deserialize;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::{FrameHandle, FrameTree};
use crate::refs::Ref;
use crate::world::NOTHING;

/// A document as it stands. Address and title are the page's words.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Facts {
    /// Its address.
    pub url: String,
    /// Its origin; `null` for an opaque one.
    pub origin: String,
    /// Its title, at most 4,096 characters.
    pub title: String,
    /// The HTTP status that it came with, when there was one.
    pub status: Option<u16>,
    /// `loading`, `interactive` or `complete`.
    pub ready: String,
    /// Its media type.
    #[serde(rename = "type")]
    pub media_type: String,
}

impl Facts {
    /// Whether the document is a PDF file, of which nothing can be read or shown: Chromium would show it in an extension
    /// of its own, and no extension runs.
    pub fn is_pdf(&self) -> bool {
        self.media_type == "application/pdf"
    }
}

/// What shows of the main document.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct View {
    /// The viewport's width, CSS pixels.
    pub(crate) width: u32,
    /// The viewport's height, CSS pixels.
    pub(crate) height: u32,
    /// How far the document is scrolled, CSS pixels to the right and down.
    pub(crate) scroll: (f64, f64),
}

impl Page {
    /// Asks the main document for its address, title and status.
    ///
    /// # Errors
    /// A document that went away, or no answer in time.
    pub async fn facts(&self, tree: &FrameTree, deadline: Deadline) -> Result<Facts, PageError> {
        self.ask(tree.main(), "facts", &NOTHING, deadline).await
    }

    /// Asks the main document for its viewport, which lays the page out.
    ///
    /// # Errors
    /// A document that went away, or no answer in time.
    pub(crate) async fn view(&self, tree: &FrameTree, deadline: Deadline) -> Result<View, PageError> {
        self.ask(tree.main(), "view", &NOTHING, deadline).await
    }

    /// Whether the page is of the origin of this address; of one without an origin, whether it is that very address.
    ///
    /// # Errors
    /// A document that went away, or no answer in time.
    pub async fn is_at(
        &self,
        tree: &FrameTree,
        address: &str,
        deadline: Deadline,
    ) -> Result<bool, PageError> {
        self.frame_is_at(tree.main(), address, deadline).await
    }

    /// As [`Page::is_at`] for a frame of the page.
    ///
    /// # Errors
    /// As there.
    pub async fn frame_is_at(
        &self,
        frame: &FrameHandle,
        address: &str,
        deadline: Deadline,
    ) -> Result<bool, PageError> {
        self.ask(frame, "isAt", &(address,), deadline).await
    }

    /// As [`Page::is_at`] for the frame that an element is in.
    ///
    /// # Errors
    /// As there; a ref that isn't current.
    pub async fn element_is_at(
        &self,
        tree: &FrameTree,
        reference: Ref,
        address: &str,
        deadline: Deadline,
    ) -> Result<bool, PageError> {
        let frame = self.refs.frame_of(tree, reference).await?;
        self.frame_is_at(frame, address, deadline).await
    }

    /// Whether an element is on the page and visible. One that is gone is not.
    ///
    /// # Errors
    /// A ref that was never this page's, or no answer in time.
    pub async fn is_shown(
        &self,
        tree: &FrameTree,
        reference: Ref,
        deadline: Deadline,
    ) -> Result<bool, PageError> {
        let frame = match self.refs.frame_of(tree, reference).await {
            Err(PageError::Stale(_)) => return Ok(false),
            other => other?,
        };
        let shown: Option<bool> = self.ask(frame, "isShown", &(reference.0,), deadline).await?;
        Ok(shown.unwrap_or(false))
    }

    /// Returns when what the page started at once, in event handlers and zero-delay timers, has run; after 250 ms at the
    /// latest. A page that is busy, leaves or hangs then is told of by whatever comes next.
    pub(crate) async fn settle(&self, frame: &FrameHandle) {
        if let Err(error) = self.ask::<Option<()>>(frame, "settled", &NOTHING, Self::settling()).await {
            tracing::debug!(%error, "the page did not settle");
        }
    }

    /// How long an act waits for what the page starts at once. An ordinary page is through in a millisecond or two; a busy
    /// one, or a busy machine, gets this long, so that a navigation is not missed.
    pub(crate) fn settling() -> Deadline {
        Deadline::after(std::time::Duration::from_millis(250))
    }

    /// Waits until the page has drawn its next frame; false when it has not told so within a second. A page whose scripts
    /// were stopped draws, but doesn't tell.
    ///
    /// # Errors
    /// A document that went away, or no answer in time.
    pub(crate) async fn drawn(&self, frame: &FrameHandle, deadline: Deadline) -> Result<bool, PageError> {
        const LONGEST: Duration = Duration::from_secs(1);
        let told = self.ask::<Option<()>>(frame, "drawn", &NOTHING, deadline.at_most(LONGEST)).await;
        match told {
            Err(PageError::TimedOut) if !deadline.left().is_zero() => Ok(false),
            told => told.map(|_| true),
        }
    }
}
