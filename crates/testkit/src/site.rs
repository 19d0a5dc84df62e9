//! A site's life: built, started, asked what it saw, stopped.

use crate::probe::{PATIENCE, Probing};
use crate::serve::{Handler, Served, accept};
use crate::{Answer, Request};
use serde_json::Value;
use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// A running site. Dropping it stops it and closes its connections.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Request>>>,
    probe: Probing,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Starts a site with the built-in routes alone.
    ///
    /// # Errors
    /// When no port or thread can be had.
    pub fn start() -> io::Result<Self> {
        Self::builder().start()
    }

    /// A site with further routes.
    #[must_use]
    pub fn builder() -> SiteBuilder {
        SiteBuilder::default()
    }

    /// The address that it listens at.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its origin by address, such as `http://127.0.0.1:40001`.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its other origin, by name: `http://localhost:40001`.
    #[must_use]
    pub fn localhost_origin(&self) -> String {
        format!("http://localhost:{}", self.address.port())
    }

    /// The address of a path, which starts with `/`, under [`origin`](Self::origin).
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin())
    }

    /// Every request so far, in the order in which they came. A request is noted before it is answered.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Method, path and query of every request so far: `["GET /form.html"]`.
    #[must_use]
    pub fn request_lines(&self) -> Vec<String> {
        self.requests().iter().map(Request::line).collect()
    }

    /// Evaluates an expression in the page at `path` (without query), in the page's own world, and returns its value as
    /// JSON; a promise is awaited.
    ///
    /// # Errors
    /// When the site isn't [`probed`](SiteBuilder::probed), or no page at that path answers within ten seconds.
    pub async fn ask(&self, path: &str, expression: &str) -> io::Result<Value> {
        let probe = self.probe.as_ref().ok_or_else(|| io::Error::other("the site is not probed"))?;
        let answered = probe.ask(path, expression);
        let late = |_| io::Error::other(format!("no page at {path} answered in time"));
        tokio::time::timeout(PATIENCE, answered).await.map_err(late)?.map_err(io::Error::other)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic in a test's own route has been printed; it must not become a second one here.
            let _ = thread.join();
        }
    }
}

/// Collects what a site serves. Looked up in this order: routes and pages, the directory, the built-in routes.
#[derive(Default)]
pub struct SiteBuilder {
    routes: HashMap<String, Handler>,
    directory: Option<PathBuf>,
    probed: bool,
}

impl SiteBuilder {
    /// Answers requests for `path` (without query) by `handler`, whatever the method.
    #[must_use]
    pub fn route(mut self, path: &str, handler: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        self.routes.insert(path.to_owned(), Box::new(handler));
        self
    }

    /// Serves an HTML page at `path`.
    #[must_use]
    pub fn page(self, path: &str, html: &str) -> Self {
        let answer = Answer::html(html.to_owned());
        self.route(path, move |_| answer.clone())
    }

    /// Serves the files under `directory`, too.
    #[must_use]
    pub fn directory(self, directory: impl Into<PathBuf>) -> Self {
        Self { directory: Some(directory.into()), ..self }
    }

    /// Lets [`Site::ask`] ask the site's pages about themselves.
    #[must_use]
    pub fn probed(self) -> Self {
        Self { probed: true, ..self }
    }

    /// Starts the site on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// When no port or thread can be had.
    pub fn start(self) -> io::Result<Site> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        let seen = Arc::default();
        let probe: Probing = self.probed.then(Arc::default);
        let served = Served {
            routes: self.routes,
            directory: self.directory,
            seen: Arc::clone(&seen),
            probe: probe.clone(),
        };
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new().name("test-site".to_owned()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = accept(listener, Arc::new(served)) => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(Site { address, seen, probe, stop: Some(stop), thread: Some(thread) })
    }
}
