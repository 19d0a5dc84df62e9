//! The proxy with real sockets on both sides.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
// Tests dial the proxy themselves.
#![allow(clippy::disallowed_methods)]

mod admission;
mod connect;
mod dns;
mod forms;
mod identity;
mod lifecycle;
mod limits;
mod plain;
mod support;
mod tls;
mod upstream;
mod websocket;
