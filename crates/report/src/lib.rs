//! Writes down what sessions did: the audit's lines for programs, and a report for people.
//!
//! Both are observers of sessions ([`ringfence_session::Observer`]). An [`AuditLog`] appends one line of JSON for each
//! decision, as it is made. A [`Recorder`] keeps what happened, within bounds, and [`Recording::to_html`] makes one file
//! of it that needs nothing else: no network, no script.
//!
//! What looks like a credential is covered in both; the audit covers every value in an address, too. The report holds
//! what the agent read and typed, so both files are made readable by their owner alone.

mod audit;
mod clock;
mod files;
mod html;
mod recorder;
mod recording;

pub use audit::{AuditError, AuditLog};
pub use files::{FileError, ReportFile};
pub use recorder::{Recorder, RecorderOptions};
pub use recording::{
    DownloadRecord, HostRecord, Layer, Omitted, Part, Picture, Recording, RefusalRecord, SessionRecord, Step,
    Trouble,
};
