//! Plain HTTP in absolute form, and what it has in common with CONNECT.

use std::net::SocketAddr;
use std::sync::Arc;

use http::header::HOST;
use http::{HeaderMap, HeaderValue, Request, Response, Uri, Version};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use ringfence_policy::{Code, JudgedTarget, Refusal};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::body::{AbortOnDrop, Held, ReplyBody, Timed};
use crate::dial::dial;
use crate::egress::Shared;
use crate::event::Kind;
use crate::exchange::{Exchange, Failure, Stop};
use crate::metered::Metered;
use crate::{judge, reply};

/// Lets a request in: it carries the credential, there is room for it, and bytes are left.
pub(crate) fn admit(exchange: &Exchange, headers: &HeaderMap, host: &str) -> Result<(), Refusal> {
    if !exchange.shared().credential.is_carried_by(headers) {
        let hint = "This proxy needs its session's credential.";
        return Err(Refusal::new(Code::Credential, host, None, hint));
    }
    if !exchange.has_place() {
        let hint = "Too many connections at once. Try again when others have ended.";
        return Err(Refusal::new(Code::Limit, host, None, hint));
    }
    if !exchange.has_bytes() {
        let hint = "This session has carried as many bytes as its operator allows. Start another one.";
        return Err(Refusal::new(Code::Limit, host, None, hint));
    }
    Ok(())
}

/// Judges, resolves, vets, dials, and passes the request and its answer on.
pub(crate) async fn answer(request: Request<Incoming>, shared: Arc<Shared>) -> Response<ReplyBody> {
    let host = request.uri().host().unwrap_or_default().to_owned();
    let port = request.uri().port_u16().unwrap_or(if host.is_empty() { 0 } else { 80 });
    let mut exchange = Exchange::new(shared, Kind::Http, host.clone(), port);
    let relayed = match open(&mut exchange, &request, &host).await {
        Ok((target, stream, addr)) => {
            exchange.allowed(addr);
            pass_on(&exchange, request, &target, stream).await.map_err(|failure| {
                Stop::Failed(if exchange.meter().is_over() { Failure::Bytes } else { failure })
            })
        }
        Err(stop) => Err(stop),
    };
    match relayed {
        Ok((response, connection)) => {
            let idle = exchange.shared().settings.timeouts.idle;
            let held = Held { _exchange: exchange, _connection: connection };
            response.map(|body| ReplyBody::Relayed(Box::new(Timed::new(body, idle, Some(held)))))
        }
        Err(stop) => {
            exchange.stopped(&stop);
            reply::stopped(&stop)
        }
    }
}

async fn open(
    exchange: &mut Exchange,
    request: &Request<Incoming>,
    host: &str,
) -> Result<(JudgedTarget, TcpStream, SocketAddr), Stop> {
    let headers = request.headers();
    admit(exchange, headers, host).map_err(Stop::Refused)?;
    judge::request::plain(request.uri(), headers).map_err(Stop::Refused)?;
    let address = request.uri().to_string();
    let target = exchange.shared().policy.judge_plain(&address).map_err(Stop::Refused)?;
    exchange.set_target(target.host(), target.port());
    judge::site::check(&target, request.method(), headers).map_err(Stop::Refused)?;
    let (stream, addr) = dial(exchange, &target).await?;
    Ok((target, stream, addr))
}

/// Sends the request and waits for the answer's head.
async fn pass_on(
    exchange: &Exchange,
    request: Request<Incoming>,
    target: &JudgedTarget,
    stream: TcpStream,
) -> Result<(Response<Incoming>, AbortOnDrop), Failure> {
    let shared = exchange.shared();
    let request = outgoing(request, target, exchange).ok_or(Failure::Response)?;
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(shared.settings.limits.head_bytes)
        .handshake(TokioIo::new(Metered::new(stream, exchange.meter())))
        .await
        .map_err(|_| Failure::Response)?;
    let connection = AbortOnDrop(tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "plain connection ended");
        }
    }));
    let mut response = match timeout(shared.settings.timeouts.response, sender.send_request(request)).await {
        Ok(Ok(response)) => response,
        Ok(Err(error)) => {
            tracing::debug!(%error, "no answer");
            let none = error.is_incomplete_message();
            return Err(if none { Failure::NoResponse } else { Failure::Response });
        }
        Err(_) => return Err(Failure::ResponseTimeout),
    };
    if !judge::head::may_answer(response.status()) {
        return Err(Failure::Response);
    }
    judge::head::strip_response(response.headers_mut());
    Ok((response, connection))
}

/// The request as the host gets it: origin form, `Host` from the judged target, nothing that is
/// for one hop only.
fn outgoing(
    request: Request<Incoming>,
    target: &JudgedTarget,
    exchange: &Exchange,
) -> Option<Request<Timed>> {
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    parts.uri = Uri::builder().path_and_query(path).build().ok()?;
    parts.version = Version::HTTP_11;
    judge::head::strip_request(&mut parts.headers);
    parts.headers.insert(HOST, HeaderValue::from_str(&target.authority()).ok()?);
    let idle = exchange.shared().settings.timeouts.idle;
    Some(Request::from_parts(parts, Timed::new(body, idle, None)))
}
