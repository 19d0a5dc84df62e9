//! Who refused what, as the browser's witness is told.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;
use std::sync::{Mutex, PoisonError};

use ringfence::Source;
use ringfence::browser::{Judged, Layer, Witness};
use ringfence::egress::{Decision, Event};
use ringfence::policy::Code;
use ringfence_testkit::lab::Names;
use url::Url;

use crate::outcome::Browsed;

/// A layer that refused, and the host and the port that it refused.
type Refused = (&'static str, String, u16);

/// Keeps every refusal.
#[derive(Debug, Default)]
pub(crate) struct Refusals(Mutex<BTreeSet<Refused>>);

impl Refusals {
    fn note(&self, refused: Refused) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(refused);
    }

    /// Writes down whose they were.
    pub(crate) fn tell(&self, names: &Names, browsed: &mut Browsed) {
        let refused = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (layer, host, port) in refused.iter() {
            let ip = host.trim_matches(['[', ']']).parse().unwrap_or(Ipv4Addr::LOCALHOST.into());
            if let Some(vector) = names.of_name(host).or_else(|| names.of_address(ip, *port)) {
                browsed.refused.entry(vector.to_owned()).or_default().insert((*layer).to_owned());
            } else if *layer == EXIT {
                browsed.asked.insert(host.clone());
            }
        }
    }
}

const EXIT: &str = "exit";

impl Witness for Refusals {
    #[expect(clippy::disallowed_methods, reason = "only tells whose the address was that others have judged")]
    fn judged(&self, judged: Judged) {
        if judged.verdict.is_ok() {
            return;
        }
        let layer = match judged.layer {
            Layer::Call => "call",
            Layer::Browser => "browser",
        };
        let port = Url::parse(&judged.address).ok().and_then(|url| url.port_or_known_default());
        self.note((layer, judged.host, port.unwrap_or_default()));
    }

    fn exit(&self, event: &Event, _rule: Option<&Source>) {
        // Without the credential is how Chromium asks for the first time: nothing is judged then.
        if matches!(&event.decision, Decision::Refused(refusal) if refusal.code != Code::Credential) {
            self.note((EXIT, event.host.clone(), event.port));
        }
    }

    fn missed(&self, events: u64) {
        // The judge of frames misses nothing; this only tells who held what.
        self.note((EXIT, format!("{events} more"), 0));
    }
}
