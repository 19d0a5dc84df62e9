// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::{text_enum, text_id};
use serde::{Deserialize, Serialize};

text_id!(BrowserContextId);

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelDownload {
    pub guid: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<BrowserContextId>,
}

impl CancelDownload {
    #[must_use]
    pub fn new(guid: impl Into<String>) -> Self {
        Self { guid: guid.into(), browser_context_id: None }
    }
}

impl crate::Command for CancelDownload {
    const METHOD: &'static str = "Browser.cancelDownload";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Close {}

impl crate::Command for Close {
    const METHOD: &'static str = "Browser.close";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetVersion {}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetVersionResponse {
    pub protocol_version: String,
    pub product: String,
    pub revision: String,
    pub user_agent: String,
    pub js_version: String,
}

impl crate::Command for GetVersion {
    const METHOD: &'static str = "Browser.getVersion";
    type Response = GetVersionResponse;
}

text_enum!(SetDownloadBehaviorBehavior {
    Deny = "deny",
    Allow = "allow",
    AllowAndName = "allowAndName",
    Default = "default",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDownloadBehavior {
    pub behavior: SetDownloadBehaviorBehavior,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<BrowserContextId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events_enabled: Option<bool>,
}

impl SetDownloadBehavior {
    #[must_use]
    pub fn new(behavior: SetDownloadBehaviorBehavior) -> Self {
        Self { behavior, browser_context_id: None, download_path: None, events_enabled: None }
    }
}

impl crate::Command for SetDownloadBehavior {
    const METHOD: &'static str = "Browser.setDownloadBehavior";
    type Response = crate::Empty;
}

text_enum!(DownloadProgressState {
    InProgress = "inProgress",
    Completed = "completed",
    Canceled = "canceled",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DownloadProgress {
    pub guid: String,
    pub total_bytes: f64,
    pub received_bytes: f64,
    pub state: DownloadProgressState,
    pub file_path: Option<String>,
}

impl crate::Event for DownloadProgress {
    const METHOD: &'static str = "Browser.downloadProgress";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DownloadWillBegin {
    pub frame_id: super::page::FrameId,
    pub guid: String,
    pub url: String,
    pub suggested_filename: String,
}

impl crate::Event for DownloadWillBegin {
    const METHOD: &'static str = "Browser.downloadWillBegin";
}
