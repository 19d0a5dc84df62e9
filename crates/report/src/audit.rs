//! The audit: one line of JSON for each decision, appended as it is made.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use ringfence_browser::{Downloaded, Judged, Level};
use ringfence_egress::{Decision, Event};
use ringfence_policy::{List, Source};
use ringfence_session::{Call, Happening, Observer, SessionName};
use ringfence_toolset::secrets::{cover, cover_address};
use ringfence_toolset::text::one_line;
use ringfence_toolset::{ErrorCode, Member};
use serde::Serialize;

use crate::clock::rfc_3339;
use crate::files::{FileError, private};
use crate::recording::Layer;

/// Why an audit is not whole.
#[derive(Debug, thiserror::Error)]
#[error("{lost} lines could not be written to the audit file {}: {error}; it is not whole", path.display())]
pub struct AuditError {
    /// The file.
    pub path: PathBuf,
    /// Lines that are missing.
    pub lost: u64,
    /// What went wrong first.
    #[source]
    pub error: io::Error,
}

/// Appends decisions to a file with mode 0600, one JSON object a line.
///
/// | field | what it holds |
/// |---|---|
/// | `time` | RFC 3339 in UTC, with milliseconds |
/// | `session` | the session's name |
/// | `layer` | who decided: `call` for an address that the agent asks for, `member` for the use of a member, `browser` for a request in the browser, `proxy` for what came to the exit, `download` for downloads as they end or are refused; `jail` for how a session's browser is contained, as it starts |
/// | `verdict` | `allow`, `refuse`, `fail` (allowed, and it did not come about), or `lost`: `code` says how many decisions of the exit were not told |
/// | `code` | `ok`, or why not; at layer `jail` the level, such as `full` |
/// | `rule` | the entry that decided, as `--allow example.com` or `FILE:LINE`; null where none did |
/// | `host`, `port` | what it is about; null where there is none |
/// | `address` | the address, with user, password, query values and fragment covered |
/// | `list` | `navigate` for documents, `load` for what pages load |
/// | `member` | the member, at layer `member` |
/// | `resolved` | the IP addresses that the name had, at layer `proxy` |
///
/// Every field is there in every line; one that doesn't apply is null.
#[derive(Debug)]
pub struct AuditLog {
    path: PathBuf,
    out: Mutex<Out>,
}

#[derive(Debug)]
struct Out {
    file: File,
    lost: u64,
    first: Option<io::Error>,
}

#[derive(Debug, Default, Serialize)]
struct Line {
    time: String,
    session: String,
    layer: &'static str,
    verdict: &'static str,
    code: String,
    rule: Option<String>,
    host: Option<String>,
    port: Option<u16>,
    address: Option<String>,
    list: Option<&'static str>,
    member: Option<&'static str>,
    resolved: Option<Vec<String>>,
}

impl AuditLog {
    /// Opens a file to append to; it is made when it isn't there.
    ///
    /// # Errors
    /// When it can't be made or opened for writing.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let file = private(OpenOptions::new().append(true), path)?;
        Ok(Self { path: path.to_owned(), out: Mutex::new(Out { file, lost: 0, first: None }) })
    }

    /// Tells whether every line was written so far. What went wrong has been logged when it did; it is told here once.
    ///
    /// # Errors
    /// When lines are missing.
    pub fn check(&self) -> Result<(), AuditError> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        match out.first.take() {
            Some(error) => Err(AuditError { path: self.path.clone(), lost: out.lost, error }),
            None => Ok(()),
        }
    }

    fn append(&self, line: &Line) {
        let written = serde_json::to_string(line).map_err(io::Error::from).map(|line| line + "\n");
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        // One write a line, so that several processes may append to one file.
        if let Err(error) = written.and_then(|line| out.file.write_all(line.as_bytes())) {
            tracing::error!(file = %self.path.display(), %error, "a line of the audit could not be written");
            out.lost += 1;
            out.first.get_or_insert(error);
        }
    }
}

impl Observer for AuditLog {
    fn happened(&self, session: &SessionName, happening: &Happening<'_>) {
        let line = match happening {
            Happening::Judged(judged) => Some(judged_line(judged)),
            Happening::Exit { event, rule } => exit_line(event, *rule),
            Happening::Called(call) => member_line(call),
            Happening::Downloaded(downloaded) => Some(download_line(downloaded)),
            Happening::Missed(events) => Some(missed_line(*events)),
            Happening::Started { level, .. } => Some(level_line(*level)),
            _ => None,
        };
        if let Some(line) = line {
            self.append(&Line { session: session.to_string(), ..line });
        }
    }
}

fn download_line(downloaded: &Downloaded) -> Line {
    let (verdict, code) = match &downloaded.ending {
        Ok(_) => ("allow", "ok"),
        Err(why) if why.is_refusal() => ("refuse", why.code()),
        Err(why) => ("fail", why.code()),
    };
    Line {
        time: rfc_3339(downloaded.at),
        layer: Layer::Download.as_str(),
        verdict,
        code: code.to_owned(),
        // What a page brought itself comes from no host.
        host: told(&downloaded.host).filter(|host| !host.ends_with(':')),
        address: Some(cover_address(&downloaded.address)),
        ..Line::default()
    }
}

fn judged_line(judged: &Judged) -> Line {
    let (verdict, code, rule) = match &judged.verdict {
        Ok(rule) => ("allow", "ok", rule.as_ref()),
        Err(refusal) => ("refuse", refusal.code.as_str(), refusal.rule.as_ref()),
    };
    Line {
        time: rfc_3339(judged.at),
        layer: Layer::from(judged).as_str(),
        verdict,
        code: code.to_owned(),
        rule: rule.map(Source::to_string),
        host: told(&judged.host),
        address: Some(cover_address(&judged.address)),
        list: Some(match judged.list {
            List::Navigate => "navigate",
            List::Load => "load",
        }),
        ..Line::default()
    }
}

fn exit_line(event: &Event, allowed_by: Option<&Source>) -> Option<Line> {
    let (verdict, code, rule) = match &event.decision {
        Decision::Allowed { .. } => ("allow", "ok".to_owned(), allowed_by),
        Decision::Refused(refusal) => ("refuse", refusal.code.to_string(), refusal.rule.as_ref()),
        Decision::Failed { what } => ("fail", (*what).to_owned(), None),
        // Its start was the decision.
        Decision::Ended => return None,
    };
    let resolved: Vec<_> = event.resolved.iter().map(ToString::to_string).collect();
    Some(Line {
        time: rfc_3339(event.at),
        layer: Layer::Proxy.as_str(),
        verdict,
        code,
        rule: rule.map(Source::to_string),
        host: told(&event.host),
        port: Some(event.port).filter(|port| *port != 0),
        resolved: Some(resolved).filter(|resolved| !resolved.is_empty()),
        ..Line::default()
    })
}

/// Whether a member may be used is a decision where somebody has to approve it, or where it was not let through.
fn member_line(call: &Call<'_>) -> Option<Line> {
    let member = Member::from_name(call.member)?;
    let failure = call.answer.map(|outcome| outcome.failure.as_ref().map(|failure| failure.code));
    let (verdict, code, rule) = match failure {
        Ok(Some(code)) if is_about_the_member(&code) => ("refuse", code.as_str(), None),
        Ok(_) if member.needs_approval() => ("allow", "ok", Some("standing approval")),
        // Whether it came so far that it was approved isn't known.
        Err(error) if member.needs_approval() => ("fail", error.code(), None),
        Ok(_) | Err(_) => return None,
    };
    Some(Line {
        time: rfc_3339(call.at),
        layer: Layer::Member.as_str(),
        verdict,
        code: code.to_owned(),
        rule: rule.map(str::to_owned),
        member: Some(Member::name(member)),
        ..Line::default()
    })
}

/// Whether a call failed because its member may not be used, or not so.
pub(crate) fn is_about_the_member(code: &ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::TurnedOff
            | ErrorCode::NotServed
            | ErrorCode::Denied
            | ErrorCode::CheckFailed
            | ErrorCode::NotApproved
            | ErrorCode::PageMoved
    )
}

/// At a level that is not accepted no browser starts.
fn level_line(level: Level) -> Line {
    Line {
        time: rfc_3339(SystemTime::now()),
        layer: "jail",
        verdict: "allow",
        code: level.to_string(),
        ..Line::default()
    }
}

fn missed_line(events: u64) -> Line {
    Line {
        time: rfc_3339(SystemTime::now()),
        layer: Layer::Proxy.as_str(),
        verdict: "lost",
        code: events.to_string(),
        ..Line::default()
    }
}

/// A host as it was asked for, which may be anything.
fn told(host: &str) -> Option<String> {
    (!host.is_empty()).then(|| cover(&one_line(host)))
}
