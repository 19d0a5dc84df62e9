//! `ringfence config check`: whether the file can be used.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use ringfence_policy::config::{Answer, ConfirmConfig};
use ringfence_toolset::{Extension, Member};
use serde_json::json;

use crate::browser_options::{Setup, StartOptions};
use crate::config_file::{self, Found};
use crate::failure::{Done, Failure};

/// Tell whether the configuration file can be used, and what is wrong with it
///
/// Each mistake is told with its line; a word that nobody knows, with the one that was probably meant. Exits with 1 when
/// there are any.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ringfence config check
  ringfence config check shop.toml")]
pub(crate) struct CheckArgs {
    /// The file, instead of ringfence/ringfence.toml in your configuration directory
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
}

pub(super) fn run(args: &CheckArgs, json: bool) -> Result<Done, Failure> {
    let found = config_file::find(args.file.as_deref())?.ok_or_else(none)?;
    let checked = checked(&found);
    let mut mistakes: Vec<String> = match &checked {
        Ok(_) => Vec::new(),
        Err(failure) => failure.to_string().split("\nerror: ").map(str::to_owned).collect(),
    };
    let path = found.path.display().to_string();
    mistakes.sort_by_key(|mistake| line_of(mistake, &path));
    let mut output = std::io::stdout().lock();
    if json {
        let warnings = checked.as_ref().map_or_else(|_| Vec::new(), |(setup, _)| setup.directory_warnings());
        let told =
            json!({ "file": path, "ok": mistakes.is_empty(), "errors": mistakes, "warnings": warnings });
        writeln!(output, "{told}")?;
    } else if let Ok((setup, gated)) = &checked {
        writeln!(output, "{path}: can be used")?;
        writeln!(output, "{}", summary(setup))?;
        setup.directory_warnings().iter().try_for_each(|warning| writeln!(output, "{warning}"))?;
        for name in gated {
            writeln!(
                output,
                "{name} is on and needs your approval: start with --ask {name} or --yes {name}, or write it in [[confirm]]"
            )?;
        }
    } else {
        mistakes.iter().try_for_each(|mistake| writeln!(output, "{mistake}"))?;
    }
    Ok(if mistakes.is_empty() { Done::Well } else { Done::WithRefusals })
}

/// The line of the file that a mistake is in; those without one come last.
fn line_of(mistake: &str, path: &str) -> u32 {
    let place = mistake.strip_prefix(path).and_then(|rest| rest.strip_prefix(':'));
    let line = place.and_then(|place| place.split(|c: char| !c.is_ascii_digit()).next());
    line.and_then(|line| line.parse().ok()).unwrap_or(u32::MAX)
}

/// What a start with this file, and the approvals that it needs, would say.
fn checked(found: &Found) -> Result<(Setup, Vec<String>), Failure> {
    let file = found.parse_recovering();
    let on =
        file.said.members.iter().filter(|(_, member)| member.enabled == Some(true)).map(|(name, _)| name);
    let approvals = &file.said.operate.confirm;
    let gated =
        on.filter(|name| needs_approval(name) && !approvals.iter().any(|entry| can_approve(entry, name)));
    let gated: Vec<String> = gated.cloned().collect();
    let setup = StartOptions { yes: gated.clone(), ..StartOptions::default() }.setup_with(file)?;
    Ok((setup, gated))
}

fn needs_approval(name: &str) -> bool {
    name == Extension::ACCEPT_DIALOG || Member::from_name(name).is_some_and(Member::needs_approval)
}

fn summary(setup: &Setup) -> String {
    let (mode, told) = (setup.policy.mode().as_str(), &setup.told);
    let members = setup.offered.members.iter().count();
    format!("mode {mode}, {} allowed, {} denied, {members} members on", told.allowed, told.denied)
}

fn none() -> Failure {
    let place =
        config_file::own_path().map(|path| format!(": {} is not there", path.display())).unwrap_or_default();
    Failure::Usage(format!(
        "you have no configuration file{place}; make one with `ringfence config init`, or name one"
    ))
}

/// Whether an entry of the file can approve a member's calls, by itself or by asking.
fn can_approve(entry: &ConfirmConfig, name: &str) -> bool {
    let about = |members: &Vec<String>| members.iter().any(|member| member == name);
    entry.answer != Answer::Deny && entry.members.as_ref().is_none_or(about)
}
