//! What failed, in words for the agent and with a code for programs.

use ringfence_cdp::CallError;
use ringfence_page::PageError;
use ringfence_toolset::{DriverError, ErrorCode, TabId};

use crate::state::Ended;

/// A tab that closed while a call was about it.
pub(crate) fn closed_meanwhile(id: &TabId) -> DriverError {
    DriverError::new(ErrorCode::UnknownTab, format!("Tab {id} has closed; list_tabs tells which are open."))
        .about(id.as_str())
}

/// A tab whose process crashed.
pub(crate) fn page_crashed(id: &TabId) -> DriverError {
    let text = "The page's process has crashed; navigate the tab again, or open another.";
    DriverError::new(ErrorCode::PageCrashed, text).about(id.as_str())
}

/// The browser is gone.
pub(crate) fn lost(ended: &Ended) -> DriverError {
    let (text, cause) = match ended {
        Ended::Pipe(end) => (
            "The browser has ended, and what it held is lost; the next call starts a fresh one.",
            end.to_string(),
        ),
        Ended::Unreadable(reason) => (
            "The session was closed because a request could not be judged; the next call starts a fresh one.",
            reason.clone(),
        ),
    };
    DriverError::new(ErrorCode::SessionLost, text).caused_by(cause)
}

/// A failed command of the browser itself.
pub(crate) fn call_error(error: CallError) -> DriverError {
    match error {
        CallError::TimedOut { .. } => {
            DriverError::new(ErrorCode::TimedOut, "The browser did not answer in time.").caused_by(error)
        }
        other => DriverError::new(ErrorCode::Failed, "The browser did not carry it out.").caused_by(other),
    }
}

/// A page that could not be read or acted on.
pub(crate) fn page_error(error: PageError) -> DriverError {
    use ringfence_page::FieldProblem;
    let (code, subject) = match &error {
        PageError::UnknownRef(reference) => (ErrorCode::UnknownRef, Some(*reference)),
        PageError::OtherTab(reference) | PageError::Stale(reference) | PageError::Gone(reference) => {
            (ErrorCode::StaleRef, Some(*reference))
        }
        PageError::Hidden { reference, .. } | PageError::Offscreen { reference, .. } => {
            (ErrorCode::Hidden, Some(*reference))
        }
        PageError::Disabled { reference, .. } | PageError::Inert { reference, .. } => {
            (ErrorCode::Disabled, Some(*reference))
        }
        PageError::Covered { reference, .. } | PageError::Missed { reference, .. } => {
            (ErrorCode::Covered, Some(*reference))
        }
        PageError::Field { reference, problem: FieldProblem::NoOption { .. }, .. } => {
            (ErrorCode::NotFound, Some(*reference))
        }
        PageError::Field { reference, .. } => (ErrorCode::NotSuited, Some(*reference)),
        PageError::ButtonState(_) => (ErrorCode::NotSuited, None),
        PageError::OutsideViewport { .. } => (ErrorCode::OutsideViewport, None),
        PageError::TimedOut => (ErrorCode::PageHung, None),
        PageError::DocumentGone | PageError::Script(_) | PageError::Protocol(_) => (ErrorCode::Failed, None),
    };
    let mut shown = DriverError::new(code, error.to_string());
    if let Some(reference) = subject {
        shown = shown.about(reference.to_string());
    }
    shown.caused_by(error)
}
