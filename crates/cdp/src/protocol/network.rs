// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::{text_enum, text_id};
use serde::{Deserialize, Serialize};

text_enum!(AlternateProtocolUsage {
    AlternativeJobWonWithoutRace = "alternativeJobWonWithoutRace",
    AlternativeJobWonRace = "alternativeJobWonRace",
    MainJobWonRace = "mainJobWonRace",
    MappingMissing = "mappingMissing",
    Broken = "broken",
    DnsAlpnH3JobWonWithoutRace = "dnsAlpnH3JobWonWithoutRace",
    DnsAlpnH3JobWonRace = "dnsAlpnH3JobWonRace",
    UnspecifiedReason = "unspecifiedReason",
});

text_enum!(BlockedReason {
    Other = "other",
    Csp = "csp",
    MixedContent = "mixed-content",
    Origin = "origin",
    Inspector = "inspector",
    Integrity = "integrity",
    SubresourceFilter = "subresource-filter",
    ContentType = "content-type",
    CoepFrameResourceNeedsCoepHeader = "coep-frame-resource-needs-coep-header",
    CoopSandboxedIframeCannotNavigateToCoopPage = "coop-sandboxed-iframe-cannot-navigate-to-coop-page",
    CorpNotSameOrigin = "corp-not-same-origin",
    CorpNotSameOriginAfterDefaultedToSameOriginByCoep = "corp-not-same-origin-after-defaulted-to-same-origin-by-coep",
    CorpNotSameOriginAfterDefaultedToSameOriginByDip = "corp-not-same-origin-after-defaulted-to-same-origin-by-dip",
    CorpNotSameOriginAfterDefaultedToSameOriginByCoepAndDip = "corp-not-same-origin-after-defaulted-to-same-origin-by-coep-and-dip",
    CorpNotSameSite = "corp-not-same-site",
    SriMessageSignatureMismatch = "sri-message-signature-mismatch",
});

text_enum!(CorsError {
    DisallowedByMode = "DisallowedByMode",
    InvalidResponse = "InvalidResponse",
    WildcardOriginNotAllowed = "WildcardOriginNotAllowed",
    MissingAllowOriginHeader = "MissingAllowOriginHeader",
    MultipleAllowOriginValues = "MultipleAllowOriginValues",
    InvalidAllowOriginValue = "InvalidAllowOriginValue",
    AllowOriginMismatch = "AllowOriginMismatch",
    InvalidAllowCredentials = "InvalidAllowCredentials",
    CorsDisabledScheme = "CorsDisabledScheme",
    PreflightInvalidStatus = "PreflightInvalidStatus",
    PreflightDisallowedRedirect = "PreflightDisallowedRedirect",
    PreflightWildcardOriginNotAllowed = "PreflightWildcardOriginNotAllowed",
    PreflightMissingAllowOriginHeader = "PreflightMissingAllowOriginHeader",
    PreflightMultipleAllowOriginValues = "PreflightMultipleAllowOriginValues",
    PreflightInvalidAllowOriginValue = "PreflightInvalidAllowOriginValue",
    PreflightAllowOriginMismatch = "PreflightAllowOriginMismatch",
    PreflightInvalidAllowCredentials = "PreflightInvalidAllowCredentials",
    PreflightMissingAllowExternal = "PreflightMissingAllowExternal",
    PreflightInvalidAllowExternal = "PreflightInvalidAllowExternal",
    InvalidAllowMethodsPreflightResponse = "InvalidAllowMethodsPreflightResponse",
    InvalidAllowHeadersPreflightResponse = "InvalidAllowHeadersPreflightResponse",
    MethodDisallowedByPreflightResponse = "MethodDisallowedByPreflightResponse",
    HeaderDisallowedByPreflightResponse = "HeaderDisallowedByPreflightResponse",
    RedirectContainsCredentials = "RedirectContainsCredentials",
    InsecureLocalNetwork = "InsecureLocalNetwork",
    InvalidLocalNetworkAccess = "InvalidLocalNetworkAccess",
    NoCorsRedirectModeNotFollow = "NoCorsRedirectModeNotFollow",
    LocalNetworkAccessPermissionDenied = "LocalNetworkAccessPermissionDenied",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CorsErrorStatus {
    pub cors_error: CorsError,
    pub failed_parameter: String,
}

text_enum!(ErrorReason {
    Failed = "Failed",
    Aborted = "Aborted",
    TimedOut = "TimedOut",
    AccessDenied = "AccessDenied",
    ConnectionClosed = "ConnectionClosed",
    ConnectionReset = "ConnectionReset",
    ConnectionRefused = "ConnectionRefused",
    ConnectionAborted = "ConnectionAborted",
    ConnectionFailed = "ConnectionFailed",
    NameNotResolved = "NameNotResolved",
    InternetDisconnected = "InternetDisconnected",
    AddressUnreachable = "AddressUnreachable",
    BlockedByClient = "BlockedByClient",
    BlockedByResponse = "BlockedByResponse",
});

pub type Headers = serde_json::Map<String, serde_json::Value>;

text_enum!(InitiatorType {
    Parser = "parser",
    Script = "script",
    Preload = "preload",
    SignedExchange = "SignedExchange",
    Preflight = "preflight",
    FedCm = "FedCM",
    Other = "other",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Initiator {
    pub r#type: InitiatorType,
    pub stack: Option<super::runtime::StackTrace>,
    pub url: Option<String>,
    pub line_number: Option<f64>,
    pub column_number: Option<f64>,
    pub request_id: Option<RequestId>,
}

text_id!(LoaderId);

pub type MonotonicTime = f64;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PostDataEntry {
    pub bytes: Option<String>,
}

text_enum!(RenderBlockingBehavior {
    Blocking = "Blocking",
    InBodyParserBlocking = "InBodyParserBlocking",
    NonBlocking = "NonBlocking",
    NonBlockingDynamic = "NonBlockingDynamic",
    PotentiallyBlocking = "PotentiallyBlocking",
});

text_enum!(RequestReferrerPolicy {
    UnsafeUrl = "unsafe-url",
    NoReferrerWhenDowngrade = "no-referrer-when-downgrade",
    NoReferrer = "no-referrer",
    Origin = "origin",
    OriginWhenCrossOrigin = "origin-when-cross-origin",
    SameOrigin = "same-origin",
    StrictOrigin = "strict-origin",
    StrictOriginWhenCrossOrigin = "strict-origin-when-cross-origin",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    pub url: String,
    pub url_fragment: Option<String>,
    pub method: String,
    pub headers: Headers,
    pub post_data: Option<String>,
    pub has_post_data: Option<bool>,
    pub post_data_entries: Option<Vec<PostDataEntry>>,
    pub mixed_content_type: Option<super::security::MixedContentType>,
    pub initial_priority: ResourcePriority,
    pub referrer_policy: RequestReferrerPolicy,
    pub is_link_preload: Option<bool>,
    pub is_same_site: Option<bool>,
    pub is_ad_related: Option<bool>,
}

text_id!(RequestId);

text_enum!(ResourcePriority {
    VeryLow = "VeryLow",
    Low = "Low",
    Medium = "Medium",
    High = "High",
    VeryHigh = "VeryHigh",
});

text_enum!(ResourceType {
    Document = "Document",
    Stylesheet = "Stylesheet",
    Image = "Image",
    Media = "Media",
    Font = "Font",
    Script = "Script",
    TextTrack = "TextTrack",
    Xhr = "XHR",
    Fetch = "Fetch",
    Prefetch = "Prefetch",
    EventSource = "EventSource",
    WebSocket = "WebSocket",
    Manifest = "Manifest",
    SignedExchange = "SignedExchange",
    Ping = "Ping",
    CspViolationReport = "CSPViolationReport",
    Preflight = "Preflight",
    FedCm = "FedCM",
    Other = "Other",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    pub url: String,
    pub status: i64,
    pub status_text: String,
    pub headers: Headers,
    pub headers_text: Option<String>,
    pub mime_type: String,
    pub charset: String,
    pub request_headers: Option<Headers>,
    pub request_headers_text: Option<String>,
    pub connection_reused: bool,
    pub connection_id: f64,
    #[serde(rename = "remoteIPAddress")]
    pub remote_ip_address: Option<String>,
    pub remote_port: Option<i64>,
    pub from_disk_cache: Option<bool>,
    pub from_service_worker: Option<bool>,
    pub from_prefetch_cache: Option<bool>,
    pub from_early_hints: Option<bool>,
    pub encoded_data_length: f64,
    pub service_worker_response_source: Option<ServiceWorkerResponseSource>,
    pub response_time: Option<TimeSinceEpoch>,
    pub cache_storage_cache_name: Option<String>,
    pub protocol: Option<String>,
    pub alternate_protocol_usage: Option<AlternateProtocolUsage>,
    pub security_state: super::security::SecurityState,
}

text_enum!(ServiceWorkerResponseSource {
    CacheStorage = "cache-storage",
    HttpCache = "http-cache",
    FallbackCode = "fallback-code",
    Network = "network",
});

pub type TimeSinceEpoch = f64;

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_total_buffer_size: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_resource_buffer_size: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_post_data_size: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report_direct_socket_traffic: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_durable_messages: Option<bool>,
}

impl crate::Command for Enable {
    const METHOD: &'static str = "Network.enable";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadingFailed {
    pub request_id: RequestId,
    pub timestamp: MonotonicTime,
    pub r#type: ResourceType,
    pub error_text: String,
    pub canceled: Option<bool>,
    pub blocked_reason: Option<BlockedReason>,
    pub cors_error_status: Option<CorsErrorStatus>,
}

impl crate::Event for LoadingFailed {
    const METHOD: &'static str = "Network.loadingFailed";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadingFinished {
    pub request_id: RequestId,
    pub timestamp: MonotonicTime,
    pub encoded_data_length: f64,
    pub encoded_body_length: Option<f64>,
}

impl crate::Event for LoadingFinished {
    const METHOD: &'static str = "Network.loadingFinished";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestWillBeSent {
    pub request_id: RequestId,
    pub loader_id: LoaderId,
    #[serde(rename = "documentURL")]
    pub document_url: String,
    pub request: Request,
    pub timestamp: MonotonicTime,
    pub wall_time: TimeSinceEpoch,
    pub initiator: Initiator,
    pub redirect_has_extra_info: bool,
    pub redirect_response: Option<Response>,
    pub r#type: Option<ResourceType>,
    pub frame_id: Option<super::page::FrameId>,
    pub has_user_gesture: Option<bool>,
    pub render_blocking_behavior: Option<RenderBlockingBehavior>,
}

impl crate::Event for RequestWillBeSent {
    const METHOD: &'static str = "Network.requestWillBeSent";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResponseReceived {
    pub request_id: RequestId,
    pub loader_id: LoaderId,
    pub timestamp: MonotonicTime,
    pub r#type: ResourceType,
    pub response: Response,
    pub has_extra_info: bool,
    pub frame_id: Option<super::page::FrameId>,
}

impl crate::Event for ResponseReceived {
    const METHOD: &'static str = "Network.responseReceived";
}
