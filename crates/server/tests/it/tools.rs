//! The tool list that a model pays for with its context.

use ringfence_server::mcp::tool_list;
use ringfence_toolset::{Extensions, MemberSet};

/// Every member, and our additions.
fn everything() -> Vec<rmcp::model::Tool> {
    let extensions = Extensions { until: true, accept_dialog: true };
    tool_list(MemberSet::all(), extensions)
}

#[test]
fn the_tool_list_is_as_checked_in() {
    let lines = everything().iter().map(|tool| serde_json::to_string(tool).unwrap()).collect::<Vec<_>>();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_tool_list_has_at_most_12000_characters_even_with_everything_in_it() {
    assert_eq!(everything().len(), 31);
    let list = serde_json::to_string(&everything()).unwrap();
    assert!(list.chars().count() <= 12_000, "{}", list.chars().count());
}
