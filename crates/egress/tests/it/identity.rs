//! Client certificates: what a server is shown, and what its client is answered with.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ringfence_egress::{ClientCertificate, EgressConfig, Presenter};
use ringfence_testkit::tls::{Authority, Clients, TlsPages, TlsSite};
use rustls::pki_types::{CertificateDer, ServerName};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::support::{Proxy, event, private};

/// A certificate of this authority's for a client of this name, for one site.
fn certificate(authority: &Authority, name: &str, origin: &str) -> ClientCertificate {
    let client = authority.client(name).unwrap();
    ClientCertificate::from_pem(origin, client.certificate.as_bytes(), client.key.as_bytes()).unwrap()
}

/// A proxy that may go to these sites and shows these certificates.
async fn proxy(authority: &Authority, sites: &[&TlsSite], shown: &[ClientCertificate]) -> (Proxy, Presenter) {
    let origins: Vec<String> = sites.iter().map(|site| site.origin("127.0.0.1")).collect();
    tuned(authority, &origins, shown, |_| {}).await
}

async fn tuned(
    authority: &Authority,
    origins: &[String],
    shown: &[ClientCertificate],
    tune: impl FnOnce(&mut EgressConfig),
) -> (Proxy, Presenter) {
    let presenter = Presenter::new(shown, std::slice::from_ref(authority.der())).unwrap();
    let origins: Vec<&str> = origins.iter().map(String::as_str).collect();
    let proxy = Proxy::start_with(private(&origins), |config| {
        config.presenter = presenter.clone();
        tune(config);
    });
    (proxy.await, presenter)
}

/// A client's end of a tunnel to a site, when TLS is set up: it trusts this authority and offers these protocols.
async fn tunnel(
    proxy: &Proxy,
    address: SocketAddr,
    trusted: &CertificateDer<'static>,
    offered: &[&[u8]],
) -> io::Result<TlsStream<TcpStream>> {
    let mut roots = rustls::RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = offered.iter().map(|protocol| protocol.to_vec()).collect();
    let (reply, client) = proxy.connect(&address.to_string()).await;
    assert_eq!(reply.status, 200);
    let name = ServerName::try_from("127.0.0.1").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, client.stream).await
}

/// What a site answers to a GET, whole.
async fn get(stream: &mut TlsStream<TcpStream>, path: &str) -> io::Result<String> {
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

/// The title of a site's page, which names its client, with the protocol that was agreed on.
async fn read(
    proxy: &Proxy,
    site: &TlsSite,
    trusted: &CertificateDer<'static>,
    offered: &[&[u8]],
) -> io::Result<(String, Option<Vec<u8>>)> {
    let mut stream = tunnel(proxy, site.address(), trusted, offered).await?;
    let answer = get(&mut stream, "/").await?;
    let title = answer.split("<title>").nth(1).and_then(|rest| rest.split('<').next());
    let agreed = stream.get_ref().1.alpn_protocol().map(<[u8]>::to_vec);
    Ok((title.unwrap_or_default().to_owned(), agreed))
}

/// Seen to fail with `Presenter::identity_for` giving any identity for every target.
#[tokio::test]
async fn a_server_is_shown_the_certificate_of_its_own_origin_and_no_other() {
    let authority = Authority::new().unwrap();
    let [mine, yours, bare] = [(); 3].map(|()| authority.site(TlsPages::new(&["127.0.0.1"], Clients::Asked)));
    let (mine, yours, bare) = (mine.await.unwrap(), yours.await.unwrap(), bare.await.unwrap());
    let shown = [("ada", &mine), ("bob", &yours)]
        .map(|(name, site)| certificate(&authority, name, &site.origin("127.0.0.1")));
    let (mut proxy, presenter) = proxy(&authority, &[&mine, &yours, &bare], &shown).await;
    let ours = presenter.authority().unwrap();
    let named = |name: &str| (name.to_owned(), None);
    assert_eq!(read(&proxy, &mine, ours, &[]).await.unwrap(), named("ada"));
    assert_eq!(read(&proxy, &yours, ours, &[]).await.unwrap(), named("bob"));
    // Nothing stands between this one and its client.
    assert_eq!(read(&proxy, &bare, authority.der(), &[]).await.unwrap(), named("nobody"));
    assert_eq!(
        (mine.seen(), yours.seen(), bare.seen()),
        (vec!["ada /".into()], vec!["bob /".into()], vec!["nobody /".into()])
    );
    let port = mine.address().port();
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "allowed"));
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "ended"));
    let totals = proxy.egress.totals();
    assert_eq!((totals.requests, totals.allowed, totals.failed), (3, 3, 0));
    // A head and a page each at least.
    assert!(totals.bytes_up > 90 && totals.bytes_down > 300, "{totals:?}");
}

#[tokio::test]
async fn both_ends_speak_the_protocol_that_the_server_chose() {
    let authority = Authority::new().unwrap();
    let pages =
        TlsPages { alpn: vec![b"http/1.1".to_vec()], ..TlsPages::new(&["127.0.0.1"], Clients::Needed) };
    let site = authority.site(pages).await.unwrap();
    let shown = [certificate(&authority, "ada", &site.origin("127.0.0.1"))];
    let (proxy, presenter) = proxy(&authority, &[&site], &shown).await;
    let ours = presenter.authority().unwrap();
    let agreed = |protocol: Option<&[u8]>| ("ada".to_owned(), protocol.map(<[u8]>::to_vec));
    let both = read(&proxy, &site, ours, &[b"h2", b"http/1.1"]).await.unwrap();
    assert_eq!(both, agreed(Some(b"http/1.1")));
    assert_eq!(read(&proxy, &site, ours, &[]).await.unwrap(), agreed(None));
}

/// Seen to fail with a verifier that takes every certificate.
#[tokio::test]
async fn a_server_that_nobody_trusted_vouches_for_is_shown_nothing() {
    let (authority, stranger) = (Authority::new().unwrap(), Authority::new().unwrap());
    let site = stranger.site(TlsPages::new(&["127.0.0.1"], Clients::Asked)).await.unwrap();
    let shown = [certificate(&stranger, "ada", &site.origin("127.0.0.1"))];
    let (mut proxy, presenter) = proxy(&authority, &[&site], &shown).await;
    assert!(read(&proxy, &site, presenter.authority().unwrap(), &[]).await.is_err());
    let port = site.address().port();
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "allowed"));
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "its certificate is not trusted"));
    assert_eq!(site.seen_with("turned").await, Some(vec!["turned away".to_owned()]));
}

/// Seen to fail with a verifier that takes every certificate.
#[tokio::test]
async fn a_server_for_another_name_or_out_of_date_is_not_trusted() {
    let authority = Authority::new().unwrap();
    let other = TlsPages::new(&["other.example"], Clients::Asked);
    let old = TlsPages { until: 2025, ..TlsPages::new(&["127.0.0.1"], Clients::Asked) };
    for pages in [other, old] {
        let site = authority.site(pages).await.unwrap();
        let shown = [certificate(&authority, "ada", &site.origin("127.0.0.1"))];
        let (mut proxy, presenter) = proxy(&authority, &[&site], &shown).await;
        assert!(read(&proxy, &site, presenter.authority().unwrap(), &[]).await.is_err());
        let port = site.address().port();
        assert_eq!(proxy.event().await, event("127.0.0.1", port, "allowed"));
        assert_eq!(proxy.event().await, event("127.0.0.1", port, "its certificate is not trusted"));
        assert_eq!(site.seen_with("turned").await, Some(vec!["turned away".to_owned()]));
    }
}

#[tokio::test]
async fn a_server_that_does_not_take_the_certificate_is_told_of_in_words() {
    let (authority, stranger) = (Authority::new().unwrap(), Authority::new().unwrap());
    let site = authority.site(TlsPages::new(&["127.0.0.1"], Clients::Needed)).await.unwrap();
    let shown = [certificate(&stranger, "mallory", &site.origin("127.0.0.1"))];
    let (mut proxy, presenter) = proxy(&authority, &[&site], &shown).await;
    assert!(read(&proxy, &site, presenter.authority().unwrap(), &[]).await.is_err());
    let (port, told) = (
        site.address().port(),
        "the server does not take the client certificate that the operator configured for it",
    );
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "allowed"));
    assert_eq!(proxy.event().await, event("127.0.0.1", port, told));
}

/// A site that needs a certificate, with the proxy that shows it one.
async fn site_and_proxy(
    pages: TlsPages,
    tune: impl FnOnce(&mut EgressConfig),
) -> (TlsSite, Proxy, CertificateDer<'static>) {
    let authority = Authority::new().unwrap();
    let site = authority.site(pages).await.unwrap();
    let origin = site.origin("127.0.0.1");
    let shown = [certificate(&authority, "ada", &origin)];
    let (proxy, presenter) = tuned(&authority, &[origin], &shown, tune).await;
    let ours = presenter.authority().unwrap().clone();
    (site, proxy, ours)
}

#[tokio::test]
async fn what_a_server_says_comes_whole_and_as_it_is() {
    let html: String = (0..400_000).map(|number| format!("{number:07}\n")).collect();
    let pages = TlsPages::new(&["127.0.0.1"], Clients::Needed).page("/large", &html);
    let (site, proxy, ours) = site_and_proxy(pages, |_| {}).await;
    let answer = get(&mut tunnel(&proxy, site.address(), &ours, &[]).await.unwrap(), "/large").await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert_eq!(
        head,
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 3200000\r\nconnection: close"
    );
    assert!(body == html);
}

#[tokio::test]
async fn a_server_that_does_not_set_tls_up_is_not_waited_for_without_end() {
    let authority = Authority::new().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let origin = format!("https://{address}");
    let shown = [certificate(&authority, "ada", &origin)];
    let (mut proxy, presenter) = tuned(&authority, &[origin], &shown, |config| {
        config.settings.timeouts.handshake = Duration::from_millis(50);
    })
    .await;
    assert!(tunnel(&proxy, address, presenter.authority().unwrap(), &[]).await.is_err());
    assert_eq!(proxy.event().await, event("127.0.0.1", address.port(), "allowed"));
    assert_eq!(proxy.event().await, event("127.0.0.1", address.port(), "its TLS was not set up in time"));
}

/// Seen to fail with the refusal of `meter.add` in `identity/pass.rs` passed over.
#[tokio::test]
async fn limits_of_bytes_hold_inside_tls() {
    let html = "x".repeat(100_000);
    let pages = TlsPages::new(&["127.0.0.1"], Clients::Needed).page("/large", &html);
    let (site, mut proxy, ours) =
        site_and_proxy(pages, |config| config.settings.limits.exchange_bytes = 50_000).await;
    let mut stream = tunnel(&proxy, site.address(), &ours, &[]).await.unwrap();
    assert!(get(&mut stream, "/large").await.is_err());
    let port = site.address().port();
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "allowed"));
    let over = event("127.0.0.1", port, "it carried as many bytes as the operator allows");
    assert_eq!(proxy.event().await, over);
    let totals = proxy.egress.totals();
    assert!(totals.bytes_up + totals.bytes_down <= 50_000, "{totals:?}");
}

#[tokio::test]
async fn a_tunnel_that_stands_still_or_outlives_the_proxy_is_ended() {
    let pages = TlsPages::new(&["127.0.0.1"], Clients::Needed);
    let (site, mut proxy, ours) = site_and_proxy(pages.clone(), |config| {
        config.settings.timeouts.idle = Duration::from_millis(50);
    })
    .await;
    let mut stream = tunnel(&proxy, site.address(), &ours, &[]).await.unwrap();
    assert!(stream.read_u8().await.is_err());
    let port = site.address().port();
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "allowed"));
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "ended"));
    let (site, proxy, ours) = site_and_proxy(pages, |_| {}).await;
    let mut stream = tunnel(&proxy, site.address(), &ours, &[]).await.unwrap();
    proxy.egress.close().await;
    assert!(stream.read_u8().await.is_err());
}

/// What the browser is answered with is good for a browser that was told to trust it, and for no other.
#[tokio::test]
async fn a_client_that_does_not_trust_the_presenter_gets_nothing_from_the_server() {
    let pages = TlsPages::new(&["127.0.0.1"], Clients::Needed);
    let (site, mut proxy, _) = site_and_proxy(pages, |_| {}).await;
    let stranger = Authority::new().unwrap();
    assert!(tunnel(&proxy, site.address(), stranger.der(), &[]).await.is_err());
    let port = site.address().port();
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "allowed"));
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "the client did not set TLS up"));
    // It may have been left in the middle of its handshake.
    assert!(site.seen().iter().all(|line| line == "turned away"), "{:?}", site.seen());
}
