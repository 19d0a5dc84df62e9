//! Another browser for agents, driven by a script of its own: see `interop/rivals`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::browse::Tabs;
use crate::outcome::Browsed;
use crate::wrapper;

const DEADLINE: Duration = Duration::from_secs(90);

/// Which one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name {
    AgentBrowser,
    PlaywrightMcp,
    ChromeDevtoolsMcp,
}

impl Name {
    pub(crate) const ALL: [Self; 3] = [Self::AgentBrowser, Self::PlaywrightMcp, Self::ChromeDevtoolsMcp];

    /// The one of that name.
    pub(crate) fn of(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|name| name.to_string() == text)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AgentBrowser => "agent-browser",
            Self::PlaywrightMcp => "playwright-mcp",
            Self::ChromeDevtoolsMcp => "chrome-devtools-mcp",
        })
    }
}

/// Where the scripts are, from the repository's root.
pub(crate) const SCRIPTS: &str = "interop/rivals";

pub(crate) struct Rival {
    process: Child,
    to: ChildStdin,
    from: Lines<BufReader<ChildStdout>>,
    product: String,
}

impl Rival {
    /// Starts it with a list of the lab's two sites, as its manual says, and trusting the lab's certificates.
    pub(crate) async fn start(name: Name, directory: &Path, key_hash: &str) -> Result<Self> {
        let chromium = wrapper::trusting(key_hash, directory)?;
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(SCRIPTS).join("drive.mjs");
        #[expect(clippy::disallowed_methods, reason = "the lab starts its own processes")]
        let mut command = Command::new("node");
        command.arg(script).arg(name.to_string()).arg(chromium);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut process = command.spawn().context("starting node")?;
        let to = process.stdin.take().context("no way to say anything")?;
        let from = BufReader::new(process.stdout.take().context("no way to hear anything")?).lines();
        let mut rival = Self { process, to, from, product: String::new() };
        let hello = rival.hear().await?;
        rival.product = hello["product"].as_str().unwrap_or_default().to_owned();
        Ok(rival)
    }

    async fn hear(&mut self) -> Result<Value> {
        let line = timeout(DEADLINE, self.from.next_line()).await.context("waiting for an answer")??;
        let answer: Value = serde_json::from_str(&line.context("it has ended")?)?;
        if let Some(why) = answer["failed"].as_str() {
            bail!("{why}");
        }
        Ok(answer)
    }

    async fn ask(&mut self, what: Value) -> Result<()> {
        self.to.write_all(format!("{what}\n").as_bytes()).await?;
        self.hear().await.map(drop)
    }
}

impl Tabs for Rival {
    async fn open(&mut self, url: &str) -> Result<String> {
        self.ask(json!({ "open": url })).await?;
        Ok(String::new())
    }

    async fn click(&mut self, _tab: &str) -> Result<()> {
        self.ask(json!({ "press": true })).await
    }

    async fn agent(&mut self, _vector: &str, _host: &str, _calls: &[String]) -> Result<bool> {
        Ok(false)
    }

    async fn close_all(&mut self) -> Result<()> {
        // Whatever could not be closed is watched on.
        let _ = self.ask(json!({ "close": true })).await;
        Ok(())
    }

    async fn end(mut self) -> Result<Browsed> {
        drop(self.to);
        let _ = timeout(Duration::from_secs(10), self.process.wait()).await;
        Ok(Browsed { product: self.product, ..Browsed::default() })
    }
}
