//! Every member through everything: the toolset, a real Chromium, the exit and real sites.
//!
//! Each test has a browser of its own, and looks twice: at the whole result, as an agent reads it, and at the page or
//! the site itself, past everything that is under test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agent;
mod approvals;
mod certificates;
mod contained;
mod crash;
mod dialogs;
mod downloads;
mod failures;
mod frames;
mod hostile;
mod lifecycle;
mod local;
mod lost;
mod members;
mod network;
mod popups;
mod processes;
mod programs;
mod prompts;
mod refs;
mod refusals;
mod same_host;
mod seen;
mod trust;
mod truth;
mod uploads;
mod workers;
