//! The operator's standing approvals.

use async_trait::async_trait;
use ringfence_toolset::{Approval, Confirm, ConfirmRequest, Denial, Extension, Member, MemberSet};

/// What the operator approved once for all calls, by name: members, and `accept_dialog`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StandingApprovals {
    members: MemberSet,
    accept_dialog: bool,
}

/// A name that is nothing one could approve.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither a member nor accept_dialog, so it can't be approved; write a member's name")]
pub struct NotApprovable(String);

impl StandingApprovals {
    /// Reads names.
    ///
    /// # Errors
    /// When one of them is neither a member nor `accept_dialog`.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, NotApprovable> {
        let mut approvals = Self::default();
        for name in names {
            match Member::from_name(name) {
                Some(member) => approvals.members = approvals.members.with(member),
                None if name == Extension::ACCEPT_DIALOG => approvals.accept_dialog = true,
                None => return Err(NotApprovable(name.to_owned())),
            }
        }
        Ok(approvals)
    }

    /// Tells whether the operator approved this.
    pub fn covers(&self, name: &str) -> bool {
        match Member::from_name(name) {
            Some(member) => self.members.contains(member),
            None => name == Extension::ACCEPT_DIALOG && self.accept_dialog,
        }
    }

    fn allows(&self, request: &ConfirmRequest) -> bool {
        let member = !request.member.needs_approval() || self.members.contains(request.member);
        let dialog = request.input.accept_dialog().is_none() || self.accept_dialog;
        member && dialog
    }
}

/// A standing approval holds on any page; what needs none goes through; all else is refused.
#[async_trait]
impl Confirm for StandingApprovals {
    async fn confirm(&self, request: ConfirmRequest) -> Result<Approval, Denial> {
        Ok(if self.allows(&request) { Approval::YesOnAnyPage } else { Approval::No })
    }
}

#[cfg(test)]
mod tests {
    use ringfence_toolset::MemberInput;
    use ringfence_toolset::input::{AcceptDialog, JavascriptExecInput, KeyInput};

    use super::*;

    async fn answer(yes: &[&str], input: MemberInput) -> Approval {
        let approvals = StandingApprovals::of(yes.iter().copied()).unwrap();
        let request = ConfirmRequest { member: input.member(), input, tab_id: None, tab_url: None };
        approvals.confirm(request).await.unwrap()
    }

    fn script() -> MemberInput {
        MemberInput::JavascriptExec(JavascriptExecInput { text: "1".into(), tab_id: None })
    }

    fn key(accept: bool) -> MemberInput {
        let accept_dialog = accept.then(|| AcceptDialog { message: "Delete?".into(), text: None });
        MemberInput::Key(KeyInput { text: "a".into(), repeat: 1, accept_dialog, tab_id: None })
    }

    #[tokio::test]
    async fn p6_only_what_the_operator_approved_goes_through_where_approval_is_needed() {
        use Approval::{No, YesOnAnyPage};
        assert_eq!(answer(&[], script()).await, No);
        assert_eq!(answer(&["file_upload", "accept_dialog"], script()).await, No);
        assert_eq!(answer(&["javascript_exec"], script()).await, YesOnAnyPage);
        assert_eq!(answer(&[], key(false)).await, YesOnAnyPage);
        assert_eq!(answer(&["key"], key(true)).await, No);
        assert_eq!(answer(&["accept_dialog"], key(true)).await, YesOnAnyPage);
    }

    #[test]
    fn a_name_that_means_nothing_is_an_error() {
        assert_eq!(StandingApprovals::of(["javascript"]), Err(NotApprovable("javascript".into())));
    }
}
