//! The trait that a browser implements to serve the toolset.

use async_trait::async_trait;
use ringfence_policy::Refusal;

use crate::error_code::ErrorCode;
use crate::input::MemberInput;
use crate::member::{MemberSet, ResultKind};
use crate::state::{BrowserState, TabId};

/// A browser that can carry out members.
///
/// The pipeline calls it from one call at a time. Every method answers within a deadline of the driver's own.
#[async_trait]
pub trait Driver: Send + Sync {
    /// Returns the members that the driver carries out. The answer never changes.
    fn serves(&self) -> MemberSet;

    /// Carries out one call. The input is checked; whether a point lies in the viewport, a tab is open, a
    /// reference is good or a key name is known is the driver's to say. An address comes as the model
    /// wrote it.
    ///
    /// When the call was approved for a page, the driver compares that page's origin with the one that the tab
    /// shows just before it acts, and refuses with [`ErrorCode::PageMoved`] when they differ (P6).
    ///
    /// # Errors
    /// Whatever keeps the call from its effect, worded for the model.
    async fn execute(&self, call: &Call) -> Result<MemberOutput, DriverError>;

    /// Tells what a call would act on, for whoever approves it: for a drag what is at both its ends, nothing for a call that
    /// acts on a page as a whole, or on none.
    ///
    /// # Errors
    /// Whatever keeps it from being found; the call ends with it, and nobody is asked.
    async fn subjects(&self, _input: &MemberInput) -> Result<Vec<Subject>, DriverError> {
        Ok(Vec::new())
    }

    /// Reports the browser's state and empties what is reported once. Called after every call, a refused or
    /// failed one included.
    ///
    /// # Errors
    /// When the state can't be known: the session can't go on then.
    async fn state(&self) -> Result<BrowserState, StateError>;

    /// Ends the browser. A second call does nothing.
    async fn close(&self);
}

/// One call as the driver gets it.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The member and its checked input.
    pub input: MemberInput,
    /// The page that the call was approved for; `None` when nobody was asked, or the approval holds for any page.
    pub approved: Option<Approved>,
}

impl Call {
    /// Makes a call that is bound to no page.
    pub const fn new(input: MemberInput) -> Self {
        Self { input, approved: None }
    }
}

/// The page that a call was approved for, as the last state report showed it to whoever approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approved {
    /// The tab that the call was for; when the call names none and another tab is active by now, the approval
    /// doesn't hold.
    pub tab_id: TabId,
    /// The address that the tab showed, as the driver reported it.
    pub url: String,
    /// What the call would have acted on when its approval was asked for; when that is something else by now, the approval
    /// doesn't hold.
    pub subjects: Vec<Subject>,
}

/// What a call acts on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Role and name, the page's words; empty for nothing in particular.
    pub what: String,
    /// What else of it must be the same at the act as it was at the question, such as its whole text and where it leads. It
    /// is compared and not shown.
    pub detail: String,
    /// The origin of the document that it is in, which may be a frame's, as `https://shop.example`; `None` when that
    /// document is an origin by itself.
    pub origin: Option<String>,
    /// That document is a frame's.
    pub in_frame: bool,
}

/// What a member gives back when it did its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberOutput {
    /// A navigation ended at a page.
    Navigated {
        /// Where it ended.
        url: String,
        /// The page's title, when known.
        title: Option<String>,
        /// The HTTP status, when there is one.
        status: Option<u16>,
        /// A phrase of the driver's to end the line, such as `still loading`.
        note: Option<String>,
    },
    /// What a reading member read, the page's own words.
    Text {
        /// The text; empty when there was nothing to read.
        text: String,
        /// The origin it was read from, when known.
        source: Option<String>,
    },
    /// A picture.
    Image {
        /// The file's bytes.
        data: Vec<u8>,
        /// The file's media type, such as `image/png`.
        media_type: &'static str,
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// An act was done.
    Done {
        /// A line of the driver's own, such as where a click led.
        line: Option<String>,
    },
    /// A tab member was done; its answer is the state.
    Tabs,
}

impl MemberOutput {
    /// Returns the kind of result that the output makes.
    pub const fn kind(&self) -> ResultKind {
        match self {
            Self::Navigated { .. } => ResultKind::Navigated,
            Self::Text { .. } => ResultKind::Reading,
            Self::Image { .. } => ResultKind::Picture,
            Self::Done { .. } => ResultKind::Act,
            Self::Tabs => ResultKind::Tabs,
        }
    }
}

/// Why a member did not do its work. `text` is for the model; `cause` is for the log and never reaches it.
#[derive(Debug, thiserror::Error)]
#[error("{code}: {text}")]
pub struct DriverError {
    /// The code.
    pub code: ErrorCode,
    /// Whole sentences of ours: what happened, to what, and what to do. At most 4,096 code points reach the
    /// model. No paths and no whole addresses.
    pub text: String,
    /// What the failure is about, such as `ref_4` or a host.
    pub subject: Option<String>,
    /// What to do, for programs; `text` says it, too.
    pub hint: Option<String>,
    /// The cause.
    #[source]
    pub cause: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl DriverError {
    /// Makes an error with a code and the text for the model.
    pub fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self { code, text: text.into(), subject: None, hint: None, cause: None }
    }

    /// Says what the failure is about.
    #[must_use]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Keeps the cause for the log.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }
}

impl From<&Refusal> for DriverError {
    fn from(refusal: &Refusal) -> Self {
        Self::new(ErrorCode::Refused(refusal.code), refusal.for_model())
            .about(refusal.subject.clone())
            .with_hint(refusal.hint.clone())
    }
}

impl From<Refusal> for DriverError {
    fn from(refusal: Refusal) -> Self {
        Self::from(&refusal)
    }
}

/// Why the browser's state can't be known.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The browser is gone; what it held is lost.
    #[error("the browser is gone")]
    SessionLost,
    /// The browser did not answer in time.
    #[error("the browser did not answer in time")]
    TimedOut,
    /// Anything else.
    #[error("the browser's state can't be read")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}
