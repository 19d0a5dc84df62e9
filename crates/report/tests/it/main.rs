//! The report and the audit, from what sessions tell.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod audit;
mod html;
mod outline;
mod recording;
mod told;
