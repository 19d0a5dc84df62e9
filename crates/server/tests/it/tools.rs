//! The tool list that a model pays for with its context.

use ringfence_server::mcp::tool_list;
use ringfence_toolset::MemberSet;

#[test]
fn the_tool_list_is_as_checked_in() {
    let lines = tool_list(MemberSet::typed())
        .iter()
        .map(|tool| serde_json::to_string(tool).unwrap())
        .collect::<Vec<_>>();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_tool_list_has_at_most_12000_characters() {
    let list = serde_json::to_string(&tool_list(MemberSet::typed())).unwrap();
    assert!(list.chars().count() <= 12_000, "{}", list.chars().count());
    // 30 members have to fit in the end: so each may take 400 on average.
    assert!(list.chars().count() <= 14 * 400, "{}", list.chars().count());
}
