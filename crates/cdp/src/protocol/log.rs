// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {}

impl crate::Command for Enable {
    const METHOD: &'static str = "Log.enable";
    type Response = crate::Empty;
}
