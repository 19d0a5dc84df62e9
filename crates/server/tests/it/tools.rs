//! The tool list that a model pays for with its context.

use ringfence_server::mcp::tool_list;
use ringfence_toolset::{Extensions, Member, MemberSet};

/// All that a list can hold at present: every member but `file_upload`, and our additions.
fn everything() -> Vec<rmcp::model::Tool> {
    let extensions = Extensions { until: true, accept_dialog: true };
    tool_list(MemberSet::all().without(Member::FileUpload), extensions)
}

#[test]
fn the_tool_list_is_as_checked_in() {
    let lines = everything().iter().map(|tool| serde_json::to_string(tool).unwrap()).collect::<Vec<_>>();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_tool_list_with_everything_on_has_at_most_30_tools_and_12000_characters() {
    let list = serde_json::to_string(&everything()).unwrap();
    assert!(everything().len() <= 30 && list.chars().count() <= 12_000, "{}", list.chars().count());
}
