//! What was reported by the driver and not yet told to the model.

use std::collections::BTreeSet;

use crate::state::{BrowserState, Dialog, StateChange, StateFault, Tab, TabId};
use crate::text::{address_line, one_line, quoted, shorten};

/// How many dismissed dialogs get a line of their own (N7).
const DIALOG_LINES: usize = 3;
/// The most characters of a dialog's message (N7).
const LONGEST_MESSAGE: usize = 200;

/// Keeps the last state and what waits to be told: a failed call's changes wait for the next success (S4),
/// notes wait for the next result that can carry text (N7). Its memory is bounded.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    tabs: Vec<Tab>,
    before: BTreeSet<TabId>,
    waiting: Vec<TabId>,
    announced: BTreeSet<TabId>,
    shown: Option<Vec<Tab>>,
    navigation_refused: bool,
    dialogs: Vec<Dialog>,
    further_dialogs: usize,
}

/// Why a `new_tab` is not done (S4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoNewTab;

impl Ledger {
    /// Takes in what the driver reported. What is reported once is kept even when the tabs break a rule.
    pub(crate) fn absorb(&mut self, state: BrowserState) -> Result<(), StateFault> {
        self.keep_notes(&state);
        self.keep_changes(&state);
        state.check()?;
        let before: BTreeSet<_> = self.tabs.iter().map(|tab| tab.tab_id.clone()).collect();
        self.before = before;
        self.tabs = state.tabs.into_iter().map(fold).collect();
        let listed: BTreeSet<_> = self.tabs.iter().map(|tab| &tab.tab_id).collect();
        self.waiting.retain(|id| listed.contains(id));
        self.announced.retain(|id| listed.contains(id));
        Ok(())
    }

    fn keep_notes(&mut self, state: &BrowserState) {
        self.navigation_refused |= state.refused_navigations > 0;
        for dialog in &state.dismissed_dialogs {
            if self.dialogs.len() < DIALOG_LINES {
                let message = shorten(&one_line(&dialog.message), LONGEST_MESSAGE);
                self.dialogs.push(Dialog { kind: dialog.kind, message });
            } else {
                self.further_dialogs += 1;
            }
        }
    }

    /// Keeps one change a tab, its first (S3), and only of tabs that are still open.
    fn keep_changes(&mut self, state: &BrowserState) {
        for change in &state.changes {
            let StateChange::TabOpened { tab_id } = change else { continue };
            let listed = state.tabs.iter().any(|tab| tab.tab_id == *tab_id);
            let known = self.waiting.contains(tab_id) || self.announced.contains(tab_id);
            if listed && !known {
                self.waiting.push(tab_id.clone());
            }
        }
    }

    /// Returns the tabs of the last report, folded.
    pub(crate) fn tabs(&self) -> &[Tab] {
        &self.tabs
    }

    /// Checks that the call just made opened a tab that is now the active one, and returns its id (S4).
    pub(crate) fn new_tab(&self) -> Result<TabId, NoNewTab> {
        let active = self.tabs.iter().find(|tab| tab.active).ok_or(NoNewTab)?;
        let is_new = self.waiting.contains(&active.tab_id) && !self.before.contains(&active.tab_id);
        if is_new { Ok(active.tab_id.clone()) } else { Err(NoNewTab) }
    }

    /// Takes the changes that wait, or only those of one tab; the others go on waiting.
    pub(crate) fn take_changes(&mut self, only: Option<&TabId>) -> Vec<StateChange> {
        let (told, waiting) = self.waiting.drain(..).partition(|id| only.is_none_or(|only| only == id));
        self.waiting = waiting;
        let told: Vec<TabId> = told;
        self.announced.extend(told.iter().cloned());
        told.into_iter().map(|tab_id| StateChange::TabOpened { tab_id }).collect()
    }

    /// Takes the notes that wait: a fixed line for refused navigations, then the dialogs (N7).
    pub(crate) fn take_notes(&mut self) -> Option<String> {
        let mut lines = Vec::new();
        if std::mem::take(&mut self.navigation_refused) {
            lines
                .push("A page tried to go to an address that the policy refuses; it was stopped.".to_owned());
        }
        for dialog in self.dialogs.drain(..) {
            lines.push(format!("A dialog ({}) was dismissed: {}", dialog.kind, quoted(&dialog.message)));
        }
        match std::mem::take(&mut self.further_dialogs) {
            0 => {}
            1 => lines.push("1 more dialog was dismissed.".to_owned()),
            more => lines.push(format!("{more} more dialogs were dismissed.")),
        }
        if lines.is_empty() { None } else { Some(lines.join("\n")) }
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
