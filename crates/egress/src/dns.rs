//! Resolving by name servers of the embedder's choice.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use async_trait::async_trait;
use hickory_resolver::TokioResolver;
use hickory_resolver::config::{
    ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts,
};
use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;

use crate::resolver::Resolver;

/// How long one question to one server may take before it is asked again.
const TRY: Duration = Duration::from_secs(2);
/// How often a question is asked again.
const TRIES_MORE: usize = 2;

/// Resolves by asking these name servers, over UDP and, for what does not fit, over TCP.
///
/// Asks for IPv4 and IPv6 addresses at once and follows aliases. Knows no search list and no hosts file,
/// and caches nothing, whatever an answer's time to live says.
#[derive(Clone)]
pub struct DnsResolver {
    resolver: TokioResolver,
    servers: Vec<SocketAddr>,
}

/// Why a resolver can't be made.
#[derive(Debug, thiserror::Error)]
pub enum DnsError {
    /// No server was named.
    #[error("a resolver needs the address of at least one name server; give one, such as 192.0.2.53:53")]
    NoServer,
    /// The resolver's own setup failed.
    #[error("the resolver can't be set up: {0}")]
    Setup(#[source] NetError),
}

impl DnsResolver {
    /// A resolver that asks these servers.
    ///
    /// # Errors
    /// Without a server, or when the resolver can't be set up.
    pub fn new(servers: &[SocketAddr]) -> Result<Self, DnsError> {
        if servers.is_empty() {
            return Err(DnsError::NoServer);
        }
        let config =
            ResolverConfig::from_parts(None, Vec::new(), servers.iter().copied().map(server).collect());
        let resolver = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
            .with_options(options())
            .build()
            .map_err(DnsError::Setup)?;
        Ok(Self { resolver, servers: servers.to_vec() })
    }
}

fn server(addr: SocketAddr) -> NameServerConfig {
    let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
        connection.port = addr.port();
        connection
    });
    NameServerConfig::new(addr.ip(), true, connections.into())
}

fn options() -> ResolverOpts {
    let mut options = ResolverOpts::default();
    options.timeout = TRY;
    options.attempts = TRIES_MORE;
    // Both are needed: one private address among all answers refuses the name.
    options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
    options.use_hosts_file = ResolveHosts::Never;
    // An answer counts for the one connection that asked for it.
    options.cache_size = 0;
    options.positive_max_ttl = Some(Duration::ZERO);
    options.negative_max_ttl = Some(Duration::ZERO);
    options
}

#[async_trait]
impl Resolver for DnsResolver {
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        // The dot at the end keeps it from being taken for the beginning of a name.
        let found = self.resolver.lookup_ip(format!("{host}.")).await.map_err(io::Error::other)?;
        Ok(found.iter().collect())
    }
}

impl fmt::Debug for DnsResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DnsResolver").field("servers", &self.servers).finish_non_exhaustive()
    }
}
