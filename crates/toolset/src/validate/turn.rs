//! A whole turn: the calls of a reply, and the message that answers them.

use serde_json::Value;

use super::{Violation, must, result};
use crate::entry::TOOLSET_NAME;

/// Checks the content of the message that answers a reply: every call is answered once, and each answer is of the
/// call's own kind. `reply` and `answer` are the two messages' content blocks.
///
/// # Errors
/// The first thing that the API would reject.
pub fn turn(reply: &[Value], answer: &[Value]) -> Result<(), Violation> {
    let calls: Vec<_> = reply.iter().filter(|block| block["type"] == "tool_use").collect();
    let results: Vec<_> = answer.iter().filter(|block| block["type"] == "tool_result").collect();
    for block in &results {
        let id = block["tool_use_id"].as_str().unwrap_or_default();
        must(calls.iter().any(|call| call["id"] == id), id, "it answers no call of the reply")?;
    }
    for call in calls {
        let id = call["id"].as_str().unwrap_or_default();
        let mut answers = results.iter().filter(|block| block["tool_use_id"] == id);
        let answer = answers.next().ok_or_else(|| Violation::new(id, "the call is not answered"))?;
        must(answers.next().is_none(), id, "the call is answered twice")?;
        let name = call["name"].as_str().unwrap_or_default();
        if call["toolset_name"] == TOOLSET_NAME {
            result(name, answer)
                .map_err(|violation| Violation::new(format!("{id}.{}", violation.at), violation.what))?;
        } else {
            let same = answer.get("toolset_name") == call.get("toolset_name");
            must(same, id, "its toolset_name is not the call's")?;
        }
    }
    Ok(())
}
