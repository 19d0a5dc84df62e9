//! What a tunnel to an https host may carry.

use std::net::SocketAddr;
use std::sync::Arc;

use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::{TlsAcceptor, TlsConnector};

use crate::support::{Client, Proxy, event, private};

const HOST: &str = "dev.example.org";

/// A TLS echo server with a certificate for `HOST` and 127.0.0.1.
struct TlsOrigin {
    addr: SocketAddr,
    connector: TlsConnector,
}

impl TlsOrigin {
    async fn start() -> Self {
        let key = rcgen::generate_simple_self_signed([HOST.to_owned(), "127.0.0.1".to_owned()]).unwrap();
        let certificate: CertificateDer<'static> = key.cert.der().clone();
        let private = PrivateKeyDer::try_from(key.signing_key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let server = rustls::ServerConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], private)
            .unwrap();
        let mut roots = rustls::RootCertStore::empty();
        roots.add(certificate).unwrap();
        let client = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let acceptor = TlsAcceptor::from(Arc::new(server));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    let Ok(mut stream) = acceptor.accept(stream).await else { return };
                    let mut bytes = [0; 4];
                    while stream.read_exact(&mut bytes).await.is_ok() {
                        stream.write_all(&bytes).await.unwrap();
                    }
                });
            }
        });
        Self { addr, connector: TlsConnector::from(Arc::new(client)) }
    }

    async fn proxy(&self) -> Proxy {
        let port = self.addr.port();
        let proxy =
            Proxy::start(private(&[&format!("https://{HOST}:{port}"), &format!("https://127.0.0.1:{port}")]))
                .await;
        proxy.resolver.set(HOST, &["127.0.0.1"]);
        proxy
    }

    async fn echo(&self, client: Client, name: &'static str) -> std::io::Result<[u8; 4]> {
        let name = ServerName::try_from(name).unwrap();
        let mut stream = self.connector.connect(name, client.stream).await?;
        stream.write_all(b"ping").await?;
        let mut bytes = [0; 4];
        stream.read_exact(&mut bytes).await?;
        Ok(bytes)
    }

    /// A ClientHello for a name, as a real client sends it.
    async fn hello(&self, name: &'static str) -> Vec<u8> {
        let (ours, mut theirs) = tokio::io::duplex(64 * 1024);
        let connecting = self.connector.connect(ServerName::try_from(name).unwrap(), ours);
        let mut hello = vec![0; 16 * 1024];
        tokio::select! {
            _ = connecting => panic!("nobody answers"),
            read = theirs.read(&mut hello) => hello.truncate(read.unwrap()),
        }
        hello
    }
}

#[tokio::test]
async fn tls_for_the_connect_host_goes_through_and_is_counted() {
    let origin = TlsOrigin::start().await;
    let mut proxy = origin.proxy().await;
    let port = origin.addr.port();
    let (reply, client) = proxy.connect(&format!("{HOST}:{port}")).await;
    assert_eq!(reply.status, 200);
    assert_eq!(origin.echo(client, HOST).await.unwrap(), *b"ping");
    assert_eq!(proxy.event().await, event(HOST, port, "allowed"));
    assert_eq!(proxy.event().await, event(HOST, port, "ended"));
    let totals = proxy.egress.totals();
    assert_eq!((totals.requests, totals.allowed, totals.refused, totals.failed), (1, 1, 0, 0));
    // A handshake of TLS 1.3 with a certificate takes more than this in each direction.
    assert!(totals.bytes_up > 200 && totals.bytes_down > 200, "{totals:?}");
}

#[tokio::test]
async fn an_ip_literal_has_no_server_name() {
    let origin = TlsOrigin::start().await;
    let mut proxy = origin.proxy().await;
    let port = origin.addr.port();
    let (reply, client) = proxy.connect(&format!("127.0.0.1:{port}")).await;
    assert_eq!(reply.status, 200);
    assert_eq!(origin.echo(client, "127.0.0.1").await.unwrap(), *b"ping");
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "allowed"));
}

/// Seen to fail with `check_name` in `judge/opening.rs` always agreeing.
#[tokio::test]
async fn another_server_name_than_the_connect_host_is_refused() {
    let origin = TlsOrigin::start().await;
    let mut proxy = origin.proxy().await;
    let port = origin.addr.port();
    for (target, name) in [
        (HOST, "evil.example.org"),
        (HOST, "dev.example.org.evil.com"),
        // No name where one is needed, and one where none is right.
        (HOST, "127.0.0.1"),
        ("127.0.0.1", HOST),
    ] {
        let (reply, client) = proxy.connect(&format!("{target}:{port}")).await;
        assert_eq!(reply.status, 200);
        assert!(origin.echo(client, name).await.is_err(), "{target} {name}");
        assert_eq!(proxy.event().await, event(target, port, "sni-mismatch"));
    }
    let since = std::time::Instant::now() - crate::support::PATIENCE;
    let stop = proxy.egress.last_stop(HOST, since);
    assert_eq!(stop.and_then(|stop| Some(stop.refusal()?.code.as_str())), Some("sni-mismatch"));
}

/// Seen to fail with `Progress::NotTls` let through in `judge/opening.rs`.
#[tokio::test]
async fn what_is_not_tls_is_refused_and_never_reaches_the_host() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut proxy = Proxy::start(private(&[&format!("https://127.0.0.1:{port}")])).await;
    for first in [&b"GET / HTTP/1.1\r\n\r\n"[..], b"SSH-2.0-x\r\n", b"\x16\x02\x01", b"\0"] {
        let (reply, mut client) = proxy.connect(&format!("127.0.0.1:{port}")).await;
        assert_eq!(reply.status, 200);
        let (mut host, _) = listener.accept().await.unwrap();
        client.send(first).await;
        assert_eq!(client.rest().await, b"");
        assert_eq!(proxy.event().await, event("127.0.0.1", port, "not-tls"));
        let mut received = Vec::new();
        let _ = host.read_to_end(&mut received).await;
        assert_eq!(received, b"");
    }
}

#[tokio::test]
async fn a_hello_that_comes_byte_by_byte_goes_through_unchanged() {
    let origin = TlsOrigin::start().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let proxy = Proxy::start(private(&[&format!("https://{HOST}:{port}")])).await;
    proxy.resolver.set(HOST, &["127.0.0.1"]);
    let hello = origin.hello(HOST).await;
    let (_, mut client) = proxy.connect(&format!("{HOST}:{port}")).await;
    let (mut host, _) = listener.accept().await.unwrap();
    for byte in &hello {
        client.send(&[*byte]).await;
        tokio::task::yield_now().await;
    }
    let mut received = vec![0; hello.len()];
    host.read_exact(&mut received).await.unwrap();
    assert_eq!(received, hello);
}

#[tokio::test]
async fn a_hello_that_does_not_come_ends_at_the_deadline() {
    let origin = TlsOrigin::start().await;
    let port = origin.addr.port();
    let mut proxy = Proxy::start_with(private(&[&format!("https://127.0.0.1:{port}")]), |config| {
        config.settings.timeouts.hello = std::time::Duration::from_millis(50);
    })
    .await;
    let (_, mut client) = proxy.connect(&format!("127.0.0.1:{port}")).await;
    client.send(&[22, 3, 1]).await;
    assert_eq!(client.rest().await, b"");
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "not-tls"));
}
