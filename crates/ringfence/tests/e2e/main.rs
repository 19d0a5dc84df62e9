//! Every member through everything: the toolset, a real Chromium, the exit and real sites.
//!
//! Each test has a browser of its own, and looks twice: at the whole result, as an agent reads it, and at the page or
//! the site itself, past everything that is under test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agent;
mod click;
mod dialogs;
mod form;
mod frames;
mod history;
mod hostile;
mod keyboard;
mod lifecycle;
mod navigate;
mod network;
mod popups;
mod reading;
mod refs;
mod refusals;
mod scroll;
mod seen;
mod tabs;
mod view;
