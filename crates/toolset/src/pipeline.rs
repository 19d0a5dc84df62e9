//! The way of one call up to its effect: find the member, check the input, ask the checks, act (P2–P7).

use std::sync::atomic::Ordering;

use serde_json::Value;

use crate::driver::{Approved, Call, DriverError, MemberOutput};
use crate::error_code::ErrorCode;
use crate::guard::{Check, guarded};
use crate::hooks::{Approval, ConfirmRequest, FilePolicy, Next, UploadKind};
use crate::input::{Destination, FileUploadInput, MemberInput, NavigateInput};
use crate::ledger::Ledger;
use crate::meant::meant;
use crate::member::{Member, MemberSet};
use crate::text::{quoted, shorten};
use crate::toolset::Toolset;
use crate::unknown_fields::unknown_fields;

/// The most characters of a name that is quoted in an error (P2).
pub(crate) const LONGEST_NAME: usize = 200;

impl Toolset {
    /// Makes a call. The input given back is the one that was acted on, before the hook around the act.
    pub(crate) async fn perform(
        &self,
        ledger: &mut Ledger,
        name: &str,
        input: &Value,
    ) -> Result<(MemberInput, MemberOutput), DriverError> {
        let mut input = self.read(name, input)?;
        if let MemberInput::Navigate(navigate) = &input {
            self.ask_url_policy(navigate).await?;
        }
        if let MemberInput::FileUpload(upload) = &mut input {
            self.ask_file_policy(upload).await?;
        }
        if let Some(dialog) = input.accept_dialog_mut() {
            ledger.name_dialog(dialog)?;
        }
        let approved = self.ask_for_approval(ledger, &input).await?;
        if let Some(dialog) = input.accept_dialog() {
            ledger.use_up_dialog(dialog);
        }
        let call = Call { input: input.clone(), approved };
        self.acting.store(true, Ordering::Release);
        let output = match &self.options.act_hook {
            Some(hook) => hook.act(call, Next::new(self.driver.clone())).await,
            None => self.driver.execute(&call).await,
        };
        Ok((input, output?))
    }

    /// Finds the member (P2) and checks the input (P3).
    fn read(&self, name: &str, input: &Value) -> Result<MemberInput, DriverError> {
        let member = Member::from_name(name).ok_or_else(|| unknown_member(name, self.enabled))?;
        if !self.driver.serves().contains(member) {
            let text = format!("{member} is not served by this browser. {}", what_is_on(self.enabled));
            return Err(DriverError::new(ErrorCode::NotServed, text).about(member.name()));
        }
        if !self.enabled.contains(member) {
            let text = format!(
                "{member} is turned off; the operator can turn it on with {}. {}",
                turned_on_with(member),
                what_is_on(self.enabled)
            );
            return Err(DriverError::new(ErrorCode::TurnedOff, text).about(member.name()));
        }
        member.read(input, self.extensions).map_err(|bad| {
            // What is missing may be there under another name.
            let ignored = unknown_fields(member, input, self.extensions);
            let ignored: String = ignored.iter().map(|told| format!(" {told}")).collect();
            DriverError::new(
                ErrorCode::BadInput,
                format!("The input of {member} is not right: {bad}.{ignored}"),
            )
            .about(member.name())
            .with_hint("Mend the fields named and call again.")
        })
    }

    /// Asks the URL policy about an address (P4).
    async fn ask_url_policy(&self, input: &NavigateInput) -> Result<(), DriverError> {
        let (Some(policy), Destination::Address(address)) = (&self.options.url_policy, input.destination())
        else {
            return Ok(());
        };
        let work = async { policy.check(address.to_owned()).await };
        guarded(Check::Address, Member::Navigate, self.options.policy_deadline, work).await
    }

    /// Asks the file policy, about paths first (P5). What it answers takes the place of the input.
    async fn ask_file_policy(&self, input: &mut FileUploadInput) -> Result<(), DriverError> {
        let Some(policy) = &self.options.file_policy else {
            let text = "file_upload was refused: the operator has named no directory to take files from (--upload-root DIR, --staging DIR).";
            return Err(DriverError::new(ErrorCode::Denied, text).about(Member::FileUpload.name()));
        };
        input.paths = self.ask_about(policy.as_ref(), UploadKind::Paths, &input.paths).await?;
        input.document_ids =
            self.ask_about(policy.as_ref(), UploadKind::DocumentIds, &input.document_ids).await?;
        if input.paths.is_empty() && input.document_ids.is_empty() {
            let text = "file_upload was refused: the file policy left no file to upload.";
            return Err(DriverError::new(ErrorCode::Denied, text).about(Member::FileUpload.name()));
        }
        Ok(())
    }

    async fn ask_about(
        &self,
        policy: &dyn FilePolicy,
        kind: UploadKind,
        names: &[String],
    ) -> Result<Vec<String>, DriverError> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let work = async { policy.check(kind, names.to_vec()).await };
        guarded(Check::Files, Member::FileUpload, self.options.policy_deadline, work).await
    }

    /// Asks for approval (P6). Gives the page that it was given for, when it is bound to one.
    async fn ask_for_approval(
        &self,
        ledger: &Ledger,
        input: &MemberInput,
    ) -> Result<Option<Approved>, DriverError> {
        let Some(confirm) = &self.options.confirm else { return Ok(None) };
        let member = input.member();
        let tab = ledger.target(input);
        let (tab_id, tab_url) = (tab.tab_id, tab.url);
        let mut request = ConfirmRequest {
            member,
            input: input.clone(),
            tab_id: tab_id.clone(),
            tab_url: tab_url.clone(),
            subjects: Vec::new(),
        };
        if confirm.needs_subjects(&request) {
            request.subjects = self.driver.subjects(input).await?;
        }
        let subjects = request.subjects.clone();
        let work = async { confirm.confirm(request).await };
        match guarded(Check::Approval, member, self.options.confirm_deadline, work).await? {
            Approval::Yes => Ok(tab_id.zip(tab_url).map(|(tab_id, url)| Approved { tab_id, url, subjects })),
            Approval::YesOnAnyPage => Ok(None),
            Approval::No => {
                let text = format!("{member} was not approved, so nothing was done.");
                Err(DriverError::new(ErrorCode::NotApproved, text).about(member.name()))
            }
        }
    }
}

/// Every option that a member needs to be used.
fn turned_on_with(member: Member) -> String {
    let approval = if member.needs_approval() { format!(" --ask {member}") } else { String::new() };
    let files = if member == Member::FileUpload { " --upload-root DIR" } else { "" };
    format!("--enable {member}{approval}{files}")
}

fn unknown_member(name: &str, enabled: MemberSet) -> DriverError {
    let near = meant(name, enabled.iter().map(Member::name));
    let near = near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
    let name = quoted(&shorten(name, LONGEST_NAME));
    let text = format!("There is no member {name}.{near} {}", what_is_on(enabled));
    DriverError::new(ErrorCode::UnknownMember, text).about(name)
}

fn what_is_on(enabled: MemberSet) -> String {
    let names: Vec<_> = enabled.iter().map(Member::name).collect();
    format!("Use one of: {}.", names.join(", "))
}
