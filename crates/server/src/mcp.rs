//! The MCP face over stdio: one tool a member, sessions as an argument.
//!
//! It serves clients of the current, stateless protocol revision and of those with a handshake.

mod ending;
mod handler;
mod in_flight;
mod message;
pub mod render;
mod tools;
mod transport;
mod turns;

use std::sync::Arc;

use ringfence_toolset::{Extensions, MemberSet};
use rmcp::ServiceExt as _;
use tokio::io::{AsyncRead, AsyncWrite};

use self::ending::{Ending, GiveUp};
use self::handler::Handler;
pub use self::tools::tool_list;
use self::transport::Lines;
use self::turns::Ordered;
use crate::backend::Backend;

/// Why the face ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The client's first message was none that opens the protocol, or the connection failed then.
    #[error("the MCP client did not open the protocol: start this command from an MCP client")]
    Open(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The face's own task failed.
    #[error("the MCP face stopped")]
    Stopped(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// What was answered could not be written.
    #[error("the MCP client no longer reads what is answered")]
    NobodyReads,
}

/// What the face offers.
#[derive(Debug, Clone)]
pub struct McpOptions {
    /// The members that are on, each a tool.
    pub members: MemberSet,
    /// The additions of ours that are honoured.
    pub extensions: Extensions,
    /// What is added to the instructions that a client shows its model, such as how to give a policy when
    /// there is none.
    pub note: Option<String>,
}

/// Serves one client over this process's stdin and stdout, as [`serve`] does.
///
/// # Errors
/// As [`serve`].
pub async fn serve_stdio(backend: Arc<impl Backend>, options: McpOptions) -> Result<(), ServeError> {
    let (input, output) = rmcp::transport::io::stdio_pipes();
    serve(input, output, backend, options).await
}

/// Serves one client until its input ends; then calls still running get a second to answer and are given up. The
/// sessions are left to the caller to close.
///
/// A line that is no message is answered with an error that says what is wrong, and the next one is read.
///
/// # Errors
/// When the client never opened the protocol or no longer reads, or the face's own task failed.
pub async fn serve(
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    backend: Arc<impl Backend>,
    options: McpOptions,
) -> Result<(), ServeError> {
    let ending = Ending::default();
    // The library's tasks outlive this future when it is dropped; their calls must not.
    let _give_up = GiveUp(ending.clone());
    let transport = Ordered::new(Lines::new(input, output, ending.clone()));
    let served = match Handler::new(backend, options, ending.clone()).serve(transport).await {
        Ok(running) => running.waiting().await.map(drop).map_err(|error| ServeError::Stopped(error.into())),
        // A client that goes away before it says anything is no failure.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(ServeError::Open(error.into())),
    };
    if ending.is_output_gone() { Err(ServeError::NobodyReads) } else { served }
}
