//! Files, directories, links and FIFOs on a real disk.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod apart;
mod check;
mod quarantine;
mod uploads;
