//! `ringfence config`: the configuration file.

mod check;
mod init;
mod schema;
mod show;
mod tables;

use clap::{Args, Subcommand};

use crate::failure::{Done, Failure};

/// Make, check and explain the configuration file
///
/// The file is ringfence/ringfence.toml in your configuration directory. No file is ever read from the working directory,
/// where an agent might write one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ringfence config init
  ringfence config check
  ringfence config show --effective --allow example.com")]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    command: ConfigCommand,
}

impl ConfigArgs {
    /// What is printed for people alone.
    pub(crate) fn prints_no_json(&self) -> Option<&'static str> {
        matches!(self.command, ConfigCommand::Init(_)).then_some("a file to begin with")
    }
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    Init(init::InitArgs),
    Check(check::CheckArgs),
    Show(Box<show::ShowArgs>),
    Schema(schema::SchemaArgs),
}

pub(crate) fn run(args: &ConfigArgs, json: bool) -> Result<Done, Failure> {
    match &args.command {
        ConfigCommand::Init(args) => init::run(args),
        ConfigCommand::Check(args) => check::run(args, json),
        ConfigCommand::Show(args) => show::run(args, json),
        ConfigCommand::Schema(args) => schema::run(args),
    }
}
