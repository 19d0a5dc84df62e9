//! The isolated world: our scripts in a page, where the page's own can't see them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ringfence_cdp::protocol::network::LoaderId;
use ringfence_cdp::protocol::page::{CreateIsolatedWorld, FrameId};
use ringfence_cdp::protocol::runtime::{
    CallArgument, CallFunctionOn, CallFunctionOnResponse, Evaluate, ExecutionContextId, RemoteObjectId,
};
use ringfence_cdp::{Json, SessionId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Page;
use crate::deadline::Deadline;
use crate::error::PageError;
use crate::frame::FrameHandle;

/// The scripts, in the order that they need each other, in a scope of their own.
const SCRIPT: &str = concat!(
    "(() => { 'use strict'; if (globalThis.ringfence) return;\n",
    include_str!("world/dom.js"),
    include_str!("world/look.js"),
    include_str!("world/role.js"),
    include_str!("world/generated.js"),
    include_str!("world/name.js"),
    include_str!("world/refs.js"),
    include_str!("world/shadow.js"),
    include_str!("world/state.js"),
    include_str!("world/place.js"),
    include_str!("world/walk.js"),
    include_str!("world/text.js"),
    include_str!("world/target.js"),
    include_str!("world/pointed.js"),
    include_str!("world/form.js"),
    include_str!("world/held.js"),
    include_str!("world/upload.js"),
    include_str!("world/facts.js"),
    include_str!("world/subject.js"),
    include_str!("world/shield.js"),
    include_str!("world/exports.js"),
    "\n})()",
);

/// No arguments.
pub(crate) const NOTHING: [u8; 0] = [];

/// The world's name, as the protocol wants one. Pages can't see it.
pub(crate) const NAME: &str = "ringfence";

#[derive(Debug, Clone)]
struct World {
    loader: LoaderId,
    session: Option<SessionId>,
    context: ExecutionContextId,
}

/// The worlds of one page, a frame each, made when first needed and again for each new document.
#[derive(Debug, Default)]
pub(crate) struct Worlds(Mutex<HashMap<FrameId, World>>);

impl Worlds {
    fn map(&self) -> MutexGuard<'_, HashMap<FrameId, World>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The context of a frame's world as it stands, made when there is none.
    async fn context(
        &self,
        frame: &FrameHandle,
        deadline: Deadline,
    ) -> Result<ExecutionContextId, PageError> {
        let known = self.map().get(&frame.id).cloned();
        if let Some(world) =
            known.filter(|world| world.loader == frame.loader && world.session.as_ref() == frame.session.id())
        {
            return Ok(world.context);
        }
        let create = CreateIsolatedWorld {
            world_name: Some(NAME.to_owned()),
            ..CreateIsolatedWorld::new(frame.id.clone())
        };
        let made = frame.session.call(&create, deadline.left()).await.map_err(PageError::from_call)?;
        let context = made.execution_context_id;
        let install = Evaluate { context_id: Some(context), ..Evaluate::new(SCRIPT.to_owned()) };
        let answer = frame.session.call(&install, deadline.left()).await.map_err(PageError::from_call)?;
        if let Some(exception) = answer.exception_details {
            return Err(PageError::Script(format!("the scripts did not load: {}", exception.text)));
        }
        let world = World { loader: frame.loader.clone(), session: frame.session.id().cloned(), context };
        self.map().insert(frame.id.clone(), world);
        Ok(context)
    }

    fn forget(&self, frame: &FrameId) {
        self.map().remove(frame);
    }
}

/// How a function of the world is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Value,
    Object,
}

impl Page {
    /// Calls `ringfence.NAME(...arguments)` in a frame's world and reads its value. A promise is awaited.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        frame: &FrameHandle,
        name: &str,
        arguments: &impl Serialize,
        deadline: Deadline,
    ) -> Result<T, PageError> {
        let answer = self.call_world(frame, name, arguments, Answer::Value, deadline).await?;
        let bad = |error: serde_json::Error| PageError::Script(format!("{name}: {error}"));
        match &answer.result.value {
            Some(value) => value.decode().map_err(bad),
            None => serde_json::from_str("null").map_err(bad),
        }
    }

    /// As [`Page::ask`], for functions that answer with JSON text.
    pub(crate) async fn ask_packed<T: DeserializeOwned>(
        &self,
        frame: &FrameHandle,
        name: &str,
        arguments: &impl Serialize,
        deadline: Deadline,
    ) -> Result<T, PageError> {
        let json: String = self.ask(frame, name, arguments, deadline).await?;
        serde_json::from_str(&json).map_err(|error| PageError::Script(format!("{name}: {error}")))
    }

    /// As [`Page::ask`], but leaves the result in the page and returns a handle to it.
    pub(crate) async fn ask_object(
        &self,
        frame: &FrameHandle,
        name: &str,
        arguments: &impl Serialize,
        deadline: Deadline,
    ) -> Result<Option<RemoteObjectId>, PageError> {
        Ok(self.call_world(frame, name, arguments, Answer::Object, deadline).await?.result.object_id)
    }

    async fn call_world(
        &self,
        frame: &FrameHandle,
        name: &str,
        arguments: &impl Serialize,
        answer: Answer,
        deadline: Deadline,
    ) -> Result<CallFunctionOnResponse, PageError> {
        let arguments = Json::encode(arguments).map_err(|error| PageError::Script(error.to_string()))?;
        for attempt in 0..2 {
            let context = self.worlds.context(frame, deadline).await?;
            let call = world_call(context, name, &arguments, answer);
            match frame.session.call(&call, deadline.left()).await.map_err(PageError::from_call) {
                // The context can be older than we know: the document was replaced without a new loader.
                Err(PageError::DocumentGone) if attempt == 0 => self.worlds.forget(&frame.id),
                Err(error) => return Err(error),
                Ok(response) => return check(name, response),
            }
        }
        Err(PageError::DocumentGone)
    }

    /// The execution context of a frame's world, for commands that put a node into it.
    pub(crate) async fn world_of(
        &self,
        frame: &FrameHandle,
        deadline: Deadline,
    ) -> Result<ExecutionContextId, PageError> {
        self.worlds.context(frame, deadline).await
    }
}

fn world_call(context: ExecutionContextId, name: &str, arguments: &Json, answer: Answer) -> CallFunctionOn {
    CallFunctionOn {
        execution_context_id: Some(context),
        arguments: Some(vec![CallArgument { value: Some(arguments.clone()), ..CallArgument::default() }]),
        return_by_value: Some(answer == Answer::Value),
        await_promise: Some(true),
        object_group: (answer == Answer::Object).then(|| NAME.to_owned()),
        ..CallFunctionOn::new(format!("function (a) {{ return ringfence.{name}(...a) }}"))
    }
}

fn check(name: &str, response: CallFunctionOnResponse) -> Result<CallFunctionOnResponse, PageError> {
    match &response.exception_details {
        None => Ok(response),
        Some(details) => {
            let text = details
                .exception
                .as_ref()
                .and_then(|e| e.description.clone())
                .unwrap_or_else(|| details.text.clone());
            Err(PageError::Script(format!("{name}: {text}")))
        }
    }
}
