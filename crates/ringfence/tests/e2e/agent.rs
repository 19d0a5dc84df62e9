//! What a test does: calls members as an agent would.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ringfence::browser::{Browser, BrowserOptions, Watch};
use ringfence::files::{Staging, Uploads};
use ringfence::policy::{Entry, Lists, Policy, PolicyBuilder, Source};
use ringfence::toolset::{
    Approval, Confirm, Driver, MemberConfig, Outcome, Toolset, ToolsetOptions, validate,
};
use ringfence_testkit::{Site, SiteBuilder};
use serde_json::{Value, json};

use crate::seen::Seen;

/// A toolset over a browser of its own.
pub(crate) struct Agent {
    pub(crate) browser: Arc<Browser>,
    pub(crate) toolset: Toolset,
    ports: Vec<(u16, &'static str)>,
}

/// How an agent is set up, where the defaults don't do.
pub(crate) struct Setup<'a> {
    pub(crate) browser: BrowserOptions,
    pub(crate) toolset: ToolsetOptions,
    named: Vec<(&'a Site, &'static str)>,
    /// Where files may be uploaded from, and where staged documents lie.
    uploads: Option<(PathBuf, PathBuf)>,
}

impl<'a> Setup<'a> {
    /// The defaults, for an agent that may go to this site.
    pub(crate) fn at(site: &'a Site) -> Self {
        Self::with_policy(allowing(&[site]).build().unwrap(), &[(site, "PORT")])
    }

    /// The defaults with a policy of its own. The sites' ports are named in what the agent sees.
    pub(crate) fn with_policy(policy: Policy, named: &[(&'a Site, &'static str)]) -> Self {
        let toolset = ToolsetOptions::default();
        Self { browser: BrowserOptions::new(policy), toolset, named: named.to_vec(), uploads: None }
    }

    /// Lets files under a root, and documents staged in a directory, be uploaded without anybody being asked.
    pub(crate) fn uploading(mut self, root: &Path, staging: &Path) -> Self {
        self.browser.files.inbox = Some(std::env::temp_dir());
        self.uploads = Some((root.to_owned(), staging.to_owned()));
        self.on("file_upload").confirming(async |_| Ok(Approval::YesOnAnyPage))
    }

    /// Turns a member on that is off by default, and what it tells of.
    pub(crate) fn on(mut self, member: &str) -> Self {
        self.toolset.configs.insert(member.to_owned(), MemberConfig::enabled(true));
        let Watch { console, network } = self.browser.watch;
        self.browser.watch = Watch {
            console: console || member == "read_console",
            network: network || member == "read_network",
        };
        self
    }

    /// Has every call approved, for the page that was shown.
    pub(crate) fn approved(self) -> Self {
        self.confirming(async |_| Ok(Approval::Yes))
    }

    /// Has somebody asked before each call.
    pub(crate) fn confirming(mut self, confirm: impl Confirm + 'static) -> Self {
        self.toolset.confirm = Some(Arc::new(confirm));
        self
    }

    /// Has our additions to the contract honoured.
    pub(crate) fn extended(mut self) -> Self {
        self.toolset.extensions = true;
        self
    }

    /// Lets nothing take longer than this, so that a test of a deadline is short.
    pub(crate) fn within(mut self, deadline: Duration) -> Self {
        let timeouts = &mut self.browser.timeouts;
        (timeouts.navigate, timeouts.act, timeouts.read) = (deadline, deadline, deadline);
        self
    }

    /// As [`within`](Self::within) for navigations alone.
    pub(crate) fn navigating_within(mut self, deadline: Duration) -> Self {
        self.browser.timeouts.navigate = deadline;
        self
    }

    /// Starts the browser.
    pub(crate) async fn start(mut self) -> Agent {
        let browser = Arc::new(Browser::start(self.browser).await.unwrap());
        if let Some((root, staging)) = self.uploads {
            let (roots, staging) = (vec![root], Some(Staging::new(staging)));
            let inbox = browser.inbox().unwrap();
            self.toolset.file_policy = Some(Arc::new(Uploads { roots, staging, inbox }));
        }
        let driver: Arc<dyn Driver> = Arc::clone(&browser) as Arc<dyn Driver>;
        let toolset = Toolset::new(driver, self.toolset).unwrap();
        let ports = self.named.iter().map(|(site, name)| (site.address().port(), *name)).collect();
        Agent { browser, toolset, ports }
    }
}

/// A policy that allows these sites' origins, by address and as localhost.
pub(crate) fn allowing(sites: &[&Site]) -> PolicyBuilder {
    let origins = sites.iter().flat_map(|site| [site.origin(), site.localhost_origin()]);
    origins.fold(Policy::builder(), |policy, origin| policy.allow(local(&origin)))
}

/// An entry as `--allow-local` makes it.
pub(crate) fn local(origin: &str) -> Entry {
    Entry::origin(origin, true, Source::option("--allow-local", origin))
}

/// An entry that pages may load from but the agent may not browse.
pub(crate) fn load_only(origin: &str) -> Entry {
    local(origin).on(Lists::LOAD)
}

/// A probed site with these pages, and an agent that may go there.
pub(crate) async fn at(site: SiteBuilder) -> (Site, Agent) {
    let site = site.probed().start().unwrap();
    let agent = Agent::start(&site).await;
    (site, agent)
}

/// A site with the built-in pages alone.
pub(crate) async fn at_fixtures() -> (Site, Agent) {
    at(Site::builder()).await
}

/// What a site was asked for, in order, without the icon that the browser asks for by itself.
pub(crate) fn asked(site: &Site) -> Vec<String> {
    site.request_lines().into_iter().filter(|line| line != "GET /favicon.ico").collect()
}

impl Agent {
    /// An agent that may go to this site.
    pub(crate) async fn start(site: &Site) -> Self {
        Self::with_policy(allowing(&[site]).build().unwrap(), &[(site, "PORT")]).await
    }

    /// An agent with a policy of its own. The sites' ports are named in what it sees.
    pub(crate) async fn with_policy(policy: Policy, named: &[(&Site, &'static str)]) -> Self {
        Self::with_options(BrowserOptions::new(policy), named).await
    }

    /// An agent with a browser of its own making.
    pub(crate) async fn with_options(options: BrowserOptions, named: &[(&Site, &'static str)]) -> Self {
        let toolset = ToolsetOptions::default();
        Setup { browser: options, toolset, named: named.to_vec(), uploads: None }.start().await
    }

    /// Makes a call and returns its outcome as it is. Whatever it is, the API must take it.
    pub(crate) async fn outcome(&self, member: &str, input: Value) -> Outcome {
        let outcome = self.toolset.call(member, input).await.unwrap();
        let block = outcome.result.to_api("call");
        validate::result(member, &block).unwrap_or_else(|wrong| panic!("{member}: {wrong} in {block}"));
        outcome
    }

    /// Makes a call and returns what an agent sees of it.
    pub(crate) async fn call(&self, member: &str, input: Value) -> Seen {
        Seen::new(&self.outcome(member, input).await, &self.ports)
    }

    /// Goes to an address; it must get there.
    #[track_caller]
    pub(crate) fn go(&self, url: &str) -> impl Future<Output = ()> {
        let place = std::panic::Location::caller();
        let url = url.to_owned();
        async move {
            let outcome = self.outcome("navigate", json!({ "url": url })).await;
            assert!(!outcome.result.is_error, "{place}: {outcome:?}");
        }
    }

    /// Reads the whole active page and returns the ref on the line that begins like this (its indentation left out).
    pub(crate) async fn find(&self, beginning: &str) -> String {
        self.find_with(json!({ "filter": "all" }), beginning).await
    }

    /// As [`find`](Self::find), in a reading of its own.
    pub(crate) async fn find_with(&self, read: Value, beginning: &str) -> String {
        let read = self.call("read_page", read).await;
        let line = read.lines().find(|line| line.trim_start().starts_with(beginning));
        let line = line.unwrap_or_else(|| panic!("nothing begins with {beginning}: {read:?}"));
        let (_, rest) = line.split_once(" [ref_").unwrap();
        format!("ref_{}", rest.split(']').next().unwrap())
    }

    /// Carries a member out on an element.
    pub(crate) async fn on(&self, member: &str, reference: &str) -> Seen {
        self.call(member, json!({ "target": { "type": "ref", "ref": reference } })).await
    }

    /// Carries a member out at a point.
    pub(crate) async fn at(&self, member: &str, x: i64, y: i64) -> Seen {
        self.call(member, json!({ "target": { "type": "coordinate", "x": x, "y": y } })).await
    }

    /// Clicks a ref.
    pub(crate) async fn click(&self, reference: &str) -> Seen {
        self.call("left_click", json!({ "target": { "type": "ref", "ref": reference } })).await
    }

    /// Clicks a point.
    pub(crate) async fn click_at(&self, x: f64, y: f64) -> Seen {
        let (x, y) = (x.round(), y.round());
        self.call("left_click", json!({ "target": { "type": "coordinate", "x": x, "y": y } })).await
    }

    /// Sets a form field.
    pub(crate) async fn set(&self, reference: &str, value: Value) -> Seen {
        self.call("form_input", json!({ "target": { "type": "ref", "ref": reference }, "value": value }))
            .await
    }

    /// Ends the browser.
    pub(crate) async fn end(self) {
        self.toolset.close().await;
    }
}
