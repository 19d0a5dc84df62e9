//! The test site, asked over real sockets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod client;
mod dns;
mod site;
