//! The lab's web servers: HTTP/1.1 and HTTP/2, with and without TLS, for every name and address.

use crate::lab::announce::{announced, announcing};
use crate::lab::authority::Authority;
use crate::lab::routes::Routes;
use crate::{Answer, Request};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderMap, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, UPGRADE};
use hyper::service::service_fn;
use hyper::{Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::io;
use std::net::Ipv6Addr;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// Ports without TLS.
const PLAIN: &[u16] = &[80, 8080, 8081];
/// Ports with it.
const TLS: &[u16] = &[443, 8443];

/// Listens on every port.
pub(crate) async fn start(authority: &Arc<Authority>, routes: &Arc<Routes>) -> io::Result<()> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_no_client_auth()
        .with_cert_resolver(Arc::clone(authority) as _);
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    for port in PLAIN {
        accept(listen(*port).await?, None, Arc::clone(routes));
    }
    for port in TLS {
        accept(listen(*port).await?, Some(acceptor.clone()), Arc::clone(routes));
    }
    Ok(())
}

async fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv6Addr::UNSPECIFIED, port)).await
}

fn accept(listener: TcpListener, tls: Option<TlsAcceptor>, routes: Arc<Routes>) {
    tokio::spawn(async move {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                tokio::task::yield_now().await;
                continue;
            };
            tokio::spawn(converse(stream, tls.clone(), Arc::clone(&routes)));
        }
    });
}

/// A conversation that breaks off is the client's business.
async fn converse(stream: TcpStream, tls: Option<TlsAcceptor>, routes: Arc<Routes>) {
    let Some(tls) = tls else { return http1(stream, routes).await };
    let Ok(stream) = tls.accept(stream).await else { return };
    if stream.get_ref().1.alpn_protocol() == Some(b"h2") {
        let announced = announced(stream.get_ref().1.server_name());
        // A browser that goes away is no failure.
        let _ = match announced {
            Some(origin) => http2(announcing(stream, &origin), routes).await,
            None => http2(stream, routes).await,
        };
    } else {
        http1(stream, routes).await;
    }
}

async fn http1(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static, routes: Arc<Routes>) {
    let service = service_fn(move |request| {
        let routes = Arc::clone(&routes);
        async move { Ok::<_, Infallible>(respond(request, &routes).await) }
    });
    let connection =
        hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    let _ = connection.with_upgrades().await;
}

async fn respond(mut request: hyper::Request<Incoming>, routes: &Routes) -> Response<Full<Bytes>> {
    if let Some(response) = websocket(&mut request) {
        return response;
    }
    let (head, body) = request.into_parts();
    let body = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    let host = head.headers.get("host").map(|host| String::from_utf8_lossy(host.as_bytes()).into_owned());
    let request = read(head.method.as_str(), &head.uri, &head.headers, body);
    let answer = routes.answer(&host.unwrap_or_default(), &request);
    let mut response = Response::new(Full::new(answer.body.clone()));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    fields(response.headers_mut(), &answer);
    response
}

/// Accepts a WebSocket and leaves it open.
fn websocket(request: &mut hyper::Request<Incoming>) -> Option<Response<Full<Bytes>>> {
    let key = request.headers().get(SEC_WEBSOCKET_KEY)?.as_bytes();
    // RFC 6455, 4.2.2.
    let text = [key, b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"].concat();
    let accept = STANDARD.encode(ring::digest::digest(&ring::digest::SHA1_FOR_LEGACY_USE_ONLY, &text));
    let upgrade = hyper::upgrade::on(request);
    tokio::spawn(async move {
        if let Ok(upgraded) = upgrade.await {
            // Reads what comes, so that the connection lives as long as its client wants.
            let _ = tokio::io::copy(&mut TokioIo::new(upgraded), &mut tokio::io::sink()).await;
        }
    });
    let mut response = Response::new(Full::default());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    for (name, value) in [(CONNECTION, "upgrade"), (UPGRADE, "websocket"), (SEC_WEBSOCKET_ACCEPT, &accept)] {
        response.headers_mut().insert(name, value.parse().ok()?);
    }
    Some(response)
}

/// HTTP/2 by hand: only here can an answer have early hints before it.
async fn http2(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    routes: Arc<Routes>,
) -> Result<(), h2::Error> {
    let mut connection = h2::server::handshake(stream).await?;
    while let Some(accepted) = connection.accept().await {
        let (request, respond) = accepted?;
        let routes = Arc::clone(&routes);
        tokio::spawn(async move {
            let _ = respond2(request, respond, &routes).await;
        });
    }
    Ok(())
}

async fn respond2(
    request: hyper::Request<h2::RecvStream>,
    mut respond: h2::server::SendResponse<Bytes>,
    routes: &Routes,
) -> Result<(), h2::Error> {
    let (head, mut stream) = request.into_parts();
    let mut body = Vec::new();
    while let Some(chunk) = stream.data().await {
        let chunk = chunk?;
        stream.flow_control().release_capacity(chunk.len())?;
        body.extend(chunk);
    }
    let host = head.uri.authority().map(ToString::to_string).unwrap_or_default();
    let request = read(head.method.as_str(), &head.uri, &head.headers, body.into());
    if let Some(link) = routes.early_hint(&request) {
        let mut hint = Response::new(());
        *hint.status_mut() = StatusCode::EARLY_HINTS;
        if let Ok(link) = link.parse() {
            hint.headers_mut().insert("link", link);
            respond.send_informational(hint)?;
        }
    }
    let answer = routes.answer(&host, &request);
    let mut response = Response::new(());
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    fields(response.headers_mut(), &answer);
    respond.send_response(response, false)?.send_data(answer.body, true)
}

fn read(method: &str, uri: &hyper::Uri, headers: &HeaderMap, body: Bytes) -> Request {
    let text = |value: &hyper::header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    Request {
        method: method.to_owned(),
        path: uri.path().to_owned(),
        query: uri.query().unwrap_or_default().to_owned(),
        headers: headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
        body,
    }
}

/// The answer's own fields, and those that let pages of any site do the most with it.
fn fields(headers: &mut HeaderMap, answer: &Answer) {
    let open = [
        ("access-control-allow-origin", "*"),
        ("access-control-allow-headers", "*"),
        ("access-control-allow-methods", "*"),
        ("cache-control", "no-store"),
        ("cross-origin-resource-policy", "cross-origin"),
        ("service-worker-allowed", "/"),
        ("supports-loading-mode", "credentialed-prerender, fenced-frame"),
    ];
    let own = answer.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in open.into_iter().chain(own) {
        if let (Ok(name), Ok(value)) = (hyper::header::HeaderName::try_from(name), value.parse()) {
            headers.insert(name, value);
        }
    }
}
