//! Reads and acts on one page: snapshot, text, pointer, keyboard, forms, capture.
//!
//! Everything here works on a [`FrameTree`] that the caller keeps up to date: this crate owns no tab, follows no
//! event and decides no policy. It reads the page in an *isolated world* (`world/*.js`), where page scripts can
//! neither see nor alter what it does, and acts through the protocol's input domain, like a hand would.

mod capture;
mod deadline;
mod document;
mod error;
mod find;
mod form;
mod frame;
mod hidden;
mod keyboard;
mod keys;
mod outline;
mod pointer;
mod refs;
mod shield;
mod snapshot;
mod subject;
mod text;
mod upload;
mod world;

pub use capture::{Part, Picture};
pub use deadline::Deadline;
pub use document::Facts;
pub use error::{FieldProblem, PageError};
pub use find::Found;
pub use form::{FieldSet, FieldValue};
pub use frame::{FrameHandle, FrameTree};
pub use keyboard::Focus;
pub use keys::{Chord, KeyError, Modifiers, parse_keys};
pub use outline::{LeftOut, Outline};
pub use pointer::{Button, Clicks, Opens, Point, Press, ScrollDirection, Scrolled, Target};
pub use refs::{Ref, RefNumbers};
pub use shield::Shield;
pub use snapshot::{Filter, SnapshotRequest};
pub use subject::Subject;
pub use text::PageText;
pub use upload::{FieldFiles, Files, UploadWay, Way};

/// One page: what has been handed out about it (refs) and where its scripts live (isolated worlds).
///
/// It outlives navigations: numbers never start again, and what was handed out before is known to be stale.
#[derive(Debug)]
pub struct Page {
    worlds: world::Worlds,
    refs: refs::RefTable,
    mouse: pointer::MouseState,
}

impl Page {
    /// A page that takes its ref numbers from `numbers`, which the tabs of one browser share: so a ref names its tab.
    pub fn new(numbers: std::sync::Arc<RefNumbers>) -> Self {
        Self {
            worlds: world::Worlds::default(),
            refs: refs::RefTable::new(numbers),
            mouse: pointer::MouseState::default(),
        }
    }
}
