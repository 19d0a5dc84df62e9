//! What a tunnel to an http origin may carry: that origin's own WebSocket.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::support::{Client, Proxy, event, private, read_head};

struct Setup {
    listener: TcpListener,
    port: u16,
    proxy: Proxy,
}

impl Setup {
    async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let proxy = Proxy::start(private(&[&format!("http://127.0.0.1:{port}")])).await;
        Self { listener, port, proxy }
    }

    async fn tunnel(&self) -> Client {
        let (reply, client) = self.proxy.connect(&format!("127.0.0.1:{}", self.port)).await;
        assert_eq!(reply.status, 200);
        client
    }

    /// A tunnel in which an upgrade was sent, and the host's end of it with that upgrade read.
    async fn upgraded(&self) -> (Client, TcpStream) {
        let mut client = self.tunnel().await;
        client.send(self.upgrade().as_bytes()).await;
        let mut host = self.listener.accept().await.unwrap().0;
        assert_eq!(read_head(&mut host).await, self.upgrade());
        (client, host)
    }

    fn upgrade(&self) -> String {
        format!(
            "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Origin: http://127.0.0.1:{0}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n",
            self.port
        )
    }
}

const SWITCH: &[u8] =
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";

#[tokio::test]
async fn d19_the_origins_own_websocket_goes_through() {
    let mut setup = Setup::new().await;
    let (mut client, mut host) = setup.upgraded().await;
    host.write_all(SWITCH).await.unwrap();
    assert_eq!(read_head(&mut client.stream).await.as_bytes(), SWITCH);
    client.send(b"up").await;
    let mut two = [0; 2];
    host.read_exact(&mut two).await.unwrap();
    assert_eq!(two, *b"up");
    host.write_all(b"dn").await.unwrap();
    client.stream.read_exact(&mut two).await.unwrap();
    assert_eq!(two, *b"dn");
    assert_eq!(setup.proxy.event().await, event("127.0.0.1", setup.port, "allowed"));
}

/// Seen to fail with `is_upgrade` in `judge/upgrade.rs` always agreeing.
#[tokio::test]
async fn d19_nothing_else_goes_through_and_the_host_is_not_even_called() {
    let mut setup = Setup::new().await;
    let upgrade = setup.upgrade();
    let port = setup.port;
    let changed = |from: &str, to: &str| {
        assert!(upgrade.contains(from), "{from}");
        upgrade.replace(from, to).into_bytes()
    };
    let cases = [
        b"\x16\x03\x01\x00\x05".to_vec(),
        format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n").into_bytes(),
        changed("GET", "POST"),
        changed("GET /socket", "GET http://127.0.0.1:1/socket"),
        changed("HTTP/1.1", "HTTP/1.0"),
        changed(&format!("Host: 127.0.0.1:{port}"), "Host: localhost"),
        changed(&format!("Origin: http://127.0.0.1:{port}"), "Origin: https://evil.com"),
        changed(&format!("Origin: http://127.0.0.1:{port}\r\n"), ""),
        changed("Sec-WebSocket-Version", "Origin: https://evil.com\r\nSec-WebSocket-Version"),
        changed("Sec-WebSocket-Version", "Host: evil.com\r\nSec-WebSocket-Version"),
        changed("Upgrade: websocket", "Upgrade: h2c"),
        changed("Connection: Upgrade", "Connection: keep-alive"),
        changed("Sec-WebSocket-Key: x\r\n", ""),
        changed("Sec-WebSocket-Version: 13", "Content-Length: 5"),
        changed("Sec-WebSocket-Version: 13", "Transfer-Encoding: chunked"),
        format!("{upgrade}GET /second HTTP/1.1\r\n\r\n").into_bytes(),
        vec![b'a'; 17 * 1024],
        // Lines that end for one reader only, folding, NUL: the head goes to the host as it is.
        changed("Sec-WebSocket-Key: x\r\n", "Sec-WebSocket-Key: x\n"),
        changed("Connection: Upgrade\r\n", "Connection: Upgrade\r\nX-A: 1\n"),
        changed("Sec-WebSocket-Key: x", "Sec-WebSocket-Key: x\r\n folded"),
        changed("Sec-WebSocket-Key: x", "Sec-WebSocket-Key: x\0"),
        changed("Sec-WebSocket-Key: x", "Sec-WebSocket-Key: x\rX-A: 1"),
        changed("GET /socket", "\nGET /socket"),
        changed("GET /socket", "\r\nGET /socket"),
        changed("Sec-WebSocket-Key: x\r\n", "Sec-WebSocket-Key: x\r\nSec-WebSocket-Key: x\r\n"),
        changed("Upgrade: websocket", "Upgrade: websocket, h2c"),
    ];
    for case in cases {
        let mut client = setup.tunnel().await;
        client.send(&case).await;
        assert_eq!(client.rest().await, b"");
        let shown = String::from_utf8_lossy(&case[..case.len().min(400)]).into_owned();
        assert_eq!(setup.proxy.event().await, event("127.0.0.1", port, "not-websocket"), "{shown}");
    }
    // Whoever has called before would be the first in the queue.
    setup.upgraded().await;
}

/// Seen to fail with the tunnel opened without waiting for the 101.
#[tokio::test]
async fn d19_a_declined_upgrade_ends_the_tunnel() {
    let setup = Setup::new().await;
    let (mut client, mut host) = setup.upgraded().await;
    client.send(b"GET /second HTTP/1.1\r\n\r\n").await;
    let declined = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    host.write_all(declined).await.unwrap();
    assert_eq!(client.rest().await, declined);
    let mut received = Vec::new();
    let _ = host.read_to_end(&mut received).await;
    assert_eq!(received, b"");
}

/// A client that ends in the middle of its upgrade, or takes too long for it, has sent none.
#[tokio::test]
async fn d19_an_upgrade_that_is_not_whole_is_refused() {
    let port = 9;
    for slow in [false, true] {
        let mut proxy = Proxy::start_with(private(&[&format!("http://127.0.0.1:{port}")]), |config| {
            if slow {
                config.settings.timeouts.hello = std::time::Duration::from_millis(50);
            }
        })
        .await;
        let (_, mut client) = proxy.connect(&format!("127.0.0.1:{port}")).await;
        client.send(b"GET /socket HTTP/1.1\r\n").await;
        if !slow {
            client.stream.shutdown().await.unwrap();
        }
        assert_eq!(proxy.event().await, event("127.0.0.1", port, "not-websocket"));
    }
}

/// Where an origin is allowed over both, the first byte says which it is, and each is held to its own rules.
#[tokio::test]
async fn d19_an_origin_over_both_schemes_takes_either() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let origins = [format!("http://dev.example.org:{port}"), format!("https://dev.example.org:{port}")];
    let mut proxy = Proxy::start(private(&origins.each_ref().map(String::as_str))).await;
    proxy.resolver.set("dev.example.org", &["127.0.0.1"]);
    let host = format!("dev.example.org:{port}");
    let upgrade = format!(
        "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://{host}\r\n\
         Sec-WebSocket-Key: x\r\n\r\n"
    );
    for (first, decision) in [
        (upgrade.clone().into_bytes(), "allowed"),
        (crate::support::hello("dev.example.org"), "allowed"),
        (upgrade.replace("Upgrade: websocket", "Upgrade: h2c").into_bytes(), "not-websocket"),
        (crate::support::hello("evil.com"), "sni-mismatch"),
        (b"\0".to_vec(), "not-tls"),
    ] {
        let (_, mut client) = proxy.connect(&host).await;
        client.send(&first).await;
        assert_eq!(proxy.event().await, event("dev.example.org", port, decision));
        if decision == "allowed" {
            // Whoever was refused never got as far as to be the first here.
            drop(listener.accept().await.unwrap());
            drop(client);
            assert_eq!(proxy.event().await.2, "ended");
        }
    }
}
