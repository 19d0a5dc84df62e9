// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::{number_id, text_enum, text_id};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackendNode {
    pub node_type: i64,
    pub node_name: String,
    pub backend_node_id: BackendNodeId,
}

number_id!(BackendNodeId);

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BoxModel {
    pub content: Quad,
    pub padding: Quad,
    pub border: Quad,
    pub margin: Quad,
    pub width: i64,
    pub height: i64,
}

text_enum!(CompatibilityMode {
    QuirksMode = "QuirksMode",
    LimitedQuirksMode = "LimitedQuirksMode",
    NoQuirksMode = "NoQuirksMode",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    pub node_id: NodeId,
    pub parent_id: Option<NodeId>,
    pub backend_node_id: BackendNodeId,
    pub node_type: i64,
    pub node_name: String,
    pub local_name: String,
    pub node_value: String,
    pub child_node_count: Option<i64>,
    pub children: Option<Vec<Node>>,
    pub attributes: Option<Vec<String>>,
    #[serde(rename = "documentURL")]
    pub document_url: Option<String>,
    #[serde(rename = "baseURL")]
    pub base_url: Option<String>,
    pub public_id: Option<String>,
    pub system_id: Option<String>,
    pub internal_subset: Option<String>,
    pub xml_version: Option<String>,
    pub name: Option<String>,
    pub value: Option<String>,
    pub pseudo_type: Option<PseudoType>,
    pub pseudo_identifier: Option<String>,
    pub shadow_root_type: Option<ShadowRootType>,
    pub frame_id: Option<super::page::FrameId>,
    pub content_document: Option<Box<Node>>,
    pub shadow_roots: Option<Vec<Node>>,
    pub template_content: Option<Box<Node>>,
    pub pseudo_elements: Option<Vec<Node>>,
    pub imported_document: Option<Box<Node>>,
    pub distributed_nodes: Option<Vec<BackendNode>>,
    #[serde(rename = "isSVG")]
    pub is_svg: Option<bool>,
    pub compatibility_mode: Option<CompatibilityMode>,
    pub assigned_slot: Option<BackendNode>,
    pub is_scrollable: Option<bool>,
    pub affected_by_starting_styles: Option<bool>,
    pub adopted_style_sheets: Option<Vec<StyleSheetId>>,
}

number_id!(NodeId);

text_enum!(PseudoType {
    FirstLine = "first-line",
    FirstLetter = "first-letter",
    Checkmark = "checkmark",
    Before = "before",
    After = "after",
    ExpandIcon = "expand-icon",
    PickerIcon = "picker-icon",
    InterestButton = "interest-button",
    Marker = "marker",
    Backdrop = "backdrop",
    Column = "column",
    Selection = "selection",
    SearchText = "search-text",
    TargetText = "target-text",
    SpellingError = "spelling-error",
    GrammarError = "grammar-error",
    Highlight = "highlight",
    FirstLineInherited = "first-line-inherited",
    ScrollMarker = "scroll-marker",
    ScrollMarkerGroup = "scroll-marker-group",
    ScrollButton = "scroll-button",
    Scrollbar = "scrollbar",
    ScrollbarThumb = "scrollbar-thumb",
    ScrollbarButton = "scrollbar-button",
    ScrollbarTrack = "scrollbar-track",
    ScrollbarTrackPiece = "scrollbar-track-piece",
    ScrollbarCorner = "scrollbar-corner",
    Resizer = "resizer",
    InputListButton = "input-list-button",
    ViewTransition = "view-transition",
    ViewTransitionGroup = "view-transition-group",
    ViewTransitionImagePair = "view-transition-image-pair",
    ViewTransitionGroupChildren = "view-transition-group-children",
    ViewTransitionOld = "view-transition-old",
    ViewTransitionNew = "view-transition-new",
    Placeholder = "placeholder",
    FileSelectorButton = "file-selector-button",
    DetailsContent = "details-content",
    Picker = "picker",
    SelectListbox = "select-listbox",
    PermissionIcon = "permission-icon",
    OverscrollAreaParent = "overscroll-area-parent",
    OverscrollBackdrop = "overscroll-backdrop",
    Skeleton = "skeleton",
});

pub type Quad = Vec<f64>;

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    #[must_use]
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }
}

text_enum!(ShadowRootType {
    UserAgent = "user-agent",
    Open = "open",
    Closed = "closed",
});

text_id!(StyleSheetId);

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DescribeNode {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pierce: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DescribeNodeResponse {
    pub node: Node,
}

impl crate::Command for DescribeNode {
    const METHOD: &'static str = "DOM.describeNode";
    type Response = DescribeNodeResponse;
}

text_enum!(EnableIncludeWhitespace {
    None = "none",
    All = "all",
});

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_whitespace: Option<EnableIncludeWhitespace>,
}

impl crate::Command for Enable {
    const METHOD: &'static str = "DOM.enable";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Focus {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}

impl crate::Command for Focus {
    const METHOD: &'static str = "DOM.focus";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetBoxModel {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetBoxModelResponse {
    pub model: BoxModel,
}

impl crate::Command for GetBoxModel {
    const METHOD: &'static str = "DOM.getBoxModel";
    type Response = GetBoxModelResponse;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetContentQuads {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetContentQuadsResponse {
    pub quads: Vec<Quad>,
}

impl crate::Command for GetContentQuads {
    const METHOD: &'static str = "DOM.getContentQuads";
    type Response = GetContentQuadsResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameOwner {
    pub frame_id: super::page::FrameId,
}

impl GetFrameOwner {
    #[must_use]
    pub fn new(frame_id: super::page::FrameId) -> Self {
        Self { frame_id }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameOwnerResponse {
    pub backend_node_id: BackendNodeId,
    pub node_id: Option<NodeId>,
}

impl crate::Command for GetFrameOwner {
    const METHOD: &'static str = "DOM.getFrameOwner";
    type Response = GetFrameOwnerResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNodeForLocation {
    pub x: i64,
    pub y: i64,
    #[serde(rename = "includeUserAgentShadowDOM")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_user_agent_shadow_dom: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignore_pointer_events_none: Option<bool>,
}

impl GetNodeForLocation {
    #[must_use]
    pub fn new(x: i64, y: i64) -> Self {
        Self { x, y, include_user_agent_shadow_dom: None, ignore_pointer_events_none: None }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNodeForLocationResponse {
    pub backend_node_id: BackendNodeId,
    pub frame_id: super::page::FrameId,
    pub node_id: Option<NodeId>,
}

impl crate::Command for GetNodeForLocation {
    const METHOD: &'static str = "DOM.getNodeForLocation";
    type Response = GetNodeForLocationResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestNode {
    pub object_id: super::runtime::RemoteObjectId,
}

impl RequestNode {
    #[must_use]
    pub fn new(object_id: super::runtime::RemoteObjectId) -> Self {
        Self { object_id }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestNodeResponse {
    pub node_id: NodeId,
}

impl crate::Command for RequestNode {
    const METHOD: &'static str = "DOM.requestNode";
    type Response = RequestNodeResponse;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolveNode {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<super::runtime::ExecutionContextId>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolveNodeResponse {
    pub object: super::runtime::RemoteObject,
}

impl crate::Command for ResolveNode {
    const METHOD: &'static str = "DOM.resolveNode";
    type Response = ResolveNodeResponse;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScrollIntoViewIfNeeded {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
}

impl crate::Command for ScrollIntoViewIfNeeded {
    const METHOD: &'static str = "DOM.scrollIntoViewIfNeeded";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetFileInputFiles {
    pub files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend_node_id: Option<BackendNodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<super::runtime::RemoteObjectId>,
}

impl SetFileInputFiles {
    #[must_use]
    pub fn new(files: Vec<String>) -> Self {
        Self { files, node_id: None, backend_node_id: None, object_id: None }
    }
}

impl crate::Command for SetFileInputFiles {
    const METHOD: &'static str = "DOM.setFileInputFiles";
    type Response = crate::Empty;
}
