//! What decides. Values in, a verdict out: nothing here waits, reads or writes.
//!
//! The rest of the crate carries out what these files say. A rule that is not here, or in
//! `ringfence-policy`, is no rule.

pub(crate) mod answers;
pub(crate) mod credential;
pub(crate) mod head;
pub(crate) mod hello;
pub(crate) mod opening;
pub(crate) mod own;
pub(crate) mod request;
pub(crate) mod site;
pub(crate) mod target;
pub(crate) mod upgrade;
