//! Files that go in and out of a browser.
//!
//! Out: [`check_upload_path`] says whether a path may be uploaded and opens it in the same breath, [`Staging`] does the
//! same for staged documents by id, and an [`Inbox`] holds private copies of what passed. The browser is shown the copies
//! alone, so what was checked is what is sent. [`Uploads`] puts the three together as the toolset's file policy.
//!
//! In: a [`Quarantine`] takes what a browser downloads, under names of ours.

mod apart;
mod check;
mod copy;
mod inbox;
mod opened;
mod quarantine;
mod scratch;
mod staging;
mod uploads;

pub use apart::{Places, PlacesError, open_to_others};
pub use check::{UploadRefusal, check_upload_path};
pub use inbox::{Inbox, InboxError, Staged};
pub use opened::{Kind, Opened};
pub use quarantine::{Kept, Quarantine, QuarantineError};
pub use staging::{Staging, UnknownDocument};
pub use uploads::Uploads;

/// Limits on what goes in and out. Bytes and counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// One file.
    pub file_bytes: u64,
    /// Everything of one browser.
    pub total_bytes: u64,
    /// Files of one browser.
    pub files: u32,
}

impl Default for Limits {
    /// 256 MiB a file, 1 GiB and 1,000 files in all.
    fn default() -> Self {
        Self { file_bytes: 256 << 20, total_bytes: 1 << 30, files: 1_000 }
    }
}
