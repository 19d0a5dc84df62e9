// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use serde::Deserialize;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCrashed {}

impl crate::Event for TargetCrashed {
    const METHOD: &'static str = "Inspector.targetCrashed";
}
