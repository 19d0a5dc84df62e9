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
