//! What an MCP client's configuration needs to start this very command.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory as _, ValueEnum, ValueHint};
use serde_json::json;

use crate::args::Args;
use crate::failure::{Done, Failure};

/// The option itself, which does not go into the configuration.
const OWN_ID: &str = "print_config";

/// An MCP client whose configuration is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    /// Claude Code and Claude Desktop
    Claude,
    /// Cursor
    Cursor,
    /// Visual Studio Code
    Vscode,
    /// Codex
    Codex,
}

impl Client {
    /// Where the snippet goes.
    fn place(self) -> &'static str {
        match self {
            Self::Claude => {
                "Claude Code: the project's .mcp.json; Claude Desktop: claude_desktop_config.json, by Settings, Developer"
            }
            Self::Cursor => "~/.cursor/mcp.json, or the project's .cursor/mcp.json",
            Self::Vscode => {
                "the project's .vscode/mcp.json, or the file that `MCP: Open User Configuration` opens"
            }
            Self::Codex => "~/.codex/config.toml",
        }
    }

    fn snippet(self, command: &str, args: &[String]) -> String {
        let server = json!({ "command": command, "args": args });
        let typed = json!({ "type": "stdio", "command": command, "args": args });
        match self {
            Self::Claude | Self::Cursor => pretty(&json!({ "mcpServers": { "ringfence": server } })),
            Self::Vscode => pretty(&json!({ "servers": { "ringfence": typed } })),
            Self::Codex => {
                let quoted = |text: &str| toml::Value::from(text).to_string();
                let args: Vec<_> = args.iter().map(|arg| quoted(arg)).collect();
                format!(
                    "[mcp_servers.ringfence]\ncommand = {}\nargs = [{}]\n",
                    quoted(command),
                    args.join(", ")
                )
            }
        }
    }
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

/// Prints the snippet on stdout, and where it goes on stderr.
pub(crate) fn run(client: Client, given: &ArgMatches) -> Result<Done, Failure> {
    let command = std::env::current_exe()?;
    let command = utf8(command.as_os_str())?.to_owned();
    let mut args = vec!["mcp".to_owned()];
    args.extend(options(given)?);
    std::io::stdout().write_all(client.snippet(&command, &args).as_bytes())?;
    writeln!(
        std::io::stderr(),
        "ringfence: this goes into {}; servers that are there already stay beside it",
        client.place()
    )?;
    Ok(Done::Well)
}

/// The options as they were given, with paths made absolute: the client starts the command somewhere else.
fn options(given: &ArgMatches) -> Result<Vec<String>, Failure> {
    let root = Args::command();
    let own = root.find_subcommand("mcp").into_iter().flat_map(|mcp| mcp.get_arguments());
    let mut options = Vec::new();
    for arg in own.filter(|arg| arg.get_id() != OWN_ID) {
        let id = arg.get_id().as_str();
        if given.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let Some(name) = arg.get_long() else { continue };
        if !arg.get_action().takes_values() {
            options.push(format!("--{name}"));
            continue;
        }
        for value in given.get_raw(id).into_iter().flatten() {
            options.push(format!("--{name}"));
            options.push(written(arg, value)?);
        }
    }
    Ok(options)
}

fn written(arg: &Arg, value: &OsStr) -> Result<String, Failure> {
    if matches!(arg.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath) {
        let path = std::path::absolute(Path::new(value))?;
        return Ok(utf8(path.as_os_str())?.to_owned());
    }
    Ok(utf8(value)?.to_owned())
}

fn utf8(text: &OsStr) -> Result<&str, Failure> {
    text.to_str().ok_or_else(|| {
        let text = text.display();
        Failure::Usage(format!("{text} is not UTF-8, so no configuration can name it; rename it"))
    })
}
