//! Telling somebody what sessions do: their starts, calls, decisions and ends.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ringfence_browser::{Judged, Level, Witness};
use ringfence_egress::Event;
use ringfence_policy::Source;
use ringfence_toolset::Outcome;
use serde_json::Value;

use crate::error::SessionError;
use crate::name::SessionName;

/// Something that happened in a session.
#[derive(Debug)]
#[non_exhaustive]
pub enum Happening<'a> {
    /// Its browser started.
    Started {
        /// What the browser calls itself.
        product: &'a str,
        /// How it is contained.
        level: Level,
    },
    /// A call was answered.
    Called(&'a Call<'a>),
    /// An address was judged, at a call or inside the browser.
    Judged(&'a Judged),
    /// The exit decided, or an exchange that it allowed has ended.
    Exit {
        /// What happened.
        event: &'a Event,
        /// The entry that allows what was allowed, if one does.
        rule: Option<&'a Source>,
    },
    /// So many events of the exit are lost, because they came faster than they were told.
    Missed(u64),
}

/// A call and its answer.
#[derive(Debug)]
pub struct Call<'a> {
    /// When it came.
    pub at: SystemTime,
    /// How long it took, with its wait for those before it.
    pub took: Duration,
    /// The member, as the agent wrote it.
    pub member: &'a str,
    /// The input, as the agent wrote it.
    pub input: &'a Value,
    /// What became of it.
    pub answer: Result<&'a Outcome, &'a SessionError>,
}

/// Somebody who is told what sessions do, as it happens. It is told from the middle of the work, by several sessions at
/// once: it must not block for long.
pub trait Observer: fmt::Debug + Send + Sync {
    /// Something happened in a session.
    fn happened(&self, session: &SessionName, happening: &Happening<'_>);
}

/// Several observers, told in their order.
impl Observer for Vec<Arc<dyn Observer>> {
    fn happened(&self, session: &SessionName, happening: &Happening<'_>) {
        for observer in self {
            observer.happened(session, happening);
        }
    }
}

/// Tells an observer what the browser of one session decides.
#[derive(Debug)]
pub(crate) struct SessionWitness {
    pub(crate) session: SessionName,
    pub(crate) observer: Arc<dyn Observer>,
}

impl Witness for SessionWitness {
    fn judged(&self, judged: Judged) {
        self.observer.happened(&self.session, &Happening::Judged(&judged));
    }

    fn exit(&self, event: &Event, rule: Option<&Source>) {
        self.observer.happened(&self.session, &Happening::Exit { event, rule });
    }

    fn missed(&self, events: u64) {
        self.observer.happened(&self.session, &Happening::Missed(events));
    }
}
