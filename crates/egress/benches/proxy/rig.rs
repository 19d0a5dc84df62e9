//! A proxy, an origin, and ways to both.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use crate::origin;
use base64::Engine as _;
use ringfence_egress::{Egress, EgressConfig, SystemResolver};
use ringfence_policy::{Policy, Source};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What each figure is held to: fine, or what was missed.
pub(crate) type Verdict = Result<(), String>;

/// Bytes in one block of a flow.
pub(crate) const BLOCK: usize = 256 * 1024;
/// Every wait ends here.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Rig {
    origin: SocketAddr,
    _process: origin::Process,
    egress: Egress,
    authorization: String,
    _runtime: tokio::runtime::Runtime,
}

/// What the origin shall do on a connection, in the session id of the hello.
#[derive(Clone, Copy)]
pub(crate) enum Ask {
    /// Send back what comes, byte by byte.
    Echo,
    /// Send this many blocks as fast as they go.
    Flow(u32),
    /// Send this many blocks at 100 MB/s.
    Paced(u32),
}

impl Rig {
    pub(crate) fn start() -> Self {
        let (origin, process) = origin::start();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let egress = runtime.block_on(async {
            let policy = [format!("https://{origin}"), format!("http://{origin}")]
                .iter()
                .fold(Policy::builder(), |policy, origin| {
                    policy.allow_origin(origin, true, Source::option("--allow-local", origin.as_str()))
                })
                .build()
                .unwrap();
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let mut config = EgressConfig::new(policy, Arc::new(SystemResolver));
            config.settings.limits.exchange_bytes = u64::MAX;
            Egress::start(listener, config).await.unwrap()
        });
        let pair = format!("{}:{}", egress.credential().user(), egress.credential().password());
        let encoded = base64::engine::general_purpose::STANDARD.encode(pair);
        let authorization = format!("Proxy-Authorization: Basic {encoded}\r\n");
        Self { origin, _process: process, egress, authorization, _runtime: runtime }
    }

    /// A connection to the origin, or through a tunnel, on which the question is asked.
    pub(crate) fn open(&self, through: bool, ask: Ask) -> TcpStream {
        let mut stream = if through { self.tunnel() } else { dial(self.origin) };
        stream.write_all(&hello(ask)).unwrap();
        stream
    }

    /// An open tunnel without its first bytes.
    pub(crate) fn tunnel(&self) -> TcpStream {
        let mut stream = dial(self.egress.addr());
        let request =
            format!("CONNECT {0} HTTP/1.1\r\nHost: {0}\r\n{1}\r\n", self.origin, self.authorization);
        stream.write_all(request.as_bytes()).unwrap();
        let head = read_head(&mut stream);
        assert!(head.starts_with(b"HTTP/1.1 200 "), "{}", String::from_utf8_lossy(&head));
        stream
    }

    /// A connection for plain requests, and a request for it.
    pub(crate) fn plain(&self, through: bool) -> (TcpStream, String) {
        let fields = "Sec-Fetch-Site: none\r\n";
        if through {
            let line = format!("GET http://{}/ HTTP/1.1\r\n{fields}{}\r\n", self.origin, self.authorization);
            (dial(self.egress.addr()), line)
        } else {
            (dial(self.origin), format!("GET / HTTP/1.1\r\nHost: {}\r\n{fields}\r\n", self.origin))
        }
    }

    pub(crate) fn totals(&self) -> ringfence_egress::Totals {
        self.egress.totals()
    }
}

fn dial(addr: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(addr).unwrap();
    stream.set_nodelay(true).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Reads up to the end of a head, byte by byte: nothing after it is taken.
pub(crate) fn read_head(stream: &mut TcpStream) -> Vec<u8> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|length| length == 1) {
        head.push(byte[0]);
    }
    head
}

/// The shortest TLS hello; its session id says what is asked.
pub(crate) fn hello(ask: Ask) -> Vec<u8> {
    let (kind, blocks) = match ask {
        Ask::Echo => (0, 0),
        Ask::Flow(blocks) => (1, blocks),
        Ask::Paced(blocks) => (2, blocks),
    };
    let id = [&[kind][..], &u32::to_be_bytes(blocks)].concat();
    let body = [&[3, 3][..], &[7; 32], &[5], &id, &[0, 2, 0x13, 1], &[1, 0]].concat();
    let length = u8::try_from(body.len()).unwrap();
    [&[22, 3, 1, 0, length + 4, 1, 0, 0, length][..], &body].concat()
}

/// The bench holds both ends of a thousand tunnels, and the proxy two more.
pub(crate) fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }).unwrap();
}

/// The middle one.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
