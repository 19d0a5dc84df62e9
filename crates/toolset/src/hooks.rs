//! What an embedder can put into the pipeline: checks that refuse (P4–P6), and a hook around the act (P7).
//!
//! Each is a trait, and a closure that takes the same arguments and returns a future is one, too. A check that fails,
//! panics or takes too long refuses the call with a fixed text of ours; a refusal that it words itself reaches the
//! model, at most 4,096 code points of it (P10).

use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use ringfence_policy::{List, Policy, Refusal};

use crate::driver::{Call, Driver, DriverError, MemberOutput, Subject};
use crate::error_code::ErrorCode;
use crate::input::MemberInput;
use crate::member::Member;
use crate::state::TabId;

/// Why a check did not let a call through.
#[derive(Debug, thiserror::Error)]
pub enum Denial {
    /// It refused, in words that the model reads.
    #[error("{0}")]
    Refused(DriverError),
    /// It failed. The model reads a fixed text of ours; the cause goes to the log.
    #[error("the check failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl Denial {
    /// Makes a refusal with a text for the model: what was refused, why, and what to do.
    pub fn refused(text: impl Into<String>) -> Self {
        Self::Refused(DriverError::new(ErrorCode::Denied, text))
    }

    /// Makes a failure of the check itself.
    pub fn failed(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Failed(cause.into())
    }
}

impl From<Refusal> for Denial {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.into())
    }
}

/// A check of each address that a model asks for (P4). It sees the model's own string, untouched. The words
/// `back`, `forward` and `reload` are no addresses and are not put to it.
///
/// It is no boundary: redirects, sub-resources and what a page opens by itself never come here.
#[async_trait]
pub trait UrlPolicy: Send + Sync {
    /// Lets an address pass, or refuses it.
    ///
    /// # Errors
    /// The refusal, or why the check failed.
    async fn check(&self, address: String) -> Result<(), Denial>;
}

#[async_trait]
impl UrlPolicy for Policy {
    async fn check(&self, address: String) -> Result<(), Denial> {
        self.judge(&address, List::Navigate).map(drop).map_err(Denial::from)
    }
}

#[async_trait]
impl<F, A> UrlPolicy for F
where
    F: Fn(String) -> A + Send + Sync,
    A: Future<Output = Result<(), Denial>> + Send,
{
    async fn check(&self, address: String) -> Result<(), Denial> {
        self(address).await
    }
}

/// What a file policy is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadKind {
    /// Paths of files, as the model wrote them.
    Paths,
    /// Ids of staged documents, as the model wrote them.
    DocumentIds,
}

/// A check of the files that a model wants to upload (P5). Without one, every upload is refused.
#[async_trait]
pub trait FilePolicy: Send + Sync {
    /// Lets names pass, or refuses them. Asked about paths first, then about document ids, about neither when there
    /// are none. What it returns takes the place of what the model wrote, for `confirm` and the driver, too.
    ///
    /// # Errors
    /// The refusal, or why the check failed.
    async fn check(&self, kind: UploadKind, names: Vec<String>) -> Result<Vec<String>, Denial>;
}

#[async_trait]
impl<F, A> FilePolicy for F
where
    F: Fn(UploadKind, Vec<String>) -> A + Send + Sync,
    A: Future<Output = Result<Vec<String>, Denial>> + Send,
{
    async fn check(&self, kind: UploadKind, names: Vec<String>) -> Result<Vec<String>, Denial> {
        self(kind, names).await
    }
}

/// What is asked before a call is made (P6). Whoever shows it to a person escapes what can't be seen in it: the
/// model may be passing on what a page said.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfirmRequest {
    /// The member.
    pub member: Member,
    /// Its input, after the file policy. A dialog to accept has the page's own message in it.
    pub input: MemberInput,
    /// The tab that the call is for: the one that it names, else the active one. `None` when there is none, or when
    /// none has been reported yet.
    pub tab_id: Option<TabId>,
    /// The address that this tab showed in the driver's last report, as reported. `None` means that the page is
    /// unknown, not that the tab is empty.
    pub tab_url: Option<String>,
    /// What the call would act on, asked of the page just now (see [`Driver::subjects`]); none when
    /// [`Confirm::needs_subjects`] said no.
    pub subjects: Vec<Subject>,
}

/// An answer to a [`ConfirmRequest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {
    /// Yes, for the page that was shown: the driver refuses when the tab has gone to another origin meanwhile.
    Yes,
    /// Yes, whatever page the tab shows: for members that nobody gates, and for standing approvals.
    YesOnAnyPage,
    /// No. The model reads a fixed text of ours.
    No,
}

impl From<bool> for Approval {
    fn from(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

/// The question before every call that got past the other checks (P6). Only a yes lets it through.
#[async_trait]
pub trait Confirm: Send + Sync {
    /// Answers.
    ///
    /// # Errors
    /// A refusal in words of its own, or why asking failed.
    async fn confirm(&self, request: ConfirmRequest) -> Result<Approval, Denial>;

    /// Whether the answer depends on what the call would act on: it takes a question to the page to find out.
    fn needs_subjects(&self, _request: &ConfirmRequest) -> bool {
        true
    }
}

#[async_trait]
impl<F, A> Confirm for F
where
    F: Fn(ConfirmRequest) -> A + Send + Sync,
    A: Future<Output = Result<Approval, Denial>> + Send,
{
    async fn confirm(&self, request: ConfirmRequest) -> Result<Approval, Denial> {
        self(request).await
    }
}

/// What comes after an [`ActHook`]: the driver.
#[derive(Clone)]
pub struct Next {
    driver: Arc<dyn Driver>,
}

impl Next {
    pub(crate) fn new(driver: Arc<dyn Driver>) -> Self {
        Self { driver }
    }

    /// Has the driver carry out a call.
    ///
    /// # Errors
    /// As [`Driver::execute`].
    pub async fn run(&self, call: &Call) -> Result<MemberOutput, DriverError> {
        self.driver.execute(call).await
    }
}

/// A hook around the act, after every check and approval (P7): to trace, to redact what comes back, to rewrite what
/// goes out, to refuse, or to carry the call out elsewhere.
///
/// **What it rewrites is not judged again**: neither policy nor approval sees the call that it passes on. The output
/// must be of the kind that the call's member gives. The toolset sets no limit to its time: a hook that does more than
/// [`Next::run`] brings a deadline of its own.
#[async_trait]
pub trait ActHook: Send + Sync {
    /// Carries out a call, as a rule by [`Next::run`].
    ///
    /// # Errors
    /// As [`Driver::execute`]; the text reaches the model.
    async fn act(&self, call: Call, next: Next) -> Result<MemberOutput, DriverError>;
}

#[async_trait]
impl<F, A> ActHook for F
where
    F: Fn(Call, Next) -> A + Send + Sync,
    A: Future<Output = Result<MemberOutput, DriverError>> + Send,
{
    async fn act(&self, call: Call, next: Next) -> Result<MemberOutput, DriverError> {
        self(call, next).await
    }
}
