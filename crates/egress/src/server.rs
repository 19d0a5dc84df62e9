//! Accepts connections and serves the requests on each.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use http::{Method, Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Duration, sleep};

use crate::body::ReplyBody;
use crate::connect::{self, Tunnel};
use crate::egress::Shared;
use crate::plain;

/// The wait after a failed accept, which is mostly a lack of descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Accepts until `stopped` fires or its sender is gone, then ends every connection.
pub(crate) async fn accept(listener: TcpListener, shared: Arc<Shared>, mut stopped: oneshot::Receiver<()>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            _ = &mut stopped => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) if connections.len() < shared.settings.limits.connections => {
                    connections.spawn(serve(stream, Arc::clone(&shared)));
                }
                Ok(_) => tracing::warn!("connection closed: too many at once"),
                Err(error) => {
                    tracing::warn!(%error, "accept failed");
                    sleep(ACCEPT_PAUSE).await;
                }
            },
        }
    }
    // No tunnel outlives the proxy.
    connections.shutdown().await;
}

/// Serves one connection: requests one after the other, the last of which may open a tunnel. The
/// tunnel runs in the same task, so that ending the task ends it.
async fn serve(stream: TcpStream, shared: Arc<Shared>) {
    // Without it small messages wait for each other; a failure only costs that.
    let _ = stream.set_nodelay(true);
    let tunnel: Arc<Mutex<Option<Tunnel>>> = Arc::default();
    let service = service_fn(|request: Request<Incoming>| {
        let (shared, tunnel) = (Arc::clone(&shared), Arc::clone(&tunnel));
        async move { Ok::<_, Infallible>(answer(request, shared, &tunnel).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(shared.settings.timeouts.head)
        .max_buf_size(shared.settings.limits.head_bytes)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        tracing::debug!(%error, "connection ended");
    }
    let tunnel = tunnel.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(tunnel) = tunnel {
        tunnel.run().await;
    }
}

async fn answer(
    request: Request<Incoming>,
    shared: Arc<Shared>,
    tunnel: &Mutex<Option<Tunnel>>,
) -> Response<ReplyBody> {
    if request.method() == Method::CONNECT {
        let (response, opened) = connect::answer(request, shared).await;
        *tunnel.lock().unwrap_or_else(PoisonError::into_inner) = opened;
        response
    } else {
        plain::answer(request, shared).await
    }
}
