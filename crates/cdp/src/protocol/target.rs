// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::{text_enum, text_id};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FilterEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
}

text_id!(SessionId);

pub type TargetFilter = Vec<FilterEntry>;

text_id!(TargetId);

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetInfo {
    pub target_id: TargetId,
    pub r#type: String,
    pub title: String,
    pub url: String,
    pub attached: bool,
    pub parent_id: Option<TargetId>,
    pub opener_id: Option<TargetId>,
    pub can_access_opener: bool,
    pub opener_frame_id: Option<super::page::FrameId>,
    pub parent_frame_id: Option<super::page::FrameId>,
    pub browser_context_id: Option<super::browser::BrowserContextId>,
    pub subtype: Option<String>,
    pub embedder_data: Option<serde_json::Map<String, serde_json::Value>>,
}

text_enum!(WindowState {
    Normal = "normal",
    Minimized = "minimized",
    Maximized = "maximized",
    Fullscreen = "fullscreen",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachToTarget {
    pub target_id: TargetId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flatten: Option<bool>,
}

impl AttachToTarget {
    #[must_use]
    pub fn new(target_id: TargetId) -> Self {
        Self { target_id, flatten: None }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachToTargetResponse {
    pub session_id: SessionId,
}

impl crate::Command for AttachToTarget {
    const METHOD: &'static str = "Target.attachToTarget";
    type Response = AttachToTargetResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CloseTarget {
    pub target_id: TargetId,
}

impl CloseTarget {
    #[must_use]
    pub fn new(target_id: TargetId) -> Self {
        Self { target_id }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CloseTargetResponse {
    pub success: bool,
}

impl crate::Command for CloseTarget {
    const METHOD: &'static str = "Target.closeTarget";
    type Response = CloseTargetResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTarget {
    pub url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_state: Option<WindowState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<super::browser::BrowserContextId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_begin_frame_control: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_window: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_tab: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<bool>,
}

impl CreateTarget {
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            left: None,
            top: None,
            width: None,
            height: None,
            window_state: None,
            browser_context_id: None,
            enable_begin_frame_control: None,
            new_window: None,
            background: None,
            for_tab: None,
            hidden: None,
            focus: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTargetResponse {
    pub target_id: TargetId,
}

impl crate::Command for CreateTarget {
    const METHOD: &'static str = "Target.createTarget";
    type Response = CreateTargetResponse;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTargets {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTargetsResponse {
    pub target_infos: Vec<TargetInfo>,
}

impl crate::Command for GetTargets {
    const METHOD: &'static str = "Target.getTargets";
    type Response = GetTargetsResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetAutoAttach {
    pub auto_attach: bool,
    pub wait_for_debugger_on_start: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flatten: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}

impl SetAutoAttach {
    #[must_use]
    pub fn new(auto_attach: bool, wait_for_debugger_on_start: bool) -> Self {
        Self { auto_attach, wait_for_debugger_on_start, flatten: None, filter: None }
    }
}

impl crate::Command for SetAutoAttach {
    const METHOD: &'static str = "Target.setAutoAttach";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDiscoverTargets {
    pub discover: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<TargetFilter>,
}

impl SetDiscoverTargets {
    #[must_use]
    pub fn new(discover: bool) -> Self {
        Self { discover, filter: None }
    }
}

impl crate::Command for SetDiscoverTargets {
    const METHOD: &'static str = "Target.setDiscoverTargets";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachedToTarget {
    pub session_id: SessionId,
    pub target_info: TargetInfo,
    pub waiting_for_debugger: bool,
}

impl crate::Event for AttachedToTarget {
    const METHOD: &'static str = "Target.attachedToTarget";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DetachedFromTarget {
    pub session_id: SessionId,
    pub target_id: Option<TargetId>,
}

impl crate::Event for DetachedFromTarget {
    const METHOD: &'static str = "Target.detachedFromTarget";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCrashed {
    pub target_id: TargetId,
    pub status: String,
    pub error_code: i64,
}

impl crate::Event for TargetCrashed {
    const METHOD: &'static str = "Target.targetCrashed";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetDestroyed {
    pub target_id: TargetId,
}

impl crate::Event for TargetDestroyed {
    const METHOD: &'static str = "Target.targetDestroyed";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetInfoChanged {
    pub target_info: TargetInfo,
}

impl crate::Event for TargetInfoChanged {
    const METHOD: &'static str = "Target.targetInfoChanged";
}
