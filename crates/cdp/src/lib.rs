//! Speaks the Chrome DevTools Protocol over a pipe: flat sessions, deadlines, typed commands and events.
//!
//! [`Client::new`] takes the two halves of a pipe whose other end is Chromium's `--remote-debugging-pipe`; it
//! starts no process. From the client come [`Session`]s: one for the browser itself and one for each attached
//! target. A session calls [`Command`]s, each with a deadline. What Chromium says by itself arrives as
//! [`RawEvent`]s in wire order, and only those that the [`EventFilter`] names.
//!
//! ```no_run
//! # async fn example(from_browser: tokio::io::DuplexStream, to_browser: tokio::io::DuplexStream)
//! #     -> Result<(), ringfence_cdp::CallError> {
//! use ringfence_cdp::protocol::{page, target};
//! use ringfence_cdp::{Client, EventFilter};
//! use std::time::Duration;
//!
//! let wanted = EventFilter::none().with::<page::LoadEventFired>();
//! let (client, mut events) = Client::new(from_browser, to_browser, wanted);
//! let second = Duration::from_secs(1);
//! let tab = client.browser().call(&target::CreateTarget::new("about:blank"), second).await?.target_id;
//! let attach = target::AttachToTarget { flatten: Some(true), ..target::AttachToTarget::new(tab) };
//! let session = client.session(client.browser().call(&attach, second).await?.session_id);
//! session.call(&page::Enable::default(), second).await?;
//! while let Some(event) = events.recv().await {
//!     if event.is::<page::LoadEventFired>() {
//!         break;
//!     }
//! }
//! # Ok(())
//! # }
//! ```

mod calls;
mod client;
mod command;
mod error;
mod event;
mod json;
mod pipe;
#[allow(missing_docs, reason = "the names are the protocol's own; its texts are not copied")]
pub mod protocol;
mod surrogates;
mod text;
mod wire;

pub use client::{Client, Session};
pub use command::{Command, Empty, Event};
pub use error::{CallError, DecodeError, End};
pub use event::{EventFilter, Events, RawEvent};
pub use json::Json;
pub use pipe::{MAX_COMMAND_BYTES, MAX_MESSAGE_BYTES};
pub use protocol::target::SessionId;
