//! The other end of the pipe, played by a test.

use ringfence_cdp::{Client, EventFilter, Events};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};

/// What a test plays: reads the client's commands and says what it likes.
pub(crate) struct Peer {
    pub(crate) commands: BufReader<DuplexStream>,
    pub(crate) says: DuplexStream,
}

/// A client and the peer at the other end of its pipe.
pub(crate) fn connect(filter: EventFilter) -> (Client, Events, Peer) {
    let (reader, says) = duplex(64 * 1024);
    let (writer, commands) = duplex(64 * 1024);
    let (client, events) = Client::new(reader, writer, filter);
    (client, events, Peer { commands: BufReader::new(commands), says })
}

impl Peer {
    /// The next command.
    pub(crate) async fn command(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.commands.read_until(0, &mut bytes).await.unwrap();
        assert_eq!(bytes.pop(), Some(0), "the pipe ended instead of bringing a command");
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Whether the client closes its end without a further command.
    pub(crate) async fn is_left(&mut self) -> bool {
        let read = tokio::time::timeout(Duration::from_secs(10), self.commands.read_u8()).await;
        matches!(read, Ok(Err(_)))
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.say_raw(message.to_string().as_bytes()).await;
    }

    pub(crate) async fn say_raw(&mut self, message: &[u8]) {
        self.says.write_all(message).await.unwrap();
        self.says.write_u8(0).await.unwrap();
    }

    /// Takes the next command and answers it.
    pub(crate) async fn answer(&mut self, result: Value) {
        let command = self.command().await;
        self.say(&json!({"id": command["id"], "result": result})).await;
    }
}
