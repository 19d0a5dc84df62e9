//! Messages as lines: each line that comes is checked and, when it is no message, answered.

use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{
    ClientNotification, ClientRequest, ErrorCode, GetExtensions as _, JsonRpcMessage, RequestId,
};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::Serialize;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{Mutex, mpsc};
use tokio::task::AbortHandle;

use super::ending::Ending;
use super::in_flight::{InFlight, Taken};
use super::message::{self, Bad};
use crate::line::{LONGEST_LINE, next_line};

/// Messages that have been read and not yet taken up.
const WAITING: usize = 16;

/// A transport over an input and an output of lines.
pub(super) struct Lines<W> {
    // A task of its own reads: the library drops `receive` whenever something else happens, in mid-line even.
    incoming: mpsc::Receiver<RxJsonRpcMessage<RoleServer>>,
    reader: AbortHandle,
    output: Arc<Output<W>>,
    ids: InFlight,
}

/// Where lines are written.
struct Output<W> {
    to: Mutex<Option<W>>,
    ending: Ending,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Lines<W> {
    /// Begins to read. `ending` hears of the end of either side.
    pub(super) fn new(input: impl AsyncRead + Send + Unpin + 'static, output: W, ending: Ending) -> Self {
        let (heard, incoming) = mpsc::channel(WAITING);
        let output = Arc::new(Output { to: Mutex::new(Some(output)), ending });
        let ids = InFlight::default();
        let reader = Reader { output: Arc::clone(&output), ids: ids.clone(), heard };
        let reader = tokio::spawn(reader.run(input)).abort_handle();
        Self { incoming, reader, output, ids }
    }
}

impl<W> Drop for Lines<W> {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

impl<W: AsyncWrite + Send + Unpin> Output<W> {
    async fn write(&self, message: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        let mut to = self.to.lock().await;
        let Some(output) = to.as_mut() else { return Err(io::ErrorKind::NotConnected.into()) };
        let written = match output.write_all(&line).await {
            Ok(()) => output.flush().await,
            Err(error) => Err(error),
        };
        if written.is_err() {
            self.ending.output_gone();
        }
        written
    }
}

struct Reader<W> {
    output: Arc<Output<W>>,
    ids: InFlight,
    heard: mpsc::Sender<RxJsonRpcMessage<RoleServer>>,
}

impl<W: AsyncWrite + Send + Unpin> Reader<W> {
    async fn run(self, input: impl AsyncRead + Send + Unpin) {
        let mut input = BufReader::new(input);
        loop {
            let line = match next_line(&mut input, LONGEST_LINE).await {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!(%error, "the input could not be read");
                    break;
                }
            };
            let goes_on = match message::read(line).and_then(|message| self.take_up(message)) {
                Ok(None) => true,
                Ok(Some(message)) => self.heard.send(message).await.is_ok(),
                Err(bad) => {
                    tracing::debug!(?bad, "a line was no message");
                    self.output.write(&bad.to_json()).await.is_ok()
                }
            };
            if !goes_on {
                break;
            }
        }
        self.output.ending.input_over();
    }

    /// Notes which ids are in flight.
    fn take_up(
        &self,
        mut message: Option<RxJsonRpcMessage<RoleServer>>,
    ) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Bad> {
        match &mut message {
            Some(JsonRpcMessage::Request(request)) => {
                let begun = if let ClientRequest::CallToolRequest(call) = &mut request.request {
                    self.ids.begin_call(&request.id).map(|running| {
                        call.extensions_mut().insert(running);
                    })
                } else {
                    self.ids.begin(&request.id)
                };
                begun.map_err(|Taken| taken(&request.id))?;
            }
            Some(JsonRpcMessage::Notification(notification)) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.ids.cancelled(id);
                }
            }
            // We ask a client nothing, so nothing of it is an answer; the library would end over one that comes first.
            Some(JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_)) => return Ok(None),
            None => {}
        }
        Ok(message)
    }
}

fn taken(id: &RequestId) -> Bad {
    let text = "A request with this id is still running: give each request an id of its own.";
    Bad::new(Some(id.clone().into_json_value()), ErrorCode::INVALID_REQUEST, text)
}

impl<W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Lines<W> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        match &message {
            JsonRpcMessage::Response(answer) => self.ids.answered(&answer.id),
            JsonRpcMessage::Error(answer) => {
                if let Some(id) = &answer.id {
                    self.ids.answered(id);
                }
            }
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => {}
        }
        let output = Arc::clone(&self.output);
        async move { output.write(&message).await }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        tokio::select! {
            biased;
            () = self.output.ending.nobody_reads() => None,
            message = self.incoming.recv() => message,
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.output.to.lock().await.take();
        Ok(())
    }
}
