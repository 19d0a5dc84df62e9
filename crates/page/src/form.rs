//! Setting form controls.

use ringfence_cdp::protocol::input::InsertText;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::{FieldProblem, PageError};
use crate::frame::{FrameHandle, FrameTree};
use crate::refs::Ref;

/// A value for a form control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum FieldValue {
    /// Text; for a select the value or the text of an option.
    Text(String),
    /// On or off, for what is checked or switched.
    Flag(bool),
}

/// A control that was set.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldSet {
    /// Role and name, the page's words.
    pub what: String,
    /// What it holds now, as JSON text; a password shows as `(hidden)`.
    pub now: String,
    /// What of its own attributes this doesn't keep, in the page's words; empty when it keeps them.
    pub invalid: String,
    /// The page has taken the control away, or put another in its place, once it was set.
    pub gone: bool,
}

#[derive(Debug, Deserialize)]
struct FieldAnswer {
    error: Option<String>,
    #[serde(default)]
    what: String,
    #[serde(default)]
    now: Value,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    count: usize,
    #[serde(default)]
    max: u32,
    #[serde(default)]
    edit: bool,
    /// What covers it.
    #[serde(default)]
    by: String,
    #[serde(default)]
    limits: String,
    /// The limits that what it holds doesn't keep.
    #[serde(default)]
    invalid: String,
    verify: Option<String>,
}

/// A control once the page's handlers have run.
#[derive(Debug, Deserialize)]
struct Held {
    #[serde(default)]
    gone: bool,
    #[serde(default)]
    now: Value,
    #[serde(default)]
    invalid: String,
    /// It holds what it held before it was set.
    #[serde(default)]
    back: bool,
}

impl Page {
    /// Sets the value of a form control.
    ///
    /// # Errors
    /// A ref that isn't current, a control that is hidden, disabled or read-only, or one that won't take the value
    /// ([`PageError::Field`] says why); no answer in time.
    pub async fn set_field(
        &self,
        tree: &FrameTree,
        reference: Ref,
        value: &FieldValue,
        deadline: Deadline,
    ) -> Result<FieldSet, PageError> {
        let frame = self.refs.frame_of(tree, reference).await?;
        let answer: FieldAnswer = self.ask(frame, "setField", &(reference.0, value), deadline).await?;
        if let Some(error) = &answer.error {
            return Err(problem(reference, error, &answer));
        }
        if answer.edit {
            return self.edit(tree, frame, reference, answer, value, deadline).await;
        }
        if answer.verify.is_some() {
            self.verify_checked(frame, reference, &answer, value, deadline).await?;
            let now = answer.now.to_string();
            return Ok(FieldSet { what: answer.what, now, invalid: String::new(), gone: false });
        }
        self.held(frame, reference, answer).await
    }

    /// What a control that was set holds once the page has settled. A page that is too busy to say, or gone elsewhere, has
    /// taken what it took at once.
    async fn held(
        &self,
        frame: &FrameHandle,
        reference: Ref,
        set: FieldAnswer,
    ) -> Result<FieldSet, PageError> {
        let asked = self.ask::<Option<Held>>(frame, "held", &(reference.0,), Self::settling()).await;
        if let Err(error) = &asked {
            tracing::debug!(%error, "the page did not settle");
        }
        let Some(held) = asked.ok().flatten() else {
            let now = set.now.to_string();
            return Ok(FieldSet { what: set.what, now, invalid: set.invalid, gone: false });
        };
        if held.back {
            let problem = FieldProblem::NotTaken { now: shown(&held.now), takes: String::new() };
            return Err(PageError::Field { reference, what: set.what, problem });
        }
        let now = if held.gone { &set.now } else { &held.now };
        Ok(FieldSet { what: set.what, now: now.to_string(), invalid: held.invalid, gone: held.gone })
    }

    /// Rich text is focused and its content selected by now: what is put in replaces it. An editor of the page's own making
    /// may take it, change it, or keep what it has.
    async fn edit(
        &self,
        tree: &FrameTree,
        frame: &FrameHandle,
        reference: Ref,
        before: FieldAnswer,
        value: &FieldValue,
        deadline: Deadline,
    ) -> Result<FieldSet, PageError> {
        let FieldValue::Text(text) = value else { return Err(PageError::DocumentGone) };
        let insert = InsertText::new(text.clone());
        tree.main().session.call(&insert, deadline.left()).await.map_err(PageError::from_call)?;
        self.settle(frame).await;
        let now: Option<String> = self.ask(frame, "edited", &(reference.0,), deadline).await?;
        let now = now.ok_or(PageError::Gone(reference))?;
        // A page keeps line breaks in elements of its own, so that only the words can be compared.
        let same_words = now.split_whitespace().eq(text.split_whitespace());
        if !same_words && before.now == now.as_str() {
            let problem = FieldProblem::NotTaken { now, takes: String::new() };
            return Err(PageError::Field { reference, what: before.what, problem });
        }
        let now = Value::from(now).to_string();
        Ok(FieldSet { what: before.what, now, invalid: String::new(), gone: false })
    }

    /// A switch of the page's own making shows its state only after its handlers have run.
    async fn verify_checked(
        &self,
        frame: &FrameHandle,
        reference: Ref,
        answer: &FieldAnswer,
        value: &FieldValue,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        self.settle(frame).await;
        let now: Option<bool> = self.ask(frame, "ariaChecked", &(reference.0,), deadline).await?;
        match now {
            Some(now) if *value != FieldValue::Flag(now) => {
                let problem = FieldProblem::NotTaken { now: now.to_string(), takes: String::new() };
                Err(PageError::Field { reference, what: answer.what.clone(), problem })
            }
            _ => Ok(()),
        }
    }
}

fn problem(reference: Ref, error: &str, answer: &FieldAnswer) -> PageError {
    let what = answer.what.clone();
    let problem = match error {
        "hidden" => return PageError::Hidden { reference, what },
        "disabled" => return PageError::Disabled { reference, what },
        "covered" => return PageError::Covered { reference, what, by: answer.by.clone() },
        "inert" => return PageError::Inert { reference, what },
        "gone" => return PageError::Gone(reference),
        "readonly" => FieldProblem::Readonly,
        "takes_files" => FieldProblem::TakesFiles,
        "wants_boolean" => FieldProblem::WantsBoolean,
        "wants_true" => FieldProblem::WantsTrue,
        "wants_text" => FieldProblem::WantsText,
        "no_option" => FieldProblem::NoOption { options: answer.options.clone(), count: answer.count },
        "option_disabled" => FieldProblem::OptionDisabled,
        "would_hold" => FieldProblem::WouldHold { now: shown(&answer.now), limits: answer.limits.clone() },
        "not_taken" => FieldProblem::NotTaken { now: shown(&answer.now), takes: answer.limits.clone() },
        "too_long" => FieldProblem::TooLong { max: answer.max },
        _ => FieldProblem::NotAField,
    };
    PageError::Field { reference, what, problem }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
