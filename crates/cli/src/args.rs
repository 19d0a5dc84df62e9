//! The command line.

use clap::{Parser, Subcommand, ValueEnum};
use tracing::level_filters::LevelFilter;

use crate::commands;

/// Gives an AI agent a real, contained Chromium.
#[derive(Debug, Parser)]
#[command(
    name = "ringfence",
    version,
    disable_help_subcommand = false,
    after_help = "\
Examples:
  ringfence mcp --allow example.com
  ringfence check --allow example.com https://docs.example.com/
  ringfence config init"
)]
pub(crate) struct Args {
    /// Print machine-readable output and nothing else on stdout
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Write a log of this level to stderr
    #[arg(long, global = true, value_name = "LEVEL", default_value = "error")]
    pub(crate) log: LogLevel,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Mcp(commands::mcp::McpArgs),
    Calls(commands::calls::CallsArgs),
    Check(commands::check::CheckArgs),
    Doctor(commands::doctor::DoctorArgs),
    Config(commands::config::ConfigArgs),
    Completions(commands::completions::CompletionsArgs),
    Man(commands::man::ManArgs),
}

impl Command {
    /// What the command prints, where it prints nothing for machines; none where `--json` means something, or where everything
    /// is JSON already.
    pub(crate) fn prints_no_json(&self) -> Option<&'static str> {
        match self {
            Self::Completions(_) => Some("a shell's completions"),
            Self::Man(_) => Some("the manual"),
            Self::Config(config) => config.prints_no_json(),
            Self::Mcp(_) | Self::Calls(_) | Self::Check(_) | Self::Doctor(_) => None,
        }
    }
}

/// How much the log tells. It may hold whole addresses, which no model reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Off => Self::OFF,
            LogLevel::Error => Self::ERROR,
            LogLevel::Warn => Self::WARN,
            LogLevel::Info => Self::INFO,
            LogLevel::Debug => Self::DEBUG,
            LogLevel::Trace => Self::TRACE,
        }
    }
}
