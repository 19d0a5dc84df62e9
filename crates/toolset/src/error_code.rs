//! The codes of error results.

use std::fmt;

use ringfence_policy::Code;

/// Why a call failed, as a word that a program can act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The policy refused; the code is the policy's own.
    Refused(Code),
    /// No member has that name.
    UnknownMember,
    /// The driver doesn't serve that member.
    NotServed,
    /// The configuration turned that member off.
    TurnedOff,
    /// The input has bad fields.
    BadInput,
    /// A check of the embedder's refused, in its own words.
    Denied,
    /// A check of the embedder's failed, so the call was refused.
    CheckFailed,
    /// Whoever had to approve the call did not.
    NotApproved,
    /// The page is no longer the one that the call was approved for.
    PageMoved,
    /// No dialog with that message was reported and is still unanswered.
    UnknownDialog,
    /// A reference from before a navigation, from another tab, or to an element that is gone.
    StaleRef,
    /// A reference that was never handed out.
    UnknownRef,
    /// Something named in the call isn't there, such as a select's option.
    NotFound,
    /// Something lies over the element.
    Covered,
    /// The element is disabled.
    Disabled,
    /// The element is not rendered or not visible.
    Hidden,
    /// The element can't do what was asked of it, such as take text.
    NotSuited,
    /// A point outside the viewport.
    OutsideViewport,
    /// No open tab has that id.
    UnknownTab,
    /// No tab is open.
    NoTab,
    /// The history has no entry in that direction.
    NoHistory,
    /// The page could not be reached or loaded.
    NavigationFailed,
    /// The call's time ran out.
    TimedOut,
    /// The page doesn't answer.
    PageHung,
    /// The page's process ended.
    PageCrashed,
    /// The browser is gone.
    SessionLost,
    /// Anything else that went wrong in the browser.
    Failed,
}

impl ErrorCode {
    /// Returns the code as a word: the policy's own for a refusal, else in snake case.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Refused(code) => code.as_str(),
            Self::UnknownMember => "unknown_member",
            Self::NotServed => "not_served",
            Self::TurnedOff => "turned_off",
            Self::BadInput => "bad_input",
            Self::Denied => "denied",
            Self::CheckFailed => "check_failed",
            Self::NotApproved => "not_approved",
            Self::PageMoved => "page_moved",
            Self::UnknownDialog => "unknown_dialog",
            Self::StaleRef => "stale_ref",
            Self::UnknownRef => "unknown_ref",
            Self::NotFound => "not_found",
            Self::Covered => "covered",
            Self::Disabled => "disabled",
            Self::Hidden => "hidden",
            Self::NotSuited => "not_suited",
            Self::OutsideViewport => "outside_viewport",
            Self::UnknownTab => "unknown_tab",
            Self::NoTab => "no_tab",
            Self::NoHistory => "no_history",
            Self::NavigationFailed => "navigation_failed",
            Self::TimedOut => "timed_out",
            Self::PageHung => "page_hung",
            Self::PageCrashed => "page_crashed",
            Self::SessionLost => "session_lost",
            Self::Failed => "failed",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
