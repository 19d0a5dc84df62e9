//! The tool list: one tool a member, made from the members' own declarations.

use std::sync::Arc;

use ringfence_toolset::{Extensions, Group, Member, MemberSet, ResultKind};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

/// Returns the tools for a set of members, in the members' order. Each takes the member's input and,
/// beside it, the name of a session.
pub fn tool_list(members: MemberSet, extensions: Extensions) -> Vec<Tool> {
    members.iter().filter_map(|member| tool(member, extensions)).collect()
}

/// The most tools of a list. Models choose worse among more, and some clients cut a longer list.
const MOST_TOOLS: usize = 30;

/// More members are on than a list of tools may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} members are on, and an MCP client is given at most {MOST_TOOLS} tools; turn one off that the agent doesn't need, in the file by [members.NAME] enabled = false"
)]
pub struct TooManyTools(pub usize);

impl TooManyTools {
    /// Checks that these members fit into a list.
    ///
    /// # Errors
    /// When they don't.
    pub fn check(members: MemberSet) -> Result<(), Self> {
        match members.iter().count() {
            count if count > MOST_TOOLS => Err(Self(count)),
            _ => Ok(()),
        }
    }
}

fn tool(member: Member, extensions: Extensions) -> Option<Tool> {
    let schema = with_session(member.input_schema(extensions))?;
    let tool = Tool::new(member.name(), member.about(), Arc::new(schema));
    Some(if reads_only(member) {
        tool.with_annotations(ToolAnnotations::new().read_only(true))
    } else {
        tool
    })
}

fn with_session(schema: Value) -> Option<JsonObject> {
    let Value::Object(mut schema) = schema else { return None };
    schema.get_mut("properties")?.as_object_mut()?.insert("session".to_owned(), json!({ "type": "string" }));
    Some(schema)
}

/// Tells whether a member leaves page and tabs as they are.
fn reads_only(member: Member) -> bool {
    member.group() == Group::Reading
        || member.result_kind() == ResultKind::Picture
        || matches!(member, Member::ListTabs | Member::Wait)
}
