//! The embedder's checks (P4–P6), and what happens when they don't come to an answer (P10).

use std::sync::{Arc, Mutex};

use ringfence_policy::{Code, Refusal};
use ringfence_toolset::input::{ElementRef, FileUploadInput};
use ringfence_toolset::{
    Approval, Approved, BrowserState, ConfirmRequest, Denial, ErrorCode, Failure, Member, MemberConfig,
    MemberConfigs, MemberInput, MemberOutput, Tab, TabId, ToolResult, ToolsetOptions, UploadKind,
};
use serde_json::{Value, json};

use crate::fake::{Answer, Checked, Fake, done, one_tab, tab, with_options};

type Log<T> = Arc<Mutex<Vec<T>>>;

fn landed() -> Answer {
    Ok(MemberOutput::Navigated { url: "https://a.test/".into(), title: None, status: None, note: None })
}

fn upload_on() -> MemberConfigs {
    [("file_upload".to_owned(), MemberConfig::enabled(true))].into()
}

async fn yes(_: ConfirmRequest) -> Result<Approval, Denial> {
    Ok(Approval::YesOnAnyPage)
}

async fn error_of(toolset: &Checked, member: &str, input: Value) -> (ToolResult, Failure) {
    let outcome = toolset.call(member, input).await.unwrap();
    (outcome.result, outcome.failure.unwrap())
}

fn failure(code: ErrorCode, subject: &str) -> Failure {
    Failure { code, subject: Some(subject.into()), hint: None }
}

#[tokio::test]
async fn p4_the_url_policy_sees_the_models_own_string_and_its_refusal_stops_the_call() {
    let asked: Log<String> = Arc::default();
    let log = asked.clone();
    let policy = move |address: String| {
        log.lock().unwrap().push(address.clone());
        async move {
            if address.contains("evil") {
                return Err(Refusal::new(Code::NotListed, "evil.test", None, "Add --allow evil.test.").into());
            }
            Ok(())
        }
    };
    let fake = Fake::new().then(landed(), one_tab()).then(landed(), one_tab()).then_refused();
    let options = ToolsetOptions { url_policy: Some(Arc::new(policy)), ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(fake, options);

    assert!(!toolset.call("navigate", json!({"url": " A.test "})).await.unwrap().result.is_error);
    assert!(!toolset.call("navigate", json!({"url": "Back\n"})).await.unwrap().result.is_error);
    assert_eq!(
        error_of(&toolset, "navigate", json!({"url": "http://evil.test/x"})).await,
        (
            ToolResult::error("not-listed: evil.test: Add --allow evil.test."),
            Failure {
                code: ErrorCode::Refused(Code::NotListed),
                subject: Some("evil.test".into()),
                hint: Some("Add --allow evil.test.".into()),
            }
        )
    );
    assert_eq!(*asked.lock().unwrap(), [" A.test ", "http://evil.test/x"]);
    assert_eq!(fake.asked().len(), 2);
}

#[tokio::test]
async fn p4_the_shipped_policy_is_a_url_policy() {
    let policy = Arc::new(ringfence_policy::Policy::closed());
    let options = ToolsetOptions { url_policy: Some(policy), ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(Fake::new().then_refused(), options);
    let (_, failure) = error_of(&toolset, "navigate", json!({"url": "https://a.test/"})).await;
    assert!(matches!(failure.code, ErrorCode::Refused(_)), "{failure:?}");
    assert_eq!(fake.asked(), []);
}

#[tokio::test]
async fn p5_without_a_file_policy_every_upload_is_refused() {
    let options =
        ToolsetOptions { configs: upload_on(), confirm: Some(Arc::new(yes)), ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(Fake::new().then_refused(), options);
    let input = json!({"target": {"type": "ref", "ref": "ref_1"}, "paths": ["/a"]});
    let text = "file_upload was refused: the operator has named no directory to take files from (--upload-root DIR, --staging DIR).";
    assert_eq!(
        error_of(&toolset, "file_upload", input).await,
        (ToolResult::error(text), failure(ErrorCode::Denied, "file_upload"))
    );
    assert_eq!(fake.asked(), []);
}

#[tokio::test]
async fn p5_the_file_policy_is_asked_about_paths_then_ids_and_its_answer_replaces_the_input() {
    let asked: Log<(UploadKind, Vec<String>)> = Arc::default();
    let log = asked.clone();
    let policy = move |kind: UploadKind, names: Vec<String>| {
        log.lock().unwrap().push((kind, names.clone()));
        async move { Ok(names.iter().map(|name| format!("checked:{name}")).collect()) }
    };
    let confirmed: Log<MemberInput> = Arc::default();
    let log = confirmed.clone();
    let confirm = move |request: ConfirmRequest| {
        log.lock().unwrap().push(request.input);
        async { Ok(Approval::Yes) }
    };
    let options = ToolsetOptions {
        configs: upload_on(),
        file_policy: Some(Arc::new(policy)),
        confirm: Some(Arc::new(confirm)),
        ..ToolsetOptions::default()
    };
    let (fake, toolset) = with_options(Fake::new().then_done(2), options);
    let target = json!({"type": "ref", "ref": "ref_1"});
    let both = json!({"target": target, "document_ids": ["doc"], "paths": ["/a", "/b"]});
    assert!(!toolset.call("file_upload", both).await.unwrap().result.is_error);
    let ids = json!({"target": target, "document_ids": ["doc"], "paths": []});
    assert!(!toolset.call("file_upload", ids).await.unwrap().result.is_error);

    let strings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        *asked.lock().unwrap(),
        [
            (UploadKind::Paths, strings(&["/a", "/b"])),
            (UploadKind::DocumentIds, strings(&["doc"])),
            (UploadKind::DocumentIds, strings(&["doc"])),
        ]
    );
    let upload = |paths: &[&str], ids: &[&str]| {
        MemberInput::FileUpload(FileUploadInput {
            target: ElementRef(1),
            paths: strings(paths),
            document_ids: strings(ids),
            tab_id: None,
        })
    };
    let expected = [upload(&["checked:/a", "checked:/b"], &["checked:doc"]), upload(&[], &["checked:doc"])];
    assert_eq!(*confirmed.lock().unwrap(), expected);
    assert_eq!(fake.asked(), expected);
}

#[tokio::test]
async fn p5_a_file_policy_that_leaves_nothing_refuses() {
    let policy = |_: UploadKind, _: Vec<String>| async { Ok(Vec::new()) };
    let options = ToolsetOptions {
        configs: upload_on(),
        file_policy: Some(Arc::new(policy)),
        confirm: Some(Arc::new(yes)),
        ..ToolsetOptions::default()
    };
    let (fake, toolset) = with_options(Fake::new().then_refused(), options);
    let input = json!({"target": {"type": "ref", "ref": "ref_1"}, "paths": ["/a"]});
    let text = "file_upload was refused: the file policy left no file to upload.";
    assert_eq!(
        error_of(&toolset, "file_upload", input).await,
        (ToolResult::error(text), failure(ErrorCode::Denied, "file_upload"))
    );
    assert_eq!(fake.asked(), []);
}

/// A confirm that keeps what it was asked.
fn asking(
    log: &Log<ConfirmRequest>,
    answer: Approval,
) -> impl Fn(ConfirmRequest) -> std::future::Ready<Result<Approval, Denial>> + use<> {
    let log = log.clone();
    move |request| {
        log.lock().unwrap().push(request);
        std::future::ready(Ok(answer))
    }
}

fn two_tabs() -> BrowserState {
    let second = Tab { url: "https://user:pw@example.org/\u{202e}".into(), ..tab("t2", true) };
    BrowserState { tabs: vec![tab("t1", false), second], ..BrowserState::default() }
}

#[tokio::test]
async fn p6_confirm_sees_the_page_of_the_last_report_and_the_driver_learns_what_was_approved() {
    let asked: Log<ConfirmRequest> = Arc::default();
    let confirm = asking(&asked, Approval::Yes);
    let options = ToolsetOptions { confirm: Some(Arc::new(confirm)), ..ToolsetOptions::default() };
    let mut fake = Fake::new();
    for _ in 0..4 {
        fake = fake.then(done(), two_tabs());
    }
    let (fake, toolset) = with_options(fake.then(Ok(MemberOutput::Tabs), two_tabs()), options);
    for input in [json!({"tab_id": "t9"}), json!({}), json!({"tab_id": "t1"}), json!({"tab_id": "t9"})] {
        let mut input = input;
        input["duration"] = json!(0);
        assert!(!toolset.call("wait", input).await.unwrap().result.is_error);
    }
    assert!(!toolset.call("list_tabs", json!({})).await.unwrap().result.is_error);

    let id = |id: &str| Some(TabId::new(id));
    let hostile = "https://user:pw@example.org/\u{202e}";
    let pages: Vec<_> = asked
        .lock()
        .unwrap()
        .iter()
        .map(|request| (request.member, request.tab_id.clone(), request.tab_url.clone()))
        .collect();
    assert_eq!(
        pages,
        [
            (Member::Wait, id("t9"), None),
            (Member::Wait, id("t2"), Some(hostile.into())),
            (Member::Wait, id("t1"), Some("https://example.com/t1".into())),
            (Member::Wait, id("t9"), None),
            (Member::ListTabs, None, None),
        ]
    );
    let approved: Vec<_> = fake.calls().into_iter().map(|call| call.approved).collect();
    let page = |id: &str, url: &str| {
        Some(Approved { tab_id: TabId::new(id), url: url.into(), subjects: Vec::new() })
    };
    assert_eq!(approved, [None, page("t2", hostile), page("t1", "https://example.com/t1"), None, None]);
}

/// Fails when the answer isn't looked at: seen by answering `Approval::No` as `Approval::YesOnAnyPage`.
#[tokio::test]
async fn p6_only_a_yes_lets_a_call_through() {
    for (answer, through) in [(Approval::Yes, true), (Approval::YesOnAnyPage, true), (Approval::No, false)] {
        let options = ToolsetOptions {
            confirm: Some(Arc::new(asking(&Arc::default(), answer))),
            ..ToolsetOptions::default()
        };
        let fake = if through { Fake::new().then_done(1) } else { Fake::new().then_refused() };
        let (fake, toolset) = with_options(fake, options);
        let outcome = toolset.call("wait", json!({"duration": 0})).await.unwrap();
        assert_eq!((outcome.result.is_error, fake.asked().len()), (!through, usize::from(through)));
        if !through {
            let text = "wait was not approved, so nothing was done.";
            assert_eq!(outcome.result, ToolResult::error(text));
            assert_eq!(outcome.failure, Some(failure(ErrorCode::NotApproved, "wait")));
        }
    }
}

#[tokio::test]
async fn p6_an_approval_for_any_page_binds_the_driver_to_none() {
    let options = ToolsetOptions { confirm: Some(Arc::new(yes)), ..ToolsetOptions::default() };
    let (fake, toolset) = with_options(Fake::new().then_done(2), options);
    for _ in 0..2 {
        toolset.call("wait", json!({"duration": 0})).await.unwrap();
    }
    assert!(fake.calls().iter().all(|call| call.approved.is_none()));
}

#[tokio::test]
async fn p6_a_refused_call_never_asks() {
    let asked: Log<ConfirmRequest> = Arc::default();
    let refuse = |_: String| async { Err(Denial::refused("Not there.")) };
    let options = ToolsetOptions {
        configs: [
            ("file_upload".to_owned(), MemberConfig::enabled(true)),
            ("hover".to_owned(), MemberConfig::enabled(false)),
        ]
        .into(),
        url_policy: Some(Arc::new(refuse)),
        confirm: Some(Arc::new(asking(&asked, Approval::Yes))),
        ..ToolsetOptions::default()
    };
    let calls = [
        ("clik", json!({})),
        ("zoom", json!({})),
        ("hover", json!({})),
        ("wait", json!({})),
        ("navigate", json!({"url": "a.test"})),
        ("file_upload", json!({"target": {"type": "ref", "ref": "ref_1"}, "paths": ["/a"]})),
    ];
    let fake = calls.iter().fold(Fake::new(), |fake, _| fake.then_refused());
    let (_, toolset) = with_options(fake, options);
    for (member, input) in calls {
        assert!(toolset.call(member, input).await.unwrap().result.is_error);
    }
    assert_eq!(*asked.lock().unwrap(), []);
}

#[tokio::test]
async fn p10_a_refusal_worded_by_a_check_is_passed_on_bounded() {
    let refuse = |_: ConfirmRequest| async { Err(Denial::refused("é".repeat(5_000))) };
    let options = ToolsetOptions { confirm: Some(Arc::new(refuse)), ..ToolsetOptions::default() };
    let (_, toolset) = with_options(Fake::new().then_refused(), options);
    let outcome = toolset.call("wait", json!({"duration": 0})).await.unwrap();
    assert_eq!(outcome.result, ToolResult::error("é".repeat(4_096)));
    assert_eq!(outcome.failure, Some(Failure { code: ErrorCode::Denied, subject: None, hint: None }));
}

/// How a check can fail to answer.
#[derive(Clone, Copy)]
enum Failing {
    Errs,
    Panics,
    Hangs,
}

impl Failing {
    async fn answer<T>(self) -> Result<T, Denial> {
        match self {
            Self::Errs => Err(Denial::failed("the database at 10.0.0.1 is down")),
            Self::Panics => panic!("on purpose"),
            Self::Hangs => std::future::pending().await,
        }
    }
}

/// Fails when a check's failure lets the call through: seen by passing over what `guarded`
/// answers for the address policy.
#[tokio::test(start_paused = true)]
async fn p10_an_error_a_panic_or_a_time_out_in_a_check_refuses_with_a_fixed_text() {
    let upload = json!({"target": {"type": "ref", "ref": "ref_1"}, "paths": ["/a"]});
    for failing in [Failing::Errs, Failing::Panics, Failing::Hangs] {
        let url_policy = move |_: String| failing.answer::<()>();
        let file_policy = move |_: UploadKind, _: Vec<String>| failing.answer::<Vec<String>>();
        let confirm = move |_: ConfirmRequest| failing.answer::<Approval>();
        let options = ToolsetOptions {
            configs: upload_on(),
            url_policy: Some(Arc::new(url_policy)),
            file_policy: Some(Arc::new(file_policy)),
            confirm: Some(Arc::new(confirm)),
            ..ToolsetOptions::default()
        };
        let (fake, toolset) = with_options(Fake::new().then_refused().then_refused().then_refused(), options);
        let rows = [
            ("navigate", json!({"url": "a.test"}), "the check of its address"),
            ("file_upload", upload.clone(), "the check of its files"),
            ("wait", json!({"duration": 0}), "asking for its approval"),
        ];
        for (member, input, what) in rows {
            let text = format!("{member} was refused: {what} failed. Nothing was done.");
            assert_eq!(
                error_of(&toolset, member, input).await,
                (ToolResult::error(text), failure(ErrorCode::CheckFailed, member))
            );
        }
        assert_eq!(fake.asked(), []);
    }
}

#[tokio::test]
async fn p3_what_is_no_input_reaches_no_check_and_no_driver() {
    let asked: Log<String> = Arc::default();
    let (urls, confirms) = (asked.clone(), asked.clone());
    let policy = move |address: String| {
        urls.lock().unwrap().push(address);
        async { Ok(()) }
    };
    let confirm = move |request: ConfirmRequest| {
        confirms.lock().unwrap().push(request.member.name().to_owned());
        async { Ok(Approval::YesOnAnyPage) }
    };
    let options = ToolsetOptions {
        url_policy: Some(Arc::new(policy)),
        confirm: Some(Arc::new(confirm)),
        ..ToolsetOptions::default()
    };
    let (fake, toolset) = with_options(Fake::new().then_refused().then_refused(), options);
    let (_, failure) = error_of(&toolset, "navigate", json!({"url": "https://a.test/", "tab_id": 7})).await;
    assert_eq!(failure.code, ErrorCode::BadInput);
    let (_, failure) = error_of(&toolset, "left_click", json!({"target": {"type": "ref"}})).await;
    assert_eq!(failure.code, ErrorCode::BadInput);
    assert_eq!((asked.lock().unwrap().clone(), fake.asked()), (Vec::new(), Vec::new()));
}

/// The contents of a list behind a policy are all that may change afterwards.
#[tokio::test]
async fn k3_a_list_behind_a_policy_may_grow_while_members_stay_as_they_were() {
    let allowed: Log<String> = Arc::default();
    let list = allowed.clone();
    let policy = move |address: String| {
        let known = list.lock().unwrap().contains(&address);
        async move {
            let refusal = || Refusal::new(Code::NotListed, "a.test", None, "Add --allow a.test.").into();
            if known { Ok(()) } else { Err(refusal()) }
        }
    };
    let mut options = ToolsetOptions { url_policy: Some(Arc::new(policy)), ..ToolsetOptions::default() };
    let fake = Fake::new().then_refused().then(landed(), one_tab()).then(done(), one_tab());
    let (_, toolset) = with_options(fake, options.clone());
    let (_, failure) = error_of(&toolset, "navigate", json!({"url": "https://a.test/"})).await;
    assert_eq!(failure.code, ErrorCode::Refused(Code::NotListed));
    allowed.lock().unwrap().push("https://a.test/".to_owned());
    assert!(!toolset.call("navigate", json!({"url": "https://a.test/"})).await.unwrap().result.is_error);
    // What a caller does to its copy of the options afterwards is nothing to the toolset.
    options.configs.insert("type".to_owned(), MemberConfig::enabled(false));
    assert!(!toolset.call("type", json!({"text": "x"})).await.unwrap().result.is_error);
}
