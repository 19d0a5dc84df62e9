//! The tools of a request.

use serde_json::Value;

use super::{Violation, must};
use crate::entry::{TOOLSET_NAME, TOOLSET_TYPE};
use crate::member::Member;

/// Checks the `tools` of a request and its `tool_choice`.
///
/// # Errors
/// The first thing that the API would reject.
pub fn tools(tools: &[Value], tool_choice: Option<&Value>) -> Result<(), Violation> {
    let mut entries = 0;
    for (index, tool) in tools.iter().enumerate().filter(|(_, tool)| tool["type"] == TOOLSET_TYPE) {
        let at =
            |violation: Violation| Violation::new(format!("tools[{index}].{}", violation.at), violation.what);
        entry(tool).map_err(at)?;
        entries += 1;
    }
    must(entries <= 1, "tools", "more than one browser toolset")?;
    let is_taken = tools.iter().any(|tool| tool["name"] == TOOLSET_NAME);
    must(entries == 0 || !is_taken, "tools", "another tool has the toolset's name")?;
    let Some(choice) = tool_choice.filter(|choice| choice["type"] == "tool") else { return Ok(()) };
    let named = choice["name"].as_str().unwrap_or_default();
    must(tools.iter().any(|tool| tool["name"] == named), "tool_choice", "it names no tool, or a member")
}

/// Checks the toolset's entry.
///
/// # Errors
/// The first thing that the API would reject.
pub fn entry(entry: &Value) -> Result<(), Violation> {
    must(entry["type"] == TOOLSET_TYPE, "type", "it is not the toolset's")?;
    for field in ["name", "strict", "input_examples", "defer_loading"] {
        must(entry.get(field).is_none(), field, "the entry can't have it")?;
    }
    let none = serde_json::Map::new();
    let configs = match entry.get("configs") {
        None | Some(Value::Null) => &none,
        Some(Value::Object(configs)) => configs,
        Some(_) => return Err(Violation::new("configs", "it is no object")),
    };
    for (name, config) in configs {
        member_config(name, config)?;
    }
    let said =
        |member: &Member, key: &str| configs.get(member.name()).and_then(|config| config[key].as_bool());
    let on: Vec<_> = Member::ALL.iter().filter(|m| said(m, "enabled").unwrap_or(m.on_by_default())).collect();
    must(!on.is_empty(), "configs", "no member is on")?;
    let late = |member: &&Member| said(member, "defer_loading").unwrap_or(false);
    must(
        on.iter().all(late) || !on.iter().any(late),
        "configs",
        "members that are on differ in defer_loading",
    )
}

fn member_config(name: &str, config: &Value) -> Result<(), Violation> {
    let at = format!("configs.{name}");
    must(Member::from_name(name).is_some(), &at, "there is no such member")?;
    let fields = match config {
        Value::Null => return Ok(()),
        Value::Object(fields) => fields,
        _ => return Err(Violation::new(at, "it is no object")),
    };
    for (key, value) in fields {
        must(matches!(key.as_str(), "enabled" | "defer_loading"), &at, "it has an unknown key")?;
        must(value.is_boolean() || value.is_null(), &at, "a value is not boolean")?;
    }
    Ok(())
}
