//! The options that say what may be reached, and the policy they make with the configuration file.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use ringfence_policy::config::{DenyEntry, PolicyConfig};
use ringfence_policy::{Entry, EntryError, Lists, Mode, Policy, Source, WrittenIn};

use crate::config_file::{self, Read};
use crate::failure::Failure;

#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Policy")]
pub(crate) struct PolicyOptions {
    /// Allow a host and its subdomains over https on port 443; `=HOST` only the host itself, `*.HOST` only its
    /// subdomains, `http://HOST[:PORT]` or `https://HOST:PORT` one exact public origin; may be given more than once
    #[arg(long, value_name = "HOST")]
    pub(crate) allow: Vec<String>,

    /// Allow one exact origin, private or not, such as http://127.0.0.1:8931; may be given more than once
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_local: Vec<String>,

    /// Let pages load from a host that the agent may not browse; written as for --allow; may be given
    /// more than once
    #[arg(long, value_name = "HOST")]
    pub(crate) load: Vec<String>,

    /// Deny a host and its subdomains, whatever allows them; may be given more than once
    #[arg(long, value_name = "HOST")]
    pub(crate) deny: Vec<String>,

    /// Allow every public host over https on port 443, and the single origins that other options name
    #[arg(long)]
    pub(crate) public: bool,

    /// Read this configuration file instead of ringfence.toml in your configuration directory; --allow,
    /// --allow-local, --load and --public replace what it allows, --deny what it denies
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
}

impl PolicyOptions {
    /// What these options and a file say together. Lists on the command line replace the file's, they never add to
    /// them (D1).
    pub(crate) fn merged(&self, from_file: PolicyConfig) -> PolicyConfig {
        let mode = self.mode().or(from_file.mode.filter(|mode| !(self.allows() && *mode == Mode::Closed)));
        let allow = if self.allows() { self.allow_entries() } else { from_file.allow };
        let deny = if self.deny.is_empty() { from_file.deny } else { self.deny_entries() };
        PolicyConfig { mode, allow, deny }
    }

    /// Makes the policy of these options and a file's. Whatever is wrong with either is told at once.
    pub(crate) fn policy(&self, Read { said, mut mistakes }: Read) -> Result<Policy, Failure> {
        mistakes.add_all(config_file::unknown_members(&said));
        let place = self.written_in(&said.policy);
        match mistakes.kept_all(built(self.merged(said.policy), place)) {
            Some(policy) if mistakes.is_empty() => Ok(policy),
            _ => Err(mistakes.into_failure()),
        }
    }

    /// Where what holds is written, and so where more is to be.
    pub(crate) fn written_in(&self, from_file: &PolicyConfig) -> WrittenIn {
        let silent = from_file.mode.is_none() && from_file.allow.is_empty();
        if self.allows() || silent { WrittenIn::Options } else { WrittenIn::File }
    }

    /// Says that what a file allows, or what it denies, doesn't count beside these options.
    pub(crate) fn replaced(&self, from_file: &PolicyConfig) -> Vec<String> {
        let allowed = self.allows().then_some(from_file.allow.len());
        let denied = (!self.deny.is_empty()).then_some(from_file.deny.len());
        let told = |options: &str, verb: &str, count: Option<usize>| {
            let count = count.filter(|count| *count > 0)?;
            let entries = if count == 1 { "the entry" } else { "the entries" };
            Some(format!(
                "{options} {entries} that the configuration file {verb} ({count}); to add to the file's, write into it instead"
            ))
        };
        let allowed = told("--allow, --allow-local, --load and --public replace", "allows", allowed);
        let denied = told("--deny replaces", "denies", denied);
        allowed.into_iter().chain(denied).collect()
    }

    /// Tells whether the options say what is allowed, so that the file's word on it doesn't count.
    fn allows(&self) -> bool {
        self.public || !(self.allow.is_empty() && self.allow_local.is_empty() && self.load.is_empty())
    }

    fn mode(&self) -> Option<Mode> {
        match (self.public, self.allow.is_empty()) {
            (true, _) => Some(Mode::Public),
            (false, false) => Some(Mode::Allowlist),
            (false, true) => None,
        }
    }

    fn deny_entries(&self) -> Vec<DenyEntry> {
        let entry =
            |host: &String| DenyEntry { host: host.clone(), source: Source::option("--deny", host.as_str()) };
        self.deny.iter().map(entry).collect()
    }

    fn allow_entries(&self) -> Vec<Entry> {
        let source = |flag: &str, value: &String| Source::option(flag, value.as_str());
        let allow = self.allow.iter().map(|host| Entry::host_or_origin(host, source("--allow", host)));
        let local = self
            .allow_local
            .iter()
            .map(|origin| Entry::origin(origin, true, source("--allow-local", origin)));
        let load =
            self.load.iter().map(|host| Entry::host_or_origin(host, source("--load", host)).on(Lists::LOAD));
        allow.chain(local).chain(load).collect()
    }
}

/// Makes a policy, or says what is wrong with each entry.
pub(crate) fn built(config: PolicyConfig, place: WrittenIn) -> Result<Policy, Vec<EntryError>> {
    config.into_builder().written_in(place).build()
}
