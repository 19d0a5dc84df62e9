//! `ringfence man`: the manual's pages.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Command, CommandFactory as _, ValueHint};
use clap_mangen::Man;

use crate::args::Args;
use crate::failure::{Done, Failure};

/// Print the manual page, or write one for each command
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  ringfence man | man -l -
  ringfence man --dir ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write ringfence.1, ringfence-mcp.1 and so on into this directory, which is made when it isn't there, instead of
    /// the first to stdout
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &ManArgs) -> Result<Done, Failure> {
    let mut root = Args::command();
    root.build();
    match &args.dir {
        Some(directory) => {
            std::fs::create_dir_all(directory).map_err(|error| unwritable(directory, &error))?;
            write_all(&root, directory)?;
        }
        None => std::io::stdout().write_all(&page(&root)?)?,
    }
    Ok(Done::Well)
}

fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(with_examples(&page))
}

/// What stands behind the options is named by what it is: all of it are examples, whose heading of its own is left out.
fn with_examples(page: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(page);
    text.replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n")
        .replace(".SH EXTRA\n", ".SH EXAMPLES\n")
        .into_bytes()
}

/// One page for a command and for each below it, but for those that only print help.
fn write_all(command: &Command, directory: &Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let path = directory.join(format!("{name}.1"));
    std::fs::write(&path, page(command)?).map_err(|error| unwritable(&path, &error))?;
    command
        .get_subcommands()
        .filter(|below| below.get_name() != "help")
        .try_for_each(|below| write_all(below, directory))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!(
        "{} can't be written: {error}; name a directory of yours with --dir",
        path.display()
    ))
}
