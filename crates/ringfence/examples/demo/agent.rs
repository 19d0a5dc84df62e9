//! The agent of the demo: it calls members, and everything that it asks and reads is printed as it happens.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use ringfence::Sessions;
use ringfence::session::DEFAULT_SESSION;
use ringfence_report::Recorder;
use ringfence_server::mcp::render::{Showing, nonce, outcome};
use serde_json::{Value, json};

use crate::screen::{Ink, Screen};

/// Plays calls and prints them.
pub(crate) struct Agent<'a> {
    sessions: &'a Sessions,
    recorder: &'a Recorder,
    screen: &'a Screen,
    number: u32,
    /// The last reading, where refs are looked up.
    reading: String,
}

/// What the agent read.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    /// Every text, a line after the other.
    pub(crate) text: String,
    /// The code, when the call failed or was refused.
    pub(crate) code: Option<String>,
    /// What the failure is about.
    pub(crate) subject: Option<String>,
    /// Pictures, as base64.
    pub(crate) pictures: Vec<String>,
    took: Duration,
}

impl<'a> Agent<'a> {
    pub(crate) fn new(sessions: &'a Sessions, recorder: &'a Recorder, screen: &'a Screen) -> Self {
        Self { sessions, recorder, screen, number: 0, reading: String::new() }
    }

    /// Makes one call and prints why, what was asked, and what an MCP client reads.
    pub(crate) async fn call(&mut self, why: &str, member: &str, input: Value) -> Result<Reply> {
        self.number += 1;
        self.screen.step(self.number, why)?;
        self.screen.labelled("asks", Ink::Cyan, &format!("{member} {input}"))?;
        let started = Instant::now();
        self.recorder.announce(why);
        let outcome_of_call = self.sessions.call(DEFAULT_SESSION, member, input).await?;
        let took = started.elapsed();
        let showing = Showing {
            nonce: &nonce().map_err(|error| anyhow!("no random numbers: {error}"))?,
            notice: self.sessions.take_notice(DEFAULT_SESSION),
            state_owed: false,
        };
        let result = serde_json::to_value(outcome(&outcome_of_call, showing))?;
        let reply = Reply { took, ..Reply::of(&result) };
        self.print(&reply)?;
        if reply.code.is_none() && member == "read_page" {
            self.reading.clone_from(&reply.text);
        }
        Ok(reply)
    }

    fn print(&self, reply: &Reply) -> Result<()> {
        let ink = if reply.code.is_some() { Ink::Red } else { Ink::Plain };
        self.screen.labelled("reads", ink, &reply.text)?;
        for picture in &reply.pictures {
            let kilobytes = picture.len() * 3 / 4 / 1000;
            self.screen.labelled("reads", Ink::Plain, &format!("[a picture of {kilobytes} kB]"))?;
        }
        if let Some(code) = &reply.code {
            let about =
                reply.subject.as_deref().map(|subject| format!(", about {subject}")).unwrap_or_default();
            self.screen.labelled("", Ink::Dim, &format!("code {code}{about}"))?;
        }
        Ok(())
    }

    /// Says what a step came to: what was expected held, or the demo ends here.
    pub(crate) fn check(&self, reply: &Reply, what: &str, holds: bool) -> Result<()> {
        if holds {
            Ok(self.screen.passed(what, reply.took)?)
        } else {
            self.screen.missed(what)?;
            bail!("step {} did not go as scripted", self.number)
        }
    }

    /// The ref of an element by role and name, in the last reading, as a call's target.
    pub(crate) fn target(&self, role: &str, name: &str) -> Result<Value> {
        let start = format!("{role} {}", Value::from(name));
        let line = self.reading.lines().map(str::trim_start).find(|line| line.starts_with(&start));
        let found = line.and_then(|line| {
            let (_, rest) = line.get(start.len()..)?.split_once('[')?;
            rest.split_once(']').map(|(found, _)| found.to_owned())
        });
        let found = found.with_context(|| format!("the page shows no {start}"))?;
        Ok(json!({ "type": "ref", "ref": found }))
    }
}

impl Reply {
    /// Reads an MCP result as a client does.
    fn of(result: &Value) -> Self {
        let blocks = result["content"].as_array().map(Vec::as_slice).unwrap_or_default();
        let of_kind = |kind: &'static str| blocks.iter().filter(move |block| block["type"] == kind);
        let texts: Vec<_> = of_kind("text").filter_map(|block| block["text"].as_str()).collect();
        let field = |name: &str| result["structuredContent"][name].as_str().map(str::to_owned);
        let failed = result["isError"] == true;
        Self {
            text: texts.join("\n"),
            code: field("code").filter(|_| failed),
            subject: field("subject").filter(|_| failed),
            pictures: of_kind("image")
                .filter_map(|block| block["data"].as_str())
                .map(str::to_owned)
                .collect(),
            took: Duration::ZERO,
        }
    }

    /// Whether the call went well and the agent read this.
    pub(crate) fn says(&self, text: &str) -> bool {
        self.code.is_none() && self.text.contains(text)
    }

    /// Whether the call was refused with this code, about this host.
    pub(crate) fn refuses(&self, code: &str, host: &str) -> bool {
        self.code.as_deref() == Some(code) && self.subject.as_deref() == Some(host)
    }
}
