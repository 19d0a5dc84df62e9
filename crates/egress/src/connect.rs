//! CONNECT: from the request to a tunnel that carries only what it was allowed for.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::BytesMut;
use http::{Request, Response};
use hyper::body::Incoming;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use ringfence_policy::{Code, JudgedTarget, Refusal};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::body::ReplyBody;
use crate::dial::dial;
use crate::egress::Shared;
use crate::event::Kind;
use crate::exchange::{Exchange, Failure, Stop, Way};
use crate::hello::{self, Progress};
use crate::relay::relay;
use crate::{authority, plain, reply, websocket};

/// An accepted CONNECT: the host is dialled, the client's first bytes are not yet read.
pub(crate) struct Tunnel {
    client: OnUpgrade,
    host: TcpStream,
    addr: SocketAddr,
    target: JudgedTarget,
    exchange: Exchange,
}

/// Judges, resolves, vets and dials.
pub(crate) async fn answer(
    mut request: Request<Incoming>,
    shared: Arc<Shared>,
) -> (Response<ReplyBody>, Option<Tunnel>) {
    let (host, port) = host_and_port(&request);
    let mut exchange = Exchange::new(shared, Kind::Connect, host.clone(), port.unwrap_or(0));
    match open(&mut exchange, &request, &host, port).await {
        Ok((target, stream, addr)) => {
            let client = hyper::upgrade::on(&mut request);
            (reply::open(), Some(Tunnel { client, host: stream, addr, target, exchange }))
        }
        Err(stop) => {
            exchange.stopped(&stop);
            (reply::stopped(&stop), None)
        }
    }
}

/// The host as it was sent, and the port if there is one.
fn host_and_port(request: &Request<Incoming>) -> (String, Option<u16>) {
    let text = request.uri().authority().map(|authority| authority.as_str()).unwrap_or_default();
    let (host, port) = authority::host_and_port(text);
    (host.to_owned(), port)
}

async fn open(
    exchange: &mut Exchange,
    request: &Request<Incoming>,
    host: &str,
    port: Option<u16>,
) -> Result<(JudgedTarget, TcpStream, SocketAddr), Stop> {
    plain::admit(exchange, request.headers(), host).map_err(Stop::Refused)?;
    let Some(port) = port else {
        return Err(Stop::Refused(plain::bad_request(host, "CONNECT needs a host and a port.")));
    };
    let target = exchange.shared().policy.judge_connect(host, port).map_err(Stop::Refused)?;
    exchange.set_target(target.host(), target.port());
    let (stream, addr) = dial(exchange, &target).await?;
    Ok((target, stream, addr))
}

impl Tunnel {
    /// Reads the first bytes, holds them against the target, and relays.
    pub(crate) async fn run(self) {
        let Tunnel { client, mut host, addr, target, mut exchange } = self;
        let timeouts = exchange.shared().timeouts;
        let Ok(Ok(upgraded)) = timeout(timeouts.hello, client).await else {
            return exchange.stopped(&Stop::Failed(Failure::ClientGone));
        };
        let Ok(parts) = upgraded.downcast::<TokioIo<TcpStream>>() else {
            return exchange.stopped(&Stop::Failed(Failure::ClientGone));
        };
        let mut client = parts.io.into_inner();
        let mut first = BytesMut::from(&parts.read_buf[..]);

        let read = timeout(timeouts.hello, read_first(&mut client, &mut first, &target)).await;
        let opening = match read.unwrap_or_else(|_| Err(Stop::Refused(too_slow(&target)))) {
            Ok(opening) => opening,
            Err(stop) => return exchange.stopped(&stop),
        };
        exchange.allowed(addr);
        let meter = exchange.meter();
        if host.write_all(&first).await.is_err() {
            return;
        }
        meter.add(Way::Up, first.len());
        if opening == Opening::Websocket
            && !websocket::accepted(&mut host, &mut client, &meter, timeouts).await
        {
            return;
        }
        relay(&mut client, &mut host, &meter, timeouts.idle).await;
    }
}

/// What a tunnel opened with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opening {
    Tls,
    Websocket,
}

/// Reads until the opening is whole and right.
async fn read_first(
    client: &mut TcpStream,
    first: &mut BytesMut,
    target: &JudgedTarget,
) -> Result<Opening, Stop> {
    loop {
        if !first.is_empty()
            && let Some(opening) = judge_first(first, target).map_err(Stop::Refused)?
        {
            return Ok(opening);
        }
        match client.read_buf(first).await {
            Ok(0) | Err(_) if first.is_empty() => return Err(Stop::Failed(Failure::ClientGone)),
            Ok(0) | Err(_) => return Err(Stop::Refused(not_tls(target))),
            Ok(_) => {}
        }
    }
}

/// None while bytes are missing.
fn judge_first(first: &[u8], target: &JudgedTarget) -> Result<Option<Opening>, Refusal> {
    // A request line starts with a letter, a TLS record never does.
    if target.plain() && (!target.tls() || first[0].is_ascii_alphabetic()) {
        return Ok(websocket::check_upgrade(first, target)?.then_some(Opening::Websocket));
    }
    match hello::inspect(first) {
        Progress::More => Ok(None),
        Progress::NotTls => Err(not_tls(target)),
        Progress::Hello(name) => check_name(name.as_deref(), target).map(|()| Some(Opening::Tls)),
    }
}

/// The server name must be the CONNECT host, so that no other host behind the same address is
/// reached. An IP literal has none (RFC 6066 3).
fn check_name(name: Option<&str>, target: &JudgedTarget) -> Result<(), Refusal> {
    let fits = match (name, target.ip()) {
        (None, Some(_)) => true,
        (Some(name), None) => name.eq_ignore_ascii_case(&target.host()),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    Err(Refusal::new(
        Code::SniMismatch,
        &target.host(),
        target.rule().cloned(),
        "The TLS server name is not the host that was asked for.",
    ))
}

fn not_tls(target: &JudgedTarget) -> Refusal {
    Refusal::new(
        Code::NotTls,
        &target.host(),
        target.rule().cloned(),
        "Only TLS may go through this tunnel. Use an https address.",
    )
}

fn too_slow(target: &JudgedTarget) -> Refusal {
    Refusal::new(
        if target.tls() { Code::NotTls } else { Code::NotWebsocket },
        &target.host(),
        target.rule().cloned(),
        "The tunnel's first message did not come in time.",
    )
}
