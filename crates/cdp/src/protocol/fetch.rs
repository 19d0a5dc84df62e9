// Generated from protocol/protocol.json by examples/generate. Don't edit: change protocol/subset.toml.

use crate::text::{text_enum, text_id};
use serde::{Deserialize, Serialize};

text_enum!(AuthChallengeSource {
    Server = "Server",
    Proxy = "Proxy",
});

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthChallenge {
    pub source: Option<AuthChallengeSource>,
    pub origin: String,
    pub scheme: String,
    pub realm: String,
}

text_enum!(AuthChallengeResponseResponse {
    Default = "Default",
    CancelAuth = "CancelAuth",
    ProvideCredentials = "ProvideCredentials",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthChallengeResponse {
    pub response: AuthChallengeResponseResponse,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

impl AuthChallengeResponse {
    #[must_use]
    pub fn new(response: AuthChallengeResponseResponse) -> Self {
        Self { response, username: None, password: None }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeaderEntry {
    pub name: String,
    pub value: String,
}

impl HeaderEntry {
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

text_id!(RequestId);

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPattern {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url_pattern: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_type: Option<super::network::ResourceType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_stage: Option<RequestStage>,
}

text_enum!(RequestStage {
    Request = "Request",
    Response = "Response",
});

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueRequest {
    pub request_id: RequestId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post_data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<Vec<HeaderEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intercept_response: Option<bool>,
}

impl ContinueRequest {
    #[must_use]
    pub fn new(request_id: RequestId) -> Self {
        Self { request_id, url: None, method: None, post_data: None, headers: None, intercept_response: None }
    }
}

impl crate::Command for ContinueRequest {
    const METHOD: &'static str = "Fetch.continueRequest";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueWithAuth {
    pub request_id: RequestId,
    pub auth_challenge_response: AuthChallengeResponse,
}

impl ContinueWithAuth {
    #[must_use]
    pub fn new(request_id: RequestId, auth_challenge_response: AuthChallengeResponse) -> Self {
        Self { request_id, auth_challenge_response }
    }
}

impl crate::Command for ContinueWithAuth {
    const METHOD: &'static str = "Fetch.continueWithAuth";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<RequestPattern>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle_auth_requests: Option<bool>,
}

impl crate::Command for Enable {
    const METHOD: &'static str = "Fetch.enable";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FailRequest {
    pub request_id: RequestId,
    pub error_reason: super::network::ErrorReason,
}

impl FailRequest {
    #[must_use]
    pub fn new(request_id: RequestId, error_reason: super::network::ErrorReason) -> Self {
        Self { request_id, error_reason }
    }
}

impl crate::Command for FailRequest {
    const METHOD: &'static str = "Fetch.failRequest";
    type Response = crate::Empty;
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthRequired {
    pub request_id: RequestId,
    pub request: super::network::Request,
    pub frame_id: super::page::FrameId,
    pub resource_type: super::network::ResourceType,
    pub auth_challenge: AuthChallenge,
}

impl crate::Event for AuthRequired {
    const METHOD: &'static str = "Fetch.authRequired";
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPaused {
    pub request_id: RequestId,
    pub request: super::network::Request,
    pub frame_id: super::page::FrameId,
    pub resource_type: super::network::ResourceType,
    pub response_error_reason: Option<super::network::ErrorReason>,
    pub response_status_code: Option<i64>,
    pub response_status_text: Option<String>,
    pub response_headers: Option<Vec<HeaderEntry>>,
    pub network_id: Option<super::network::RequestId>,
    pub redirected_request_id: Option<RequestId>,
}

impl crate::Event for RequestPaused {
    const METHOD: &'static str = "Fetch.requestPaused";
}
