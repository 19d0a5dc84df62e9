//! A proxy with a resolver whose answers a test sets, a client, and origins that record.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use ringfence_egress::{Decision, Egress, EgressConfig, Event, Resolver};
use ringfence_policy::{Policy, PolicyBuilder, Source};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio::time::timeout;

/// Long enough for a busy machine; no test passes by waiting.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Answers from a table and remembers what it was asked.
#[derive(Default)]
pub(crate) struct TableResolver {
    answers: Mutex<HashMap<String, Vec<IpAddr>>>,
    asked: Mutex<Vec<String>>,
}

impl TableResolver {
    pub(crate) fn set(&self, host: &str, addresses: &[&str]) {
        let addresses = addresses.iter().map(|text| text.parse().unwrap()).collect();
        self.answers.lock().unwrap().insert(host.to_owned(), addresses);
    }

    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

#[async_trait]
impl Resolver for TableResolver {
    async fn resolve(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        self.asked.lock().unwrap().push(host.to_owned());
        let known = self.answers.lock().unwrap().get(host).cloned();
        known.ok_or_else(|| io::Error::other("no such name"))
    }
}

pub(crate) struct Proxy {
    pub(crate) egress: Egress,
    pub(crate) resolver: Arc<TableResolver>,
    pub(crate) events: broadcast::Receiver<Arc<Event>>,
}

/// A policy that allows these private origins.
pub(crate) fn private(origins: &[&str]) -> PolicyBuilder {
    origins.iter().fold(Policy::builder(), |builder, origin| {
        builder.allow_origin(origin, true, Source::option("--allow-local", *origin))
    })
}

/// A policy that allows these public hosts.
pub(crate) fn hosts(hosts: &[&str]) -> PolicyBuilder {
    hosts
        .iter()
        .fold(Policy::builder(), |builder, host| builder.allow_host(host, Source::option("--allow", *host)))
}

impl Proxy {
    pub(crate) async fn start(policy: PolicyBuilder) -> Proxy {
        Self::start_with(policy, |_| {}).await
    }

    pub(crate) async fn start_with(policy: PolicyBuilder, tune: impl FnOnce(&mut EgressConfig)) -> Proxy {
        let resolver = Arc::new(TableResolver::default());
        let mut config = EgressConfig::new(policy.build().unwrap(), resolver.clone());
        tune(&mut config);
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let egress = Egress::start(listener, config).await.unwrap();
        let events = egress.subscribe();
        Proxy { egress, resolver, events }
    }

    pub(crate) async fn client(&self) -> Client {
        let stream = TcpStream::connect(self.egress.addr()).await.unwrap();
        let credential = self.egress.credential();
        let pair = format!("{}:{}", credential.user(), credential.password());
        let authorization = format!(
            "Proxy-Authorization: Basic {}\r\n",
            base64::engine::general_purpose::STANDARD.encode(pair)
        );
        Client { stream, authorization }
    }

    /// A CONNECT on a new connection.
    pub(crate) async fn connect(&self, target: &str) -> (Reply, Client) {
        let mut client = self.client().await;
        let reply = client.connect(target).await;
        (reply, client)
    }

    /// A plain GET on a new connection, with further header lines.
    pub(crate) async fn get(&self, url: &str, headers: &str) -> Reply {
        self.client().await.request("GET", url, headers, "").await
    }

    /// The next event's decision in short, with its host and port.
    pub(crate) async fn event(&mut self) -> (String, u16, String) {
        let event = timeout(PATIENCE, self.events.recv()).await.unwrap().unwrap();
        let decision = match &event.decision {
            Decision::Allowed { .. } => "allowed".to_owned(),
            Decision::Refused(refusal) => refusal.code.as_str().to_owned(),
            Decision::Failed { what } => (*what).to_owned(),
            Decision::Ended => "ended".to_owned(),
        };
        (event.host.clone(), event.port, decision)
    }
}

pub(crate) fn event(host: &str, port: u16, decision: &str) -> (String, u16, String) {
    (host.to_owned(), port, decision.to_owned())
}

pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    authorization: String,
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// Status and `X-Ringfence-Code`.
    pub(crate) fn outcome(&self) -> (u16, Option<&str>) {
        (self.status, self.header("x-ringfence-code"))
    }
}

impl Client {
    /// Sends a request line and header lines as they are, with the credential between, and the empty line.
    pub(crate) async fn raw(&mut self, line: &[u8], headers: &[u8]) {
        let request = [line, b"\r\n", self.authorization.as_bytes(), headers, b"\r\n"].concat();
        self.send(&request).await;
    }

    pub(crate) async fn connect(&mut self, target: &str) -> Reply {
        let text = format!("CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{}\r\n", self.authorization);
        self.send(text.as_bytes()).await;
        self.reply(true).await
    }

    pub(crate) async fn request(&mut self, method: &str, url: &str, headers: &str, body: &str) -> Reply {
        self.start(method, url, headers).await;
        self.send(body.as_bytes()).await;
        self.reply(false).await
    }

    /// Sends a request's head only.
    pub(crate) async fn start(&mut self, method: &str, url: &str, headers: &str) {
        let text = format!("{method} {url} HTTP/1.1\r\n{}{headers}\r\n", self.authorization);
        self.send(text.as_bytes()).await;
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// Reads one reply. A successful one to CONNECT has no body, whatever its head says.
    pub(crate) async fn reply(&mut self, to_connect: bool) -> Reply {
        let head = timeout(PATIENCE, read_head(&mut self.stream)).await.unwrap();
        let status = head[9..12].parse().unwrap();
        let mut reply = Reply { status, head, body: String::new() };
        let length = match reply.header("content-length") {
            Some(_) if to_connect && status == 200 => 0,
            Some(length) => length.parse().unwrap(),
            None => 0,
        };
        let mut body = vec![0; length];
        timeout(PATIENCE, self.stream.read_exact(&mut body)).await.unwrap().unwrap();
        reply.body = String::from_utf8(body).unwrap();
        reply
    }

    /// Everything up to the end of a chunked body without trailers, then to the end of the stream.
    pub(crate) async fn chunked(&mut self) -> String {
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n0\r\n\r\n") {
            answer.push(timeout(PATIENCE, self.stream.read_u8()).await.unwrap().unwrap());
        }
        self.stream.shutdown().await.unwrap();
        answer.extend(self.rest().await);
        String::from_utf8(answer).unwrap().to_ascii_lowercase()
    }

    /// Everything up to the end of the stream; a reset counts as the end.
    pub(crate) async fn rest(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        let _ = timeout(PATIENCE, self.stream.read_to_end(&mut rest)).await.expect("the proxy closes");
        rest
    }
}

/// The shortest TLS hello with this server name.
pub(crate) fn hello(name: &str) -> Vec<u8> {
    hello_with(name, &[])
}

/// The same with further extensions: the number of each, and how many bytes it has.
pub(crate) fn hello_with(name: &str, further: &[(u16, usize)]) -> Vec<u8> {
    let with_length = |body: &[u8]| [&u16::try_from(body.len()).unwrap().to_be_bytes()[..], body].concat();
    let entry = [&[0][..], &with_length(name.as_bytes())].concat();
    let mut extensions = [&[0, 0][..], &with_length(&with_length(&entry))].concat();
    for (number, size) in further {
        extensions.extend(number.to_be_bytes());
        extensions.extend(with_length(&vec![0; *size]));
    }
    let random = [7; 32];
    let ciphers = [0, 2, 0x13, 0x01];
    let body = [&[3, 3][..], &random, &[0], &ciphers, &[1, 0], &with_length(&extensions)].concat();
    // A message's length has three bytes.
    let message = [&[1, 0][..], &with_length(&body)].concat();
    [&[22, 3, 1][..], &with_length(&message)].concat()
}

/// Reads byte by byte, so that nothing after the head is taken.
pub(crate) async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else { break };
        head.push(byte);
    }
    String::from_utf8(head).unwrap()
}

/// An HTTP origin that records each request's head and body and gives one answer.
pub(crate) struct Origin {
    pub(crate) addr: SocketAddr,
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
}

impl Origin {
    pub(crate) async fn start(answer: &'static str) -> Origin {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let recorded = requests.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let recorded = recorded.clone();
                tokio::spawn(async move {
                    let mut request = read_head(&mut stream).await;
                    let length = request
                        .lines()
                        .find_map(|line| {
                            line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok()
                        })
                        .unwrap_or(0_usize);
                    let mut body = vec![0; length];
                    stream.read_exact(&mut body).await.unwrap();
                    request.push_str(std::str::from_utf8(&body).unwrap());
                    recorded.lock().unwrap().push(request);
                    stream.write_all(answer.as_bytes()).await.unwrap();
                });
            }
        });
        Origin { addr, requests }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.addr.port())
    }

    /// Bytes of every request that came, heads and bodies.
    pub(crate) fn bytes_got(&self) -> u64 {
        self.requests.lock().unwrap().iter().map(|request| request.len() as u64).sum()
    }

    /// The header lines of the one request that came, sorted, with the request line first.
    pub(crate) fn only_request(&self) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        assert_eq!(requests.len(), 1, "{requests:?}");
        let mut lines: Vec<String> = requests[0].trim_end().lines().map(str::to_owned).collect();
        lines[1..].sort();
        lines
    }
}

pub(crate) const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
