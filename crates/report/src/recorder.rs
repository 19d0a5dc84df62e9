//! Keeps what happens, within bounds.

mod hosts;
mod refusals;
mod refused;
mod secrets;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use ringfence_browser::{Downloaded, Judged};
use ringfence_egress::{Decision, Event};
use ringfence_policy::Code;
use ringfence_session::{Call, Happening, Observer, SessionError, SessionName};
use ringfence_toolset::text::shorten;
use ringfence_toolset::{Block, Outcome, Tab};
use serde_json::{Map, Value};

use self::hosts::Hosts;
use self::refusals::Refusals;
use self::refused::Ended;
use self::secrets::Secrets;
use crate::audit::is_about_the_member;
use crate::recording::{
    DownloadRecord, Layer, Omitted, Part, Picture, Recording, RefusalRecord, SessionRecord, Step, Trouble,
};

/// How much is kept, so that a long session fits into memory and into a browser.
const MOST_STEPS: usize = 2_000;
const MOST_DOWNLOADS: usize = 1_000;
/// Bytes of all pictures.
const MOST_PICTURES: usize = 16 << 20;
/// Characters of one text.
const LONGEST_TEXT: usize = 4_000;
/// Characters of an input.
const LONGEST_INPUT: usize = 1_000;

/// What is known before anything happens.
#[derive(Debug, Clone, Default)]
pub struct RecorderOptions {
    /// What it is about, in a line.
    pub title: String,
    /// What is to be allowed, a line each.
    pub policy: Vec<String>,
}

/// An observer that keeps what a report is made of: the first 2,000 calls, 16 MiB of pictures, and 4,000 characters of
/// each text. What it leaves out it counts.
#[derive(Debug)]
pub struct Recorder(Mutex<Kept>);

#[derive(Debug)]
struct Kept {
    options: RecorderOptions,
    began: SystemTime,
    why: Option<String>,
    picture_bytes: usize,
    secrets: Secrets,
    sessions: Vec<SessionRecord>,
    steps: Vec<Step>,
    refusals: Refusals,
    downloads: Vec<DownloadRecord>,
    hosts: Hosts,
    omitted: Omitted,
}

impl Recorder {
    /// Begins to record.
    pub fn new(options: RecorderOptions) -> Self {
        Self(Mutex::new(Kept {
            options,
            began: SystemTime::now(),
            why: None,
            picture_bytes: 0,
            secrets: Secrets::default(),
            sessions: Vec::new(),
            steps: Vec::new(),
            refusals: Refusals::default(),
            downloads: Vec::new(),
            hosts: Hosts::default(),
            omitted: Omitted::default(),
        }))
    }

    /// Says why the next call is made.
    pub fn announce(&self, why: &str) {
        self.kept().why = Some(why.to_owned());
    }

    /// What was recorded so far.
    pub fn recording(&self) -> Recording {
        let kept = self.kept();
        let mut steps = kept.steps.clone();
        // Calls are told when they are answered; those of different sessions cross.
        steps.sort_by_key(|step| step.at);
        for (number, step) in (1..).zip(&mut steps) {
            step.number = number;
        }
        let step_before = |session: &str, at: SystemTime| {
            let before = |step: &&Step| step.session == session && step.at <= at;
            steps.iter().rev().find(before).map(|step| step.number)
        };
        let refusals = kept.refusals.records(step_before);
        let mut downloads = kept.downloads.clone();
        for download in &mut downloads {
            download.step = step_before(&download.session, download.at);
        }
        Recording {
            title: kept.options.title.clone(),
            policy: kept.options.policy.clone(),
            began: kept.began,
            ended: SystemTime::now(),
            sessions: kept.sessions.clone(),
            steps,
            refusals,
            downloads,
            hosts: kept.hosts.single.clone(),
            other_hosts: kept.hosts.others.clone(),
            omitted: Omitted { refusals: kept.refusals.omitted, ..kept.omitted },
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Recorder {
    fn happened(&self, session: &SessionName, happening: &Happening<'_>) {
        let mut kept = self.kept();
        match happening {
            Happening::Started { product, level } => kept.sessions.push(SessionRecord {
                name: session.to_string(),
                product: (*product).to_owned(),
                contained: format!("{level}: {}", level.meaning()),
            }),
            Happening::Called(call) => kept.called(session, call),
            Happening::Judged(judged) => kept.judged(session, judged),
            Happening::Exit { event, .. } => kept.exit(session, event),
            Happening::Downloaded(downloaded) => kept.downloaded(session, downloaded),
            Happening::Missed(events) => kept.omitted.events += events,
            _ => {}
        }
    }
}

impl Kept {
    /// What the agent was told first.
    fn said(&self, answer: Result<&Outcome, &SessionError>) -> Option<String> {
        answer.ok()?.result.content.iter().find_map(|block| match block {
            Block::Text(text) => Some(shorten(&self.secrets.cover(text), LONGEST_TEXT)),
            _ => None,
        })
    }

    fn called(&mut self, session: &SessionName, call: &Call<'_>) {
        let why = self.why.take();
        let input = match self.secrets.taken_from(call) {
            Value::Null => Value::Object(Map::new()),
            input => input,
        };
        if let Ok(Outcome { member: Some(member), failure: Some(failure), .. }) = call.answer
            && is_about_the_member(&failure.code)
        {
            self.refused(RefusalRecord {
                at: call.at,
                session: session.to_string(),
                steps: Vec::new(),
                layer: Layer::Member,
                subject: member.name().to_owned(),
                code: failure.code.to_string(),
                rule: None,
                hint: self.said(call.answer).unwrap_or_default(),
                times: 1,
            });
        }
        if self.steps.len() == MOST_STEPS {
            self.omitted.steps += 1;
            return;
        }
        let (parts, failure) = match call.answer {
            Ok(outcome) => (self.parts(outcome), outcome.failure.as_ref().map(Trouble::from)),
            Err(error) => (
                vec![Part::Said(error.to_string())],
                Some(Trouble { code: error.code().to_owned(), subject: None }),
            ),
        };
        self.steps.push(Step {
            number: 0,
            session: session.to_string(),
            at: call.at,
            took: call.took,
            why,
            member: shorten(call.member, LONGEST_INPUT),
            input: shorten(&self.secrets.cover(&input.to_string()), LONGEST_INPUT),
            parts,
            failure,
        });
    }

    fn parts(&mut self, outcome: &Outcome) -> Vec<Part> {
        outcome.result.content.iter().filter_map(|block| self.part(block, outcome.changed)).collect()
    }

    fn part(&mut self, block: &Block, changed: bool) -> Option<Part> {
        Some(match block {
            Block::Text(text) => Part::Said(shorten(&self.secrets.cover(text), LONGEST_TEXT)),
            Block::PageText { text, source } => {
                let text = self.secrets.cover(text);
                let length = text.chars().count();
                Part::Read { text: shorten(&text, LONGEST_TEXT), length, source: source.clone() }
            }
            Block::Image { data, .. } if self.picture_bytes + data.len() > MOST_PICTURES => {
                self.omitted.pictures += 1;
                Part::LeftOut
            }
            Block::Image { data, media_type } => {
                self.picture_bytes += data.len();
                Part::Picture(Picture { data: data.clone(), media_type })
            }
            Block::BrowserState { tabs, .. } if changed => {
                let covered = |text: &str| self.secrets.cover(text);
                let tab =
                    |tab: &Tab| (tab.active, tab.tab_id.to_string(), covered(&tab.title), covered(&tab.url));
                Part::Tabs(tabs.iter().map(tab).collect())
            }
            Block::BrowserState { .. } => return None,
        })
    }

    fn judged(&mut self, session: &SessionName, judged: &Judged) {
        if let Err(refusal) = &judged.verdict {
            self.refused(refused::judged(session, judged, refusal));
        }
    }

    fn downloaded(&mut self, session: &SessionName, downloaded: &Downloaded) {
        match refused::download(session, downloaded) {
            Ended::Told(ended) if self.downloads.len() < MOST_DOWNLOADS => self.downloads.push(ended),
            Ended::Told(_) => self.omitted.downloads += 1,
            Ended::Refused(refusal) => self.refused(refusal),
        }
    }

    fn exit(&mut self, session: &SessionName, event: &Event) {
        // The browser's first try, before it knows what to say to the proxy, says nothing about the host.
        if matches!(&event.decision, Decision::Refused(refusal) if refusal.code == Code::Credential) {
            return;
        }
        if let Decision::Refused(refusal) = &event.decision {
            self.refused(refused::record(session, event.at, Layer::Proxy, refusal));
        }
        self.hosts.add(event);
    }

    fn refused(&mut self, refusal: RefusalRecord) {
        self.refusals.add(refusal, self.steps.len());
    }
}
