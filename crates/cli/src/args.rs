//! The command line.

use clap::{Parser, Subcommand};

use crate::commands;

/// Gives an AI agent a real, contained Chromium.
#[derive(Debug, Parser)]
#[command(name = "ringfence", version, disable_help_subcommand = false)]
pub(crate) struct Args {
    /// Print machine-readable output and nothing else on stdout
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(commands::check::CheckArgs),
}
