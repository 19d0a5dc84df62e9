//! Telling somebody what sessions do: their starts, calls, decisions and ends.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use ringfence_browser::{Downloaded, Judged, Level, Witness};
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
    /// A call was answered, or given up.
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
    /// A download has ended, or was refused as it began.
    Downloaded(&'a Downloaded),
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

/// A call that an observer is told of once: with its answer, or as given up when whoever made it waits no longer.
pub(crate) struct Asked<'a> {
    observer: &'a dyn Observer,
    session: &'a SessionName,
    member: &'a str,
    input: Value,
    at: SystemTime,
    began: Instant,
    told: bool,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(
        observer: &'a dyn Observer,
        session: &'a SessionName,
        member: &'a str,
        input: Value,
    ) -> Self {
        Self { observer, session, member, input, at: SystemTime::now(), began: Instant::now(), told: false }
    }

    pub(crate) fn answered(&mut self, answer: Result<&Outcome, &SessionError>) {
        self.told = true;
        let Self { at, member, input, .. } = self;
        let call = Call { at: *at, took: self.began.elapsed(), member, input, answer };
        self.observer.happened(self.session, &Happening::Called(&call));
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if !self.told {
            self.answered(Err(&SessionError::GivenUp));
        }
    }
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

    fn downloaded(&self, downloaded: Downloaded) {
        self.observer.happened(&self.session, &Happening::Downloaded(&downloaded));
    }

    fn missed(&self, events: u64) {
        self.observer.happened(&self.session, &Happening::Missed(events));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[derive(Debug, Default)]
    struct Codes(Mutex<Vec<&'static str>>);

    impl Observer for Codes {
        fn happened(&self, _: &SessionName, happening: &Happening<'_>) {
            let Happening::Called(call) = happening else { return };
            self.0.lock().unwrap().push(call.answer.map_or_else(SessionError::code, |_| "ok"));
        }
    }

    #[test]
    fn a_call_is_told_once_also_when_nobody_waits_for_it() {
        let (codes, session) = (Codes::default(), "default".parse().unwrap());
        let asked = || Asked::new(&codes, &session, "wait", Value::Null);
        drop(asked());
        asked().answered(Err(&SessionError::Closed));
        assert_eq!(*codes.0.lock().unwrap(), ["given_up", "closed"]);
    }
}
