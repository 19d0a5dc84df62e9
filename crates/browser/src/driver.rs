//! The browser as the toolset's driver: which tab a call is for, and which part carries it out.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use ringfence_cdp::CallError;
use ringfence_page::{Deadline, FrameTree, Page, PageError, SnapshotRequest};
use ringfence_toolset::input::{Filter, ReadPageInput};
use ringfence_toolset::state::MOST_TABS;
use ringfence_toolset::{
    BrowserState, Driver, DriverError, ErrorCode, Member, MemberInput, MemberOutput, MemberSet, StateChange,
    StateError, Tab, TabId,
};

use ringfence_cdp::Session;
use ringfence_cdp::protocol::target::{CloseTarget, GetTargets};

use crate::browser::Browser;
use crate::state::{Ended, State};

/// The members that are carried out.
const SERVED: &[Member] = &[
    Member::Navigate,
    Member::Screenshot,
    Member::LeftClick,
    Member::Type,
    Member::Key,
    Member::Scroll,
    Member::ReadPage,
    Member::GetPageText,
    Member::FormInput,
    Member::Wait,
    Member::NewTab,
    Member::ListTabs,
    Member::SwitchTab,
    Member::CloseTab,
];

/// A tab as one call sees it.
pub(crate) struct OpenTab {
    pub(crate) id: TabId,
    pub(crate) session: Session,
    pub(crate) page: Arc<Page>,
}

#[async_trait]
impl Driver for Browser {
    fn serves(&self) -> MemberSet {
        SERVED.iter().copied().collect()
    }

    async fn execute(&self, input: &MemberInput) -> Result<MemberOutput, DriverError> {
        if let Some(ended) = self.shared.read().ended.clone() {
            return Err(lost(&ended));
        }
        let outcome = self.carry_out(input).await;
        // Whatever failed on the way, a browser that is gone is the reason.
        match (outcome, self.shared.read().ended.clone()) {
            (Err(_), Some(ended)) => Err(lost(&ended)),
            (outcome, _) => outcome,
        }
    }

    async fn state(&self) -> Result<BrowserState, StateError> {
        let infos =
            self.root.call(&GetTargets::default(), self.timeouts.read).await.map_err(
                |error| match error {
                    CallError::Closed(_) => StateError::SessionLost,
                    CallError::TimedOut { .. } => StateError::TimedOut,
                    other => StateError::Failed(other.into()),
                },
            )?;
        Ok(self.shared.change(|state| {
            for info in infos.target_infos {
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
    async fn carry_out(&self, input: &MemberInput) -> Result<MemberOutput, DriverError> {
        match input {
            MemberInput::Navigate(input) => self.navigate(input).await,
            MemberInput::Screenshot(input) => self.screenshot(input.tab_id.as_ref()).await,
            MemberInput::LeftClick(input) => self.left_click(input).await,
            MemberInput::Type(input) => self.type_text(input).await,
            MemberInput::Key(input) => self.press_keys(input).await,
            MemberInput::Scroll(input) => self.scroll(input).await,
            MemberInput::ReadPage(input) => self.read_page(input).await,
            MemberInput::GetPageText(input) => self.page_text(input.tab_id.as_ref()).await,
            MemberInput::FormInput(input) => self.form_input(input).await,
            MemberInput::Wait(input) => {
                self.tab(input.tab_id.as_ref())?;
                let waited = Deadline::after(input.duration);
                // Nothing is waited for but the end of the browser.
                self.shared.wait::<()>(waited, |_| None).await;
                Ok(MemberOutput::Done { line: None })
            }
            MemberInput::NewTab(_) => self.new_tab().await,
            MemberInput::ListTabs(_) => Ok(MemberOutput::Tabs),
            MemberInput::SwitchTab(input) => {
                let tab = self.tab(Some(&input.tab_id))?;
                self.shared.change(|state| state.tabs.activate(&tab.id));
                Ok(MemberOutput::Tabs)
            }
            MemberInput::CloseTab(input) => self.close_tab(&input.tab_id).await,
        }
    }

    async fn read_page(&self, input: &ReadPageInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let deadline = Deadline::after(self.timeouts.read);
        let request = SnapshotRequest {
            filter: match input.filter {
                None => ringfence_page::Filter::Viewport,
                Some(Filter::Interactive) => ringfence_page::Filter::Interactive,
                Some(Filter::All) => ringfence_page::Filter::All,
            },
            depth: input.depth,
            root: input.element.map(|element| ringfence_page::Ref(u64::from(element.0))),
        };
        let tree = self.tree(&tab)?;
        let outline = tab.page.snapshot(&tree, request, deadline).await.map_err(page_error)?;
        self.reading(&tab, &tree, outline.text, deadline).await
    }

    async fn page_text(&self, tab: Option<&TabId>) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(tab)?;
        let deadline = Deadline::after(self.timeouts.read);
        let tree = self.tree(&tab)?;
        let text = tab.page.text(&tree, deadline).await.map_err(page_error)?;
        self.reading(&tab, &tree, text, deadline).await
    }

    /// A reading with the origin that it is from.
    async fn reading(
        &self,
        tab: &OpenTab,
        tree: &FrameTree,
        text: String,
        deadline: Deadline,
    ) -> Result<MemberOutput, DriverError> {
        let facts = tab.page.facts(tree, deadline).await.map_err(page_error)?;
        Ok(MemberOutput::Text { text, source: Some(facts.origin) })
    }

    async fn screenshot(&self, tab: Option<&TabId>) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(tab)?;
        let tree = self.tree(&tab)?;
        let picture =
            tab.page.picture(&tree, Deadline::after(self.timeouts.read)).await.map_err(page_error)?;
        Ok(MemberOutput::Image {
            data: picture.png,
            media_type: "image/png",
            width: picture.width,
            height: picture.height,
        })
    }

    async fn new_tab(&self) -> Result<MemberOutput, DriverError> {
        if self.shared.read().tabs.len() >= MOST_TABS {
            let text = format!("{MOST_TABS} tabs are open, which is the most; close one with close_tab");
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

    async fn close_tab(&self, id: &TabId) -> Result<MemberOutput, DriverError> {
        self.tab(Some(id))?;
        let target = self.shared.read().tabs.get(id).map(|tab| tab.target.clone());
        let deadline = Deadline::after(self.timeouts.act);
        if let Some(target) = target {
            self.root.call(&CloseTarget::new(target), deadline.left()).await.map_err(call_error)?;
        }
        let closed = self.shared.wait(deadline, |state| state.tabs.get(id).is_none().then_some(())).await;
        closed.map(|()| MemberOutput::Tabs).ok_or_else(|| {
            DriverError::new(ErrorCode::TimedOut, format!("tab {id} did not close in time"))
                .about(id.as_str())
        })
    }

    /// The tab that a call is for: the one named, or the active one.
    pub(crate) fn tab(&self, named: Option<&TabId>) -> Result<OpenTab, DriverError> {
        let state = self.shared.read();
        let id = match named.or(state.tabs.active()) {
            Some(id) => id.clone(),
            None => return Err(DriverError::new(ErrorCode::NoTab, "no tab is open; open one with new_tab")),
        };
        let tab = state.tabs.get(&id).filter(|tab| !tab.undecided).ok_or_else(|| {
            let name = ringfence_toolset::text::one_line(id.as_str());
            let text = format!("no tab {name:?} is open; list_tabs tells which are");
            DriverError::new(ErrorCode::UnknownTab, text).about(name)
        })?;
        Ok(OpenTab { id, session: tab.session.clone(), page: Arc::clone(&tab.page) })
    }

    /// The tab's frames as they stand.
    pub(crate) fn tree(&self, tab: &OpenTab) -> Result<FrameTree, DriverError> {
        let state = self.shared.read();
        let open = state.tabs.get(&tab.id).ok_or_else(|| closed_meanwhile(&tab.id))?;
        if open.crashed {
            let text = "the page's process has crashed; navigate the tab again, or open another";
            return Err(DriverError::new(ErrorCode::PageCrashed, text).about(tab.id.as_str()));
        }
        Ok(open.frames.tree())
    }
}

/// A popup whose first document has not come yet shows an empty one.
fn shown_url(tab: &crate::tabs::Tab) -> String {
    if tab.url.is_empty() { "about:blank".to_owned() } else { tab.url.clone() }
}

/// Empties what is reported once.
fn report(state: &mut State) -> BrowserState {
    state.decide_old_popups(Instant::now());
    let active = state.tabs.active().cloned();
    let tabs: Vec<Tab> = state
        .tabs
        .iter()
        .filter(|tab| !tab.undecided)
        .take(MOST_TABS)
        .map(|tab| Tab {
            tab_id: tab.id.clone(),
            title: tab.title.clone(),
            url: shown_url(tab),
            active: active.as_ref() == Some(&tab.id),
        })
        .collect();
    let refused = state.stopped.iter().filter(|stopped| stopped.why.refusal().is_some()).count();
    let refused = u32::try_from(refused).unwrap_or(u32::MAX).saturating_add(state.refused_more);
    state.stopped.clear();
    state.refused_more = 0;
    BrowserState {
        tabs,
        changes: std::mem::take(&mut state.changes),
        refused_navigations: refused,
        dismissed_dialogs: std::mem::take(&mut state.dialogs),
    }
}

pub(crate) fn closed_meanwhile(id: &TabId) -> DriverError {
    DriverError::new(ErrorCode::UnknownTab, format!("tab {id} has closed; list_tabs tells which are open"))
        .about(id.as_str())
}

fn lost(ended: &Ended) -> DriverError {
    let (text, cause) = match ended {
        Ended::Pipe(end) => (
            "the browser has ended, and what it held is lost; the next call starts a fresh one",
            end.to_string(),
        ),
        Ended::Unreadable(reason) => (
            "the session was closed because a request could not be judged; the next call starts a fresh one",
            reason.clone(),
        ),
    };
    DriverError::new(ErrorCode::SessionLost, text).caused_by(cause)
}

/// A failed command of the browser itself.
pub(crate) fn call_error(error: CallError) -> DriverError {
    match error {
        CallError::TimedOut { .. } => {
            DriverError::new(ErrorCode::TimedOut, "the browser did not answer in time").caused_by(error)
        }
        other => DriverError::new(ErrorCode::Failed, "the browser did not carry it out").caused_by(other),
    }
}

/// A page that could not be read or acted on.
pub(crate) fn page_error(error: PageError) -> DriverError {
    use ringfence_page::FieldProblem;
    let (code, subject) = match &error {
        PageError::UnknownRef(reference) => (ErrorCode::UnknownRef, Some(*reference)),
        PageError::OtherTab(reference) | PageError::Stale(reference) | PageError::Gone(reference) => {
            (ErrorCode::StaleRef, Some(*reference))
        }
        PageError::Hidden { reference, .. } | PageError::Offscreen { reference, .. } => {
            (ErrorCode::Hidden, Some(*reference))
        }
        PageError::Disabled { reference, .. } => (ErrorCode::Disabled, Some(*reference)),
        PageError::Covered { reference, .. } | PageError::Missed { reference, .. } => {
            (ErrorCode::Covered, Some(*reference))
        }
        PageError::Field { reference, problem: FieldProblem::NoOption { .. }, .. } => {
            (ErrorCode::NotFound, Some(*reference))
        }
        PageError::Field { reference, .. } => (ErrorCode::NotSuited, Some(*reference)),
        PageError::ButtonState(_) => (ErrorCode::NotSuited, None),
        PageError::OutsideViewport { .. } => (ErrorCode::OutsideViewport, None),
        PageError::TimedOut => (ErrorCode::PageHung, None),
        PageError::DocumentGone | PageError::Script(_) | PageError::Protocol(_) => (ErrorCode::Failed, None),
    };
    let mut shown = DriverError::new(code, error.to_string());
    if let Some(reference) = subject {
        shown = shown.about(reference.to_string());
    }
    shown.caused_by(error)
}
