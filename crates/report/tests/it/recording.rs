//! What a recorder keeps of what sessions tell.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use ringfence_browser::{Downloaded, Judged, KeptDownload, Layer as Judge, Unkept};
use ringfence_egress::{Decision, Event, Kind};
use ringfence_policy::{Code, List, Refusal, Source};
use ringfence_report::{
    DownloadRecord, HostRecord, Layer, Omitted, Part, Recorder, RecorderOptions, RefusalRecord,
};
use ringfence_session::{Call, Happening, Observer as _, SessionError, SessionName};
use ringfence_toolset::{Block, ErrorCode, Failure, Member, Outcome, Tab, TabId, ToolResult};
use serde_json::{Value, json};

use crate::told::{PIXEL, at};

pub(crate) fn session() -> SessionName {
    "default".parse().unwrap()
}

pub(crate) fn refused(code: Code, subject: &str, rule: Option<Source>) -> Refusal {
    Refusal::new(code, subject, rule, "Ask the operator.")
}

pub(crate) fn event(host: &str, port: u16, decision: Decision) -> Event {
    Event {
        id: 1,
        at: at(600),
        instant: Instant::now(),
        kind: Kind::Connect,
        host: host.to_owned(),
        port,
        resolved: vec![Ipv4Addr::new(192, 0, 2, 7).into()],
        decision,
        bytes_up: 0,
        bytes_down: 0,
    }
}

pub(crate) fn outcome(member: Member, content: Vec<Block>) -> Outcome {
    let tab = Tab {
        tab_id: TabId::new("t1"),
        title: "Shop".into(),
        url: "https://a.test/?token=x".into(),
        active: true,
    };
    Outcome {
        member: Some(member),
        result: ToolResult { content, is_error: false },
        failure: None,
        tabs: vec![tab],
        changed: true,
        refused: Vec::new(),
        ignored: Vec::new(),
    }
}

pub(crate) fn failed(member: Member, code: ErrorCode) -> Outcome {
    let failure = Failure { code, subject: Some(member.name().to_owned()), hint: None };
    Outcome { failure: Some(failure), ..outcome(member, vec![Block::Text("It failed.".to_owned())]) }
}

fn told(recorder: &Recorder, from: u64, member: &str, answer: Result<&Outcome, &SessionError>) {
    let input = json!({ "url": "https://kim:pw@a.test/?q=lamp&token=abc" });
    let call = Call { at: at(from), took: Duration::from_millis(5), member, input: &input, answer };
    recorder.happened(&session(), &Happening::Called(&call));
}

fn judged(recorder: &Recorder, from: u64, verdict: Result<Option<Source>, Refusal>) {
    let judged = Judged {
        at: at(from),
        layer: Judge::Browser,
        address: "https://ads.test/a?b=c".to_owned(),
        list: List::Load,
        host: "ads.test".to_owned(),
        verdict,
    };
    recorder.happened(&session(), &Happening::Judged(&judged));
}

#[test]
fn a_refusal_is_counted_and_belongs_to_the_call_before_it() {
    let recorder = Recorder::new(RecorderOptions::default());
    let rule = Source::file("ringfence.toml", 12);
    let denied = || Err(refused(Code::Denied, "ads.test", Some(rule.clone())));
    // The second call's refusals are told before the call is answered.
    told(&recorder, 100, "navigate", Ok(&outcome(Member::Navigate, Vec::new())));
    judged(&recorder, 210, denied());
    judged(&recorder, 220, denied());
    judged(&recorder, 230, Ok(None));
    told(&recorder, 200, "wait", Ok(&failed(Member::Wait, ErrorCode::TurnedOff)));
    let refusal =
        |layer, at_, subject: &str, code: &str, rule: Option<&str>, hint: &str, times| RefusalRecord {
            at: at(at_),
            session: "default".to_owned(),
            steps: vec![2],
            layer,
            subject: subject.to_owned(),
            code: code.to_owned(),
            rule: rule.map(str::to_owned),
            hint: hint.to_owned(),
            times,
        };
    assert_eq!(
        recorder.recording().refusals,
        [
            refusal(
                Layer::Load,
                210,
                "ads.test",
                "denied",
                Some("ringfence.toml:12"),
                "Ask the operator.",
                2
            ),
            refusal(Layer::Member, 200, "wait", "turned_off", None, "It failed.", 1),
        ]
    );
}

/// What a download came to; the name that its site gave it holds a credential.
pub(crate) fn downloaded(from: u64, ending: Result<u64, Unkept>) -> Downloaded {
    Downloaded {
        at: at(from),
        address: "https://files.test/get?token=abc".to_owned(),
        host: "files.test".to_owned(),
        name: "report token=abc.pdf".to_owned(),
        ending: ending.map(|bytes| KeptDownload { file: "download-9f-1".to_owned(), bytes }),
    }
}

/// A refused one is a refusal, with the option that would allow it; the others belong to the call before them.
#[test]
fn downloads_are_kept_with_the_call_that_they_came_of() {
    let recorder = Recorder::new(RecorderOptions::default());
    let tell = |downloaded: &Downloaded| {
        recorder.happened(&session(), &Happening::Downloaded(downloaded));
    };
    told(&recorder, 100, "left_click", Ok(&outcome(Member::LeftClick, Vec::new())));
    tell(&downloaded(110, Ok(14)));
    tell(&downloaded(210, Err(Unkept::BrokeOff)));
    tell(&downloaded(220, Err(Unkept::TurnedOff)));
    tell(&downloaded(230, Err(Unkept::TurnedOff)));
    told(&recorder, 200, "left_click", Ok(&outcome(Member::LeftClick, Vec::new())));
    let recording = recorder.recording();
    let record = |at_, step, ending| DownloadRecord {
        at: at(at_),
        session: "default".to_owned(),
        step: Some(step),
        host: "files.test".to_owned(),
        name: "report token=***".to_owned(),
        ending,
    };
    assert_eq!(
        recording.downloads,
        [
            record(110, 1, Ok(("download-9f-1".to_owned(), 14))),
            record(210, 2, Err("it broke off".to_owned())),
        ]
    );
    let refusal = RefusalRecord {
        at: at(220),
        session: "default".to_owned(),
        steps: vec![2],
        layer: Layer::Download,
        subject: "files.test".to_owned(),
        code: "downloads-off".to_owned(),
        rule: None,
        hint: "Start with --downloads DIR, and what pages download is kept in that directory.".to_owned(),
        times: 2,
    };
    assert_eq!(recording.refusals, [refusal]);
}

#[test]
fn what_came_to_the_exit_is_summed_by_host() {
    let recorder = Recorder::new(RecorderOptions::default());
    let exit = |event: &Event| recorder.happened(&session(), &Happening::Exit { event, rule: None });
    let allowed = Decision::Allowed { addr: "192.0.2.7:443".parse().unwrap() };
    exit(&event("a.test", 443, allowed.clone()));
    exit(&Event { bytes_up: 5, bytes_down: 70, ..event("a.test", 443, Decision::Ended) });
    exit(&event("a.test", 443, allowed));
    exit(&Event { bytes_up: 2, ..event("a.test", 443, Decision::Failed { what: "it broke off" }) });
    exit(&event("b.test", 443, Decision::Refused(refused(Code::NotListed, "b.test", None))));
    // The browser's first try, which says nothing about the host.
    exit(&event("c.test", 443, Decision::Refused(refused(Code::Credential, "c.test", None))));
    recorder.happened(&session(), &Happening::Missed(3));
    let recording = recorder.recording();
    let sums = |allowed, failed, refused, bytes_up, bytes_down| HostRecord {
        allowed,
        failed,
        refused,
        bytes_up,
        bytes_down,
    };
    let expected = BTreeMap::from([
        (("a.test".to_owned(), 443), sums(2, 1, 0, 7, 70)),
        (("b.test".to_owned(), 443), sums(0, 0, 1, 0, 0)),
    ]);
    assert_eq!((recording.hosts, recording.omitted), (expected, Omitted { events: 3, ..Omitted::default() }));
    let layers: Vec<_> =
        recording.refusals.iter().map(|refusal| (refusal.layer, refusal.subject.as_str())).collect();
    assert_eq!(layers, [(Layer::Proxy, "b.test")]);
}

/// What went into a password field is covered wherever a page or an address shows it afterwards, under whatever name. Seen to
/// fail with `remember` taking in nothing.
#[test]
fn what_went_into_a_password_field_is_covered_wherever_it_turns_up() {
    let recorder = Recorder::new(RecorderOptions::default());
    let secret = "s3cret pw/\"1";
    let said = |member, texts: &[&str]| {
        let blocks = texts.iter().map(|text| Block::Text((*text).to_owned())).collect();
        outcome(member, blocks)
    };
    let tell = |member: Member, input: &Value, answer: &Outcome| {
        let took = Duration::from_millis(5);
        let call = Call { at: at(1), took, member: member.name(), input, answer: Ok(answer) };
        recorder.happened(&session(), &Happening::Called(&call));
    };
    tell(
        Member::Type,
        &json!({ "text": secret }),
        &said(Member::Type, &["Into textbox \"Kennwort\" (hidden)."]),
    );
    let mut shown = said(Member::GetPageText, &["Now at https://a.test/?k=s3cret+pw%2F%221&x=1 again %20"]);
    let text = format!("You typed {secret}, as a JSON text {}.", Value::from(secret));
    shown.result.content.push(Block::PageText { text, source: None });
    tell(Member::GetPageText, &json!({}), &shown);
    let html = recorder.recording().to_html();
    assert!(!html.contains("s3cret"), "{html}");
    assert!(
        html.contains("?k=***&amp;x=1 again %20") && html.contains("You typed ***, as a JSON text"),
        "{html}"
    );
}

/// A page can't have words covered by naming a field so, nor by short ones. Seen to fail with `HIDDEN` looked for in all of
/// the text.
#[test]
fn a_page_has_nothing_covered_by_what_it_calls_a_field() {
    let recorder = Recorder::new(RecorderOptions::default());
    for (line, typed) in [
        ("Into textbox \"Name (hidden)\".", "evil.test"),
        ("Into textbox \"a\\\" (hidden)\".", "evil.test"),
        ("Into textbox \"Pin\" (hidden).", "evi"),
    ] {
        let (input, answer) =
            (json!({ "text": typed }), outcome(Member::Type, vec![Block::Text(line.to_owned())]));
        let took = Duration::from_millis(5);
        let call = Call { at: at(1), took, member: "type", input: &input, answer: Ok(&answer) };
        recorder.happened(&session(), &Happening::Called(&call));
    }
    told(&recorder, 2, "key", Ok(&outcome(Member::Key, vec![Block::Text("At evil.test now.".to_owned())])));
    let recording = recorder.recording();
    let inputs: Vec<_> = recording.steps.iter().map(|step| step.input.as_str()).collect();
    assert_eq!(inputs[..3], [r#"{"text":"evil.test"}"#, r#"{"text":"evil.test"}"#, r#"{"text":"***"}"#]);
    assert_eq!(recording.steps[3].parts[0], Part::Said("At evil.test now.".to_owned()));
}

/// Seen to fail with the input kept as it is.
#[test]
fn what_goes_into_a_password_field_is_covered() {
    let recorder = Recorder::new(RecorderOptions::default());
    for (member, line, input) in [
        (Member::FormInput, "textbox \"Password\" now holds \"(hidden)\".", json!({ "value": "s3cretpw!" })),
        (Member::Type, "Into textbox \"Password\" (hidden).", json!({ "text": "s3cretpw!" })),
        (Member::Type, "Into textbox \"Name\".", json!({ "text": "Ada" })),
    ] {
        let answer = outcome(member, vec![Block::Text("Done.".to_owned()), Block::Text(line.to_owned())]);
        let (took, member) = (Duration::from_millis(5), member.name());
        let call = Call { at: at(1), took, member, input: &input, answer: Ok(&answer) };
        recorder.happened(&session(), &Happening::Called(&call));
    }
    let inputs: Vec<_> = recorder.recording().steps.into_iter().map(|step| step.input).collect();
    assert_eq!(inputs, [r#"{"value":"***"}"#, r#"{"text":"***"}"#, r#"{"text":"Ada"}"#]);
}

#[test]
fn a_call_is_kept_with_what_was_read_and_credentials_covered() {
    let recorder = Recorder::new(RecorderOptions { title: "A lamp".into(), policy: vec!["--public".into()] });
    recorder.announce("Open it");
    let content = vec![
        Block::Text("Now at https://a.test/?token=abc".to_owned()),
        Block::PageText { text: "word ".repeat(2_000), source: Some("https://a.test".to_owned()) },
        Block::Image { data: PIXEL.to_vec(), media_type: "image/gif" },
        Block::Image { data: vec![0; (16 << 20) + 1], media_type: "image/png" },
        Block::BrowserState { tabs: outcome(Member::Navigate, Vec::new()).tabs, changes: Vec::new() },
    ];
    told(&recorder, 100, "navigate", Ok(&outcome(Member::Navigate, content)));
    told(&recorder, 200, "navigate", Err(&SessionError::Closed));
    let recording = recorder.recording();
    assert_eq!(
        (recording.title.as_str(), recording.policy.as_slice()),
        ("A lamp", &["--public".to_owned()][..])
    );
    let [first, second] = recording.steps.as_slice() else { panic!("{:?}", recording.steps) };
    assert_eq!(first.input, "{\"url\":\"https://***@a.test/?q=lamp&token=***\"}");
    assert_eq!(
        (first.number, first.why.as_deref(), second.number, &second.why),
        (1, Some("Open it"), 2, &None)
    );
    let [
        Part::Said(said),
        Part::Read { text, length, source },
        Part::Picture(picture),
        Part::LeftOut,
        Part::Tabs(tabs),
    ] = first.parts.as_slice()
    else {
        panic!("{:?}", first.parts)
    };
    assert_eq!(said, "Now at https://a.test/?token=***");
    assert_eq!((text.chars().count(), *length, source.as_deref()), (3_999, 10_000, Some("https://a.test")));
    assert_eq!(picture.data, PIXEL);
    assert_eq!(tabs, &[(true, "t1".to_owned(), "Shop".to_owned(), "https://a.test/?token=***".to_owned())]);
    assert_eq!(second.parts, [Part::Said("the sessions were closed".to_owned())]);
    assert_eq!(second.failure.as_ref().map(|trouble| trouble.code.as_str()), Some("closed"));
    assert_eq!(recording.omitted, Omitted { pictures: 1, ..Omitted::default() });
}

/// A long session stays within bounds, and the report says what it leaves out.
#[test]
fn what_is_too_much_is_counted_and_left_out() {
    let recorder = Recorder::new(RecorderOptions::default());
    let read = outcome(Member::ListTabs, Vec::new());
    (0..2_003).for_each(|number| told(&recorder, number, "list_tabs", Ok(&read)));
    for number in 0..1_002 {
        let host = format!("h{number}.test");
        let refused = Decision::Refused(refused(Code::NotListed, &host, None));
        let event = event(&host, 443, refused);
        recorder.happened(&session(), &Happening::Exit { event: &event, rule: None });
    }
    let recording = recorder.recording();
    let kept = (recording.steps.len(), recording.refusals.len(), recording.hosts.len());
    assert_eq!(kept, (2_000, 250, 1_000));
    assert_eq!(recording.omitted, Omitted { steps: 3, refusals: 752, ..Omitted::default() });
    assert_eq!(recording.other_hosts, HostRecord { refused: 2, ..HostRecord::default() });
    let html = recording.to_html();
    for told in [
        "3 more calls were made and are not shown.",
        "752 more were refused and are not shown.",
        "<dt>Refused</dt><dd>1,002</dd>",
        "all other hosts",
    ] {
        assert!(html.contains(told), "{told}");
    }
}

/// A page that asks for a thousand names hides neither what the agent was refused nor where something went. Seen to fail
/// with one limit for all layers, and with hosts that are kept in the order in which they come.
#[test]
fn a_flood_of_refused_hosts_hides_nothing_else() {
    let recorder = Recorder::new(RecorderOptions::default());
    let exit = |event: &Event| recorder.happened(&session(), &Happening::Exit { event, rule: None });
    for number in 0..1_500 {
        let host = format!("h{number}.test");
        exit(&event(&host, 443, Decision::Refused(refused(Code::NotListed, &host, None))));
    }
    told(&recorder, 1, "key", Ok(&failed(Member::Key, ErrorCode::NotApproved)));
    let allowed = Decision::Allowed { addr: "192.0.2.7:443".parse().unwrap() };
    exit(&event("a.test", 443, allowed));
    exit(&Event { bytes_up: 5, bytes_down: 70, ..event("a.test", 443, Decision::Ended) });
    let recording = recorder.recording();
    let reached = &recording.hosts[&("a.test".to_owned(), 443)];
    assert_eq!((reached.allowed, reached.bytes_up, reached.bytes_down), (1, 5, 70));
    assert_eq!(recording.other_hosts, HostRecord { refused: 501, ..HostRecord::default() });
    let member = recording.refusals.iter().find(|refusal| refusal.layer == Layer::Member);
    assert_eq!(member.map(|refusal| refusal.subject.as_str()), Some("key"));
}

/// Whoever looks at a call sees what was refused there, whether or not it was refused before. Seen to fail with the first
/// time alone kept.
#[test]
fn the_same_refusal_stands_at_each_call_that_it_hit() {
    let recorder = Recorder::new(RecorderOptions::default());
    let refuse = |from| judged(&recorder, from, Err(refused(Code::NotListed, "ads.test", None)));
    let listed = outcome(Member::ListTabs, Vec::new());
    for call in 0..4 {
        let from = 100 * call;
        // Twice during the first, none during the second, one after the third and one during the last.
        match call {
            0 => [10, 20].into_iter().for_each(refuse),
            3 => [290, 310].into_iter().for_each(refuse),
            _ => {}
        }
        told(&recorder, from, "list_tabs", Ok(&listed));
    }
    let recording = recorder.recording();
    assert_eq!((recording.refusals[0].times, recording.refusals[0].steps.as_slice()), (4, &[1, 3, 4][..]));
    let html = recording.to_html();
    let link = |step| format!("<a href=\"#step-{step}\">{step}</a>");
    assert!(html.contains(&format!("4 times, at calls {}, {} and {}<", link(1), link(3), link(4))), "{html}");
}

/// Beside a call stand a few of the things that were refused, and how many more there are.
#[test]
fn a_call_is_told_with_a_few_refusals_and_the_number_of_the_others() {
    let recorder = Recorder::new(RecorderOptions::default());
    told(&recorder, 1, "list_tabs", Ok(&outcome(Member::ListTabs, Vec::new())));
    let refuse = |number: u32| {
        let host = format!("h{number}.test");
        let event = event(&host, 443, Decision::Refused(refused(Code::NotListed, &host, None)));
        recorder.happened(&session(), &Happening::Exit { event: &event, rule: None });
    };
    let more = "more, among <a href=\"#refused\">what was refused</a>";
    (0..9).for_each(refuse);
    assert!(!recorder.recording().to_html().contains(more));
    (9..20).for_each(refuse);
    assert!(recorder.recording().to_html().contains(&format!("<li>and 12 {more}</li>")));
}
