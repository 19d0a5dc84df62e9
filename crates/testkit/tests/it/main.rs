//! The test site, asked over real sockets; and the jail, tried from inside.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod client;
mod dns;
mod jail;
mod named;
mod site;
