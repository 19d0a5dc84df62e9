//! What ties a typed message to its name in the protocol.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A command of the protocol: its parameters, and by them its name and the type of its answer.
pub trait Command: Serialize {
    /// The name on the wire, such as `Page.navigate`.
    const METHOD: &'static str;
    /// What Chromium answers on success.
    type Response: DeserializeOwned;
}

/// An event of the protocol: what Chromium tells without being asked.
pub trait Event: DeserializeOwned {
    /// The name on the wire, such as `Page.frameNavigated`.
    const METHOD: &'static str;
}

/// The answer of a command that answers nothing but "done".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub struct Empty {}
