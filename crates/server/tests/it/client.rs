//! A raw MCP client: whole messages, no library in between.

use std::sync::Arc;
use std::time::Duration;

use ringfence_server::mcp::{self, McpOptions};
use ringfence_toolset::{Extensions, MemberSet};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::task::JoinHandle;

use crate::fake::Fake;

/// How long a test waits for a message before it fails. Not a promise of speed.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Client {
    pub(crate) fake: Arc<Fake>,
    lines: Lines<BufReader<DuplexStream>>,
    output: DuplexStream,
    server: JoinHandle<Result<(), mcp::ServeError>>,
}

impl Client {
    pub(crate) fn start(fake: Fake, note: Option<&'static str>) -> Self {
        let fake = Arc::new(fake);
        let (output, read) = tokio::io::duplex(1 << 20);
        let (write, lines) = tokio::io::duplex(1 << 20);
        let backend = fake.clone();
        let options = McpOptions {
            members: MemberSet::all(),
            extensions: Extensions::NONE,
            note: note.map(str::to_owned),
        };
        let server = tokio::spawn(async move { mcp::serve(read, write, backend, options).await });
        Self { fake, lines: BufReader::new(lines).lines(), output, server }
    }

    /// Starts a client of the older protocol and opens it.
    pub(crate) async fn opened(fake: Fake) -> Self {
        let mut client = Self::start(fake, None);
        client.open().await;
        client
    }

    pub(crate) async fn open(&mut self) -> Value {
        self.send(json!({"jsonrpc": "2.0", "id": "open", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"},
        }}))
        .await;
        let answer = self.receive().await;
        self.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        answer
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_line(message.to_string().as_bytes()).await;
    }

    pub(crate) async fn send_line(&mut self, line: &[u8]) {
        self.output.write_all(&[line, b"\n"].concat()).await.unwrap();
    }

    pub(crate) async fn call(&mut self, id: u32, name: &str, arguments: Value) {
        let params = json!({"name": name, "arguments": arguments});
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
    }

    pub(crate) async fn receive(&mut self) -> Value {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await.expect("no message came");
        serde_json::from_str(&line.unwrap().expect("the server went away")).unwrap()
    }

    /// Waits until so many `wait` calls are at the gate.
    pub(crate) async fn arrived(&self, count: u32) {
        let permits = tokio::time::timeout(PATIENCE, self.fake.arrived.acquire_many(count)).await;
        permits.expect("a call did not arrive").unwrap().forget();
    }

    /// Reads no more, lets the waiting call answer, and returns what the server came to. The input stays open.
    pub(crate) async fn stop_reading(self) -> Result<(), mcp::ServeError> {
        drop(self.lines);
        self.fake.gate.add_permits(1);
        let ended = tokio::time::timeout(PATIENCE, self.server).await.expect("the server stayed").unwrap();
        drop(self.output);
        ended
    }

    /// Ends the input and returns what the server came to.
    pub(crate) async fn end(mut self) -> Result<(), mcp::ServeError> {
        self.output.shutdown().await.unwrap();
        tokio::time::timeout(PATIENCE, self.server).await.expect("the server stayed").unwrap()
    }
}
