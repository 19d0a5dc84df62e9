//! Dialogs that pages open.

use ringfence_cdp::RawEvent;
use ringfence_cdp::protocol::page::{DialogType, HandleJavaScriptDialog, JavascriptDialogOpening};
use ringfence_toolset::{Dialog, DialogKind};

use super::Pump;
use crate::dialogs::Said;
use crate::state::{DIALOG_MESSAGE, MAX_REPORTS};

impl Pump {
    /// Dialogs are answered at once, or everything would wait for them: dismissed, but for the one that an act may accept.
    /// The question whether to leave a page is answered with yes: whoever navigates means it.
    pub(super) fn dialog(&self, event: &RawEvent, opening: &JavascriptDialogOpening) {
        let Some(session) = event.session.clone() else { return };
        let kind = match opening.r#type {
            DialogType::Alert => DialogKind::Alert,
            DialogType::Confirm => DialogKind::Confirm,
            DialogType::Prompt => DialogKind::Prompt,
            DialogType::Beforeunload | DialogType::Unrecognized(_) => DialogKind::BeforeUnload,
        };
        let message: String = opening.message.chars().take(DIALOG_MESSAGE).collect();
        let said = Said::new(opening);
        let accepted = self.shared.change(|state| {
            let id = state.sessions.get(&session).cloned()?;
            let told = state.tabs.get(&id).is_some_and(|tab| tab.dialogs.contains(&said));
            state.acceptance.take_if(|wanted| told && wanted.tab == id && wanted.message == message)
        });
        self.on_tab(&self.client.session(session.clone()), |tab| tab.nagging.note());
        let leave = kind == DialogKind::BeforeUnload;
        let answer = HandleJavaScriptDialog {
            // Without a text of the agent's own the prompt keeps the one that it came with, as under a hand.
            prompt_text: accepted
                .as_ref()
                .and_then(|accepted| accepted.text.clone().or_else(|| opening.default_prompt.clone())),
            ..HandleJavaScriptDialog::new(leave || accepted.is_some())
        };
        if let Err(error) = self.client.session(session.clone()).send(&answer) {
            tracing::warn!(%error, "a dialog could not be answered");
        }
        if leave || accepted.is_some() {
            return;
        }
        self.on_tab(&self.client.session(session), |tab| tab.dialogs.note(said));
        self.shared.change(|state| {
            if state.dialogs.len() < MAX_REPORTS {
                state.dialogs.push(Dialog { kind, message });
            }
        });
    }
}
