//! What ends a run instead of being a result for the model.

use crate::driver::StateError;
use crate::member::Member;
use crate::result::Failure;
use crate::state::StateFault;
use crate::toolset::LONGEST_EDGE;

/// What ends the run instead of being a result for the model: a mistake of the caller's or the driver's, or
/// a browser that is gone.
#[derive(Debug, thiserror::Error)]
pub enum ContractError {
    /// The toolset was closed before the call, or while it waited its turn longer than closing allows.
    #[error("the toolset is closed: make a new one to go on")]
    Closed,
    /// The call was made from inside another call of the same toolset: it would wait for itself (P1).
    #[error(
        "the toolset was called from inside one of its own calls, which would wait for itself; have a driver or hook \
         do what it needs without the toolset"
    )]
    Reentrant,
    /// The browser's state can't be known after the call (P8).
    #[error("the browser's state is unknown after {member}")]
    State {
        /// The name of the call, bounded.
        member: String,
        /// Why the call itself failed, when it did.
        failure: Option<Failure>,
        /// Why the state is unknown.
        #[source]
        source: StateError,
    },
    /// The driver reported a state that breaks a rule.
    #[error("the driver's state breaks a rule: {0}")]
    BadState(#[from] StateFault),
    /// The driver's output is not of the member's kind.
    #[error("the driver answered {member} with another member's kind of output")]
    WrongOutput {
        /// The member.
        member: Member,
    },
    /// The driver's picture is larger than a result may hold (N3).
    #[error("the driver's picture is {width}×{height}; the longest edge allowed is {LONGEST_EDGE}")]
    OversizeImage {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
}
