//! `javascript_exec`: an expression in the page's own world.

use ringfence_cdp::CallError;
use ringfence_cdp::protocol::runtime::{Evaluate, RemoteObject};
use ringfence_page::{Deadline, PageError};
use ringfence_toolset::input::JavascriptExecInput;
use ringfence_toolset::text::one_line;
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput};

use crate::browser::Browser;
use crate::diagnostics::exception_text;
use crate::failure::page_error;

impl Browser {
    pub(crate) async fn run_script(&self, input: &JavascriptExecInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let tree = self.tree(&tab)?;
        let deadline = Deadline::after(self.timeouts.act);
        let origin = tab.page.facts(&tree, deadline).await.map_err(page_error)?.origin;
        let evaluate = Evaluate {
            return_by_value: Some(true),
            await_promise: Some(true),
            user_gesture: Some(true),
            // As in a console: `await` at the top, and names that can be declared again.
            repl_mode: Some(true),
            ..Evaluate::new(input.text.clone())
        };
        let answer = tab.session.call(&evaluate, deadline.left()).await.map_err(|error| match error {
            CallError::TimedOut { .. } => page_error(PageError::TimedOut),
            // Chromium's reason is about the value: an object that can't be put as JSON, such as a window.
            CallError::Protocol { .. } => {
                let text = "The result can't be put as JSON. Return text, numbers or plain objects.";
                DriverError::new(ErrorCode::NotSuited, text).caused_by(error)
            }
            other => crate::failure::call_error(other),
        })?;
        if let Some(details) = &answer.exception_details {
            let text = format!("The script failed: {}", one_line(&exception_text(details)));
            return Err(DriverError::new(ErrorCode::Failed, text));
        }
        Ok(MemberOutput::Text { text: value(&answer.result), source: Some(origin) })
    }
}

/// Text as it stands, everything else as JSON.
fn value(result: &RemoteObject) -> String {
    match (&result.value, &result.unserializable_value) {
        (Some(json), _) => json.decode::<String>().unwrap_or_else(|_| json.get().to_owned()),
        (None, Some(special)) => special.as_str().to_owned(),
        (None, None) => result.r#type.as_str().to_owned(),
    }
}
