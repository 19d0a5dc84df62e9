// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::{text_enum, text_id};
use serde::{Deserialize, Serialize};

text_enum!(ClientNavigationDisposition {
    CurrentTab = "currentTab",
    NewTab = "newTab",
    NewWindow = "newWindow",
    Download = "download",
});

text_enum!(ClientNavigationReason {
    AnchorClick = "anchorClick",
    FormSubmissionGet = "formSubmissionGet",
    FormSubmissionPost = "formSubmissionPost",
    HttpHeaderRefresh = "httpHeaderRefresh",
    InitialFrameNavigation = "initialFrameNavigation",
    MetaTagRefresh = "metaTagRefresh",
    Other = "other",
    PageBlockInterstitial = "pageBlockInterstitial",
    Reload = "reload",
    ScriptInitiated = "scriptInitiated",
});

text_enum!(CrossOriginIsolatedContextType {
    Isolated = "Isolated",
    NotIsolated = "NotIsolated",
    NotIsolatedFeatureDisabled = "NotIsolatedFeatureDisabled",
});

text_enum!(DialogType {
    Alert = "alert",
    Confirm = "confirm",
    Prompt = "prompt",
    Beforeunload = "beforeunload",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    pub id: FrameId,
    pub parent_id: Option<FrameId>,
    pub loader_id: super::network::LoaderId,
    pub name: Option<String>,
    pub url: String,
    pub url_fragment: Option<String>,
    pub domain_and_registry: String,
    pub security_origin: String,
    pub mime_type: String,
    pub unreachable_url: Option<String>,
    pub secure_context_type: SecureContextType,
    pub cross_origin_isolated_context_type: CrossOriginIsolatedContextType,
    #[serde(rename = "gatedAPIFeatures")]
    pub gated_api_features: Vec<GatedApiFeatures>,
}

text_id!(FrameId);

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameTree {
    pub frame: Frame,
    pub child_frames: Option<Vec<FrameTree>>,
}

text_enum!(GatedApiFeatures {
    SharedArrayBuffers = "SharedArrayBuffers",
    SharedArrayBuffersTransferAllowed = "SharedArrayBuffersTransferAllowed",
    PerformanceMeasureMemory = "PerformanceMeasureMemory",
    PerformanceProfile = "PerformanceProfile",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigationEntry {
    pub id: i64,
    pub url: String,
    #[serde(rename = "userTypedURL")]
    pub user_typed_url: String,
    pub title: String,
    pub transition_type: TransitionType,
}

text_enum!(NavigationType {
    Navigation = "Navigation",
    BackForwardCacheRestore = "BackForwardCacheRestore",
});

text_enum!(ReferrerPolicy {
    NoReferrer = "noReferrer",
    NoReferrerWhenDowngrade = "noReferrerWhenDowngrade",
    Origin = "origin",
    OriginWhenCrossOrigin = "originWhenCrossOrigin",
    SameOrigin = "sameOrigin",
    StrictOrigin = "strictOrigin",
    StrictOriginWhenCrossOrigin = "strictOriginWhenCrossOrigin",
    UnsafeUrl = "unsafeUrl",
});

text_enum!(SecureContextType {
    Secure = "Secure",
    SecureLocalhost = "SecureLocalhost",
    InsecureScheme = "InsecureScheme",
    InsecureAncestor = "InsecureAncestor",
});

text_enum!(TransitionType {
    Link = "link",
    Typed = "typed",
    AddressBar = "address_bar",
    AutoBookmark = "auto_bookmark",
    AutoSubframe = "auto_subframe",
    ManualSubframe = "manual_subframe",
    Generated = "generated",
    AutoToplevel = "auto_toplevel",
    FormSubmit = "form_submit",
    Reload = "reload",
    Keyword = "keyword",
    KeywordGenerated = "keyword_generated",
    Other = "other",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Viewport {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub scale: f64,
}

impl Viewport {
    #[must_use]
    pub fn new(x: f64, y: f64, width: f64, height: f64, scale: f64) -> Self {
        Self { x, y, width, height, scale }
    }
}

text_enum!(CaptureScreenshotFormat {
    Jpeg = "jpeg",
    Png = "png",
    Webp = "webp",
});

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureScreenshot {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<CaptureScreenshotFormat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<Viewport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_surface: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_beyond_viewport: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimize_for_speed: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureScreenshotResponse {
    pub data: String,
}

impl crate::Command for CaptureScreenshot {
    const METHOD: &'static str = "Page.captureScreenshot";
    type Response = CaptureScreenshotResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateIsolatedWorld {
    pub frame_id: FrameId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub world_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grant_univeral_access: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_security_policy: Option<String>,
}

impl CreateIsolatedWorld {
    #[must_use]
    pub fn new(frame_id: FrameId) -> Self {
        Self { frame_id, world_name: None, grant_univeral_access: None, content_security_policy: None }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateIsolatedWorldResponse {
    pub execution_context_id: super::runtime::ExecutionContextId,
}

impl crate::Command for CreateIsolatedWorld {
    const METHOD: &'static str = "Page.createIsolatedWorld";
    type Response = CreateIsolatedWorldResponse;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_file_chooser_opened_event: Option<bool>,
}

impl crate::Command for Enable {
    const METHOD: &'static str = "Page.enable";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameTree {}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameTreeResponse {
    pub frame_tree: FrameTree,
}

impl crate::Command for GetFrameTree {
    const METHOD: &'static str = "Page.getFrameTree";
    type Response = GetFrameTreeResponse;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNavigationHistory {}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetNavigationHistoryResponse {
    pub current_index: i64,
    pub entries: Vec<NavigationEntry>,
}

impl crate::Command for GetNavigationHistory {
    const METHOD: &'static str = "Page.getNavigationHistory";
    type Response = GetNavigationHistoryResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HandleJavaScriptDialog {
    pub accept: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_text: Option<String>,
}

impl HandleJavaScriptDialog {
    #[must_use]
    pub fn new(accept: bool) -> Self {
        Self { accept, prompt_text: None }
    }
}

impl crate::Command for HandleJavaScriptDialog {
    const METHOD: &'static str = "Page.handleJavaScriptDialog";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Navigate {
    pub url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referrer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transition_type: Option<TransitionType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_id: Option<FrameId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referrer_policy: Option<ReferrerPolicy>,
}

impl Navigate {
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), referrer: None, transition_type: None, frame_id: None, referrer_policy: None }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigateResponse {
    pub frame_id: FrameId,
    pub loader_id: Option<super::network::LoaderId>,
    pub error_text: Option<String>,
    pub is_download: Option<bool>,
}

impl crate::Command for Navigate {
    const METHOD: &'static str = "Page.navigate";
    type Response = NavigateResponse;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigateToHistoryEntry {
    pub entry_id: i64,
}

impl NavigateToHistoryEntry {
    #[must_use]
    pub fn new(entry_id: i64) -> Self {
        Self { entry_id }
    }
}

impl crate::Command for NavigateToHistoryEntry {
    const METHOD: &'static str = "Page.navigateToHistoryEntry";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reload {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignore_cache: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script_to_evaluate_on_load: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loader_id: Option<super::network::LoaderId>,
}

impl crate::Command for Reload {
    const METHOD: &'static str = "Page.reload";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetInterceptFileChooserDialog {
    pub enabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel: Option<bool>,
}

impl SetInterceptFileChooserDialog {
    #[must_use]
    pub fn new(enabled: bool) -> Self {
        Self { enabled, cancel: None }
    }
}

impl crate::Command for SetInterceptFileChooserDialog {
    const METHOD: &'static str = "Page.setInterceptFileChooserDialog";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetLifecycleEventsEnabled {
    pub enabled: bool,
}

impl SetLifecycleEventsEnabled {
    #[must_use]
    pub fn new(enabled: bool) -> Self {
        Self { enabled }
    }
}

impl crate::Command for SetLifecycleEventsEnabled {
    const METHOD: &'static str = "Page.setLifecycleEventsEnabled";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StopLoading {}

impl crate::Command for StopLoading {
    const METHOD: &'static str = "Page.stopLoading";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DomContentEventFired {
    pub timestamp: super::network::MonotonicTime,
}

impl crate::Event for DomContentEventFired {
    const METHOD: &'static str = "Page.domContentEventFired";
}

text_enum!(FileChooserOpenedMode {
    SelectSingle = "selectSingle",
    SelectMultiple = "selectMultiple",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileChooserOpened {
    pub frame_id: FrameId,
    pub mode: FileChooserOpenedMode,
    pub backend_node_id: Option<super::dom::BackendNodeId>,
}

impl crate::Event for FileChooserOpened {
    const METHOD: &'static str = "Page.fileChooserOpened";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameAttached {
    pub frame_id: FrameId,
    pub parent_frame_id: FrameId,
    pub stack: Option<super::runtime::StackTrace>,
}

impl crate::Event for FrameAttached {
    const METHOD: &'static str = "Page.frameAttached";
}

text_enum!(FrameDetachedReason {
    Remove = "remove",
    Swap = "swap",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameDetached {
    pub frame_id: FrameId,
    pub reason: FrameDetachedReason,
}

impl crate::Event for FrameDetached {
    const METHOD: &'static str = "Page.frameDetached";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameNavigated {
    pub frame: Frame,
    pub r#type: NavigationType,
}

impl crate::Event for FrameNavigated {
    const METHOD: &'static str = "Page.frameNavigated";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameRequestedNavigation {
    pub frame_id: FrameId,
    pub reason: ClientNavigationReason,
    pub url: String,
    pub disposition: ClientNavigationDisposition,
}

impl crate::Event for FrameRequestedNavigation {
    const METHOD: &'static str = "Page.frameRequestedNavigation";
}

text_enum!(FrameStartedNavigatingNavigationType {
    Reload = "reload",
    ReloadBypassingCache = "reloadBypassingCache",
    Restore = "restore",
    RestoreWithPost = "restoreWithPost",
    HistorySameDocument = "historySameDocument",
    HistoryDifferentDocument = "historyDifferentDocument",
    SameDocument = "sameDocument",
    DifferentDocument = "differentDocument",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameStartedNavigating {
    pub frame_id: FrameId,
    pub url: String,
    pub loader_id: super::network::LoaderId,
    pub navigation_type: FrameStartedNavigatingNavigationType,
}

impl crate::Event for FrameStartedNavigating {
    const METHOD: &'static str = "Page.frameStartedNavigating";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameStoppedLoading {
    pub frame_id: FrameId,
}

impl crate::Event for FrameStoppedLoading {
    const METHOD: &'static str = "Page.frameStoppedLoading";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JavascriptDialogOpening {
    pub url: String,
    pub frame_id: FrameId,
    pub message: String,
    pub r#type: DialogType,
    pub has_browser_handler: bool,
    pub default_prompt: Option<String>,
}

impl crate::Event for JavascriptDialogOpening {
    const METHOD: &'static str = "Page.javascriptDialogOpening";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LifecycleEvent {
    pub frame_id: FrameId,
    pub loader_id: super::network::LoaderId,
    pub name: String,
    pub timestamp: super::network::MonotonicTime,
}

impl crate::Event for LifecycleEvent {
    const METHOD: &'static str = "Page.lifecycleEvent";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadEventFired {
    pub timestamp: super::network::MonotonicTime,
}

impl crate::Event for LoadEventFired {
    const METHOD: &'static str = "Page.loadEventFired";
}

text_enum!(NavigatedWithinDocumentNavigationType {
    Fragment = "fragment",
    HistoryApi = "historyApi",
    Other = "other",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigatedWithinDocument {
    pub frame_id: FrameId,
    pub url: String,
    pub navigation_type: NavigatedWithinDocumentNavigationType,
}

impl crate::Event for NavigatedWithinDocument {
    const METHOD: &'static str = "Page.navigatedWithinDocument";
}
