//! Start and end.

use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};

use crate::support::{OK, Origin, Proxy, private, read_head};

/// A tunnel with a WebSocket upgrade under way, seen from both ends.
async fn tunnel(proxy: &Proxy, listener: &TcpListener) -> (crate::support::Client, TcpStream) {
    let port = listener.local_addr().unwrap().port();
    let (reply, mut client) = proxy.connect(&format!("127.0.0.1:{port}")).await;
    assert_eq!(reply.status, 200);
    let upgrade = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Origin: http://127.0.0.1:{port}\r\nSec-WebSocket-Key: x\r\n\r\n"
    );
    client.send(upgrade.as_bytes()).await;
    let (mut host, _) = listener.accept().await.unwrap();
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

/// One side sends without end and the other never reads, so that the proxy is in the middle of passing on.
#[tokio::test]
async fn no_tunnel_in_full_flow_outlives_a_closed_proxy() {
    for upwards in [true, false] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let proxy = Proxy::start(private(&[&format!("https://dev.example.org:{port}")])).await;
        proxy.resolver.set("dev.example.org", &["127.0.0.1"]);
        let (_, mut client) = proxy.connect(&format!("dev.example.org:{port}")).await;
        let (mut host, _) = listener.accept().await.unwrap();
        client.send(&crate::support::hello("dev.example.org")).await;
        host.read_u8().await.unwrap();
        let (mut sender, mut reader) = if upwards { (client.stream, host) } else { (host, client.stream) };
        let flow = tokio::spawn(async move {
            let bytes = vec![7; 64 * 1024];
            while tokio::io::AsyncWriteExt::write_all(&mut sender, &bytes).await.is_ok() {}
        });
        // More than a hello has come through: it flows.
        reader.read_exact(&mut vec![0; 128 * 1024]).await.unwrap();
        proxy.egress.close().await;
        flow.await.unwrap();
        // What the system still holds may be read; then it is over.
        let _ = reader.read_to_end(&mut Vec::new()).await;
    }
}

/// The request is in each of its waits: for the name, for the host's answer, for the rest of it.
#[tokio::test]
async fn no_request_outlives_a_closed_proxy() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
    for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"] {
        let proxy = Proxy::start(private(&[&url])).await;
        let mut client = proxy.client().await;
        client.start("GET", &format!("{url}/"), "Sec-Fetch-Site: none\r\n").await;
        let (mut host, _) = listener.accept().await.unwrap();
        read_head(&mut host).await;
        tokio::io::AsyncWriteExt::write_all(&mut host, answer.as_bytes()).await.unwrap();
        if !answer.is_empty() {
            read_head(&mut client.stream).await;
        }
        proxy.egress.close().await;
        client.rest().await;
        assert_eq!(host.read(&mut [0]).await.unwrap_or(0), 0);
    }
}

#[tokio::test]
async fn no_look_up_outlives_a_closed_proxy() {
    let server = ringfence_testkit::dns::DnsServer::start().unwrap();
    server.script("example.com", [ringfence_testkit::dns::Reply::silence()]);
    let resolver = ringfence_egress::DnsResolver::new(&[server.address()]).unwrap();
    let proxy = Proxy::start_with(crate::support::hosts(&["example.com"]), |config| {
        config.resolver = std::sync::Arc::new(resolver);
    })
    .await;
    let mut events = proxy.egress.subscribe();
    let mut client = proxy.client().await;
    client.raw(b"CONNECT example.com:443 HTTP/1.1", b"").await;
    while server.asked().is_empty() {
        tokio::task::yield_now().await;
    }
    proxy.egress.close().await;
    assert_eq!(client.rest().await, b"");
    let event = events.recv().await.unwrap();
    let cut = ringfence_egress::Decision::Failed { what: "the proxy closed before it was decided" };
    assert_eq!(event.decision, cut);
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
    assert_eq!((totals.requests, totals.allowed, totals.bytes_down), (3, 3, 3 * OK.len() as u64));
}

#[tokio::test]
async fn the_system_resolver_knows_localhost() {
    let addresses =
        ringfence_egress::Resolver::resolve(&ringfence_egress::SystemResolver, "localhost").await.unwrap();
    assert!(!addresses.is_empty() && addresses.iter().all(std::net::IpAddr::is_loopback), "{addresses:?}");
}
