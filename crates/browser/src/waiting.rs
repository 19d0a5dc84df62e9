//! `wait`: for a while, or until something is there.

use std::time::Duration;

use ringfence_page::{Deadline, PageError, Ref};
use ringfence_toolset::input::{Awaited, Until, WaitInput};
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput};

use crate::browser::Browser;
use crate::driver::OpenTab;
use crate::failure::page_error;

/// How often a page is looked at.
const LOOK: Duration = Duration::from_millis(50);

impl Browser {
    pub(crate) async fn wait(&self, input: &WaitInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let end = Deadline::after(input.duration);
        let Some(until) = &input.until else {
            // Nothing is waited for but the end of the browser.
            self.shared.wait::<()>(end, |_| None).await;
            return Ok(MemberOutput::Done { line: None });
        };
        loop {
            let there = self.is_there(&tab, &until.what).await?;
            if there != until.gone {
                return Ok(MemberOutput::Done { line: Some(format!("{} {}.", name(until), outcome(until))) });
            }
            if end.left().is_zero() {
                let seconds = input.duration.as_secs_f64();
                let text = format!("{} not {} within {seconds} s.", name(until), outcome(until));
                return Err(DriverError::new(ErrorCode::TimedOut, text));
            }
            self.shared.wait::<()>(end.at_most(LOOK), |_| None).await;
        }
    }

    async fn is_there(&self, tab: &OpenTab, what: &Awaited) -> Result<bool, DriverError> {
        let tree = self.tree(tab)?;
        let deadline = Deadline::after(self.timeouts.read);
        let found = match what {
            Awaited::Text(text) => {
                tab.page.text(&tree, deadline).await.map(|page| page.text.contains(text.as_str()))
            }
            Awaited::Url(part) => {
                tab.page.facts(&tree, deadline).await.map(|facts| facts.url.contains(part.as_str()))
            }
            Awaited::Ref(element) => tab.page.is_shown(&tree, Ref(u64::from(element.0)), deadline).await,
        };
        match found {
            // The page is on its way elsewhere; the next look sees the new one.
            Err(PageError::DocumentGone) => Ok(false),
            other => other.map_err(page_error),
        }
    }
}

fn name(until: &Until) -> &'static str {
    match until.what {
        Awaited::Text(_) => "The text is",
        Awaited::Url(_) => "The address is",
        Awaited::Ref(_) => "The element is",
    }
}

fn outcome(until: &Until) -> &'static str {
    if until.gone { "gone" } else { "there" }
}
