//! The only way out: an HTTP and CONNECT proxy that judges, resolves, vets and dials.
//!
//! The name is judged first, and only an allowed name is resolved: a query is already a leak. Every
//! answer is vetted, one bad answer refuses all, and a vetted address is what is dialled. Nothing is
//! cached: each CONNECT resolves and vets again. A tunnel carries TLS whose server name is the host
//! that was asked for, or, for an origin allowed over plain http, that origin's own WebSocket. Nobody
//! reads what is in it, but for an origin with a client certificate: there its TLS ends here, so that
//! the browser needs no key.
//!
//! This is the only crate that resolves names and opens connections.

mod body;
mod config;
mod connect;
mod dial;
mod dns;
mod egress;
mod event;
mod exchange;
mod identity;
mod judge;
mod metered;
mod plain;
mod relay;
mod reply;
mod resolver;
mod server;
mod upstream;
mod websocket;

pub use config::{EgressConfig, Limits, Settings, Timeouts};
pub use dns::{DnsError, DnsResolver};
pub use egress::{Egress, StartError};
pub use event::{Decision, Event, Kind, Stopped, Totals};
pub use identity::{ClientCertificate, ClientCertificateError, Presenter, PresenterError};
pub use judge::credential::Credential;
pub use reply::CODE_HEADER;
pub use resolver::{Resolver, SystemResolver};
pub use upstream::{Upstream, UpstreamError};

/// The readers of what a client sends first, as functions on bytes, for those who test them with
/// bytes of their own.
pub mod wire {
    pub use crate::judge::hello::{MAX, Progress, inspect};
    pub use crate::judge::target::connect_target;
}
