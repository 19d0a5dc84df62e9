//! Chromium as it is, without anything of ours around it: which vectors really fire.

use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use command_fds::{CommandFdExt as _, FdMapping};
use ringfence_cdp::protocol::{browser, input, page, target};
use ringfence_cdp::{Client, EventFilter, Session};
use tokio::net::unix::pipe;

use crate::browse::Tabs;
use crate::outcome::Browsed;
use crate::wrapper::chromium;

const DEADLINE: Duration = Duration::from_secs(15);

/// The browser.
pub(crate) struct Plain {
    client: Client,
    product: String,
    process: Child,
}

impl Plain {
    /// Starts it with a fresh profile in the directory. The sites' key is trusted; nothing else is out of the ordinary.
    pub(crate) async fn start(directory: &Path, key_hash: &str) -> Result<Self> {
        let (child_reads, we_write) = std::io::pipe()?;
        let (we_read, child_writes) = std::io::pipe()?;
        #[expect(
            clippy::disallowed_methods,
            reason = "the control run is about a Chromium that nobody else starts"
        )]
        let mut command = Command::new(chromium()?);
        command.args(["--headless=new", "--remote-debugging-pipe", "--no-first-run"]);
        command.arg(format!("--user-data-dir={}", directory.join("profile").display()));
        command.arg(format!("--ignore-certificate-errors-spki-list={key_hash}"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let ends: [(OwnedFd, i32); 2] = [(child_reads.into(), 3), (child_writes.into(), 4)];
        command.fd_mappings(ends.map(|(parent_fd, child_fd)| FdMapping { parent_fd, child_fd }).into())?;
        let process = command.spawn().context("starting Chromium")?;
        drop(command);
        let reader = pipe::Receiver::from_owned_fd(we_read.into())?;
        let writer = pipe::Sender::from_owned_fd(we_write.into())?;
        let (client, _) = Client::new(reader, writer, EventFilter::none());
        let version = client.browser().call(&browser::GetVersion::default(), DEADLINE).await?;
        Ok(Self { client, product: version.product, process })
    }

    async fn attach(&self, id: target::TargetId) -> Result<Session> {
        let attach = target::AttachToTarget { flatten: Some(true), ..target::AttachToTarget::new(id) };
        Ok(self.client.session(self.client.browser().call(&attach, DEADLINE).await?.session_id))
    }
}

impl Tabs for Plain {
    async fn open(&mut self, url: &str) -> Result<String> {
        let create =
            target::CreateTarget { new_window: Some(true), ..target::CreateTarget::new("about:blank") };
        let id = self.client.browser().call(&create, DEADLINE).await?.target_id;
        let session = self.attach(id.clone()).await?;
        session.call(&page::Navigate::new(url), DEADLINE).await?;
        // The page has its script in its first bytes, and answers once it has run.
        let ready = "document.readyState==='complete'||new Promise(r=>addEventListener('load',()=>r(true)))";
        let wait = ringfence_cdp::protocol::runtime::Evaluate {
            await_promise: Some(true),
            ..ringfence_cdp::protocol::runtime::Evaluate::new(ready)
        };
        session.call(&wait, DEADLINE).await?;
        Ok(id.as_str().to_owned())
    }

    async fn click(&mut self, tab: &str) -> Result<()> {
        let session = self.attach(target::TargetId::from(tab.to_owned())).await?;
        for kind in
            [input::DispatchMouseEventType::MousePressed, input::DispatchMouseEventType::MouseReleased]
        {
            let event = input::DispatchMouseEvent {
                button: Some(input::MouseButton::Left),
                click_count: Some(1),
                ..input::DispatchMouseEvent::new(kind, 300.0, 300.0)
            };
            // A vector may end its page before the answer to the click is there.
            let _ = session.call(&event, Duration::from_secs(2)).await;
        }
        Ok(())
    }

    async fn agent(&mut self, _vector: &str, _host: &str, _calls: &[String]) -> Result<bool> {
        Ok(false)
    }

    async fn close_all(&mut self) -> Result<()> {
        let root = self.client.browser();
        let old = root.call(&target::GetTargets::default(), DEADLINE).await?.target_infos;
        root.call(&target::CreateTarget::new("about:blank"), DEADLINE).await?;
        for info in old.into_iter().filter(|info| info.r#type == "page") {
            // One that has closed by itself is closed.
            let _ = root.call(&target::CloseTarget::new(info.target_id), DEADLINE).await;
        }
        Ok(())
    }

    async fn end(mut self) -> Result<Browsed> {
        // It answers or is gone.
        let _ = self.client.browser().call(&browser::Close::default(), Duration::from_secs(5)).await;
        let _ = self.process.kill();
        self.process.wait()?;
        Ok(Browsed { product: self.product, ..Browsed::default() })
    }
}
