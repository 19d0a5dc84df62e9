//! CONNECT: from the request to a tunnel that carries only what it was allowed for.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::BytesMut;
use http::{Request, Response};
use hyper::body::Incoming;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use ringfence_policy::JudgedTarget;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::body::ReplyBody;
use crate::dial::dial;
use crate::egress::Shared;
use crate::event::Kind;
use crate::exchange::{Exchange, Failure, Stop, Way};
use crate::judge::opening::{self, Opening};
use crate::relay::relay;
use crate::{identity, judge, plain, reply, websocket};

/// An accepted CONNECT: the client's first bytes are not yet read.
pub(crate) struct Tunnel {
    client: OnUpgrade,
    /// The host, dialled already unless the first bytes must tell first whether it may be.
    host: Option<(TcpStream, SocketAddr)>,
    target: JudgedTarget,
    exchange: Exchange,
}

/// Judges, resolves, vets and dials.
pub(crate) async fn answer(
    mut request: Request<Incoming>,
    shared: Arc<Shared>,
) -> (Response<ReplyBody>, Option<Tunnel>) {
    let written = judge::request::written_target(request.uri());
    let (host, port) = judge::target::connect_target(written.as_bytes()).unwrap_or((written, 0));
    let mut exchange = Exchange::new(shared, Kind::Connect, host.to_owned(), port);
    match open(&mut exchange, &request).await {
        Ok((target, host)) => {
            let client = hyper::upgrade::on(&mut request);
            (reply::open(), Some(Tunnel { client, host, target, exchange }))
        }
        Err(stop) => {
            exchange.stopped(&stop);
            (reply::stopped(&stop), None)
        }
    }
}

async fn open(
    exchange: &mut Exchange,
    request: &Request<Incoming>,
) -> Result<(JudgedTarget, Option<(TcpStream, SocketAddr)>), Stop> {
    let (uri, headers) = (request.uri(), request.headers());
    plain::admit(exchange, headers, judge::request::written_target(uri)).map_err(Stop::Refused)?;
    let (host, port) = judge::request::connect(uri, headers).map_err(Stop::Refused)?;
    let target = exchange.shared().policy.judge_connect(host, port).map_err(Stop::Refused)?;
    exchange.set_target(target.host(), target.port());
    // Whose WebSocket it is stands in its first bytes: a local server isn't even called for a page of another site.
    let host = if target.private() && target.plain() { None } else { Some(dial(exchange, &target).await?) };
    Ok((target, host))
}

impl Tunnel {
    /// Reads the first bytes, holds them against the target, dials if that wasn't done, and relays.
    pub(crate) async fn run(self) {
        let Tunnel { client, host, target, mut exchange } = self;
        let timeouts = exchange.shared().settings.timeouts;
        let Ok(Ok(upgraded)) = timeout(timeouts.hello, client).await else {
            return exchange.stopped(&Stop::Failed(Failure::ClientGone));
        };
        let Ok(parts) = upgraded.downcast::<TokioIo<TcpStream>>() else {
            return exchange.stopped(&Stop::Failed(Failure::ClientGone));
        };
        let mut client = parts.io.into_inner();
        let mut first = BytesMut::from(&parts.read_buf[..]);

        let read = timeout(timeouts.hello, read_first(&mut client, &mut first, &target)).await;
        let opening = match read.unwrap_or_else(|_| Err(Stop::Refused(opening::too_slow(&target)))) {
            Ok(opening) => opening,
            Err(stop) => return exchange.stopped(&stop),
        };
        let dialled = match host {
            Some(dialled) => Ok(dialled),
            None => dial(&mut exchange, &target).await,
        };
        let (mut host, addr) = match dialled {
            Ok(dialled) => dialled,
            Err(stop) => return exchange.stopped(&stop),
        };
        exchange.allowed(addr);
        let meter = exchange.meter();
        let shared = Arc::clone(exchange.shared());
        if opening == Opening::Tls
            && let Some(identity) = shared.presenter.identity_for(&target)
        {
            let met = identity::meet(client, first, host, &target, identity, timeouts.handshake).await;
            let carried = match met {
                Ok(met) => identity::pass_on(met, &meter, timeouts.idle).await,
                Err(failure) => Err(failure),
            };
            return match carried {
                Ok(()) => (),
                Err(failure) => exchange.stopped(&Stop::Failed(failure)),
            };
        }
        if meter.add(Way::Up, first.len()).is_err() || host.write_all(&first).await.is_err() {
            return;
        }
        // The head of a tunnel is read once; what it took is not kept for the tunnel's life.
        drop(first);
        if opening == Opening::Websocket
            && !websocket::accepted(&mut host, &mut client, &meter, timeouts).await
        {
            return;
        }
        relay(&mut client, &mut host, &meter, timeouts.idle).await;
    }
}

/// Reads until the opening is whole and right.
async fn read_first(
    client: &mut TcpStream,
    first: &mut BytesMut,
    target: &JudgedTarget,
) -> Result<Opening, Stop> {
    loop {
        if let Some(opening) = opening::judge(first, target).map_err(Stop::Refused)? {
            return Ok(opening);
        }
        match client.read_buf(first).await {
            Ok(0) | Err(_) if first.is_empty() => return Err(Stop::Failed(Failure::ClientGone)),
            Ok(0) | Err(_) => return Err(Stop::Refused(opening::broken_off(target))),
            Ok(_) => {}
        }
    }
}
