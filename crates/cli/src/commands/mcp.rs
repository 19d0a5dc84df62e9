//! `ringfence mcp`: serves an MCP client over stdio.

use std::io::Write as _;
use std::sync::Arc;

use clap::{ArgMatches, Args};
use ringfence_server::Noted;
use ringfence_server::mcp::{McpOptions, ServeError, serve_stdio};

use crate::browser_options::StartOptions;
use crate::commands::print_config::{self, Client};
use crate::failure::{Done, Failure};
use crate::records::RecordOptions;
use crate::runtime;

/// Serve a browser to an MCP client over stdio
///
/// One tool a member. A tool's optional `session` names a browser of its own; each starts with its first call, and
/// all end when stdin ends. Without a policy every address is refused, and each answer says how to give one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ringfence mcp --allow example.com
  ringfence mcp --allow example.com --print-config claude
  ringfence mcp --allow-local http://127.0.0.1:8931 --report report.html --audit audit.jsonl")]
pub(crate) struct McpArgs {
    #[command(flatten)]
    start: StartOptions,

    #[command(flatten)]
    records: RecordOptions,

    /// Print what this client's configuration needs to start this command with these options, and end
    #[arg(long, value_name = "CLIENT")]
    print_config: Option<Client>,
}

pub(crate) fn run(args: &McpArgs, given: &ArgMatches) -> Result<Done, Failure> {
    let setup = args.start.setup()?;
    if let Some(client) = args.print_config {
        let told = setup.warnings_for_a_client();
        told.iter().try_for_each(|line| writeln!(std::io::stderr(), "ringfence: {line}"))?;
        return print_config::run(client, given);
    }
    let records = args.records.open("A session over MCP", setup.told.lines(&setup.policy))?;
    setup.warnings().iter().try_for_each(|line| writeln!(std::io::stderr(), "ringfence: {line}"))?;
    writeln!(std::io::stderr(), "ringfence: serving MCP on stdio, policy {}", setup.policy.mode().as_str())?;
    let served = runtime::run(async {
        setup.check().await?;
        let backend = Arc::new(Noted::new(setup.sessions(records.observer()), setup.note()));
        let options = McpOptions {
            members: setup.offered.members,
            extensions: setup.offered.extensions,
            note: setup.note().map(|note| note.whole),
        };
        let serving = serve_stdio(backend.clone(), options);
        let served = runtime::until_signal(async {
            let served = tokio::select! {
                served = serving => served,
                () = runtime::stdout_unread() => Err(ServeError::NobodyReads),
            };
            served.map_err(|error| Failure::Failed(with_causes(&error)))
        });
        let served = served.await;
        backend.inner().close().await;
        served
    });
    let finished = records.finish();
    served.and(finished)?;
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
