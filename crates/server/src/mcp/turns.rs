//! Keeps the calls of one session in the order in which they arrived.
//!
//! The protocol library hands each request to a task of its own, and tasks start in any order. So the order
//! is taken down where it is still known, as messages are read.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, GetExtensions as _, JsonRpcMessage};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::oneshot;

use super::handler::session_name;

/// Comes when a turn is over. A turn that left the queue early hands on what it was itself waiting for.
#[derive(Debug)]
struct Over(Option<oneshot::Receiver<Over>>);

/// A place in a session's queue. The next one's turn comes when this is dropped and the one before is over.
#[derive(Debug)]
pub(super) struct Turn {
    before: Option<oneshot::Receiver<Over>>,
    next: Option<oneshot::Sender<Over>>,
}

impl Turn {
    /// Waits until the call before is over.
    pub(super) async fn wait(&mut self) {
        while let Some(before) = self.before.as_mut() {
            self.before = before.await.ok().and_then(|over| over.0);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(next) = self.next.take() {
            // Nobody may be waiting.
            let _unheard = next.send(Over(self.before.take()));
        }
    }
}

/// A turn on its way through the protocol library, which wants to be able to clone what it carries.
#[derive(Debug, Clone)]
pub(super) struct Carried(Arc<Mutex<Option<Turn>>>);

impl Carried {
    /// Takes the turn out.
    pub(super) fn take(&self) -> Option<Turn> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A transport that gives each tool call its turn.
pub(super) struct Ordered<T> {
    inner: T,
    last: HashMap<String, oneshot::Receiver<Over>>,
}

impl<T> Ordered<T> {
    /// Wraps a transport.
    pub(super) fn new(inner: T) -> Self {
        Self { inner, last: HashMap::new() }
    }

    /// Makes the next turn of a session.
    fn turn(&mut self, session: &str) -> Turn {
        // Sessions whose calls are all over need no entry; so the map stays as small as the calls in flight.
        self.last.retain(|_, last| is_running(last));
        let (next, after) = oneshot::channel();
        let before = self.last.insert(session.to_owned(), after);
        Turn { before, next: Some(next) }
    }
}

/// Tells whether a session's last turn, or one that it was waiting for, is still to end.
fn is_running(last: &mut oneshot::Receiver<Over>) -> bool {
    loop {
        match last.try_recv() {
            Ok(Over(Some(before))) => *last = before,
            Ok(Over(None)) | Err(oneshot::error::TryRecvError::Closed) => return false,
            Err(oneshot::error::TryRecvError::Empty) => return true,
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Ordered<T> {
    type Error = T::Error;

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let mut message = self.inner.receive().await?;
        if let JsonRpcMessage::Request(request) = &mut message
            && let ClientRequest::CallToolRequest(call) = &mut request.request
        {
            let turn = self.turn(session_name(call.params.arguments.as_ref()).unwrap_or_default());
            call.extensions_mut().insert(Carried(Arc::new(Mutex::new(Some(turn)))));
        }
        Some(message)
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
