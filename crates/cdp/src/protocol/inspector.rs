// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {}

impl crate::Command for Enable {
    const METHOD: &'static str = "Inspector.enable";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Detached {
    pub reason: String,
}

impl crate::Event for Detached {
    const METHOD: &'static str = "Inspector.detached";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCrashed {}

impl crate::Event for TargetCrashed {
    const METHOD: &'static str = "Inspector.targetCrashed";
}
