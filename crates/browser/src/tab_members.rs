//! Opening, switching and closing tabs.

use ringfence_cdp::protocol::target::CloseTarget;
use ringfence_page::Deadline;
use ringfence_toolset::state::MOST_TABS;
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput, StateChange, TabId};

use crate::browser::Browser;
use crate::failure::call_error;

impl Browser {
    pub(crate) async fn new_tab(&self) -> Result<MemberOutput, DriverError> {
        if self.shared.read().tabs.len() >= MOST_TABS {
            let text = format!("{MOST_TABS} tabs are open, which is the most; close one with close_tab.");
            return Err(DriverError::new(ErrorCode::Failed, text));
        }
        let deadline = Deadline::after(self.timeouts.act);
        let id = self.open_tab(deadline).await.map_err(call_error)?;
        self.shared.change(|state| {
            state.tabs.activate(&id);
            state.report(StateChange::TabOpened { tab_id: id });
        });
        Ok(MemberOutput::Tabs)
    }

    pub(crate) async fn close_tab(&self, id: &TabId) -> Result<MemberOutput, DriverError> {
        self.tab(Some(id))?;
        let target = self.shared.read().tabs.get(id).map(|tab| tab.target.clone());
        let deadline = Deadline::after(self.timeouts.act);
        if let Some(target) = target {
            self.root.call(&CloseTarget::new(target), deadline.left()).await.map_err(call_error)?;
        }
        let closed = self.shared.wait(deadline, |state| state.tabs.get(id).is_none().then_some(())).await;
        closed.map(|()| MemberOutput::Tabs).ok_or_else(|| {
            DriverError::new(ErrorCode::TimedOut, format!("Tab {id} did not close in time."))
                .about(id.as_str())
        })
    }

    pub(crate) fn switch_tab(&self, id: &TabId) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(Some(id))?;
        self.shared.change(|state| state.tabs.activate(&tab.id));
        Ok(MemberOutput::Tabs)
    }
}
