//! The tool list that a model pays for with its context.

use ringfence_server::mcp::{TooManyTools, tool_list};
use ringfence_toolset::{Extensions, Member, MemberSet};

/// Every member, and our additions. A list never holds all of them: see the second test.
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
    let list = serde_json::to_string(&everything()).unwrap();
    assert!(list.chars().count() <= 12_000, "{}", list.chars().count());
}

/// The 31st would be one too many, whichever it is.
#[test]
fn a_list_of_31_tools_is_refused_and_one_of_30_is_not() {
    assert_eq!(TooManyTools::check(MemberSet::all()), Err(TooManyTools(31)));
    for member in Member::ALL {
        assert_eq!(TooManyTools::check(MemberSet::all().without(*member)), Ok(()));
    }
}
