//! Judging requests inside the browser.
//!
//! `Fetch.enable` on the *browser* session, before the first page exists, stops every request of every page. This layer
//! is not the boundary (it does not see WebSockets, WebRTC or preconnects; the proxy does): it refuses early, and knows
//! tab, frame and redirect, so that a refusal can be explained.

use ringfence_cdp::protocol::fetch::{
    AuthChallengeResponse, AuthChallengeResponseResponse, AuthChallengeSource, AuthRequired, ContinueRequest,
    ContinueWithAuth, Enable, FailRequest, RequestPattern, RequestPaused,
};
use ringfence_cdp::protocol::network::{ErrorReason, ResourceType};
use ringfence_cdp::protocol::page::FrameId;
use ringfence_cdp::protocol::target::CloseTarget;
use ringfence_cdp::{CallError, RawEvent, Session};
use ringfence_egress::Credential;
use ringfence_policy::{List, Policy, Refusal};

use crate::state::{MAX_REPORTS, RefusedDocument, Shared, State};

/// The command that stops every request of the browser.
pub(crate) fn stop_everything() -> Enable {
    let all = RequestPattern { url_pattern: Some("*".to_owned()), ..RequestPattern::default() };
    Enable { patterns: Some(vec![all]), handle_auth_requests: Some(true) }
}

/// Judges what was stopped.
pub(crate) struct Judge {
    pub(crate) policy: Policy,
    pub(crate) credential: Credential,
    pub(crate) browser: Session,
}

/// Why judging can't go on. The session must end: a request that can't be judged must not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JudgeError {
    #[error("an event that the policy rests on can't be read: {0}")]
    Unreadable(#[from] ringfence_cdp::DecodeError),
    #[error("a verdict could not be sent: {0}")]
    Unsent(#[from] CallError),
}

impl Judge {
    /// Judges a stopped request, and sends the verdict.
    pub(crate) fn request(&self, event: &RawEvent, shared: &Shared) -> Result<(), JudgeError> {
        let paused: RequestPaused = event.decode()?;
        let document = paused.resource_type == ResourceType::Document;
        let list = if document { List::Navigate } else { List::Load };
        match self.policy.judge_request(&paused.request.url, list) {
            Ok(_) => {
                self.browser.send(&ContinueRequest::new(paused.request_id.clone()))?;
                if document {
                    shared.change(|state| decided(state, &paused.frame_id));
                }
            }
            Err(refusal) => {
                // A document that is aborted leaves the page as it is; blocking it would put an error page with the
                // refused address in its place.
                let reason = if document { ErrorReason::Aborted } else { ErrorReason::BlockedByClient };
                self.browser.send(&FailRequest::new(paused.request_id.clone(), reason))?;
                tracing::info!(
                    code = refusal.code.as_str(),
                    host = refusal.subject,
                    document,
                    "refused in the browser"
                );
                if document {
                    let popup = shared.change(|state| refuse_document(state, &paused, refusal));
                    if let Some(target) = popup {
                        self.browser.send(&CloseTarget::new(target))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Answers a request for a password: our proxy gets its own, anybody else none.
    pub(crate) fn credential(&self, event: &RawEvent) -> Result<(), JudgeError> {
        let required: AuthRequired = event.decode()?;
        let answer = if required.auth_challenge.source == Some(AuthChallengeSource::Proxy) {
            AuthChallengeResponse {
                username: Some(self.credential.user().to_owned()),
                password: Some(self.credential.password().to_owned()),
                ..AuthChallengeResponse::new(AuthChallengeResponseResponse::ProvideCredentials)
            }
        } else {
            AuthChallengeResponse::new(AuthChallengeResponseResponse::CancelAuth)
        };
        Ok(self.browser.send(&ContinueWithAuth::new(required.request_id, answer))?)
    }
}

/// A document request of this frame was allowed: if it is a popup's first, the popup counts as open now.
fn decided(state: &mut State, frame: &FrameId) {
    let popup =
        state.tabs.iter().find(|tab| tab.undecided && tab.frames.is_main(frame)).map(|tab| tab.id.clone());
    if let Some(id) = popup {
        state.tell_of(&id);
    }
}

/// Notes a refused document. Returns the target of a popup that has nothing else to show and must be closed.
fn refuse_document(
    state: &mut State,
    paused: &RequestPaused,
    refusal: Refusal,
) -> Option<ringfence_cdp::protocol::target::TargetId> {
    let frame = &paused.frame_id;
    let popup = state
        .tabs
        .iter()
        .find(|tab| tab.undecided && tab.frames.is_main(frame))
        .map(|tab| tab.target.clone());
    if let Some(target) = popup {
        state.refused_popups = state.refused_popups.saturating_add(1);
        state.tabs.close(&target);
        return Some(target);
    }
    let tab = state.tabs.iter_mut().find(|tab| tab.frames.contains(frame)).map(|tab| {
        if tab.frames.is_main(frame) {
            tab.progress.pending = false;
            tab.progress.requested = false;
        }
        tab.id.clone()
    });
    if state.refused.len() < MAX_REPORTS {
        let request = paused.network_id.clone();
        state.refused.push(RefusedDocument {
            tab,
            request,
            refusal,
            redirected: paused.redirected_request_id.is_some(),
        });
    } else {
        state.refused_popups = state.refused_popups.saturating_add(1);
    }
    None
}
