//! A backend without a browser: it keeps what it was asked and holds back `wait` and `hold_key` until a gate opens.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use async_trait::async_trait;
use ringfence_server::{Backend, Fault};
use ringfence_toolset::{Block, Member, Outcome, Tab, TabId, ToolResult};
use serde_json::Value;
use tokio::sync::Semaphore;

pub(crate) struct Fake {
    pub(crate) asked: Mutex<Vec<(String, String, Value)>>,
    /// One permit lets one of these through.
    pub(crate) gate: Semaphore,
    /// A permit for each that has arrived at the gate.
    pub(crate) arrived: Semaphore,
    notice: Mutex<Option<String>>,
    running: AtomicU32,
    /// Whether what waits at the gate is being done, and not only asked about.
    pub(crate) acting: AtomicBool,
}

/// A call that has begun, until it has ended or been given up.
struct Begun<'a>(&'a AtomicU32);

impl<'a> Begun<'a> {
    fn new(running: &'a AtomicU32) -> Self {
        running.fetch_add(1, Ordering::SeqCst);
        Self(running)
    }
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Fake {
    pub(crate) fn new() -> Self {
        Self {
            asked: Mutex::default(),
            gate: Semaphore::new(0),
            arrived: Semaphore::new(0),
            notice: Mutex::default(),
            running: AtomicU32::new(0),
            acting: AtomicBool::new(true),
        }
    }

    /// How many calls have begun and neither ended nor been given up.
    pub(crate) fn running(&self) -> u32 {
        self.running.load(Ordering::SeqCst)
    }

    pub(crate) fn with_notice(notice: &str) -> Self {
        Self { notice: Mutex::new(Some(notice.to_owned())), ..Self::new() }
    }

    pub(crate) fn asked(&self) -> Vec<(String, String, Value)> {
        self.asked.lock().unwrap().clone()
    }
}

fn outcome(member: &str, changed: bool) -> Outcome {
    let tabs = vec![Tab {
        tab_id: TabId::new("t1"),
        title: "T".into(),
        url: "https://a.test/".into(),
        active: true,
    }];
    let state = Block::BrowserState { tabs: tabs.clone(), changes: Vec::new() };
    Outcome {
        member: Member::from_name(member),
        result: ToolResult { content: vec![Block::Text(format!("{member} done.")), state], is_error: false },
        failure: None,
        tabs,
        changed,
        refused: Vec::new(),
        ignored: Vec::new(),
    }
}

#[async_trait]
impl Backend for Fake {
    async fn call(&self, session: &str, member: &str, input: Value) -> Result<Outcome, Fault> {
        let _begun = Begun::new(&self.running);
        self.asked.lock().unwrap().push((session.to_owned(), member.to_owned(), input));
        match member {
            "wait" | "hold_key" => {
                self.arrived.add_permits(1);
                self.gate.acquire().await.unwrap().forget();
                Ok(outcome(member, true))
            }
            "zoom" => {
                Ok(Outcome { ignored: vec!["zoom takes no \"x\".".to_owned()], ..outcome(member, true) })
            }
            "fail" => Err(Fault {
                code: "too_many_sessions".into(),
                text: "4 sessions are open, no more are allowed. Use one of them.".into(),
                subject: Some(session.to_owned()),
                hint: Some("Use one of them.".into()),
            }),
            _ => Ok(outcome(member, false)),
        }
    }

    fn is_acting(&self, _session: &str) -> bool {
        self.acting.load(Ordering::SeqCst)
    }

    fn take_notice(&self, _session: &str, _is_error: bool) -> Option<String> {
        self.notice.lock().unwrap().take()
    }
}
