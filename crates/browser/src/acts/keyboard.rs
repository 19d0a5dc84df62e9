//! Acts of the keyboard.

use ringfence_page::{Chord, Deadline};
use ringfence_toolset::input::{HoldKeyInput, KeyInput, TypeInput};
use ringfence_toolset::text::{one_line, quoted};
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput};

use crate::browser::Browser;
use crate::failure::page_error;

impl Browser {
    pub(crate) async fn type_text(&self, input: &TypeInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        self.act(&tab, async |tree, deadline| {
            let focus = tab.page.focus(tree, deadline).await.map_err(page_error)?;
            let other = tab.page.type_text(tree, &focus, &input.text, deadline).await.map_err(page_error)?;
            let what = one_line(&focus.what);
            let other =
                other.map(|now| format!(", which now holds {}, not what was typed", quoted(&one_line(&now))));
            let other = other.unwrap_or_default();
            Ok(Some(match (focus.takes_text, what.is_empty()) {
                (true, false) => format!("Into {what}{other}."),
                (true, true) => "Into the page, which is being edited.".to_owned(),
                (false, false) => format!("{what} has the focus and takes no text; the page got the keys."),
                (false, true) => {
                    "No field has the focus; the page got the keys. Click a field first to fill it in."
                        .to_owned()
                }
            }))
        })
        .await
    }

    pub(crate) async fn press_keys(&self, input: &KeyInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let chords = chords(&input.text)?;
        self.act_accepting(&tab, input.accept_dialog.as_ref(), async |tree, deadline| {
            tab.page.press_keys(tree, &chords, input.repeat, deadline).await.map_err(page_error)?;
            Ok(None)
        })
        .await
    }

    pub(crate) async fn hold_keys(&self, input: &HoldKeyInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let chords = chords(&input.text)?;
        let [chord] = chords.as_slice() else {
            let text = "text: one key or one chord can be held, such as shift or ctrl+a; keys one after the other are for key.";
            return Err(DriverError::new(ErrorCode::BadInput, text).about("text"));
        };
        // The holding itself counts for nothing.
        let deadline = Deadline::after(self.timeouts.act + input.duration);
        self.act(&tab, async |tree, _| {
            tab.page.hold_keys(tree, chord, input.duration, deadline).await.map_err(page_error)?;
            Ok(None)
        })
        .await
    }
}

fn chords(text: &str) -> Result<Vec<Chord>, DriverError> {
    let bad = |error| DriverError::new(ErrorCode::BadInput, format!("text: {error}.")).about("text");
    ringfence_page::parse_keys(text).map_err(bad)
}
