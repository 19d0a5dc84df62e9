//! The keyboard: typing text, and pressing keys.

use std::future::Future;
use std::time::Duration;

use ringfence_cdp::protocol::input::{DispatchKeyEvent, DispatchKeyEventType, InsertText};
use ringfence_cdp::protocol::page::FrameId;
use ringfence_cdp::{CallError, Session};
use serde::Deserialize;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::FrameTree;
use crate::keys::{Chord, Key, Modifiers};
use crate::refs::Ref;

/// Text of up to this many characters is typed key by key; longer text is put in at once, as a paste would.
const TYPED_BY_KEYS: usize = 200;

/// What has the focus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Focus {
    /// Role and name, the page's words; empty when nothing in particular has it.
    pub what: String,
    /// Whether it takes text.
    pub takes_text: bool,
    /// The frame that it is in.
    pub frame: FrameId,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FocusAnswer {
    what: String,
    takes_text: bool,
    frame: Option<u64>,
    next: Option<u64>,
}

impl Page {
    /// Types text into what has the focus. A line feed is Enter, a tab stop is Tab. Returns what the field holds once the
    /// page's handlers have run if that isn't the text, in the page's words.
    ///
    /// # Errors
    /// A tab that went away, or no answer in time.
    pub async fn type_text(
        &self,
        tree: &FrameTree,
        focus: &Focus,
        text: &str,
        deadline: Deadline,
    ) -> Result<Option<String>, PageError> {
        let session = &tree.main().session;
        let by_keys = text.chars().count() <= TYPED_BY_KEYS;
        let mut waiting: Vec<BoxedCall> = Vec::new();
        let mut run = String::new();
        let normal = text.replace("\r\n", "\n");
        for c in normal.chars() {
            let key = match c {
                '\n' | '\r' => named("Return"),
                '\t' => named("Tab"),
                _ if by_keys => Some(Key::of_char(c)).filter(|key| !key.code.is_empty()),
                _ => None,
            };
            match key {
                None => run.push(c),
                Some(key) => {
                    insert(session, &mut run, deadline, &mut waiting);
                    let shift = Modifiers { shift: key.shifted, ..Modifiers::default() };
                    stroke(session, &key, shift, deadline, &mut waiting);
                }
            }
        }
        insert(session, &mut run, deadline, &mut waiting);
        all(waiting).await?;
        Ok(self.typed_into(tree, focus, text).await)
    }

    /// Waits until the page has settled, as after any act, and looks at the field. A page that is gone has no field.
    async fn typed_into(&self, tree: &FrameTree, focus: &Focus, text: &str) -> Option<String> {
        let Some(frame) = tree.get(&focus.frame).filter(|_| focus.takes_text) else {
            self.settle(tree.main()).await;
            return None;
        };
        let holds = self.ask::<Option<String>>(frame, "typedInto", &(text,), Self::settling()).await;
        holds.unwrap_or_else(|error| {
            tracing::debug!(%error, "the page did not settle");
            None
        })
    }

    /// Presses chords one after the other, the whole sequence `repeat` times.
    ///
    /// # Errors
    /// A tab that went away, or no answer in time.
    pub async fn press_keys(
        &self,
        tree: &FrameTree,
        chords: &[Chord],
        repeat: u32,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        let session = &tree.main().session;
        let mut waiting: Vec<BoxedCall> = Vec::new();
        for _ in 0..repeat {
            for chord in chords {
                let modifiers = chord.held();
                for (key, held) in chord.modifiers.keys() {
                    waiting.push(Box::pin(down(session, &key, held, deadline)));
                }
                stroke(session, &chord.key, modifiers, deadline, &mut waiting);
                release_into(session, chord.modifiers, deadline, &mut waiting);
            }
            // A sequence at a time: a thousand keys at once would only queue up in the browser.
            all(std::mem::take(&mut waiting)).await?;
        }
        self.settle(tree.main()).await;
        Ok(())
    }

    /// Holds a chord down for a while, repeating like a keyboard does, and lets it go.
    ///
    /// # Errors
    /// A tab that went away, or no answer in time; the deadline must reach beyond the holding.
    pub async fn hold_keys(
        &self,
        tree: &FrameTree,
        chord: &Chord,
        duration: Duration,
        deadline: Deadline,
    ) -> Result<(), PageError> {
        /// How a keyboard repeats: at first later, then at a steady pace.
        const DELAY: Duration = Duration::from_millis(500);
        const PACE: Duration = Duration::from_millis(33);
        let session = &tree.main().session;
        let end = tokio::time::Instant::now() + duration;
        let modifiers = chord.held();
        carried_out(hold(session, chord.modifiers, deadline).await)?;
        let mut held = down(session, &chord.key, modifiers, deadline).await;
        let mut next = tokio::time::Instant::now() + DELAY;
        while held.is_ok() && next < end {
            tokio::time::sleep_until(next).await;
            held = dispatch(
                session,
                DispatchKeyEvent { auto_repeat: Some(true), ..pressed(&chord.key, modifiers) },
                deadline,
            )
            .await;
            next += PACE;
        }
        if held.is_ok() {
            tokio::time::sleep_until(end).await;
        }
        // The keys are let go whatever happened meanwhile.
        let released = up(session, &chord.key, modifiers, deadline).await;
        let released = release(session, chord.modifiers, deadline).await.and(released);
        carried_out(held.and(released))?;
        self.settle(tree.main()).await;
        Ok(())
    }

    /// Tells what has the focus, in whichever frame.
    ///
    /// # Errors
    /// A document that went away, or no answer in time.
    pub async fn focus(&self, tree: &FrameTree, deadline: Deadline) -> Result<Focus, PageError> {
        const FRAMES: u32 = 16;
        let mut frame = tree.main();
        for _ in 0..FRAMES {
            let mut numbers = self.refs.numbers().lock().await;
            let answer: FocusAnswer = self.ask(frame, "focusedField", &(*numbers,), deadline).await?;
            if let Some(next) = answer.next {
                self.refs.hand_out(*numbers, next, frame);
                *numbers = next.max(*numbers);
            }
            drop(numbers);
            let child = match answer.frame {
                Some(element) => self.child_of(frame, Ref(element), deadline).await?,
                None => None,
            };
            match child.as_ref().and_then(|id| tree.get(id)) {
                Some(inner) => frame = inner,
                None => {
                    let frame = frame.id.clone();
                    return Ok(Focus { what: answer.what, takes_text: answer.takes_text, frame });
                }
            }
        }
        Err(PageError::DocumentGone)
    }
}

/// An act can close its own tab, or take its document away, before the browser has answered: it was carried out.
pub(crate) fn carried_out(outcome: Result<(), CallError>) -> Result<(), PageError> {
    match outcome {
        Ok(()) | Err(CallError::SessionGone { .. }) => Ok(()),
        Err(error) => match PageError::from_call(error) {
            PageError::DocumentGone => Ok(()),
            other => Err(other),
        },
    }
}

type BoxedCall = std::pin::Pin<Box<dyn Future<Output = Result<(), CallError>> + Send>>;

async fn all(waiting: Vec<BoxedCall>) -> Result<(), PageError> {
    for call in waiting {
        carried_out(call.await)?;
    }
    Ok(())
}

fn named(name: &str) -> Option<Key> {
    crate::keys::parse_keys(name).ok().and_then(|chords| chords.into_iter().next()).map(|chord| chord.key)
}

fn insert(session: &Session, run: &mut String, deadline: Deadline, waiting: &mut Vec<BoxedCall>) {
    if !run.is_empty() {
        let call = session.start(&InsertText::new(std::mem::take(run)), deadline.left());
        waiting.push(Box::pin(async move { call.await.map(|_| ()) }));
    }
}

fn stroke(
    session: &Session,
    key: &Key,
    modifiers: Modifiers,
    deadline: Deadline,
    waiting: &mut Vec<BoxedCall>,
) {
    waiting.push(Box::pin(down(session, key, modifiers, deadline)));
    waiting.push(Box::pin(up(session, key, modifiers, deadline)));
}

fn down(
    session: &Session,
    key: &Key,
    modifiers: Modifiers,
    deadline: Deadline,
) -> impl Future<Output = Result<(), CallError>> + Send + use<> {
    dispatch(session, pressed(key, modifiers), deadline)
}

fn pressed(key: &Key, modifiers: Modifiers) -> DispatchKeyEvent {
    // A modifier is held as soon as it goes down: its own event says so.
    let modifiers = modifiers.with_key(key);
    // With Ctrl, Alt or Meta held a key types nothing: it is a command.
    let types = !key.text.is_empty() && !modifiers.ctrl && !modifiers.alt && !modifiers.meta;
    let kind = if types { DispatchKeyEventType::KeyDown } else { DispatchKeyEventType::RawKeyDown };
    let text = types.then(|| key.text.clone());
    DispatchKeyEvent { text: text.clone(), unmodified_text: text, ..event(kind, key, modifiers) }
}

fn up(
    session: &Session,
    key: &Key,
    modifiers: Modifiers,
    deadline: Deadline,
) -> impl Future<Output = Result<(), CallError>> + Send + use<> {
    dispatch(session, event(DispatchKeyEventType::KeyUp, key, modifiers), deadline)
}

fn event(kind: DispatchKeyEventType, key: &Key, modifiers: Modifiers) -> DispatchKeyEvent {
    DispatchKeyEvent {
        key: Some(key.key.clone()),
        code: Some(key.code.clone()),
        windows_virtual_key_code: Some(key.virtual_key),
        native_virtual_key_code: Some(key.virtual_key),
        modifiers: Some(modifiers.mask()),
        ..DispatchKeyEvent::new(kind)
    }
}

fn dispatch(
    session: &Session,
    event: DispatchKeyEvent,
    deadline: Deadline,
) -> impl Future<Output = Result<(), CallError>> + Send + use<> {
    let call = session.start(&event, deadline.left());
    async move { call.await.map(|_| ()) }
}

/// Presses the modifier keys and leaves them down.
pub(crate) fn hold(
    session: &Session,
    modifiers: Modifiers,
    deadline: Deadline,
) -> impl Future<Output = Result<(), CallError>> + Send + use<> {
    let calls: Vec<_> = modifiers.keys().map(|(key, held)| down(session, &key, held, deadline)).collect();
    async move {
        for call in calls {
            call.await?;
        }
        Ok(())
    }
}

/// Lets the modifier keys go, the last one first.
pub(crate) fn release(
    session: &Session,
    modifiers: Modifiers,
    deadline: Deadline,
) -> impl Future<Output = Result<(), CallError>> + Send + use<> {
    let mut calls = Vec::new();
    release_into(session, modifiers, deadline, &mut calls);
    async move {
        for call in calls {
            call.await?;
        }
        Ok(())
    }
}

fn release_into(session: &Session, modifiers: Modifiers, deadline: Deadline, waiting: &mut Vec<BoxedCall>) {
    let keys: Vec<_> = modifiers.keys().collect();
    for index in (0..keys.len()).rev() {
        let still_held = if index == 0 {
            Modifiers::default()
        } else {
            keys.get(index - 1).map_or(Modifiers::default(), |(_, held)| *held)
        };
        if let Some((key, _)) = keys.get(index) {
            waiting.push(Box::pin(up(session, key, still_held, deadline)));
        }
    }
}
