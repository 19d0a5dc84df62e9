//! The only way out: an HTTP and CONNECT proxy that judges, resolves, vets and dials.
//!
//! The name is judged first, and only an allowed name is resolved: a query is already a leak. Every
//! answer is vetted, one bad answer refuses all, and a vetted address is what is dialled. Nothing is
//! cached: each CONNECT resolves and vets again. A tunnel carries TLS whose server name is the host
//! that was asked for, or, for an origin allowed over plain http, that origin's own WebSocket.
//!
//! This is the only crate that resolves names and opens connections.

mod authority;
mod body;
mod connect;
mod credential;
mod dial;
mod egress;
mod event;
mod exchange;
mod head;
mod hello;
mod own;
mod plain;
mod relay;
mod reply;
mod resolver;
mod server;
mod site;
mod websocket;

pub use credential::Credential;
pub use egress::{Egress, EgressConfig, Limits, StartError, Timeouts};
pub use event::{Decision, Event, Kind, Stopped, Totals};
pub use reply::CODE_HEADER;
pub use resolver::{Resolver, SystemResolver};
