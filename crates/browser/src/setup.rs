//! What every new target is told before it runs. The commands are queued in one go; nothing waits for their answers.

use ringfence_cdp::protocol::emulation::{
    SetDeviceMetricsOverride, SetFocusEmulationEnabled, SetLocaleOverride,
};
use ringfence_cdp::protocol::page::{Enable, SetLifecycleEventsEnabled};
use ringfence_cdp::protocol::runtime::RunIfWaitingForDebugger;
use ringfence_cdp::protocol::target::{FilterEntry, SetAutoAttach, TargetFilter};
use ringfence_cdp::{CallError, Command, Session};

use crate::options::{Viewport, Watch};

/// Sets a new tab up and lets it run.
pub(crate) fn set_up_tab(session: &Session, viewport: Viewport, locale: Option<&str>, watch: Watch) {
    let metrics =
        SetDeviceMetricsOverride::new(i64::from(viewport.width()), i64::from(viewport.height()), 1.0, false);
    let outcome = send(session, &Enable::default())
        .and_then(|()| send(session, &SetLifecycleEventsEnabled::new(true)))
        .and_then(|()| send(session, &metrics))
        // A tab in the background is used like the active one: its page has the focus, too.
        .and_then(|()| send(session, &SetFocusEmulationEnabled::new(true)))
        .and_then(|()| speak(session, locale))
        .and_then(|()| watch.enable(session))
        .and_then(|()| run(session));
    trace(outcome);
}

/// Sets a frame of another process up and lets it run.
pub(crate) fn set_up_frame(session: &Session, locale: Option<&str>, watch: Watch) {
    let outcome = send(session, &Enable::default())
        // Without it a click in the frame leaves the keyboard with the document around it.
        .and_then(|()| send(session, &SetFocusEmulationEnabled::new(true)))
        .and_then(|()| speak(session, locale))
        .and_then(|()| watch.enable(session))
        .and_then(|()| run(session));
    trace(outcome);
}

/// How its pages write numbers and dates. A process of several pages needs to be told once, and refuses to be told again.
fn speak(session: &Session, locale: Option<&str>) -> Result<(), CallError> {
    let Some(locale) = locale else { return Ok(()) };
    send(session, &SetLocaleOverride { locale: Some(locale.to_owned()) })
}

/// Lets a target run that we want nothing from.
pub(crate) fn let_run(session: &Session) {
    trace(send(session, &RunIfWaitingForDebugger::default()));
}

/// Sets a worker up and lets it run.
pub(crate) fn set_up_worker(session: &Session, watch: Watch) {
    trace(watch.enable(session).and_then(|()| send(session, &RunIfWaitingForDebugger::default())));
}

fn run(session: &Session) -> Result<(), CallError> {
    send(session, &attach_to(WITH_PAGES))?;
    send(session, &RunIfWaitingForDebugger::default())
}

/// Frames of other processes, and workers. Workers are attached to though only their console and requests are of
/// interest, when they are watched: Chromium stops each before it runs, for whoever might attach, and one that nobody
/// attached to would never be let run.
const WITH_PAGES: &[&str] = &["iframe", "worker", "service_worker"];

/// What is attached to in the browser itself: tabs, and workers that no tab owns.
pub(crate) fn attach_to_tabs() -> SetAutoAttach {
    attach_to(&["page", "shared_worker"])
}

/// Attaches to targets of these types, each stopped before it runs.
fn attach_to(types: &[&str]) -> SetAutoAttach {
    let wanted = types.iter().map(|kind| FilterEntry { exclude: None, r#type: Some((*kind).to_owned()) });
    let rest = FilterEntry { exclude: Some(true), r#type: None };
    let filter: TargetFilter = wanted.chain([rest]).collect();
    SetAutoAttach { flatten: Some(true), filter: Some(filter), ..SetAutoAttach::new(true, true) }
}

fn send<C: Command>(session: &Session, command: &C) -> Result<(), CallError> {
    session.send(command)
}

fn trace(outcome: Result<(), CallError>) {
    if let Err(error) = outcome {
        tracing::warn!(%error, "a target could not be set up");
    }
}
