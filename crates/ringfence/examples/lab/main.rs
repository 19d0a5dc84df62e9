//! The containment lab: makes a browser try every way out, in an internet of its own, and tells what was sent.
//!
//! `run` tries set-ups with every barrier up, and fails when a frame gets out. `matrix` takes the barriers away one by
//! one, too, and writes `docs/containment.md`. The other commands are what these two start inside the namespaces.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command that prints what came out")]

mod barriers;
mod browse;
mod inside;
mod matrix;
mod outcome;
mod plain;
mod policy;
mod product;
mod refusals;
mod rival;
mod run;
mod setup;
mod table;
mod wrapper;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};

use crate::setup::{Browser, Setup, User, Without};

#[derive(Parser)]
struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Tries everything with every barrier up; fails when a frame gets out
    Run {
        /// Only this set-up
        #[command(flatten)]
        setup: SetupArgs,
        /// Tries every vector in each set-up, instead of sharing them out between the users
        #[arg(long)]
        all: bool,
        /// Tells what became of each vector, too
        #[arg(long)]
        verbose: bool,
    },
    /// Tries everything with each barrier taken away, and writes the table
    Matrix {
        /// Where to
        #[arg(long, default_value = "docs/containment.md")]
        to: PathBuf,
        /// Where the outcomes of set-ups are kept; those that are there are not tried again
        #[arg(long, default_value = "target/lab")]
        outcomes: PathBuf,
    },
    /// Has other browsers for agents try the same, and writes the table again; see interop/rivals
    Rivals {
        /// Where to
        #[arg(long, default_value = "docs/containment.md")]
        to: PathBuf,
        /// Where the outcomes of set-ups are kept
        #[arg(long, default_value = "target/lab")]
        outcomes: PathBuf,
    },
    /// Writes the table again from what is kept, without trying anything
    Page {
        /// Where to
        #[arg(long, default_value = "docs/containment.md")]
        to: PathBuf,
        /// Where the outcomes of set-ups are kept
        #[arg(long, default_value = "target/lab")]
        outcomes: PathBuf,
    },
    /// Plays the internet and judges one set-up (inside the namespaces)
    #[command(hide = true)]
    Inside {
        #[command(flatten)]
        setup: SetupArgs,
        /// Where the results go
        #[arg(long)]
        directory: PathBuf,
    },
    /// Makes the browser try one set-up (inside the namespaces)
    #[command(hide = true)]
    Browse {
        #[command(flatten)]
        setup: SetupArgs,
        #[arg(long)]
        directory: PathBuf,
        /// The hash of the sites' key
        #[arg(long)]
        key_hash: String,
    },
}

#[derive(Args, Clone)]
pub(crate) struct SetupArgs {
    /// full, reduced or proxy-only; plain is Chromium without us; or the name of another browser for agents
    #[arg(long)]
    browser: Option<Browser>,
    /// root or ordinary
    #[arg(long)]
    user: Option<User>,
    /// A barrier to take away: judging, exit, proxy, preferences, policies, a flag or a feature
    #[arg(long)]
    without: Vec<Without>,
    /// A vector; all when none is named
    #[arg(long)]
    only: Vec<String>,
    /// Seconds that the browser is watched at the end; reports of failures in the network are sent late
    #[arg(long, default_value_t = 5)]
    idle: u64,
}

impl SetupArgs {
    /// The set-up, with these in the place of what was not said.
    fn or(self, browser: Browser, user: User) -> Setup {
        Setup {
            browser: self.browser.unwrap_or(browser),
            user: self.user.unwrap_or(user),
            without: self.without,
            only: self.only,
            idle: self.idle,
        }
    }

    fn whole(self) -> Setup {
        self.or(Browser::Plain, User::Ordinary)
    }
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    match Lab::parse().command {
        Command::Run { setup, all, verbose } => run::run(setup, all, verbose),
        Command::Matrix { to, outcomes } => matrix::write(&to, &outcomes),
        Command::Rivals { to, outcomes } => matrix::rivals(&to, &outcomes),
        Command::Page { to, outcomes } => matrix::page(&to, &outcomes),
        Command::Inside { setup, directory } => inside::judge(&setup.whole(), &directory).await,
        Command::Browse { setup, directory, key_hash } => {
            browse::browse(&setup.whole(), &directory, &key_hash).await
        }
    }
}
