//! The `ringfence` command: arguments, printing and exit codes.

mod approvals;
mod args;
mod browser_options;
mod commands;
mod config_file;
mod descriptors;
mod exit_options;
mod failure;
mod file_options;
mod look_options;
mod member_name;
mod mistakes;
mod policy_options;
mod policy_told;
mod records;
mod runtime;
mod terminal;
mod trust_files;
mod whole_file;
mod zones;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};
use tracing::level_filters::LevelFilter;

use crate::args::{Args, Command};
use crate::failure::{Done, Failure};

/// What `ringfence` alone prints.
const SHORT_HELP: &str = "\
Ringfence gives an AI agent a real, contained Chromium.

  ringfence mcp --allow example.com            serve a browser to an MCP client over stdio
  ringfence check --allow example.com URL      tell whether an address is allowed, and why
  ringfence doctor                             tell what this machine has, and what is missing

`ringfence calls` plays calls from a file, `ringfence config` helps with the configuration file. `ringfence help COMMAND`
tells all about one.
";

fn main() -> ExitCode {
    let given = Args::command().get_matches();
    let args = Args::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    let level = LevelFilter::from(args.log);
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_ansi(false).init();
    descriptors::raise();
    match run(args, &given) {
        Ok(done) => ExitCode::from(done.exit_code()),
        Err(failure) => {
            // When even stderr is gone there is nobody to tell.
            let _untold = writeln!(std::io::stderr(), "error: {}", printable(&failure.to_string()));
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Escapes what would move a terminal's cursor: a text may repeat an option or a file as it was written.
fn printable(text: &str) -> String {
    let escaped =
        |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

fn run(args: Args, given: &ArgMatches) -> Result<Done, Failure> {
    if let Some(what) = args.command.as_ref().map_or(Some("help"), Command::prints_no_json)
        && args.json
    {
        return Err(Failure::Usage(format!("--json: {what} is not printed as JSON; leave the option out")));
    }
    match args.command {
        None => {
            std::io::stdout().write_all(SHORT_HELP.as_bytes())?;
            Ok(Done::Well)
        }
        Some(Command::Mcp(mcp)) => commands::mcp::run(&mcp, given.subcommand_matches("mcp").unwrap_or(given)),
        Some(Command::Calls(calls)) => commands::calls::run(&calls, args.json),
        Some(Command::Check(check)) => commands::check::run(&check, args.json),
        Some(Command::Doctor(doctor)) => commands::doctor::run(&doctor, args.json),
        Some(Command::Config(config)) => commands::config::run(&config, args.json),
        Some(Command::Completions(completions)) => commands::completions::run(&completions),
        Some(Command::Man(man)) => commands::man::run(&man),
    }
}
