//! How names become addresses.

use std::io;
use std::net::IpAddr;

use async_trait::async_trait;

/// Resolves host names. The proxy asks only for names that the policy allowed, sets the deadline, and
/// vets every answer.
#[async_trait]
pub trait Resolver: Send + Sync {
    /// All addresses of `host`, in the order to try them.
    ///
    /// # Errors
    /// Whatever keeps the name from resolving; an empty answer counts as one.
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// The system's resolver. It caches nothing of its own.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

#[async_trait]
impl Resolver for SystemResolver {
    #[expect(clippy::disallowed_methods, reason = "the one place where names are resolved")]
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        let answers = tokio::net::lookup_host((host, 0)).await?;
        Ok(answers.map(|addr| addr.ip()).collect())
    }
}
