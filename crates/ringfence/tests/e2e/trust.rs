//! Whom the browser trusts: an operator's own certificate authority, and nobody else.

use std::net::SocketAddr;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use ringfence::browser::{Authorities, BrowserOptions};
use ringfence::policy::{Entry, Policy, Source};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::agent::Agent;

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
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        (params.not_before, params.not_after) = (date_time_ymd(2024, 1, 1), date_time_ymd(until, 1, 1));
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
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
                // A client that does not trust the certificate breaks off.
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
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
