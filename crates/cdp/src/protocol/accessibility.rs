// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::{text_enum, text_id};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxNode {
    pub node_id: AxNodeId,
    pub ignored: bool,
    pub ignored_reasons: Option<Vec<AxProperty>>,
    pub role: Option<AxValue>,
    pub chrome_role: Option<AxValue>,
    pub name: Option<AxValue>,
    pub description: Option<AxValue>,
    pub value: Option<AxValue>,
    pub properties: Option<Vec<AxProperty>>,
    pub parent_id: Option<AxNodeId>,
    pub child_ids: Option<Vec<AxNodeId>>,
    #[serde(rename = "backendDOMNodeId")]
    pub backend_dom_node_id: Option<super::dom::BackendNodeId>,
    pub frame_id: Option<super::page::FrameId>,
}

text_id!(AxNodeId);

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxProperty {
    pub name: AxPropertyName,
    pub value: AxValue,
}

text_enum!(AxPropertyName {
    Actions = "actions",
    Busy = "busy",
    Disabled = "disabled",
    Editable = "editable",
    Focusable = "focusable",
    Focused = "focused",
    Hidden = "hidden",
    HiddenRoot = "hiddenRoot",
    Invalid = "invalid",
    Keyshortcuts = "keyshortcuts",
    Settable = "settable",
    Roledescription = "roledescription",
    Live = "live",
    Atomic = "atomic",
    Relevant = "relevant",
    Root = "root",
    Autocomplete = "autocomplete",
    HasPopup = "hasPopup",
    Level = "level",
    Multiselectable = "multiselectable",
    Orientation = "orientation",
    Multiline = "multiline",
    Readonly = "readonly",
    Required = "required",
    Valuemin = "valuemin",
    Valuemax = "valuemax",
    Valuetext = "valuetext",
    Checked = "checked",
    Expanded = "expanded",
    Modal = "modal",
    Pressed = "pressed",
    Selected = "selected",
    Activedescendant = "activedescendant",
    Controls = "controls",
    Describedby = "describedby",
    Details = "details",
    Errormessage = "errormessage",
    Flowto = "flowto",
    Labelledby = "labelledby",
    Owns = "owns",
    Url = "url",
    ActiveFullscreenElement = "activeFullscreenElement",
    ActiveModalDialog = "activeModalDialog",
    ActiveAriaModalDialog = "activeAriaModalDialog",
    AriaHiddenElement = "ariaHiddenElement",
    AriaHiddenSubtree = "ariaHiddenSubtree",
    EmptyAlt = "emptyAlt",
    EmptyText = "emptyText",
    InertElement = "inertElement",
    InertSubtree = "inertSubtree",
    LabelContainer = "labelContainer",
    LabelFor = "labelFor",
    NotRendered = "notRendered",
    NotVisible = "notVisible",
    PresentationalRole = "presentationalRole",
    ProbablyPresentational = "probablyPresentational",
    InactiveCarouselTabContent = "inactiveCarouselTabContent",
    Uninteresting = "uninteresting",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxRelatedNode {
    #[serde(rename = "backendDOMNodeId")]
    pub backend_dom_node_id: super::dom::BackendNodeId,
    pub idref: Option<String>,
    pub text: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxValue {
    pub r#type: AxValueType,
    pub value: Option<crate::Json>,
    pub related_nodes: Option<Vec<AxRelatedNode>>,
    pub sources: Option<Vec<AxValueSource>>,
}

text_enum!(AxValueNativeSourceType {
    Description = "description",
    Figcaption = "figcaption",
    Label = "label",
    Labelfor = "labelfor",
    Labelwrapped = "labelwrapped",
    Legend = "legend",
    Rubyannotation = "rubyannotation",
    Tablecaption = "tablecaption",
    Title = "title",
    Other = "other",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxValueSource {
    pub r#type: AxValueSourceType,
    pub value: Option<AxValue>,
    pub attribute: Option<String>,
    pub attribute_value: Option<AxValue>,
    pub superseded: Option<bool>,
    pub native_source: Option<AxValueNativeSourceType>,
    pub native_source_value: Option<AxValue>,
    pub invalid: Option<bool>,
    pub invalid_reason: Option<String>,
}

text_enum!(AxValueSourceType {
    Attribute = "attribute",
    Implicit = "implicit",
    Style = "style",
    Contents = "contents",
    Placeholder = "placeholder",
    RelatedElement = "relatedElement",
});

text_enum!(AxValueType {
    Boolean = "boolean",
    Tristate = "tristate",
    BooleanOrUndefined = "booleanOrUndefined",
    Idref = "idref",
    IdrefList = "idrefList",
    Integer = "integer",
    Node = "node",
    NodeList = "nodeList",
    Number = "number",
    String = "string",
    ComputedString = "computedString",
    Token = "token",
    TokenList = "tokenList",
    DomRelation = "domRelation",
    Role = "role",
    InternalRole = "internalRole",
    ValueUndefined = "valueUndefined",
});

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFullAxTree {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_id: Option<super::page::FrameId>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFullAxTreeResponse {
    pub nodes: Vec<AxNode>,
}

impl crate::Command for GetFullAxTree {
    const METHOD: &'static str = "Accessibility.getFullAXTree";
    type Response = GetFullAxTreeResponse;
}
