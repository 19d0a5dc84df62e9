//! Whom the browser trusts: an operator's own certificate authority, and nobody else.

use std::net::SocketAddr;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use ringfence::browser::{Authorities, BrowserOptions, Login};
use ringfence::policy::{Entry, Policy, Source};
use ringfence_testkit::{Answer, Site};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use crate::agent::{Agent, Setup};

/// What a site wants of its clients' certificates.
#[derive(Clone, Copy)]
enum Clients {
    NotAsked,
    Asked,
    Wanted,
}

/// An authority that no system knows.
struct Authority {
    pem: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        Self { pem, issuer: Issuer::new(params, key) }
    }

    /// A site on 127.0.0.1 whose certificate is for this name and good until this year.
    async fn site(&self, name: &str, until: i32) -> SocketAddr {
        self.site_for(Clients::NotAsked, name, until).await
    }

    async fn site_for(&self, clients: Clients, name: &str, until: i32) -> SocketAddr {
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        (params.not_before, params.not_after) = (date_time_ymd(2024, 1, 1), date_time_ymd(until, 1, 1));
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap();
        let config = match clients {
            Clients::NotAsked => config.with_no_client_auth(),
            Clients::Asked | Clients::Wanted => {
                let mut roots = RootCertStore::empty();
                roots
                    .add_parsable_certificates(CertificateDer::pem_slice_iter(self.pem.as_bytes()).flatten());
                let verifier = WebPkiClientVerifier::builder_with_provider(
                    Arc::new(roots),
                    Arc::new(default_provider()),
                );
                let verifier = match clients {
                    Clients::Asked => verifier.allow_unauthenticated(),
                    _ => verifier,
                };
                config.with_client_cert_verifier(verifier.build().unwrap())
            }
        };
        let config = config
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
            )
            .unwrap();
        serve(TlsAcceptor::from(Arc::new(config))).await
    }
}

async fn serve(acceptor: TlsAcceptor) -> SocketAddr {
    const PAGE: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 22\r\nconnection: close\r\n\r\n<title>Trusted</title>";
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // A client that does not trust the certificate breaks off. One that isn't trusted has to hear of it before
                // the connection is closed.
                let mut stream = match acceptor.accept(stream).into_fallible().await {
                    Ok(stream) => stream,
                    Err((_, mut stream)) => {
                        let _ = stream.read_to_end(&mut Vec::new()).await;
                        return;
                    }
                };
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(PAGE).await;
                let _ = stream.shutdown().await;
            });
        }
    });
    address
}

/// Goes to a site with these authorities trusted, and shows what came of it.
async fn visited(site: SocketAddr, trusted: Authorities, expected: &str) {
    let origin = format!("https://{site}");
    let source = Source::option("--allow-local", origin.clone());
    let policy = Policy::builder().allow(Entry::origin(origin.clone(), true, source)).build().unwrap();
    let options = BrowserOptions { authorities: trusted, ..BrowserOptions::new(policy) };
    let agent = Agent::with_options(options, &[]).await;
    let seen = agent.call("navigate", json!({ "url": origin })).await;
    seen.shows(&expected.replace("SITE", &site.to_string()));
    agent.end().await;
}

const NOT_TRUSTED: &str = "
    [error navigation_failed, about 127.0.0.1]
    [text] 127.0.0.1: its certificate is not trusted. The tab shows an error page.
    ";

/// Seen to fail with `CACertificates` taken out of the managed policies.
#[tokio::test]
async fn an_authority_of_the_operators_own_is_trusted() {
    let authority = Authority::new();
    let site = authority.site("127.0.0.1", 2040).await;
    let other = Authorities::from_pem(Authority::new().pem.as_bytes()).unwrap();
    let trusted = other.and(Authorities::from_pem(authority.pem.as_bytes()).unwrap());
    visited(
        site,
        trusted,
        r#"
        [text] Now at https://SITE/ "Trusted" (HTTP 200)
        [state]
        * t1 "Trusted" https://SITE/
        "#,
    )
    .await;
}

#[tokio::test]
async fn an_authority_that_the_operator_did_not_name_is_not_trusted() {
    let site = Authority::new().site("127.0.0.1", 2040).await;
    visited(site, Authorities::default(), NOT_TRUSTED).await;
    let other = Authorities::from_pem(Authority::new().pem.as_bytes()).unwrap();
    visited(site, other, NOT_TRUSTED).await;
}

/// Seen to fail with `--ignore-certificate-errors` among the flags.
#[tokio::test]
async fn what_is_wrong_with_a_certificate_is_wrong_whoever_vouches_for_it() {
    let authority = Authority::new();
    let trusted = Authorities::from_pem(authority.pem.as_bytes()).unwrap();
    visited(authority.site("127.0.0.1", 2025).await, trusted.clone(), NOT_TRUSTED).await;
    visited(authority.site("other.example", 2040).await, trusted, NOT_TRUSTED).await;
}

/// Nobody is asked for one, which would be a wait without end: there is none to offer.
#[tokio::test]
async fn no_site_is_offered_a_client_certificate() {
    let authority = Authority::new();
    let trusted = Authorities::from_pem(authority.pem.as_bytes()).unwrap();
    let page = "[text] Now at https://SITE/ \"Trusted\" (HTTP 200)\n[state]\n* t1 \"Trusted\" https://SITE/";
    visited(authority.site_for(Clients::Asked, "127.0.0.1", 2040).await, trusted.clone(), page).await;
    let refused = "[error navigation_failed, about 127.0.0.1]\n[text] 127.0.0.1: it wants a certificate of the browser's own (a client certificate), and this browser has none. The tab shows an error page.";
    visited(authority.site_for(Clients::Wanted, "127.0.0.1", 2040).await, trusted, refused).await;
}

/// A site that asks for a password, and notes what it was given: `user:password` in base64, or nothing.
fn asking() -> Site {
    Site::builder()
        .probed()
        .route("/private", |request| match request.header("authorization") {
            Some("Basic YWRhOnMzY3JldA==") => Answer::html("<!doctype html><title>Private</title>"),
            Some(_) => Answer::html("<!doctype html><title>Wrong</title>").with_status(403),
            None => Answer::html("<!doctype html><title>Who?</title>")
                .with_status(401)
                .with_header("www-authenticate", "Basic realm=\"Private\""),
        })
        .start()
        .unwrap()
}

#[tokio::test]
async fn a_password_is_given_to_its_own_origin_and_to_no_other() {
    let site = asking();
    let mut setup = Setup::at(&site);
    setup.browser.logins = vec![Login::new(&site.origin(), "ada", "s3cret").unwrap()];
    let agent = setup.start().await;
    agent.call("navigate", json!({ "url": site.url("/private") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/private "Private" (HTTP 200)
        [state]
        * t1 "Private" http://127.0.0.1:PORT/private
        "#,
    );
    let other = format!("{}/private", site.localhost_origin());
    agent.call("navigate", json!({ "url": other })).await.shows(
        r#"
        [text] Now at http://localhost:PORT/private "Who?" (HTTP 401)
        [state]
        * t1 "Who?" http://localhost:PORT/private
        "#,
    );
    agent.end().await;
}

/// A password that is not taken is not given again and again.
#[tokio::test]
async fn a_password_that_is_wrong_ends_in_the_sites_own_answer() {
    let site = asking();
    let mut setup = Setup::at(&site);
    setup.browser.logins = vec![Login::new(&site.origin(), "ada", "wrong").unwrap()];
    let agent = setup.start().await;
    agent.call("navigate", json!({ "url": site.url("/private") })).await.shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/private "Wrong" (HTTP 403)
        [state]
        * t1 "Wrong" http://127.0.0.1:PORT/private
        "#,
    );
    agent.end().await;
}
