//! Who approves which calls: the operator's standing word, rules, and a person who is asked.

mod rules;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use ringfence_policy::config::Answer;
use ringfence_toolset::input::Destination;
use ringfence_toolset::{
    Approval, Confirm, ConfirmRequest, Denial, DriverError, ErrorCode, Extension, Group, Member, MemberInput,
};

pub use self::rules::{ApprovalRule, NotApprovable, StandingApprovals};

/// A person who is asked.
#[async_trait]
pub trait Ask: Send + Sync {
    /// Asks about one call. The answer holds for that call alone.
    async fn ask(&self, request: &ConfirmRequest) -> Asked;
}

/// What came of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Nobody answered in time, which is no.
    Unanswered,
    /// Nobody could be asked, which is no: why, as the end of a sentence.
    Impossible(String),
}

/// Everything on approvals.
#[derive(Clone, Default)]
pub struct Approvals {
    /// The operator's standing word. It stands for the answer wherever a rule asks.
    pub standing: StandingApprovals,
    /// Rules. Of those that hold the strictest counts.
    pub rules: Vec<ApprovalRule>,
    /// Who is asked; none for nobody.
    pub asker: Option<Arc<dyn Ask>>,
}

impl fmt::Debug for Approvals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asker = self.asker.is_some();
        f.debug_struct("Approvals")
            .field("standing", &self.standing)
            .field("rules", &self.rules)
            .field("asker", &asker)
            .finish()
    }
}

impl From<StandingApprovals> for Approvals {
    fn from(standing: StandingApprovals) -> Self {
        Self { standing, ..Self::default() }
    }
}

impl Approvals {
    /// Tells whether what needs approval can get it: by the standing word, or by a rule that allows or asks.
    pub fn covers(&self, name: &str) -> bool {
        let rule = |rule: &ApprovalRule| rule.answer != Answer::Deny && rule.is_about(name);
        self.standing.covers(name) || self.rules.iter().any(rule)
    }

    /// Tells whether a person may be asked: by a rule that asks about something that the standing word doesn't answer.
    pub fn asks(&self) -> bool {
        let answered = |names: &BTreeSet<&'static str>| names.iter().all(|name| self.standing.covers(name));
        let asks =
            |rule: &ApprovalRule| rule.answer == Answer::Ask && !rule.names.as_ref().is_some_and(answered);
        self.rules.iter().any(asks)
    }

    /// What is answered to this use of a name. Deny stands above everything; the standing word answers what would be asked.
    fn answer(&self, name: &str, gated: bool, addresses: &[Option<&str>]) -> Option<Answer> {
        let rules = self.rules.iter().filter(|rule| rule.is_about(name) && rule.holds_at(addresses));
        let strictest = rules.map(|rule| rule.answer).max();
        match strictest {
            Some(Answer::Deny) => Some(Answer::Deny),
            _ if self.standing.covers(name) => Some(Answer::Allow),
            Some(answer) => Some(answer),
            None => (!gated).then_some(Answer::Allow),
        }
    }

    /// Whether a rule decides by the page that a call is on: then it holds for that page alone, or a page could go elsewhere
    /// between the rule and the act. Where a call goes is judged by itself, and tabs are no page's.
    fn depends_on_page(&self, request: &ConfirmRequest) -> bool {
        if request.member == Member::Navigate || request.member.group() == Group::Tabs {
            return false;
        }
        self.rules_about(request).any(|rule| rule.hosts.is_some())
    }

    fn rules_about(&self, request: &ConfirmRequest) -> impl Iterator<Item = &ApprovalRule> {
        let names =
            [Some(request.member.name()), request.input.accept_dialog().map(|_| Extension::ACCEPT_DIALOG)];
        self.rules.iter().filter(move |rule| names.iter().flatten().any(|name| rule.is_about(name)))
    }

    async fn ask(&self, request: &ConfirmRequest) -> Result<Approval, Denial> {
        let asked = match &self.asker {
            Some(asker) => asker.ask(request).await,
            None => Asked::Impossible("there is nobody to ask".to_owned()),
        };
        let name = request.member.name();
        let why = match asked {
            Asked::Yes => return Ok(Approval::Yes),
            Asked::No => return Ok(Approval::No),
            Asked::Unanswered => "nobody answered in time".to_owned(),
            Asked::Impossible(why) => why,
        };
        let text = format!(
            "{name} was not approved: {why}. Nothing was done. The operator can approve it for every call with --yes {name}."
        );
        Err(Denial::Refused(DriverError::new(ErrorCode::NotApproved, text).about(name)))
    }
}

/// The address of a blank page.
const BLANK: &str = "about:blank";

/// What a rule on hosts looks at. A navigation is about where it leads, and tabs are about no page: otherwise a page that sends
/// its tab to a denied host would have taken the tab for good.
fn addresses(request: &ConfirmRequest) -> Vec<Option<&str>> {
    if request.member.group() == Group::Tabs {
        return Vec::new();
    }
    if let MemberInput::Navigate(navigate) = &request.input
        && let Destination::Address(address) = navigate.destination()
    {
        // A blank page is nobody's.
        return if address == BLANK { Vec::new() } else { vec![Some(address)] };
    }
    // A frame of another host is not the page's.
    let acted_in = request.subjects.iter().map(|subject| subject.origin.as_deref());
    std::iter::once(request.tab_url.as_deref()).chain(acted_in).collect()
}

#[async_trait]
impl Confirm for Approvals {
    /// A rule on hosts is about the frame that a call acts in, too; and whoever is asked has to read on what.
    fn needs_subjects(&self, request: &ConfirmRequest) -> bool {
        self.rules_about(request).any(|rule| rule.hosts.is_some() || rule.answer == Answer::Ask)
    }

    /// What needs no approval and that no rule asks about goes through on any page. What a person approved is bound to the
    /// page that was shown.
    async fn confirm(&self, request: ConfirmRequest) -> Result<Approval, Denial> {
        let addresses = addresses(&request);
        let member = self.answer(request.member.name(), request.member.needs_approval(), &addresses);
        let dialog = match request.input.accept_dialog() {
            Some(_) => self.answer(Extension::ACCEPT_DIALOG, true, &addresses),
            None => Some(Answer::Allow),
        };
        match (member, dialog) {
            (None, _) | (_, None) => Ok(Approval::No),
            (Some(member), Some(dialog)) => match member.max(dialog) {
                Answer::Allow if self.depends_on_page(&request) => Ok(Approval::Yes),
                Answer::Allow => Ok(Approval::YesOnAnyPage),
                Answer::Ask => self.ask(&request).await,
                Answer::Deny => {
                    let name = request.member.name();
                    let text = format!("{name} is denied here by the operator. Nothing was done.");
                    Err(Denial::Refused(DriverError::new(ErrorCode::NotApproved, text).about(name)))
                }
            },
        }
    }
}

#[cfg(test)]
mod tests;
