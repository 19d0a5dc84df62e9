//! Our browser, driven through its members as an agent would.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ringfence::browser::{Authorities, Removed};
use ringfence::toolset::{Approval, Confirm, MemberConfig};
use ringfence::{Browser, BrowserOptions, Level, Outcome, Toolset, ToolsetOptions};
use ringfence_testkit::lab::Names;
use serde_json::{Value, json};

use crate::browse::Tabs;
use crate::inside::AUTHORITY;
use crate::outcome::Browsed;
use crate::refusals::Refusals;
use crate::setup::Without;
use crate::{policy, wrapper};

const PATIENCE: Duration = Duration::from_secs(60);

/// The browser, and what is known of whom it refused.
pub(crate) struct Product {
    browser: Arc<Browser>,
    toolset: Toolset,
    refusals: Arc<Refusals>,
    flags: Vec<String>,
}

impl Product {
    pub(crate) async fn start(
        level: Level,
        without: &[Without],
        names: &Names,
        directory: &Path,
    ) -> Result<Self> {
        let refusals = Arc::new(Refusals::default());
        let authority = std::fs::read_to_string(directory.join(AUTHORITY))?;
        let wide =
            |barrier| if without.contains(&barrier) { policy::wide(names) } else { policy::narrow(names) };
        let mut options = BrowserOptions::new(wide(Without::Judging)?);
        options.removed = Removed {
            exit_policy: Some(wide(Without::Exit)?),
            jail: without.iter().filter_map(Without::of_jail).collect(),
            canary: without.contains(&Without::Canary),
        };
        options.authorities = Authorities::from_pem(authority.as_bytes())?;
        options.witness = Some(refusals.clone());
        (options.min_level, options.max_level) = (level, level);
        // The lab is about what gets out, not about how fast it is on a busy machine.
        options.timeouts.start = PATIENCE;
        options.chromium = wrapper::without(without, &authority, directory)?;
        let browser = Arc::new(Browser::start(options).await?);
        if browser.level() != level {
            bail!("the browser is contained at {}, not at {level}", browser.level());
        }
        let mut members = ToolsetOptions::default();
        members.configs.insert("javascript_exec".to_owned(), MemberConfig::enabled(true));
        members.confirm = Some(Arc::new(approving()));
        let toolset = Toolset::new(browser.clone(), members)?;
        Ok(Self { browser, toolset, refusals, flags: flags()? })
    }

    async fn call(&self, member: &str, input: Value) -> Result<Outcome> {
        self.toolset.call(member, input).await.with_context(|| format!("calling {member}"))
    }
}

impl Tabs for Product {
    async fn open(&mut self, url: &str) -> Result<String> {
        let opened = self.call("new_tab", json!({})).await?;
        let tab =
            opened.tabs.iter().find(|tab| tab.active).context("no tab is active")?.tab_id.as_str().to_owned();
        let landed = self.call("navigate", json!({ "url": url, "tab_id": tab })).await?;
        if landed.result.is_error {
            bail!("{:?}", landed.result.content);
        }
        Ok(tab)
    }

    async fn click(&mut self, tab: &str) -> Result<()> {
        let middle = json!({ "type": "coordinate", "x": 640, "y": 400 });
        let clicked = self.call("left_click", json!({ "target": middle, "tab_id": tab })).await?;
        if clicked.result.is_error {
            bail!("{:?}", clicked.result.content);
        }
        Ok(())
    }

    async fn agent(&mut self, vector: &str, host: &str, calls: &[String]) -> Result<bool> {
        self.open(&format!("https://site.test/agent?v={vector}")).await?;
        for call in calls {
            let call: Value =
                serde_json::from_str(&call.replace("{h}", host)).context("reading a vector's call")?;
            let name = call["name"].as_str().unwrap_or_default();
            let outcome = self.call(name, call["input"].clone()).await?;
            // An address that is none is refused for that; any other call that isn't understood is a mistake of the lab's.
            let misread = outcome.failure.is_some_and(|failure| failure.code.as_str() == "input");
            if misread && name != "navigate" {
                bail!("{call}: {:?}", outcome.result.content);
            }
        }
        Ok(true)
    }

    async fn close_all(&mut self) -> Result<()> {
        let tabs = self.call("new_tab", json!({})).await?.tabs;
        for tab in tabs.iter().filter(|tab| !tab.active) {
            // One that has closed by itself is closed.
            self.call("close_tab", json!({ "tab_id": tab.tab_id.as_str() })).await?;
        }
        Ok(())
    }

    async fn end(self) -> Result<Browsed> {
        let product = self.browser.product().to_owned();
        self.toolset.close().await;
        drop(self.toolset);
        drop(self.browser);
        let mut browsed = Browsed { product, flags: self.flags, ..Browsed::default() };
        self.refusals.tell(&Names::new(ringfence_testkit::lab::vectors()?.into()), &mut browsed);
        Ok(browsed)
    }
}

/// Says yes to every call: what an approved call can reach is what is tried.
fn approving() -> impl Confirm {
    async |_| Ok(Approval::Yes)
}

/// The flags of the Chromium that runs in this namespace, from the bubblewrap around it: Chromium writes its own command
/// line anew, as one word.
fn flags() -> Result<Vec<String>> {
    for entry in std::fs::read_dir("/proc")? {
        let line = std::fs::read(entry?.path().join("cmdline")).unwrap_or_default();
        let words: Vec<String> =
            line.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        if words.iter().any(|word| word == "--remote-debugging-pipe") {
            let end = words.iter().position(|word| word == "--").map_or(0, |end| end + 1);
            return Ok(words.into_iter().skip(end).filter(|word| word.starts_with("--")).collect());
        }
    }
    bail!("no Chromium runs here")
}
