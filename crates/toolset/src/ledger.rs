//! What was reported by the driver and not yet told to the model.

mod changes;
mod dialogs;
mod refused;

use std::collections::BTreeSet;

use self::changes::Changes;
use self::dialogs::Dialogs;
use self::refused::Refused;
use crate::driver::DriverError;
use crate::input::{AcceptDialog, MemberInput};
use crate::options::DownloadView;
use crate::state::{BrowserState, PageRefusal, StateChange, StateFault, Tab, TabId};
use crate::text::{address_line, one_line};

/// Keeps the last state and what waits to be told: a failed call's changes wait for the next success (S4),
/// notes wait for the next result that can carry text (N7). Its memory is bounded.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// The tabs of the last report, folded.
    tabs: Vec<Tab>,
    /// Their addresses as reported.
    addresses: Vec<String>,
    before: BTreeSet<TabId>,
    shown: Option<Vec<Tab>>,
    changes: Changes,
    navigation_refused: bool,
    refused: Refused,
    dialogs: Dialogs,
}

/// Why a `new_tab` is not done (S4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoNewTab;

/// The tab that a call is for, as far as the last report tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallTarget {
    pub(crate) tab_id: Option<TabId>,
    pub(crate) url: Option<String>,
}

impl Ledger {
    pub(crate) fn new(downloads: DownloadView) -> Self {
        Self { changes: Changes::new(downloads), ..Self::default() }
    }

    /// Takes in what the driver reported. What is reported once is kept even when the tabs break a rule.
    pub(crate) fn absorb(&mut self, state: BrowserState) -> Result<(), StateFault> {
        let fault = state.check();
        self.navigation_refused |= state.refused_navigations > 0;
        self.refused.report(state.refused);
        self.dialogs.report(state.dismissed_dialogs);
        let listed: BTreeSet<_> = state.tabs.iter().map(|tab| tab.tab_id.clone()).collect();
        self.changes.report(state.changes, &listed);
        fault?;
        self.changes.forget_closed(&listed);
        self.before = self.tabs.iter().map(|tab| tab.tab_id.clone()).collect();
        self.addresses = state.tabs.iter().map(|tab| tab.url.clone()).collect();
        self.tabs = state.tabs.into_iter().map(fold).collect();
        Ok(())
    }

    /// Returns the tabs of the last report, folded.
    pub(crate) fn tabs(&self) -> &[Tab] {
        &self.tabs
    }

    /// Tells which tab a call is for and what it showed in the last report. Members that take no tab have none.
    pub(crate) fn target(&self, input: &MemberInput) -> CallTarget {
        let at = match (input.tab_id(), input) {
            (Some(named), _) => self.tabs.iter().position(|tab| tab.tab_id == *named),
            (None, MemberInput::NewTab(_) | MemberInput::ListTabs(_)) => None,
            (None, _) => self.tabs.iter().position(|tab| tab.active),
        };
        let listed = at.and_then(|at| self.tabs.get(at).zip(self.addresses.get(at)));
        CallTarget {
            tab_id: input.tab_id().or(listed.map(|(tab, _)| &tab.tab_id)).cloned(),
            url: listed.map(|(_, address)| address.clone()),
        }
    }

    /// Checks that the call just made opened a tab that is now the active one, and returns its id (S4).
    pub(crate) fn new_tab(&self) -> Result<TabId, NoNewTab> {
        let active = self.tabs.iter().find(|tab| tab.active).ok_or(NoNewTab)?;
        let is_new = self.changes.has_opened(&active.tab_id) && !self.before.contains(&active.tab_id);
        if is_new { Ok(active.tab_id.clone()) } else { Err(NoNewTab) }
    }

    /// Takes the changes that wait, at most as many as a block holds. With `new_tab`, that tab's opening and no
    /// other tab's; the others go on waiting (S4).
    pub(crate) fn take_changes(&mut self, new_tab: Option<&TabId>) -> Vec<StateChange> {
        self.changes.take(new_tab)
    }

    /// Takes the notes that wait: a fixed line for refused navigations, then the dialogs (N7).
    pub(crate) fn take_notes(&mut self) -> Option<String> {
        const REFUSED: &str = "A page tried to go to an address that the policy refuses; it was stopped.";
        let refused = std::mem::take(&mut self.navigation_refused).then(|| REFUSED.to_owned());
        let lines: Vec<_> = refused.into_iter().chain(self.dialogs.tell()).collect();
        if lines.is_empty() { None } else { Some(lines.join("\n")) }
    }

    /// Takes what pages were refused, which waits for the same results as the notes.
    pub(crate) fn take_refused(&mut self) -> Vec<PageRefusal> {
        self.refused.take()
    }

    /// Puts the page's own message into the place of the one that the model read.
    ///
    /// # Errors
    /// When no dialog with that message was told of and is still unanswered.
    pub(crate) fn name_dialog(&self, dialog: &mut AcceptDialog) -> Result<(), DriverError> {
        self.dialogs.name(dialog)
    }

    /// Notes that a dialog is answered by the act that follows.
    pub(crate) fn use_up_dialog(&mut self, dialog: &AcceptDialog) {
        self.dialogs.use_up(dialog);
    }

    /// Tells whether the tabs differ from those last shown.
    pub(crate) fn differs(&self) -> bool {
        self.shown.as_ref() != Some(&self.tabs)
    }

    /// Notes that the tabs are now shown.
    pub(crate) fn mark_shown(&mut self) {
        self.shown = Some(self.tabs.clone());
    }
}

fn fold(tab: Tab) -> Tab {
    Tab { title: one_line(&tab.title), url: address_line(&tab.url), ..tab }
}
