//! What the options and the file say on approvals.

use std::sync::Arc;

use ringfence_policy::HostPattern;
use ringfence_policy::config::{Answer, ConfirmConfig};
use ringfence_session::{ApprovalRule, Approvals, StandingApprovals};

use crate::failure::Failure;
use crate::terminal::Terminal;

/// `--yes MEMBER`, `--ask MEMBER[@HOST]` and the file's `[[confirm]]`, with the terminal to ask on.
pub(crate) fn approvals(
    yes: &[String],
    ask: &[String],
    file: Vec<ConfirmConfig>,
) -> Result<Approvals, Failure> {
    let usage = |option: &str, error: &dyn std::fmt::Display| Failure::Usage(format!("{option}: {error}"));
    let standing = StandingApprovals::of(yes.iter().map(String::as_str));
    let standing = standing.map_err(|error| usage("--yes", &error))?;
    let asked = ask.iter().map(|text| asking(text));
    let in_file = file.into_iter().map(|entry| {
        let at = entry.source.to_string();
        let hosts = entry.hosts.as_deref().map(patterns).transpose().map_err(|error| usage(&at, &error))?;
        let rule = ApprovalRule::new(entry.members.as_deref(), hosts, entry.answer);
        rule.map_err(|error| usage(&at, &error))
    });
    let rules = asked.chain(in_file).collect::<Result<_, _>>()?;
    Ok(Approvals { standing, rules, asker: Some(Arc::new(Terminal::default())) })
}

fn asking(text: &str) -> Result<ApprovalRule, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::Usage(format!("--ask {text}: {error}"));
    let (member, host) = match text.split_once('@') {
        Some((member, host)) => (member, Some(host.to_owned())),
        None => (text, None),
    };
    let hosts = host.map(|host| patterns(&[host])).transpose().map_err(|error| wrong(&error))?;
    ApprovalRule::new(Some(&[member.to_owned()]), hosts, Answer::Ask).map_err(|error| wrong(&error))
}

fn patterns(hosts: &[String]) -> Result<Vec<HostPattern>, ringfence_policy::EntryProblem> {
    hosts.iter().map(|host| HostPattern::new(host)).collect()
}
