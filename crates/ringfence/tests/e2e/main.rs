//! Every member through everything: the toolset, a real Chromium, the exit and real sites.
//!
//! Each test has a browser of its own, and looks twice: at the whole result, as an agent reads it, and at the page or
//! the site itself, past everything that is under test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod accept;
mod agent;
mod click;
mod clicks;
mod console;
mod crash;
mod dialogs;
mod drag;
mod failures;
mod find;
mod form;
mod frames;
mod history;
mod hold_key;
mod hostile;
mod hover;
mod keyboard;
mod lifecycle;
mod lost;
mod navigate;
mod network;
mod popups;
mod processes;
mod programs;
mod reading;
mod refs;
mod refusals;
mod requests;
mod script;
mod scroll;
mod scroll_to;
mod seen;
mod tabs;
mod trust;
mod until;
mod view;
mod zoom;
