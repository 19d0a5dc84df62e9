//! Finds what the Messages API would reject, before it is sent: in a result, in a whole turn, in the tools of a
//! request.
//!
//! It reads the wire's JSON, so that it finds the renderer's own mistakes, too. It also holds results to what we
//! promise beyond the API: a success ends with the state, and an error is never empty (N6).

mod picture;
mod result;
mod state;
mod tools;
mod turn;

pub use self::result::result;
pub use self::tools::{entry, tools};
pub use self::turn::turn;

/// Something that the API would reject.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {what}")]
pub struct Violation {
    /// Where, such as `content[1].tabs`.
    pub at: String,
    /// What is wrong there.
    pub what: String,
}

impl Violation {
    fn new(at: impl Into<String>, what: impl Into<String>) -> Self {
        Self { at: at.into(), what: what.into() }
    }
}

/// Goes on when `holds`, else reports.
fn must(holds: bool, at: &str, what: &str) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation::new(at, what)) }
}
