//! What is answered to which call.

use ringfence_policy::HostPattern;
use ringfence_toolset::Subject;
use ringfence_toolset::TabId;
use ringfence_toolset::input::{
    AcceptDialog, CloseTabInput, ElementRef, FileUploadInput, JavascriptExecInput, KeyInput, ListTabsInput,
    NavigateInput, NewTabInput,
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
    let asks =
        |rules: &[ApprovalRule], yes: &[&str]| Approvals { rules: rules.to_vec(), ..standing(yes) }.asks();
    let key = || rule(Some(&["key"]), Some(&["bank.example"]), Answer::Ask);
    assert!(!asks(&[], &[]) && asks(&[key()], &[]) && asks(&[key()], &["wait"]));
    assert!(!asks(&[key()], &["key"]));
    assert!(asks(&[key(), rule(None, None, Answer::Ask)], &["key"]), "every member is asked about");
    assert!(!asks(&[rule(None, None, Answer::Deny), rule(None, None, Answer::Allow)], &[]));
}

/// A page can send its tab to a denied host. Seen to fail with the tab's page among what is judged: nothing gets it back.
#[tokio::test]
async fn a_rule_on_hosts_holds_nobody_on_a_denied_page() {
    let rules = [
        rule(None, Some(&["bank.example"]), Answer::Deny),
        rule(Some(&["navigate"]), Some(&["shop.example"]), Answer::Ask),
    ];
    let tabs = |input: MemberInput| with_rules(&rules, &[], Request(input, Some("https://bank.example/")));
    assert_eq!(tabs(MemberInput::ListTabs(ListTabsInput {})).await, "YesOnAnyPage");
    assert_eq!(tabs(MemberInput::NewTab(NewTabInput {})).await, "YesOnAnyPage");
    let close = MemberInput::CloseTab(CloseTabInput { tab_id: TabId::new("t1") });
    assert_eq!(tabs(close).await, "YesOnAnyPage");
    assert_eq!(tabs(go("https://else.example/")).await, "YesOnAnyPage");
    assert_eq!(tabs(go("about:blank")).await, "YesOnAnyPage");
    assert_eq!(tabs(go("https://shop.example/")).await, "Yes");
    assert_eq!(tabs(key(false)).await, "key is denied here by the operator. Nothing was done.");
    let denied = "navigate is denied here by the operator. Nothing was done.";
    assert_eq!(tabs(go("https://bank.example/x")).await, denied);
    assert_eq!(tabs(go("back")).await, denied);
    let elsewhere = Request(go("https://else.example/"), None);
    assert_eq!(with_rules(&rules, &[], elsewhere).await, "YesOnAnyPage");
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
            leads: String::new(),
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
    let asking =
        Approvals { rules: vec![rule(Some(&["file_upload"]), None, Answer::Ask)], ..Approvals::default() };
    assert!(asking.covers("file_upload") && !asking.covers("javascript_exec"));
    let denying = Approvals { rules: vec![rule(None, None, Answer::Deny)], ..Approvals::default() };
    assert!(!denying.covers("file_upload"));
}
