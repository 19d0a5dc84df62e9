//! Judging requests inside the browser.
//!
//! `Fetch.enable` on the *browser* session, before the first page exists, stops every request of every page. This layer
//! is not the boundary (it does not see WebSockets, WebRTC or preconnects; the proxy does): it refuses early, and knows
//! tab, frame and redirect, so that a refusal can be explained.
//!
//! Documents are stopped a second time when their answer is there: an answer of the proxy's own, on plain http, must not
//! become a page under the name of the host that it is about.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ringfence_cdp::protocol::fetch::{
    AuthChallengeResponse, AuthChallengeResponseResponse, AuthChallengeSource, AuthRequired, ContinueRequest,
    ContinueWithAuth, Enable, FailRequest, RequestPattern, RequestPaused, RequestStage,
};
use ringfence_cdp::protocol::network::{ErrorReason, ResourceType};
use ringfence_cdp::protocol::target::{CloseTarget, TargetId};
use ringfence_cdp::{CallError, RawEvent, Session};
use ringfence_egress::{CODE_HEADER, Credential, Stopped};
use ringfence_policy::{List, Policy, Refusal};

use crate::exit::Exit;
use crate::local;
use crate::logins::{Logins, NoLogin};
use crate::state::{MAX_REPORTS, Shared, State, StoppedDocument};
use crate::witness::Witnessed;

/// The command that stops every request of the browser, and documents again when they are answered.
pub(crate) fn stop_everything() -> Enable {
    let requests = RequestPattern { url_pattern: Some("*".to_owned()), ..RequestPattern::default() };
    let documents = RequestPattern {
        resource_type: Some(ResourceType::Document),
        request_stage: Some(RequestStage::Response),
        ..requests.clone()
    };
    Enable { patterns: Some(vec![requests, documents]), handle_auth_requests: Some(true) }
}

/// Judges what was stopped.
pub(crate) struct Judge {
    pub(crate) policy: Policy,
    pub(crate) credential: Credential,
    pub(crate) logins: Mutex<Logins>,
    pub(crate) browser: Session,
    pub(crate) exit: Arc<Exit>,
    pub(crate) witnessed: Witnessed,
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
    /// Judges a stopped request, or the answer to one, and sends the verdict.
    pub(crate) fn paused(&self, event: &RawEvent, shared: &Shared) -> Result<(), JudgeError> {
        let paused: RequestPaused = event.decode()?;
        let answered = paused.response_status_code.is_some() || paused.response_error_reason.is_some();
        let verdict = if answered { self.judge_answer(&paused) } else { self.judge_request(&paused, shared) };
        let document = paused.resource_type == ResourceType::Document;
        // What is known is noted before the verdict is sent: whoever waits for its effect must find the reason.
        match verdict {
            None => {
                if document && answered {
                    shared.change(|state| note_status(state, &paused));
                } else if document {
                    let local = local::is_local(&self.policy, &paused.request.url);
                    shared.change(|state| decided(state, &paused, self.host(&paused), local));
                }
                self.browser.send(&ContinueRequest::new(paused.request_id))?;
            }
            Some(why) => {
                tracing::info!(?why, document, answered, "stopped in the browser");
                let popup = shared.change(|state| match why.refusal() {
                    _ if document => stop_document(state, &paused, self.host(&paused), why),
                    Some(refusal) => {
                        state.refused.load(refusal);
                        None
                    }
                    None => None,
                });
                // A document that is aborted leaves the page as it is; blocking it would put an error page with the
                // refused address in its place.
                let reason = if document { ErrorReason::Aborted } else { ErrorReason::BlockedByClient };
                self.browser.send(&FailRequest::new(paused.request_id, reason))?;
                if let Some(target) = popup {
                    self.browser.send(&CloseTarget::new(target))?;
                }
            }
        }
        Ok(())
    }

    fn judge_request(&self, paused: &RequestPaused, shared: &Shared) -> Option<Stopped> {
        let (address, list) = (&paused.request.url, list(paused));
        if shared.read().canary.as_ref() == Some(address) {
            return None;
        }
        let judged = self.policy.judge_request(address, list);
        let judged = judged.and_then(|target| match local::refusal(&self.policy, &target, paused, shared) {
            Some(refusal) => Err(refusal),
            None => Ok(target),
        });
        self.witnessed.request(address, list, &judged);
        judged.err().map(Stopped::Refused)
    }

    /// Why the answer to a document is the proxy's own; none when it is the host's.
    fn judge_answer(&self, paused: &RequestPaused) -> Option<Stopped> {
        /// The proxy stops a request shortly before its answer is here.
        const RECENT: Duration = Duration::from_secs(60);
        // Over TLS nobody but the host can have answered.
        let plain = paused.request.url.starts_with("http:");
        let marked = paused
            .response_headers
            .iter()
            .flatten()
            .any(|header| header.name.eq_ignore_ascii_case(CODE_HEADER));
        if !plain || !marked {
            return None;
        }
        let since = Instant::now().checked_sub(RECENT)?;
        let unknown = Stopped::Failed("the proxy did not let it through");
        Some(self.exit.last_stop(&self.host(paused), since).unwrap_or(unknown))
    }

    fn host(&self, paused: &RequestPaused) -> String {
        match self.policy.judge_request(&paused.request.url, list(paused)) {
            Ok(ringfence_policy::RequestTarget::Network(url)) => url.host().unwrap_or_default().to_owned(),
            Ok(ringfence_policy::RequestTarget::Local) => String::new(),
            Err(Refusal { subject, .. }) => subject,
        }
    }

    /// Answers a request for a password: our proxy gets its own, an origin that the operator named gets the one for it, and
    /// anybody else none.
    pub(crate) fn credential(&self, event: &RawEvent, shared: &Shared) -> Result<(), JudgeError> {
        let required: AuthRequired = event.decode()?;
        let answer = if required.auth_challenge.source == Some(AuthChallengeSource::Proxy) {
            AuthChallengeResponse {
                username: Some(self.credential.user().to_owned()),
                password: Some(self.credential.password().to_owned()),
                ..AuthChallengeResponse::new(AuthChallengeResponseResponse::ProvideCredentials)
            }
        } else {
            let asked = (&required.auth_challenge.origin, &required.request_id.0);
            let mut logins = self.logins.lock().unwrap_or_else(PoisonError::into_inner);
            match logins.answer(asked.0, asked.1) {
                Some((user, password)) => AuthChallengeResponse {
                    username: Some(user),
                    password: Some(password),
                    ..AuthChallengeResponse::new(AuthChallengeResponseResponse::ProvideCredentials)
                },
                None => {
                    let why = if logins.has(asked.0) { NoLogin::NotTaken } else { NoLogin::Unknown };
                    shared.change(|state| note_no_login(state, &required, why));
                    AuthChallengeResponse::new(AuthChallengeResponseResponse::CancelAuth)
                }
            }
        };
        Ok(self.browser.send(&ContinueWithAuth::new(required.request_id, answer))?)
    }
}

/// Where a document may be, or what a page may load.
fn list(paused: &RequestPaused) -> List {
    if paused.resource_type == ResourceType::Document { List::Navigate } else { List::Load }
}

/// A document request was allowed: if it is a popup's first, the popup counts as open now.
fn decided(state: &mut State, paused: &RequestPaused, host: String, local: bool) {
    let popup = undecided_popup(state, paused).map(|tab| tab.id.clone());
    if let Some(id) = popup {
        state.tell_of(&id);
    }
    if let Some(tab) = state.tabs.iter_mut().find(|tab| tab.frames.is_main(&paused.frame_id)) {
        tab.asked_host = host;
        tab.asked_local = local;
        tab.asked_status = None;
        tab.no_login = None;
    }
}

/// A document's answer is there.
fn note_status(state: &mut State, paused: &RequestPaused) {
    if let Some(tab) = state.tabs.iter_mut().find(|tab| tab.frames.is_main(&paused.frame_id)) {
        tab.asked_status = paused.response_status_code;
    }
}

/// A document's server asks for a password and gets none.
fn note_no_login(state: &mut State, required: &AuthRequired, why: NoLogin) {
    let document = required.resource_type == ResourceType::Document;
    let tab = state.tabs.iter_mut().find(|tab| document && tab.frames.is_main(&required.frame_id));
    if let Some(tab) = tab {
        tab.no_login = Some(why);
    }
}

fn undecided_popup<'a>(state: &'a State, paused: &RequestPaused) -> Option<&'a crate::tabs::Tab> {
    state.tabs.iter().find(|tab| tab.undecided && tab.frames.is_main(&paused.frame_id))
}

/// Notes a document that was stopped. Returns the target of a popup that has nothing else to show and must be closed.
fn stop_document(state: &mut State, paused: &RequestPaused, host: String, why: Stopped) -> Option<TargetId> {
    let refused = why.refusal().is_some();
    let popup = undecided_popup(state, paused).map(|tab| tab.target.clone());
    if let Some(target) = popup {
        why.refusal().into_iter().for_each(|refusal| state.refused.document(refusal));
        state.refused_more = state.refused_more.saturating_add(u32::from(refused));
        state.tabs.close(&target);
        return Some(target);
    }
    let mut main = false;
    let tab = state.tabs.iter_mut().find(|tab| tab.frames.contains(&paused.frame_id)).map(|tab| {
        main = tab.frames.is_main(&paused.frame_id);
        if main {
            tab.progress.pending = false;
            tab.progress.requested = false;
        }
        tab.id.clone()
    });
    if state.stopped.len() < MAX_REPORTS {
        let redirected = paused.redirected_request_id.is_some();
        state.stopped.push(StoppedDocument { tab, main, at: Instant::now(), host, why, redirected });
    } else {
        state.refused_more = state.refused_more.saturating_add(u32::from(refused));
    }
    None
}
