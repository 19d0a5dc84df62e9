//! `ringfence calls --members`: what a file of calls may hold.

use serde_json::{Value, json};

use crate::run::ringfence;
use crate::start::tools;

/// Everything that can be on.
const ALL: [&str; 16] = [
    "--enable",
    "read_console",
    "--enable",
    "read_network",
    "--enable",
    "javascript_exec",
    "--yes",
    "javascript_exec",
    "--enable",
    "file_upload",
    "--yes",
    "file_upload",
    "--enable",
    "accept_dialog",
    "--yes",
    "accept_dialog",
];

fn listed(options: &[&str]) -> String {
    let ran = ringfence(&[&["calls", "--members"], options].concat(), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.stdout
}

#[test]
fn people_get_a_paragraph_for_each_member_that_is_on() {
    insta::assert_snapshot!("members_by_default", listed(&[]));
    insta::assert_snapshot!("members_all", listed(&ALL));
}

/// One source: what MCP's list says of a tool, without the session, which only MCP has.
#[test]
fn programs_get_the_same_schemas_as_over_mcp() {
    for options in [&[][..], &ALL] {
        let members: Value = serde_json::from_str(&listed(&[&["--json"], options].concat())).unwrap();
        let of_mcp = tools(options).into_iter().map(|mut tool| {
            tool["inputSchema"]["properties"].as_object_mut().unwrap().remove("session").unwrap();
            json!({ "name": tool["name"], "description": tool["description"], "input_schema": tool["inputSchema"] })
        });
        assert_eq!(members, of_mcp.collect::<Value>());
    }
}

#[test]
fn a_list_of_members_and_calls_to_play_do_not_go_together() {
    let ran = ringfence(&["calls", "--members", "calls.jsonl"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
}
