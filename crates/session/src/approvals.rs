//! Who approves which calls: the operator's standing word, rules, and a person who is asked.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use ringfence_policy::HostPattern;
use ringfence_policy::config::Answer;
use ringfence_toolset::input::Destination;
use ringfence_toolset::{
    Approval, Confirm, ConfirmRequest, Denial, DriverError, ErrorCode, Extension, Group, Member, MemberInput,
};

/// What the operator approved once for all calls, by name: members, and `accept_dialog`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StandingApprovals(BTreeSet<&'static str>);

/// A name that is nothing one could approve.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither a member nor accept_dialog, so it can't be approved; write a member's name")]
pub struct NotApprovable(String);

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
    names: Option<BTreeSet<&'static str>>,
    hosts: Option<Vec<HostPattern>>,
    answer: Answer,
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

    fn is_about(&self, name: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.contains(name))
    }

    /// Whether the rule holds for a call on these addresses. Where a page is unknown, or can't be told, a rule that asks or
    /// denies holds and one that allows does not.
    fn holds_at(&self, addresses: &[Option<&str>]) -> bool {
        let Some(hosts) = &self.hosts else { return true };
        let unknown = self.answer != Answer::Allow;
        let on_one = |address: &Option<&str>| match address {
            None => unknown,
            Some(address) => hosts.iter().any(|host| host.covers(address).unwrap_or(unknown)),
        };
        match self.answer {
            // What is allowed has to be so wherever the call is about.
            Answer::Allow => addresses.iter().all(on_one),
            Answer::Ask | Answer::Deny => addresses.iter().any(on_one),
        }
    }
}

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

#[async_trait]
impl Confirm for Approvals {
    /// A rule on hosts is about the frame that a call acts in, too; and whoever is asked has to read on what.
    fn needs_subjects(&self, request: &ConfirmRequest) -> bool {
        self.rules_about(request).any(|rule| rule.hosts.is_some() || rule.answer == Answer::Ask)
    }

    /// What needs no approval and that no rule asks about goes through on any page. What a person approved is bound to the
    /// page that was shown.
    async fn confirm(&self, request: ConfirmRequest) -> Result<Approval, Denial> {
        let mut addresses = vec![request.tab_url.as_deref()];
        if let MemberInput::Navigate(navigate) = &request.input
            && let Destination::Address(address) = navigate.destination()
        {
            addresses.push(Some(address));
            // Where it goes is known, which is what it is about; a tab that has shown nothing yet is no reason to ask.
            addresses.retain(Option::is_some);
        }
        // A frame of another host is not the page's.
        addresses.extend(request.subjects.iter().map(|subject| subject.origin.as_deref()));
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
mod tests {
    use ringfence_toolset::Subject;
    use ringfence_toolset::input::{
        AcceptDialog, ElementRef, FileUploadInput, JavascriptExecInput, KeyInput, NavigateInput,
    };

    use super::*;

    fn standing(yes: &[&str]) -> Approvals {
        StandingApprovals::of(yes.iter().copied()).unwrap().into()
    }

    fn request(input: MemberInput, at: Option<&str>) -> ConfirmRequest {
        let tab_url = at.map(str::to_owned);
        ConfirmRequest { member: input.member(), input, tab_id: None, tab_url, subjects: Vec::new() }
    }

    async fn answer(yes: &[&str], input: MemberInput) -> Approval {
        standing(yes).confirm(request(input, None)).await.unwrap()
    }

    fn script() -> MemberInput {
        MemberInput::JavascriptExec(JavascriptExecInput { text: "1".into(), tab_id: None })
    }

    fn key(accept: bool) -> MemberInput {
        let accept_dialog = accept.then(|| AcceptDialog { message: "Delete?".into(), text: None });
        MemberInput::Key(KeyInput { text: "a".into(), repeat: 1, accept_dialog, tab_id: None })
    }

    fn go(url: &str) -> MemberInput {
        MemberInput::Navigate(NavigateInput { url: url.into(), tab_id: None })
    }

    fn rule(names: Option<&[&str]>, hosts: Option<&[&str]>, answer: Answer) -> ApprovalRule {
        let names = names.map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        let hosts = hosts.map(|hosts| hosts.iter().map(|host| HostPattern::new(host).unwrap()).collect());
        ApprovalRule::new(names.as_deref(), hosts, answer).unwrap()
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
        let wrong = ApprovalRule::new(Some(&["nope".to_owned()]), None, Answer::Ask);
        assert_eq!(wrong.unwrap_err(), NotApprovable("nope".into()));
    }

    /// Somebody who answers, and says which calls were asked about.
    struct Person(Asked);

    #[async_trait]
    impl Ask for Person {
        async fn ask(&self, _: &ConfirmRequest) -> Asked {
            self.0.clone()
        }
    }

    async fn with_rules(rules: &[ApprovalRule], yes: &[&str], asked: Request<'_>) -> String {
        let asker: Option<Arc<dyn Ask>> = Some(Arc::new(Person(Asked::Yes)));
        let approvals = Approvals { rules: rules.to_vec(), asker, ..standing(yes) };
        match approvals.confirm(request(asked.0, asked.1)).await {
            Ok(approval) => format!("{approval:?}"),
            Err(Denial::Refused(error)) => error.text,
            Err(other) => panic!("{other:?}"),
        }
    }

    struct Request<'a>(MemberInput, Option<&'a str>);

    #[tokio::test]
    async fn of_the_rules_that_hold_the_strictest_counts() {
        const DENIED: &str = "key is denied here by the operator. Nothing was done.";
        let bank = "https://pay.bank.example/";
        let ask = rule(Some(&["key"]), None, Answer::Ask);
        let allow_bank = rule(Some(&["key"]), Some(&["bank.example"]), Answer::Allow);
        let deny_bank = rule(None, Some(&["bank.example"]), Answer::Deny);
        let at_bank = || Request(key(false), Some(bank));
        assert_eq!(with_rules(&[ask.clone(), allow_bank.clone()], &[], at_bank()).await, "Yes");
        assert_eq!(with_rules(&[ask.clone(), deny_bank.clone(), allow_bank], &[], at_bank()).await, DENIED);
        // The standing word answers what would be asked; it lifts no denial.
        assert_eq!(with_rules(std::slice::from_ref(&ask), &["key"], at_bank()).await, "YesOnAnyPage");
        assert_eq!(with_rules(&[ask, deny_bank.clone()], &["key"], at_bank()).await, DENIED);
        let elsewhere = Request(key(false), Some("https://other.example/"));
        assert_eq!(with_rules(&[deny_bank], &[], elsewhere).await, "Yes", "it is bound to the page");
    }

    #[tokio::test]
    async fn a_rule_on_hosts_holds_for_where_a_call_goes_and_where_the_page_is_unknown() {
        let ask = rule(None, Some(&["bank.example"]), Answer::Ask);
        let allow = rule(Some(&["javascript_exec"]), Some(&["shop.example"]), Answer::Allow);
        let rules = [ask, allow];
        let going = Request(go("bank.example/pay"), Some("https://shop.example/"));
        assert_eq!(with_rules(&rules, &[], going).await, "Yes");
        assert_eq!(with_rules(&rules, &[], Request(key(false), None)).await, "Yes");
        let on_shop = Request(script(), Some("https://shop.example/"));
        assert_eq!(with_rules(&rules, &[], on_shop).await, "Yes", "it is bound to the page");
        let elsewhere = Request(script(), Some("https://else.example/"));
        assert_eq!(with_rules(&rules, &[], elsewhere).await, "No");
        let nowhere = Request(script(), Some("about:blank"));
        assert_eq!(with_rules(&rules[1..], &[], nowhere).await, "No");
    }

    #[test]
    fn a_person_may_be_asked_where_a_rule_asks_and_nothing_answers_ahead() {
        let asks = |rules: &[ApprovalRule], yes: &[&str]| {
            Approvals { rules: rules.to_vec(), ..standing(yes) }.asks()
        };
        let key = || rule(Some(&["key"]), Some(&["bank.example"]), Answer::Ask);
        assert!(!asks(&[], &[]) && asks(&[key()], &[]) && asks(&[key()], &["wait"]));
        assert!(!asks(&[key()], &["key"]));
        assert!(asks(&[key(), rule(None, None, Answer::Ask)], &["key"]), "every member is asked about");
        assert!(!asks(&[rule(None, None, Answer::Deny), rule(None, None, Answer::Allow)], &[]));
    }

    #[tokio::test]
    async fn a_rule_on_hosts_does_not_hold_for_going_elsewhere_from_a_new_tab() {
        let deny = rule(None, Some(&["bank.example"]), Answer::Deny);
        let elsewhere = Request(go("https://shop.example/"), None);
        assert_eq!(with_rules(&[deny], &[], elsewhere).await, "YesOnAnyPage");
    }

    /// Fails when rules look at the tab's address alone: seen so.
    #[tokio::test]
    async fn p6_a_rule_on_hosts_is_about_the_frame_that_a_call_acts_in() {
        let allow = rule(Some(&["file_upload"]), Some(&["shop.example"]), Answer::Allow);
        let deny = rule(Some(&["key"]), Some(&["ads.example"]), Answer::Deny);
        let approvals = Approvals { rules: vec![allow, deny], ..Approvals::default() };
        let acting_in = |input: MemberInput, origin: Option<&str>| {
            let subject = Subject {
                what: String::new(),
                detail: String::new(),
                origin: origin.map(str::to_owned),
                in_frame: true,
            };
            ConfirmRequest { subjects: vec![subject], ..request(input, Some("https://shop.example/")) }
        };
        let upload = || {
            MemberInput::FileUpload(FileUploadInput {
                target: ElementRef(1),
                paths: vec!["a".into()],
                document_ids: Vec::new(),
                tab_id: None,
            })
        };
        for (origin, approval) in [
            (Some("https://shop.example"), Approval::Yes),
            (Some("https://ads.example"), Approval::No),
            (None, Approval::No),
        ] {
            let asked = acting_in(upload(), origin);
            assert!(approvals.needs_subjects(&asked));
            assert_eq!(approvals.confirm(asked).await.unwrap(), approval, "{origin:?}");
        }
        let at_ads = acting_in(key(false), Some("https://ads.example"));
        assert!(approvals.confirm(at_ads).await.is_err());
        let at_shop = acting_in(key(false), Some("https://shop.example"));
        assert_eq!(approvals.confirm(at_shop).await.unwrap(), Approval::Yes);
        assert!(!Approvals::default().needs_subjects(&acting_in(key(false), None)));
    }

    #[tokio::test]
    async fn no_answer_is_no_and_says_why() {
        let ask = || vec![rule(Some(&["key"]), None, Answer::Ask)];
        let refused = |why: &str| {
            format!(
                "key was not approved: {why}. Nothing was done. The operator can approve it for every call with --yes key."
            )
        };
        let nobody = Approvals { rules: ask(), ..Approvals::default() };
        let text = nobody.confirm(request(key(false), None)).await.unwrap_err().to_string();
        assert_eq!(text, format!("not_approved: {}", refused("there is nobody to ask")));
        for (asked, said) in [
            (Asked::Unanswered, refused("nobody answered in time")),
            (Asked::Impossible("no terminal".into()), refused("no terminal")),
        ] {
            let approvals =
                Approvals { rules: ask(), asker: Some(Arc::new(Person(asked))), ..Approvals::default() };
            let text = approvals.confirm(request(key(false), None)).await.unwrap_err().to_string();
            assert_eq!(text, format!("not_approved: {said}"));
        }
    }

    #[test]
    fn what_needs_approval_can_get_it_from_a_rule() {
        let asking = Approvals {
            rules: vec![rule(Some(&["file_upload"]), None, Answer::Ask)],
            ..Approvals::default()
        };
        assert!(asking.covers("file_upload") && !asking.covers("javascript_exec"));
        let denying = Approvals { rules: vec![rule(None, None, Answer::Deny)], ..Approvals::default() };
        assert!(!denying.covers("file_upload"));
    }
}
