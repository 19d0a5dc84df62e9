//! Runs an embedder's check so that nothing it does lets a call through by accident (P10).

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt as _;

use crate::driver::DriverError;
use crate::error_code::ErrorCode;
use crate::hooks::Denial;
use crate::member::Member;

/// A check of the embedder's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    Address,
    Files,
    Approval,
}

impl Check {
    /// Says that the check did not come to an answer: a fixed text, without the cause.
    fn failed(self, member: Member) -> DriverError {
        let what = match self {
            Self::Address => "the check of its address",
            Self::Files => "the check of its files",
            Self::Approval => "asking for its approval",
        };
        let text = format!("{member} was refused: {what} failed. Nothing was done.");
        DriverError::new(ErrorCode::CheckFailed, text).about(member.name())
    }
}

/// Runs a check. Its refusal is passed on; an error, a panic or a time-out refuses with a fixed text.
pub(crate) async fn guarded<T>(
    check: Check,
    member: Member,
    deadline: Duration,
    work: impl Future<Output = Result<T, Denial>>,
) -> Result<T, DriverError> {
    let work = AssertUnwindSafe(work).catch_unwind();
    match tokio::time::timeout(deadline, work).await {
        Ok(Ok(Ok(answer))) => Ok(answer),
        Ok(Ok(Err(Denial::Refused(refusal)))) => Err(refusal),
        Ok(Ok(Err(Denial::Failed(cause)))) => Err(check.failed(member).caused_by(cause)),
        Ok(Err(_panic)) => Err(check.failed(member).caused_by("the check panicked")),
        Err(_elapsed) => Err(check.failed(member).caused_by("the check took too long")),
    }
}
