//! TLS servers with certificates of an authority of their own, which may ask their clients for one.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::header::HeaderValue;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    date_time_ymd,
};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// Why a server or a certificate could not be made.
pub type Unmade = Box<dyn std::error::Error + Send + Sync>;

/// What a site wants of its clients' certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clients {
    /// Nothing.
    NotAsked,
    /// One, if the client has one.
    Asked,
    /// One: without it there is no connection.
    Needed,
}

/// Clients' certificates and their names.
type Known = Arc<Mutex<Vec<(CertificateDer<'static>, String)>>>;

/// An authority that no system knows.
pub struct Authority {
    pem: String,
    certificate: CertificateDer<'static>,
    issuer: Issuer<'static, KeyPair>,
    clients: Known,
}

/// A client's certificate and key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// The certificate in PEM.
    pub certificate: String,
    /// Its key in PEM.
    pub key: String,
}

/// What a site does.
#[derive(Debug, Clone)]
pub struct TlsPages {
    /// The names and IP addresses that its certificate is for.
    pub names: Vec<String>,
    /// The year at whose beginning its certificate ends.
    pub until: i32,
    /// What it wants of its clients.
    pub clients: Clients,
    /// Protocols that it speaks by ALPN, `h2` and `http/1.1`; by default none is agreed on.
    pub alpn: Vec<Vec<u8>>,
    /// Documents by their paths, whole with their heads; every other path is a page whose title is the client's name, or
    /// `nobody`. Over HTTP/2 there are only these.
    pub documents: Vec<(String, String)>,
}

/// A running site. It ends with the runtime that it was started in.
#[derive(Debug, Clone)]
pub struct TlsSite {
    address: SocketAddr,
    seen: Arc<watch::Sender<Vec<String>>>,
}

/// Who came without a certificate.
const NOBODY: &str = "nobody";
/// What is noted of a handshake that failed.
const TURNED_AWAY: &str = "turned away";
/// Long enough for a busy machine; no test passes by waiting.
const PATIENCE: Duration = Duration::from_secs(30);

impl Authority {
    /// A fresh one.
    ///
    /// # Errors
    /// When there is no randomness for a key.
    pub fn new() -> Result<Self, Unmade> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let mut params = CertificateParams::new([])?;
        // Two of one name would be held to be one with two keys.
        let name = format!("Test authority {}", NUMBER.fetch_add(1, Relaxed));
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate()?;
        let signed = params.self_signed(&key)?;
        let (pem, certificate) = (signed.pem(), signed.der().clone());
        Ok(Self { pem, certificate, issuer: Issuer::new(params, key), clients: Known::default() })
    }

    /// Its certificate in PEM.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// Its certificate in DER.
    pub fn der(&self) -> &CertificateDer<'static> {
        &self.certificate
    }

    /// A certificate for a client of this name.
    ///
    /// # Errors
    /// When it can't be made.
    pub fn client(&self, name: &str) -> Result<Client, Unmade> {
        let mut params = CertificateParams::new([format!("{name}.client.example")])?;
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        let key = KeyPair::generate()?;
        let certificate = params.signed_by(&key, &self.issuer)?;
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.push((certificate.der().clone(), name.to_owned()));
        Ok(Client { certificate: certificate.pem(), key: key.serialize_pem() })
    }

    /// A site on a free port of 127.0.0.1, whose certificate this authority vouches for. It takes the certificates of this
    /// authority's clients.
    ///
    /// # Errors
    /// When its certificate can't be made, or there is no port.
    pub async fn site(&self, pages: TlsPages) -> Result<TlsSite, Unmade> {
        let mut params = CertificateParams::new(pages.names.clone())?;
        (params.not_before, params.not_after) = (date_time_ymd(2024, 1, 1), date_time_ymd(pages.until, 1, 1));
        let key = KeyPair::generate()?;
        let certificate = params.signed_by(&key, &self.issuer)?;
        let builder = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()?;
        let builder = match pages.clients {
            Clients::NotAsked => builder.with_no_client_auth(),
            Clients::Asked | Clients::Needed => {
                let mut roots = RootCertStore::empty();
                roots.add(self.certificate.clone())?;
                let verifier = WebPkiClientVerifier::builder_with_provider(
                    Arc::new(roots),
                    Arc::new(default_provider()),
                );
                let optional = pages.clients == Clients::Asked;
                let verifier = if optional { verifier.allow_unauthenticated() } else { verifier };
                builder.with_client_cert_verifier(verifier.build()?)
            }
        };
        let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        let mut config = builder.with_single_cert(vec![certificate.der().clone()], key)?;
        config.alpn_protocols = pages.alpn.clone();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let site = TlsSite { address: listener.local_addr()?, seen: Arc::default() };
        let serving = Serving {
            known: Arc::clone(&self.clients),
            documents: pages.documents,
            seen: Arc::clone(&site.seen),
        };
        tokio::spawn(accept(listener, TlsAcceptor::from(Arc::new(config)), Arc::new(serving)));
        Ok(site)
    }
}

impl TlsPages {
    /// A site for these names that wants this of its clients, with a certificate that is good until 2040.
    pub fn new(names: &[&str], clients: Clients) -> Self {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Self { names, until: 2040, clients, alpn: Vec::new(), documents: Vec::new() }
    }

    /// The same with a page of this HTML at this path.
    #[must_use]
    pub fn page(mut self, path: &str, html: &str) -> Self {
        let head = format!("200 OK\r\ncontent-type: text/html\r\ncontent-length: {}", html.len());
        self.documents.push((path.to_owned(), format!("HTTP/1.1 {head}\r\nconnection: close\r\n\r\n{html}")));
        self
    }

    /// The same with this path leading to this address.
    #[must_use]
    pub fn redirect(mut self, path: &str, to: &str) -> Self {
        let head = format!("302 Found\r\nlocation: {to}\r\ncontent-length: 0");
        self.documents.push((path.to_owned(), format!("HTTP/1.1 {head}\r\nconnection: close\r\n\r\n")));
        self
    }
}

impl TlsSite {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its origin by a host that leads to it.
    pub fn origin(&self, host: &str) -> String {
        format!("https://{host}:{}", self.address.port())
    }

    /// What it was asked, in order: who asked, a client's name or `nobody`, and for which path; `turned away` is a handshake
    /// that failed. The icon that browsers ask for by themselves is left out.
    pub fn seen(&self) -> Vec<String> {
        told(&self.seen.borrow())
    }

    /// The same once something of it begins like this; none when nothing has after 30 s.
    pub async fn seen_with(&self, beginning: &str) -> Option<Vec<String>> {
        let mut seen = self.seen.subscribe();
        let begun = seen.wait_for(|seen| seen.iter().any(|line| line.starts_with(beginning)));
        let seen = tokio::time::timeout(PATIENCE, begun).await.ok()?.ok()?;
        Some(told(&seen))
    }
}

fn told(seen: &[String]) -> Vec<String> {
    seen.iter().filter(|line| !line.ends_with("/favicon.ico")).cloned().collect()
}

struct Serving {
    known: Known,
    documents: Vec<(String, String)>,
    seen: Arc<watch::Sender<Vec<String>>>,
}

async fn accept(listener: TcpListener, acceptor: TlsAcceptor, serving: Arc<Serving>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, serving) = (acceptor.clone(), Arc::clone(&serving));
        tokio::spawn(async move {
            match acceptor.accept(stream).into_fallible().await {
                // A client that goes before the answer is no failure of the site.
                Ok(stream) if stream.get_ref().1.alpn_protocol() == Some(b"h2") => {
                    serving.answer2(stream).await.unwrap_or_default();
                }
                Ok(stream) => serving.answer(stream).await.unwrap_or_default(),
                // A client that isn't trusted has to hear of it before the connection is closed.
                Err((_, mut stream)) => {
                    serving.note(TURNED_AWAY.to_owned());
                    let _ = stream.read_to_end(&mut Vec::new()).await;
                }
            }
        });
    }
}

impl Serving {
    async fn answer(&self, mut stream: TlsStream<TcpStream>) -> io::Result<()> {
        let who = self.name(stream.get_ref().1.peer_certificates());
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if stream.read_buf(&mut head).await? == 0 {
                return Ok(());
            }
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        let path = head.split(' ').nth(1).unwrap_or_default();
        self.note(format!("{who} {path}"));
        let document = self.documents.iter().find(|(known, _)| known == path);
        let document = document.map_or_else(|| page(&who), |(_, document)| document.clone());
        stream.write_all(document.as_bytes()).await?;
        stream.shutdown().await
    }

    async fn answer2(&self, stream: TlsStream<TcpStream>) -> Result<(), h2::Error> {
        let who = self.name(stream.get_ref().1.peer_certificates());
        let mut connection = h2::server::handshake(stream).await?;
        while let Some(accepted) = connection.accept().await {
            let (request, mut respond) = accepted?;
            self.note(format!("{who} {}", request.uri().path()));
            let mut response = hyper::Response::new(());
            response.headers_mut().insert("content-type", HeaderValue::from_static("text/html"));
            respond.send_response(response, false)?.send_data(html(&who).into(), true)?;
        }
        Ok(())
    }

    fn note(&self, what: String) {
        self.seen.send_modify(|seen| seen.push(what));
    }

    fn name(&self, shown: Option<&[CertificateDer<'_>]>) -> String {
        let Some(certificate) = shown.and_then(<[_]>::first) else { return NOBODY.to_owned() };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.iter().find(|(known, _)| known == certificate);
        known.map_or_else(|| "a stranger".to_owned(), |(_, name)| name.clone())
    }
}

fn page(who: &str) -> String {
    let html = html(who);
    let length = html.len();
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\naccess-control-allow-origin: *\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{html}"
    )
}

fn html(who: &str) -> String {
    format!("<!doctype html><title>{who}</title>")
}
