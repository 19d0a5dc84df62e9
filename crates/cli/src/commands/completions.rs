//! `ringfence completions`: a shell's completions.

use clap::{Args as ClapArgs, CommandFactory as _};
use clap_complete::Shell;

use crate::args::Args;
use crate::failure::{Done, Failure};

/// Print what a shell needs to complete this command
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  ringfence completions bash > ~/.local/share/bash-completion/completions/ringfence
  ringfence completions fish > ~/.config/fish/completions/ringfence.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<Done, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "ringfence", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Done::Well)
}
