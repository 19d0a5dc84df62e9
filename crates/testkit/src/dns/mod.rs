//! A name server whose answers a test writes, right or wrong.

mod reply;
mod serve;

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use hickory_proto::rr::RecordType;
use tokio::net::{TcpListener, UdpSocket};
use tokio::sync::{oneshot, watch};

pub use reply::Reply;

/// How often a port is sought that is free over UDP and TCP.
const PORT_TRIES: usize = 20;

/// A running name server on a free port of 127.0.0.1, over UDP and TCP. Dropping it stops it.
///
/// ```
/// use ringfence_testkit::dns::{DnsServer, Reply};
///
/// let server = DnsServer::start()?;
/// // A name that moves: the first look-up gets one address, each later one another.
/// server.script("dev.example.org", [Reply::addresses(&["192.0.2.1"]), Reply::addresses(&["127.0.0.1"])]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DnsServer {
    address: SocketAddr,
    book: Arc<Book>,
    release: watch::Sender<bool>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// A question as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The name in lower case, without the dot at its end.
    pub name: String,
    /// The type: `A`, `AAAA`.
    pub kind: String,
    /// Whether it came over TCP.
    pub tcp: bool,
}

/// What the server knows, and what it was asked.
#[derive(Debug, Default)]
pub(crate) struct Book {
    pages: Mutex<Pages>,
}

#[derive(Debug, Default)]
struct Pages {
    scripts: HashMap<String, Vec<Reply>>,
    /// How often each type of each name was asked for over UDP.
    turns: HashMap<(String, RecordType), usize>,
    asked: Vec<Question>,
}

impl Book {
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a question and tells its answer. A question over TCP repeats the one over UDP that it
    /// follows, so it gets the same answer.
    pub(crate) fn turn(&self, name: &str, kind: RecordType, tcp: bool) -> Reply {
        let mut pages = self.pages();
        pages.asked.push(Question { name: name.to_owned(), kind: kind.to_string(), tcp });
        let turn = pages.turns.entry((name.to_owned(), kind)).or_default();
        let at = if tcp { turn.saturating_sub(1) } else { *turn };
        if !tcp {
            *turn += 1;
        }
        let script = pages.scripts.get(name);
        script.and_then(|script| script.get(at).or(script.last())).cloned().unwrap_or(Reply::no_such_name())
    }
}

impl DnsServer {
    /// Starts a server that knows no name.
    ///
    /// # Errors
    /// When no port or thread can be had.
    pub fn start() -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (udp, tcp) = {
            let _inside = runtime.enter();
            bind()?
        };
        let address = udp.local_addr()?;
        let book: Arc<Book> = Arc::default();
        let (release, released) = watch::channel(false);
        let (stop, stopped) = oneshot::channel();
        let served = Arc::clone(&book);
        let thread = std::thread::Builder::new().name("test-dns".to_owned()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = serve::udp(udp, Arc::clone(&served), released.clone()) => {}
                    () = serve::tcp(tcp, served, released) => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(Self { address, book, release, stop: Some(stop), thread: Some(thread) })
    }

    /// The address to ask.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sets the answers for a name: the first look-up gets the first reply, and so on; the last one
    /// stays. The types are counted apart, so that one look-up of both takes one reply.
    pub fn script(&self, name: &str, replies: impl IntoIterator<Item = Reply>) {
        let mut pages = self.book.pages();
        pages.turns.retain(|(known, _), _| known != name);
        pages.scripts.insert(name.to_owned(), replies.into_iter().collect());
    }

    /// Every question so far, in the order in which they came.
    #[must_use]
    pub fn asked(&self) -> Vec<Question> {
        self.book.pages().asked.clone()
    }

    /// Sends the replies that were [held](Reply::held) back, now and from now on.
    pub fn release(&self) {
        let _ = self.release.send(true);
    }
}

impl Drop for DnsServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Both protocols on one port.
fn bind() -> io::Result<(UdpSocket, TcpListener)> {
    let mut failure = io::Error::other("no port was tried");
    for _ in 0..PORT_TRIES {
        let udp = std::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        match std::net::TcpListener::bind(udp.local_addr()?) {
            Ok(tcp) => {
                udp.set_nonblocking(true)?;
                tcp.set_nonblocking(true)?;
                return Ok((UdpSocket::from_std(udp)?, TcpListener::from_std(tcp)?));
            }
            Err(error) => failure = error,
        }
    }
    Err(failure)
}
