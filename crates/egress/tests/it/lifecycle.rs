//! Start and end.

use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};

use crate::support::{OK, Origin, Proxy, private, read_head};

/// A tunnel with a WebSocket upgrade under way, seen from both ends.
async fn tunnel(proxy: &Proxy, listener: &TcpListener) -> (crate::support::Client, TcpStream) {
    let port = listener.local_addr().unwrap().port();
    let (reply, mut client) = proxy.connect(&format!("127.0.0.1:{port}")).await;
    assert_eq!(reply.status, 200);
    let (mut host, _) = listener.accept().await.unwrap();
    let upgrade = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Origin: http://127.0.0.1:{port}\r\nSec-WebSocket-Key: x\r\n\r\n"
    );
    client.send(upgrade.as_bytes()).await;
    read_head(&mut host).await;
    (client, host)
}

#[tokio::test]
async fn no_tunnel_outlives_a_closed_proxy() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
    let proxy = Proxy::start(private(&[&url])).await;
    let (mut client, mut host) = tunnel(&proxy, &listener).await;
    let addr = proxy.egress.addr();
    proxy.egress.close().await;
    assert_eq!(client.rest().await, b"");
    let mut rest = Vec::new();
    let _ = host.read_to_end(&mut rest).await;
    assert_eq!(rest, b"");
    assert!(TcpStream::connect(addr).await.is_err());
}

#[tokio::test]
async fn no_tunnel_outlives_a_dropped_proxy() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
    let proxy = Proxy::start(private(&[&url])).await;
    let (mut client, _host) = tunnel(&proxy, &listener).await;
    drop(proxy);
    assert_eq!(client.rest().await, b"");
}

#[tokio::test]
async fn an_idle_tunnel_is_closed() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
    let mut proxy = Proxy::start_with(private(&[&url]), |config| {
        config.settings.timeouts.idle = std::time::Duration::from_millis(50);
    })
    .await;
    let (mut client, mut host) = tunnel(&proxy, &listener).await;
    tokio::io::AsyncWriteExt::write_all(&mut host, b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        .await
        .unwrap();
    assert_eq!(client.rest().await, b"HTTP/1.1 101 Switching Protocols\r\n\r\n");
    assert_eq!(proxy.event().await.2, "allowed");
    assert_eq!(proxy.event().await.2, "ended");
}

#[tokio::test]
async fn one_connection_serves_many_requests() {
    let origin = Origin::start(OK).await;
    let proxy = Proxy::start(private(&[&origin.url()])).await;
    let mut client = proxy.client().await;
    for _ in 0..3 {
        let reply =
            client.request("GET", &format!("{}/", origin.url()), "Sec-Fetch-Site: none\r\n", "").await;
        assert_eq!((reply.status, reply.body.as_str()), (200, "ok"));
    }
    let totals = proxy.egress.totals();
    assert_eq!((totals.requests, totals.allowed, totals.bytes_down), (3, 3, 6));
}

#[tokio::test]
async fn the_system_resolver_knows_localhost() {
    let addresses =
        ringfence_egress::Resolver::resolve(&ringfence_egress::SystemResolver, "localhost").await.unwrap();
    assert!(!addresses.is_empty() && addresses.iter().all(std::net::IpAddr::is_loopback), "{addresses:?}");
}
