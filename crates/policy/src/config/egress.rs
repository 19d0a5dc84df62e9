//! `[egress]`: the way out, and how much may go through it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use toml::de::DeTable;

use super::keys;
use super::reader::Reader;
use crate::source::Source;

const PATH: &str = "egress";

/// `[egress]`. What is not given leaves the proxy's default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EgressConfig {
    /// `upstream_proxy`, as it was written, with its line. It is not read here: the proxy knows its own
    /// kinds.
    pub upstream_proxy: Option<(Hidden, Source)>,
    /// `upstream_resolves`, default false: the upstream proxy is given names, so that addresses are not
    /// vetted.
    pub upstream_resolves: bool,
    /// `max_tunnels`: tunnels and plain requests at once, from 1.
    pub max_tunnels: Option<u64>,
    /// `max_tunnel_bytes`: bytes of one of them, both ways together, from 1.
    pub max_tunnel_bytes: Option<u64>,
    /// `max_session_bytes`: bytes of all of a session together, from 1.
    pub max_session_bytes: Option<u64>,
    /// `idle_seconds`: after which a tunnel without a byte is closed, from 1.
    pub idle: Option<Duration>,
}

/// A text that may hold a password. It does not print.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden(Arc<str>);

impl Hidden {
    /// Hides a text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The text, for the one that needs it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden(..)")
    }
}

pub(super) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> EgressConfig {
    let numbers = ["max_tunnels", "max_tunnel_bytes", "max_session_bytes", "idle_seconds"];
    reader.known_keys(table, PATH, &keys::EGRESS);
    let upstream_proxy = reader
        .string(table, PATH, "upstream_proxy")
        .map(|(text, span)| (Hidden::new(text), reader.source(span)));
    let upstream_resolves = reader.boolean(table, PATH, "upstream_resolves").unwrap_or(false);
    let [max_tunnels, max_tunnel_bytes, max_session_bytes, idle] =
        numbers.map(|key| reader.positive(table, PATH, key));
    EgressConfig {
        upstream_proxy,
        upstream_resolves,
        max_tunnels,
        max_tunnel_bytes,
        max_session_bytes,
        idle: idle.map(Duration::from_secs),
    }
}
