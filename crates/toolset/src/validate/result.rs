//! Results of one member call.

use serde_json::Value;

use super::picture::picture;
use super::state::state;
use super::{Violation, must};
use crate::entry::TOOLSET_NAME;
use crate::member::{Member, ResultKind};

/// Checks the `tool_result` block that answers a call of `member`.
///
/// # Errors
/// The first thing that the API would reject, or that is less than what we promise.
pub fn result(member: &str, block: &Value) -> Result<(), Violation> {
    must(block["type"] == "tool_result", "type", "it is no tool_result")?;
    must(block["tool_use_id"].as_str().is_some_and(|id| !id.is_empty()), "tool_use_id", "it names no call")?;
    must(block["toolset_name"] == TOOLSET_NAME, "toolset_name", "it is not the toolset's")?;
    let is_error = match block.get("is_error") {
        None => false,
        Some(flag) => flag.as_bool().ok_or_else(|| Violation::new("is_error", "it is not boolean"))?,
    };
    let content = match &block["content"] {
        Value::String(text) if is_error => return must(!text.trim().is_empty(), "content", "it is empty"),
        Value::Array(content) => content,
        _ => return Err(Violation::new("content", "it is no list of blocks")),
    };
    if is_error { error(content) } else { success(member, content) }
}

fn error(content: &[Value]) -> Result<(), Violation> {
    must(!content.is_empty(), "content", "an error is empty")?;
    for (index, block) in content.iter().enumerate() {
        let at = format!("content[{index}]");
        must(block["type"] == "text", &at, "an error holds something else than text")?;
        text(block, &at)?;
    }
    Ok(())
}

fn success(member: &str, content: &[Value]) -> Result<(), Violation> {
    let member = Member::from_name(member);
    let member = member.ok_or_else(|| Violation::new("content", "a success of an unknown member"))?;
    let Some((last, others)) = content.split_last() else {
        return Err(Violation::new("content", "a success is empty"));
    };
    let mut pictures = 0;
    for (index, block) in others.iter().enumerate() {
        let at = format!("content[{index}]");
        match block["type"].as_str() {
            Some("text") => text(block, &at)?,
            Some("image") => {
                picture(block, &at)?;
                pictures += 1;
            }
            Some("browser_state") => return Err(Violation::new(at, "a state that is not the last block")),
            _ => return Err(Violation::new(at, "its type is not allowed in a result")),
        }
    }
    let at = format!("content[{}]", others.len());
    must(last["type"] == "browser_state", &at, "a success does not end with the state")?;
    let state = state(last, &at)?;
    match member.result_kind() {
        ResultKind::Tabs => must(others.is_empty(), "content", "a tab member's success is not one block")?,
        ResultKind::Picture => must(pictures == 1, "content", "not exactly one picture")?,
        ResultKind::Navigated | ResultKind::Reading | ResultKind::Act => {
            must(pictures == 0 && !others.is_empty(), "content", "it says nothing, or holds a picture")?;
        }
    }
    let opened_one = state.opened.len() == 1 && state.opened.first().copied() == state.active;
    must(member != Member::NewTab || opened_one, &at, "new_tab did not open exactly the active tab")
}

fn text(block: &Value, at: &str) -> Result<(), Violation> {
    must(block["text"].as_str().is_some_and(|text| !text.trim().is_empty()), at, "its text is empty")
}
