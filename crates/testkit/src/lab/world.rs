//! The internet of one run.

use crate::lab::authority::Authority;
use crate::lab::judge::{Judge, Leaks};
use crate::lab::names::Names;
use crate::lab::routes::{Routes, Told};
use crate::lab::{Vector, dns, sniffer, web};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// Servers for every name and address of this namespace, and a sniffer that sees what is sent to them. They run until
/// the process ends.
#[derive(Debug)]
pub struct World {
    names: Arc<Names>,
    judge: Arc<Judge>,
    routes: Arc<Routes>,
    authority: Arc<Authority>,
}

impl World {
    /// Starts everything. Only to be called in a lab's namespace: see [`enter`](crate::lab::enter).
    ///
    /// # Errors
    /// When a port is taken or the sniffer's socket is not to be had, as anywhere else.
    pub async fn start(vectors: Vec<Vector>) -> io::Result<Self> {
        let names = Arc::new(Names::new(vectors.into()));
        let judge = Arc::new(Judge::new(Arc::clone(&names)));
        let routes = Arc::new(Routes::new(Arc::clone(&names)));
        let authority = Arc::new(Authority::new()?);
        sniffer::start(Arc::clone(&judge))?;
        tokio::spawn(dns::serve(dns::listen().await?, Arc::clone(&names)));
        web::start(&authority, &routes).await?;
        Ok(Self { names, judge, routes, authority })
    }

    /// Who is who.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The certificate of the lab's authority, in PEM.
    #[must_use]
    pub fn authority(&self) -> String {
        self.authority.pem()
    }

    /// The SHA-256 of the key of every site, as `--ignore-certificate-errors-spki-list` takes it.
    #[must_use]
    pub fn key_hash(&self) -> String {
        self.authority.key_hash()
    }

    /// What was sent so far that should not have been.
    #[must_use]
    pub fn leaks(&self) -> Leaks {
        self.judge.leaks()
    }

    /// What the vectors' pages have told so far.
    #[must_use]
    pub fn told(&self) -> BTreeMap<String, Told> {
        self.routes.told()
    }
}
