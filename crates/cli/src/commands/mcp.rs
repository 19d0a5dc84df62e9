//! `ringfence mcp`: serves an MCP client over stdio.

use std::io::Write as _;
use std::sync::Arc;

use clap::Args;
use ringfence_server::mcp::{McpOptions, ServeError, serve_stdio};

use crate::browser_options::StartOptions;
use crate::failure::{Done, Failure};
use crate::runtime;

/// Serve a browser to an MCP client over stdio
///
/// One tool a member. A tool's optional `session` names a browser of its own; each starts with its first call, and
/// all end when stdin ends. Without a policy every address is refused.
#[derive(Debug, Args)]
#[command(after_help = "\
Example, as an MCP client's configuration:
  {\"command\": \"ringfence\", \"args\": [\"mcp\", \"--allow\", \"example.com\"]}")]
pub(crate) struct McpArgs {
    #[command(flatten)]
    start: StartOptions,
}

pub(crate) fn run(args: &McpArgs) -> Result<Done, Failure> {
    let setup = args.start.setup()?;
    writeln!(std::io::stderr(), "ringfence: serving MCP on stdio, policy {}", setup.policy.mode().as_str())?;
    runtime::run(async {
        let sessions = Arc::new(setup.sessions());
        let offered = setup.offered;
        let options =
            McpOptions { members: offered.members, extensions: offered.extensions, note: setup.note() };
        let serving = serve_stdio(sessions.clone(), options);
        let served = runtime::until_signal(async {
            let served = tokio::select! {
                served = serving => served,
                () = runtime::stdout_unread() => Err(ServeError::NobodyReads),
            };
            served.map_err(|error| Failure::Failed(with_causes(&error)))
        });
        let served = served.await;
        sessions.close().await;
        served
    })?;
    Ok(Done::Well)
}

fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
}
