//! What goes on behind the page: its console, and its requests. Only watched when the operator turned reading it on.

mod console;
mod log;
mod network;

use ringfence_cdp::protocol::log::{Enable as LogEnable, EntryAdded};
use ringfence_cdp::protocol::network::{
    Enable as NetworkEnable, LoadingFailed, LoadingFinished, RequestWillBeSent, ResponseReceived,
};
use ringfence_cdp::protocol::runtime::{ConsoleApiCalled, Enable as RuntimeEnable, ExceptionThrown};
use ringfence_cdp::{CallError, DecodeError, Event, EventFilter, RawEvent, Session};
use ringfence_page::Deadline;
use ringfence_toolset::input::{ReadConsoleInput, ReadNetworkInput};
use ringfence_toolset::{DriverError, MemberOutput, TabId};

use crate::browser::Browser;
use crate::failure::{closed_meanwhile, page_error};
use crate::options::Watch;
use crate::tabs::Tab;
use console::Console;
pub(crate) use console::exception_text;
use network::Network;

/// What a tab has to tell.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    console: Console,
    network: Network,
}

impl Diagnostics {
    /// Takes an event in; others are passed over.
    pub(crate) fn observe(&mut self, event: &RawEvent) -> Result<(), DecodeError> {
        match event.method {
            ConsoleApiCalled::METHOD => self.console.called(&event.decode()?),
            ExceptionThrown::METHOD => self.console.thrown(&event.decode()?),
            EntryAdded::METHOD => self.console.logged(&event.decode()?),
            RequestWillBeSent::METHOD => self.network.sent(event.decode()?),
            ResponseReceived::METHOD => self.network.answered(event.decode()?),
            LoadingFinished::METHOD => self.network.finished(&event.decode()?),
            LoadingFailed::METHOD => self.network.failed(event.decode()?),
            _ => {}
        }
        Ok(())
    }
}

impl Watch {
    /// Whether anything is watched.
    pub(crate) fn any(self) -> bool {
        self.console || self.network
    }

    /// The events that are needed.
    pub(crate) fn add_to(self, mut filter: EventFilter) -> EventFilter {
        if self.console {
            filter = filter.with::<ConsoleApiCalled>().with::<ExceptionThrown>().with::<EntryAdded>();
        }
        if self.network {
            filter = filter
                .with::<RequestWillBeSent>()
                .with::<ResponseReceived>()
                .with::<LoadingFinished>()
                .with::<LoadingFailed>();
        }
        filter
    }

    /// Makes a target tell what is watched.
    pub(crate) fn enable(self, session: &Session) -> Result<(), CallError> {
        if self.console {
            session.send(&RuntimeEnable::default())?;
            session.send(&LogEnable::default())?;
        }
        if self.network {
            session.send(&NetworkEnable::default())?;
        }
        Ok(())
    }
}

impl Browser {
    pub(crate) async fn read_console(&self, input: &ReadConsoleInput) -> Result<MemberOutput, DriverError> {
        self.read_diagnostics(input.tab_id.as_ref(), |tab| tab.diagnostics.console.take()).await
    }

    pub(crate) async fn read_network(&self, input: &ReadNetworkInput) -> Result<MemberOutput, DriverError> {
        self.read_diagnostics(input.tab_id.as_ref(), |tab| tab.diagnostics.network.take()).await
    }

    async fn read_diagnostics(
        &self,
        named: Option<&TabId>,
        take: impl FnOnce(&mut Tab) -> String,
    ) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(named)?;
        let deadline = Deadline::after(self.timeouts.read);
        // What the page has told before now is here once it has answered.
        let origin = tab.page.facts(&self.tree(&tab)?, deadline).await.map_err(page_error)?.origin;
        self.caught_up().await;
        let text = self.shared.change(|state| state.tabs.get_mut(&tab.id).map(take));
        let text = text.ok_or_else(|| closed_meanwhile(&tab.id))?;
        Ok(MemberOutput::Text { text, source: Some(origin) })
    }
}
