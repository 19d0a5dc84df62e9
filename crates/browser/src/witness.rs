//! Telling somebody what was decided, as it is decided, and what was downloaded.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use ringfence_egress::{Decision, Event, Kind};
use ringfence_policy::{JudgedUrl, List, Policy, Refusal, RequestTarget, Source};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::canary::Canary;
use crate::downloads::Downloaded;

/// Which judge of the browser's it was. The exit has events of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The judge of the address that an agent asks for.
    Call,
    /// The judge of what a page asks for, inside the browser.
    Browser,
}

/// One judgement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// When.
    pub at: SystemTime,
    /// By whom.
    pub layer: Layer,
    /// The whole address, as it was asked for. For log and audit only, and covered there.
    pub address: String,
    /// The list that it was judged by.
    pub list: List,
    /// The host, where the address has one; of a refused one as the asker wrote it.
    pub host: String,
    /// The entry that allows it, if one does; or the refusal.
    pub verdict: Result<Option<Source>, Refusal>,
}

/// Somebody who is told of every decision and of every download, in the order in which they come. It is told from the middle of the work: it
/// must not block.
pub trait Witness: fmt::Debug + Send + Sync {
    /// An address was judged at the call or in the browser. What needs no network, such as `about:blank`, isn't told.
    fn judged(&self, judged: Judged);

    /// The exit decided, or an exchange that it allowed has ended. `rule` is the entry that allows what was allowed, if
    /// one does.
    fn exit(&self, event: &Event, rule: Option<&Source>);

    /// A download has ended, or was refused as it began. Whoever doesn't say otherwise passes over it.
    fn downloaded(&self, _downloaded: Downloaded) {}

    /// So many events of the exit came faster than they were told, and are lost.
    fn missed(&self, events: u64);
}

/// The witness, if there is one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Witnessed(Option<Arc<dyn Witness>>);

impl Witnessed {
    pub(crate) fn by(witness: Option<Arc<dyn Witness>>) -> Self {
        Self(witness)
    }

    /// The address that an agent asks for was judged.
    pub(crate) fn call(&self, address: &str, judged: &Result<JudgedUrl, Refusal>) {
        let Some(witness) = &self.0 else { return };
        witness.judged(told(Layer::Call, address, List::Navigate, judged.as_ref()));
    }

    /// A request inside the browser was judged.
    pub(crate) fn request(&self, address: &str, list: List, judged: &Result<RequestTarget, Refusal>) {
        let Some(witness) = &self.0 else { return };
        let judged = match judged {
            Ok(RequestTarget::Network(url)) => Ok(url),
            Ok(RequestTarget::Local) => return,
            Err(refusal) => Err(refusal),
        };
        witness.judged(told(Layer::Browser, address, list, judged));
    }

    /// A download has ended, or was refused; none when nothing of that happened.
    pub(crate) fn download(&self, ended: Option<Downloaded>) {
        if let (Some(witness), Some(ended)) = (&self.0, ended) {
            witness.downloaded(ended);
        }
    }

    /// Tells the exit's events for as long as there are any, but for those of the canary.
    pub(crate) async fn exit(self, mut events: Receiver<Arc<Event>>, policy: Policy, canary: Canary) {
        let Some(witness) = self.0 else { return };
        loop {
            match events.recv().await {
                Ok(event) if canary.is_in(&event) => {}
                Ok(event) => witness.exit(&event, rule(&policy, &event).as_ref()),
                Err(RecvError::Lagged(lost)) => witness.missed(lost),
                Err(RecvError::Closed) => return,
            }
        }
    }
}

/// The entry that allows what the exit allowed. Its events name the target alone; the judge gives the same answer again.
fn rule(policy: &Policy, event: &Event) -> Option<Source> {
    let Decision::Allowed { .. } = event.decision else { return None };
    let target = match event.kind {
        Kind::Connect => policy.judge_connect(&event.host, event.port),
        Kind::Http => policy.judge_plain(&format!("http://{}:{}/", event.host, event.port)),
    };
    target.ok()?.rule().cloned()
}

fn told(layer: Layer, address: &str, list: List, judged: Result<&JudgedUrl, &Refusal>) -> Judged {
    let host = match judged {
        Ok(url) => url.host().unwrap_or_default().to_owned(),
        Err(refusal) => refusal.subject.clone(),
    };
    let verdict = judged.map(|url| url.rule().cloned()).map_err(Refusal::clone);
    Judged { at: SystemTime::now(), layer, address: address.to_owned(), list, host, verdict }
}
