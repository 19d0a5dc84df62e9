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
