//! `javascript_exec`: an expression in the page's own world.

use ringfence_cdp::protocol::runtime::{
    CallFunctionOn, Evaluate, ExceptionDetails, ReleaseObjectGroup, RemoteObject,
};
use ringfence_cdp::{CallError, Session};
use ringfence_page::Deadline;
use ringfence_toolset::input::JavascriptExecInput;
use ringfence_toolset::text::one_line;
use ringfence_toolset::{DriverError, ErrorCode, MemberOutput};

use crate::browser::Browser;
use crate::diagnostics::exception_text;
use crate::failure::{call_error, page_error};
use crate::remote::{described, plain};

impl Browser {
    pub(crate) async fn run_script(&self, input: &JavascriptExecInput) -> Result<MemberOutput, DriverError> {
        let tab = self.tab(input.tab_id.as_ref())?;
        let tree = self.tree(&tab)?;
        let deadline = Deadline::after(self.timeouts.act);
        let origin = tab.page.facts(&tree, deadline).await.map_err(page_error)?.origin;
        let ended = match evaluate(&tab.session, &input.text, deadline).await {
            // One that runs on makes the page hang; one that awaits something does not.
            Err(CallError::TimedOut { .. }) => {
                let seconds = self.timeouts.act.as_secs_f64();
                let text = format!(
                    "The script did not end within {seconds} s; what it awaits may still come. The page was left as it is."
                );
                return Err(DriverError::new(ErrorCode::PageHung, text));
            }
            ended => ended.map_err(not_told)?,
        };
        let value = ended.map_err(|details| {
            let text = format!("The script failed: {}", one_line(&exception_text(&details)));
            DriverError::new(ErrorCode::Failed, text)
        })?;
        let text = plain(&value).unwrap_or_else(|| described(&value));
        Ok(MemberOutput::Text { text, source: Some(origin) })
    }
}

/// Runs an expression and gives its value: that of a promise when it is one, objects as JSON; or what it threw.
async fn evaluate(
    session: &Session,
    script: &str,
    deadline: Deadline,
) -> Result<Result<RemoteObject, ExceptionDetails>, CallError> {
    /// What a script made that is still held.
    const HELD: &str = "script";
    let evaluate = Evaluate {
        user_gesture: Some(true),
        object_group: Some(HELD.to_owned()),
        // As in a console: `await` at the top, and names that can be declared again.
        repl_mode: Some(true),
        ..Evaluate::new(script)
    };
    let answer = session.call(&evaluate, deadline.left()).await?;
    if let Some(details) = answer.exception_details {
        return Ok(Err(details));
    }
    let Some(object) = answer.result.object_id else { return Ok(Ok(answer.result)) };
    // In a console a promise is a value like any other; here what it comes to is wanted.
    let told = CallFunctionOn {
        object_id: Some(object),
        return_by_value: Some(true),
        await_promise: Some(true),
        ..CallFunctionOn::new("function () { 'use strict'; return this }")
    };
    let answer = session.call(&told, deadline.left()).await;
    if let Err(error) = session.send(&ReleaseObjectGroup::new(HELD)) {
        tracing::debug!(%error, "what a script made was not let go");
    }
    let answer = answer?;
    Ok(answer.exception_details.map_or(Ok(answer.result), Err))
}

/// Chromium's reason is about the value: an object that can't be put as JSON, such as a window.
fn not_told(error: CallError) -> DriverError {
    match error {
        CallError::Protocol { .. } => {
            let text = "The result can't be put as JSON. Return text, numbers or plain objects.";
            DriverError::new(ErrorCode::NotSuited, text).caused_by(error)
        }
        other => call_error(other),
    }
}
