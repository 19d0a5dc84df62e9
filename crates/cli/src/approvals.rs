//! What the options and the file say on approvals.

use std::sync::Arc;

use ringfence_policy::HostPattern;
use ringfence_policy::config::{Answer, ConfirmConfig};
use ringfence_session::{ApprovalRule, Approvals, StandingApprovals};

use crate::terminal::Terminal;

/// `--yes MEMBER`, `--ask MEMBER[@HOST]` and the file's `[[confirm]]`, with the terminal to ask on. The error is every mistake.
pub(crate) fn approvals(
    yes: &[String],
    ask: &[String],
    file: Vec<ConfirmConfig>,
) -> Result<Approvals, Vec<String>> {
    let mut mistakes = Vec::new();
    for name in yes {
        if let Err(error) = StandingApprovals::of([name.as_str()]) {
            mistakes.push(format!("--yes: {error}"));
        }
    }
    for text in ask {
        let member = text.split_once('@').map_or(text.as_str(), |(member, _)| member);
        if yes.iter().any(|name| name == member) {
            mistakes.push(format!(
                "--ask {text} and --yes {member} contradict each other: with --yes nobody is asked; leave one of them out"
            ));
        }
    }
    let in_file = file.into_iter().map(|entry| in_file(&entry));
    let rules = ask.iter().map(|text| asking(text)).chain(in_file);
    let rules: Vec<_> =
        rules.filter_map(|rule| rule.map_err(|mistake| mistakes.push(mistake)).ok()).collect();
    match StandingApprovals::of(yes.iter().map(String::as_str)) {
        Ok(standing) if mistakes.is_empty() => {
            Ok(Approvals { standing, rules, asker: Some(Arc::new(Terminal::default())) })
        }
        _ => Err(mistakes),
    }
}

/// A rule of the file. Of its members the first that doesn't exist is told.
fn in_file(entry: &ConfirmConfig) -> Result<ApprovalRule, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", entry.source);
    let hosts = entry.hosts.as_deref().map(patterns).transpose().map_err(|error| wrong(&error))?;
    ApprovalRule::new(entry.members.as_deref(), hosts, entry.answer).map_err(|error| wrong(&error))
}

fn asking(text: &str) -> Result<ApprovalRule, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("--ask {text}: {error}");
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
