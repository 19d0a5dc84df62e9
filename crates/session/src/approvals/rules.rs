//! What the operator has said ahead: the standing word, and rules.

use std::collections::BTreeSet;

use ringfence_policy::HostPattern;
use ringfence_policy::config::Answer;
use ringfence_toolset::{Extension, Member, meant};

/// What the operator approved once for all calls, by name: members, and `accept_dialog`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StandingApprovals(BTreeSet<&'static str>);

/// A name that is nothing one could approve.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} is neither a member nor accept_dialog, so it can't be approved; {what}", name = .0, what = instead(.0))]
pub struct NotApprovable(pub(super) String);

/// What to write instead.
fn instead(name: &str) -> String {
    let known = Member::ALL.iter().map(|member| member.name()).chain([Extension::ACCEPT_DIALOG]);
    meant(name, known)
        .map_or_else(|| "write a member's name".to_owned(), |near| format!("did you mean {near}?"))
}

/// The one spelling of a name that can be approved.
fn approvable(name: &str) -> Result<&'static str, NotApprovable> {
    match Member::from_name(name) {
        Some(member) => Ok(member.name()),
        None if name == Extension::ACCEPT_DIALOG => Ok(Extension::ACCEPT_DIALOG),
        None => Err(NotApprovable(name.to_owned())),
    }
}

impl StandingApprovals {
    /// Reads names.
    ///
    /// # Errors
    /// When one of them is neither a member nor `accept_dialog`.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, NotApprovable> {
        names.into_iter().map(approvable).collect::<Result<_, _>>().map(Self)
    }

    /// Tells whether the operator approved this.
    pub fn covers(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// One rule on approvals.
#[derive(Debug, Clone)]
pub struct ApprovalRule {
    pub(super) names: Option<BTreeSet<&'static str>>,
    pub(super) hosts: Option<Vec<HostPattern>>,
    pub(super) answer: Answer,
}

impl ApprovalRule {
    /// A rule about these members and `accept_dialog` by name, none for every one; on these hosts, none for everywhere.
    ///
    /// # Errors
    /// When a name is neither a member nor `accept_dialog`.
    pub fn new(
        names: Option<&[String]>,
        hosts: Option<Vec<HostPattern>>,
        answer: Answer,
    ) -> Result<Self, NotApprovable> {
        let names = names.map(|names| names.iter().map(|name| approvable(name)).collect()).transpose()?;
        Ok(Self { names, hosts, answer })
    }

    pub(super) fn is_about(&self, name: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.contains(name))
    }

    /// Whether the rule holds for a call on these addresses. Where a page is unknown, or can't be told, a rule that asks or
    /// denies holds and one that allows does not.
    pub(super) fn holds_at(&self, addresses: &[Option<&str>]) -> bool {
        let Some(hosts) = &self.hosts else { return true };
        let unknown = self.answer != Answer::Allow;
        let on_one = |address: &Option<&str>| match address {
            None => unknown,
            Some(address) => hosts.iter().any(|host| host.covers(address).unwrap_or(unknown)),
        };
        match self.answer {
            // What is allowed has to be so wherever the call is about.
            Answer::Allow => !addresses.is_empty() && addresses.iter().all(on_one),
            Answer::Ask | Answer::Deny => addresses.iter().any(on_one),
        }
    }
}
