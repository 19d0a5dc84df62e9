//! The browser as the toolset's driver: which tab a call is for, and which part carries it out.

use std::sync::Arc;

use async_trait::async_trait;
use ringfence_cdp::protocol::target::GetTargets;
use ringfence_cdp::{CallError, Session};
use ringfence_page::{Button, FrameTree, Page};
use ringfence_toolset::{
    BrowserState, Call, Driver, DriverError, ErrorCode, MemberInput, MemberOutput, MemberSet, StateError,
    Subject, TabId,
};

use crate::acts::Mouse;
use crate::browser::Browser;
use crate::failure::{closed_meanwhile, lost, page_crashed};
use crate::report::report;

/// A tab as one call sees it.
pub(crate) struct OpenTab {
    pub(crate) id: TabId,
    pub(crate) session: Session,
    pub(crate) page: Arc<Page>,
}

#[async_trait]
impl Driver for Browser {
    fn serves(&self) -> MemberSet {
        Self::served()
    }

    async fn execute(&self, call: &Call) -> Result<MemberOutput, DriverError> {
        if let Some(ended) = self.shared.read().ended.clone() {
            return Err(lost(&ended));
        }
        self.still_approved(call).await?;
        let mut shield = self.raise_shield(call).await?;
        let crash = self.watch_for_crash(&call.input);
        let outcome = tokio::select! {
            outcome = self.carry_out(call) => outcome,
            crashed = crash.crashed() => Err(crashed),
            unshielded = self.shield_newcomers(&mut shield) => Err(unshielded),
        };
        let outcome = match self.lower_shield(shield).await {
            Ok(()) => outcome,
            Err(kept) => outcome.and(Err(kept)),
        };
        let outcome = match outcome {
            // So far it is only late.
            Err(error) if error.code == ErrorCode::PageHung => {
                Err(self.hung_or_late(call.input.tab_id(), error).await)
            }
            Err(error) => Err(crash.explain(error).await),
            outcome => outcome,
        };
        // Whatever failed on the way, a browser that is gone is the reason.
        match (outcome, self.shared.read().ended.clone()) {
            (Err(_), Some(ended)) => Err(lost(&ended)),
            (outcome, _) => outcome,
        }
    }

    async fn subjects(&self, input: &MemberInput) -> Result<Vec<Subject>, DriverError> {
        match self.acted_on(input).await {
            Err(error) if error.code == ErrorCode::PageHung => {
                Err(self.hung_or_late(input.tab_id(), error).await)
            }
            subjects => subjects,
        }
    }

    async fn state(&self) -> Result<BrowserState, StateError> {
        let infos = match self.root.call(&GetTargets::default(), self.timeouts.read).await {
            Ok(answer) => answer.target_infos,
            // Pages that take every core keep the browser from answering. What its events told last is still known, and
            // better than a session that ends for it.
            Err(CallError::TimedOut { .. }) => {
                tracing::warn!(
                    "the browser is too busy to say what its tabs are; what was told last is shown"
                );
                Vec::new()
            }
            Err(CallError::Closed(_)) => return Err(StateError::SessionLost),
            Err(other) => return Err(StateError::Failed(other.into())),
        };
        self.caught_up().await;
        Ok(self.shared.change(|state| {
            for info in infos {
                if let Some(tab) = state.tabs.by_target(info.target_id.as_str()) {
                    tab.title = info.title;
                    tab.url = info.url;
                }
            }
            report(state)
        }))
    }

    async fn close(&self) {
        Browser::close(self).await;
    }
}

impl Browser {
    /// The members that a browser carries out.
    pub fn served() -> MemberSet {
        MemberSet::all()
    }

    async fn carry_out(&self, call: &Call) -> Result<MemberOutput, DriverError> {
        match &call.input {
            MemberInput::Navigate(input) => self.navigate(input).await,
            MemberInput::Screenshot(input) => self.screenshot(input.tab_id.as_ref()).await,
            MemberInput::Zoom(input) => self.zoom(input).await,
            MemberInput::LeftClick(input) => self.click(input, Button::Left, 1).await,
            MemberInput::RightClick(input) => self.click(input, Button::Right, 1).await,
            MemberInput::MiddleClick(input) => self.click(input, Button::Middle, 1).await,
            MemberInput::DoubleClick(input) => self.click(input, Button::Left, 2).await,
            MemberInput::TripleClick(input) => self.click(input, Button::Left, 3).await,
            MemberInput::Hover(input) => self.hover(input).await,
            MemberInput::LeftClickDrag(input) => self.drag(input).await,
            MemberInput::LeftMouseDown(input) => self.mouse(input, Mouse::Down).await,
            MemberInput::LeftMouseUp(input) => self.mouse(input, Mouse::Up).await,
            MemberInput::MouseMove(input) => self.mouse(input, Mouse::Move).await,
            MemberInput::Scroll(input) => self.scroll(input).await,
            MemberInput::ScrollTo(input) => self.scroll_to(input).await,
            MemberInput::Type(input) => self.type_text(input).await,
            MemberInput::Key(input) => self.press_keys(input).await,
            MemberInput::HoldKey(input) => self.hold_keys(input).await,
            MemberInput::Wait(input) => self.wait(input).await,
            MemberInput::ReadPage(input) => self.read_page(input).await,
            MemberInput::Find(input) => self.find(input).await,
            MemberInput::GetPageText(input) => self.page_text(input.tab_id.as_ref()).await,
            MemberInput::FormInput(input) => self.form_input(input).await,
            MemberInput::FileUpload(input) => self.file_upload(input, call.approved.as_ref()).await,
            MemberInput::ReadConsole(input) => self.read_console(input).await,
            MemberInput::ReadNetwork(input) => self.read_network(input).await,
            MemberInput::JavascriptExec(input) => self.run_script(input).await,
            MemberInput::NewTab(_) => self.new_tab().await,
            MemberInput::ListTabs(_) => Ok(MemberOutput::Tabs),
            MemberInput::SwitchTab(input) => self.switch_tab(&input.tab_id),
            MemberInput::CloseTab(input) => self.close_tab(&input.tab_id).await,
        }
    }

    /// The tab that a call is for: the one named, or the active one.
    pub(crate) fn tab(&self, named: Option<&TabId>) -> Result<OpenTab, DriverError> {
        let state = self.shared.read();
        let id = match named.or(state.tabs.active()) {
            Some(id) => id.clone(),
            None => return Err(DriverError::new(ErrorCode::NoTab, "No tab is open; open one with new_tab.")),
        };
        let tab = state.tabs.get(&id).filter(|tab| !tab.undecided).ok_or_else(|| {
            let name = ringfence_toolset::text::one_line(id.as_str());
            let text = format!("No tab {name:?} is open; list_tabs tells which are.");
            DriverError::new(ErrorCode::UnknownTab, text).about(name)
        })?;
        Ok(OpenTab { id, session: tab.session.clone(), page: Arc::clone(&tab.page) })
    }

    /// The tab's frames as they stand.
    pub(crate) fn tree(&self, tab: &OpenTab) -> Result<FrameTree, DriverError> {
        let state = self.shared.read();
        let open = state.tabs.get(&tab.id).ok_or_else(|| closed_meanwhile(&tab.id))?;
        if open.crashed {
            return Err(page_crashed(&tab.id));
        }
        Ok(open.frames.tree())
    }
}
