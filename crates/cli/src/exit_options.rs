//! The options of the way out, and what they make with the configuration file.

use std::convert::Infallible;
use std::str::FromStr;

use clap::Args;
use ringfence_egress::{Settings, Upstream, UpstreamError};
use ringfence_policy::config::{EgressConfig, Hidden};

use crate::failure::Failure;

const FLAG: &str = "--upstream-proxy";

#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Network")]
pub(crate) struct ExitOptions {
    /// Reach public hosts through this HTTP proxy, http://[USER:PASSWORD@]HOST:PORT; other users of the machine can
    /// read command lines, so a password is better kept in the configuration file, as upstream_proxy under [egress]
    #[arg(long, value_name = "URL")]
    upstream_proxy: Option<Written>,

    /// Let the upstream proxy resolve names; the addresses that they lead to are then not vetted
    #[arg(long)]
    upstream_resolves: bool,
}

/// A value as it was written. It may hold a password and does not print.
#[derive(Debug, Clone)]
struct Written(Hidden);

impl FromStr for Written {
    type Err = Infallible;

    /// Reads nothing: what is wrong is told later, without the value, which the parser would print.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(Hidden::new(text)))
    }
}

impl ExitOptions {
    /// Makes the exit's settings of these options and a file's. An option stands in for the file's key.
    pub(crate) fn settings(&self, file: &EgressConfig) -> Result<Settings, Failure> {
        let mut settings = Settings { upstream: self.upstream(file)?, ..Settings::default() };
        let limits = &mut settings.limits;
        if let Some(most) = file.max_tunnels {
            limits.exchanges = usize::try_from(most).unwrap_or(usize::MAX);
            // A client may hold a connection open beside each tunnel.
            limits.connections = limits.connections.max(limits.exchanges.saturating_mul(2));
        }
        limits.exchange_bytes = file.max_tunnel_bytes.unwrap_or(limits.exchange_bytes);
        limits.total_bytes = file.max_session_bytes.or(limits.total_bytes);
        settings.timeouts.idle = file.idle.unwrap_or(settings.timeouts.idle);
        Ok(settings)
    }

    fn upstream(&self, file: &EgressConfig) -> Result<Option<Upstream>, Failure> {
        let resolves = self.upstream_resolves || file.upstream_resolves;
        let from_file = || file.upstream_proxy.as_ref().map(|(text, place)| (text, place.to_string()));
        let given =
            self.upstream_proxy.as_ref().map(|Written(text)| (text, FLAG.to_owned())).or_else(from_file);
        let Some((text, place)) = given else {
            return if resolves { Err(nothing_resolves()) } else { Ok(None) };
        };
        let upstream = Upstream::parse(text.reveal()).map_err(|error| unusable(&place, error))?;
        Ok(Some(upstream.resolving(resolves)))
    }
}

fn unusable(place: &str, error: UpstreamError) -> Failure {
    Failure::Usage(format!("{place}: {error}"))
}

fn nothing_resolves() -> Failure {
    let text = "an upstream proxy shall resolve names and none is given; name it with --upstream-proxy URL, or leave \
                --upstream-resolves out";
    Failure::Usage(text.to_owned())
}

/// Tells which way public hosts are reached, for `doctor`.
pub(crate) fn way_out(settings: &Settings) -> String {
    match &settings.upstream {
        None => "direct".to_owned(),
        Some(upstream) if upstream.resolves() => format!("through {upstream}, addresses not vetted"),
        Some(upstream) => format!("through {upstream}, by vetted addresses"),
    }
}
