//! Takes connections and answers their requests.

use crate::probe::{Probing, with_script};
use crate::{Answer, Request, builtin};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Response, header};
use hyper_util::rt::TokioIo;
use std::collections::HashMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::{TcpListener, TcpStream};

/// What answers one path.
pub(crate) type Handler = Box<dyn Fn(&Request) -> Answer + Send + Sync>;

/// What a site serves, and what it has seen.
pub(crate) struct Served {
    pub(crate) routes: HashMap<String, Handler>,
    pub(crate) directory: Option<PathBuf>,
    pub(crate) seen: Arc<Mutex<Vec<Request>>>,
    pub(crate) probe: Probing,
}

/// Accepts connections for ever, each in a task of its own.
pub(crate) async fn accept(listener: TcpListener, served: Arc<Served>) {
    loop {
        // A failed accept is the client's end or a passing lack of descriptors; the next one may succeed.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::task::yield_now().await;
            continue;
        };
        tokio::spawn(converse(stream, Arc::clone(&served)));
    }
}

async fn converse(stream: TcpStream, served: Arc<Served>) {
    let service = service_fn(move |request| {
        let served = Arc::clone(&served);
        async move { served.respond(request).await }
    });
    // A connection that breaks off is the client's business: browsers do it all the time.
    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

impl Served {
    async fn respond(&self, request: hyper::Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
        let request = read(request).await?;
        let answer = match self.probed(&request).await {
            Some(answer) => answer,
            None => {
                self.seen.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
                let answer = self.answer(&request);
                if self.probe.is_some() { with_script(answer) } else { answer }
            }
        };
        match answer.after {
            Some(after) => tokio::time::sleep(after).await,
            None => std::future::pending().await,
        }
        let mut response =
            Response::builder().status(answer.status).header(header::CACHE_CONTROL, "no-store");
        for (name, value) in &answer.headers {
            response = response.header(name, value);
        }
        response.body(Full::new(answer.body)).map_err(io::Error::other)
    }

    /// The probe's own requests, which nobody else gets to see.
    async fn probed(&self, request: &Request) -> Option<Answer> {
        self.probe.as_ref()?.respond(request).await
    }

    fn answer(&self, request: &Request) -> Answer {
        let route = self.routes.get(&request.path).map(|handler| handler(request));
        route.or_else(|| self.file(&request.path)).unwrap_or_else(|| builtin::answer(request))
    }

    /// A file under the site's directory. Small files and one test: reading may block.
    fn file(&self, path: &str) -> Option<Answer> {
        let relative = Path::new(path.strip_prefix('/')?);
        if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let content = std::fs::read(self.directory.as_ref()?.join(relative)).ok()?;
        Some(Answer::of(content_type(relative), content))
    }
}

async fn read(request: hyper::Request<Incoming>) -> io::Result<Request> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.map_err(io::Error::other)?.to_bytes();
    let text = |value: &header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    Ok(Request {
        method: head.method.to_string(),
        path: head.uri.path().to_owned(),
        query: head.uri.query().unwrap_or_default().to_owned(),
        headers: head.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
        body,
    })
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
