//! How much may be carried.

use ringfence_egress::{Limits, Timeouts};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::support::{Client, Origin, Proxy, event, hello, private};

const PERSON: &str = "Sec-Fetch-Site: none\r\n";
const OVER: &str = "it carried as many bytes as the operator allows";

#[test]
fn the_defaults_are_as_documented() {
    let limits = Limits::default();
    let expected = Limits {
        exchanges: 1024,
        connections: 2048,
        head_bytes: 65_536,
        exchange_bytes: 4_294_967_296,
        total_bytes: None,
    };
    assert_eq!(limits, expected);
    let seconds = std::time::Duration::from_secs;
    let expected = Timeouts {
        head: seconds(60),
        resolve: seconds(10),
        dial: seconds(10),
        hello: seconds(10),
        handshake: seconds(10),
        response: seconds(60),
        idle: seconds(600),
    };
    assert_eq!(Timeouts::default(), expected);
}

/// Must fail with `bounded` left out in `Egress::start`.
#[tokio::test]
async fn settings_out_of_bounds_do_no_harm() {
    let origin = Origin::start(crate::support::OK).await;
    let never = std::time::Duration::MAX;
    let proxy = Proxy::start_with(private(&[&origin.url()]), |config| {
        config.settings.timeouts = Timeouts {
            head: never,
            resolve: never,
            dial: never,
            hello: never,
            handshake: never,
            response: never,
            idle: never,
        };
        config.settings.limits = Limits {
            exchanges: usize::MAX,
            connections: usize::MAX,
            head_bytes: 0,
            exchange_bytes: u64::MAX,
            total_bytes: Some(u64::MAX),
        };
    })
    .await;
    assert_eq!(proxy.get(&format!("{}/", origin.url()), PERSON).await.body, "ok");
}

/// A private https origin, and an open tunnel to it, seen from both ends.
struct Tunnelled {
    proxy: Proxy,
    port: u16,
    hello: usize,
    client: Client,
    host: TcpStream,
}

impl Tunnelled {
    /// With room for `more` bytes after the hello.
    async fn start(more: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let hello = hello("dev.example.org");
        let proxy = Proxy::start_with(private(&[&format!("https://dev.example.org:{port}")]), |config| {
            config.settings.limits.exchange_bytes = hello.len() as u64 + more;
        })
        .await;
        proxy.resolver.set("dev.example.org", &["127.0.0.1"]);
        let (_, mut client) = proxy.connect(&format!("dev.example.org:{port}")).await;
        let (mut host, _) = listener.accept().await.unwrap();
        client.send(&hello).await;
        host.read_exact(&mut vec![0; hello.len()]).await.unwrap();
        Self { proxy, port, hello: hello.len(), client, host }
    }

    /// Reads what goes through, and asserts that the tunnel ends for the limit.
    async fn ends_over(&mut self, totals: (u64, u64)) {
        assert_eq!(self.proxy.event().await, event("dev.example.org", self.port, "allowed"));
        assert_eq!(self.proxy.event().await, event("dev.example.org", self.port, OVER));
        let counted = self.proxy.egress.totals();
        assert_eq!((counted.bytes_up, counted.bytes_down), totals);
    }
}

/// Must fail with `Meter::add` always agreeing.
#[tokio::test]
async fn a_tunnel_ends_before_it_carries_more_than_it_may() {
    // Upwards.
    let mut tunnel = Tunnelled::start(10).await;
    tunnel.client.send(b"0123456789").await;
    let mut whole = [0; 10];
    tunnel.host.read_exact(&mut whole).await.unwrap();
    tunnel.client.send(b"x").await;
    assert_eq!(tunnel.client.rest().await, b"");
    let mut rest = Vec::new();
    let _ = tunnel.host.read_to_end(&mut rest).await;
    assert_eq!(rest, b"");
    tunnel.ends_over((tunnel.hello as u64 + 10, 0)).await;

    // Downwards.
    let mut tunnel = Tunnelled::start(10).await;
    tunnel.host.write_all(b"0123456789").await.unwrap();
    tunnel.client.stream.read_exact(&mut whole).await.unwrap();
    tunnel.host.write_all(b"x").await.unwrap();
    assert_eq!(tunnel.client.rest().await, b"");
    tunnel.ends_over((tunnel.hello as u64, 10)).await;
}

/// Must fail with `Meter::add` always agreeing.
#[tokio::test]
async fn an_answer_ends_before_it_carries_more_than_it_may() {
    const LIMIT: u64 = 100_000;
    let body = "0".repeat(1_000_000);
    let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let origin = Origin::start(answer.leak()).await;
    let mut proxy = Proxy::start_with(private(&[&origin.url()]), |config| {
        config.settings.limits.exchange_bytes = LIMIT;
    })
    .await;
    let mut client = proxy.client().await;
    client.start("GET", &format!("{}/", origin.url()), PERSON).await;
    let got = client.rest().await.len() as u64;
    assert!(got < LIMIT, "{got}");
    assert_eq!(proxy.event().await.2, "allowed");
    assert_eq!(proxy.event().await.2, OVER);
    let totals = proxy.egress.totals();
    assert!(totals.bytes_up + totals.bytes_down <= LIMIT, "{totals:?}");
}

/// One whose head is too much already is answered for.
#[tokio::test]
async fn an_answer_that_is_too_much_at_once_is_told() {
    let origin = Origin::start(crate::support::OK).await;
    let mut proxy = Proxy::start_with(private(&[&origin.url()]), |config| {
        config.settings.limits.exchange_bytes = head_bytes(&origin) + 10;
    })
    .await;
    let reply = proxy.get(&format!("{}/", origin.url()), PERSON).await;
    assert_eq!(
        (reply.outcome(), reply.body.as_str()),
        ((502, Some("failed")), format!("failed: {OVER}\n").as_str())
    );
    assert_eq!(proxy.event().await.2, "allowed");
    assert_eq!(proxy.event().await.2, OVER);
}

#[tokio::test]
async fn a_request_ends_before_it_carries_more_than_it_may() {
    let origin = Origin::start(crate::support::OK).await;
    let mut proxy = Proxy::start_with(private(&[&origin.url()]), |config| {
        config.settings.limits.exchange_bytes = 10;
    })
    .await;
    let headers = format!("{PERSON}Content-Length: 11\r\n");
    let mut client = proxy.client().await;
    let url = format!("{}/", origin.url());
    let reply = client.request("POST", &url, &headers, "01234567890").await;
    assert_eq!(reply.outcome(), (502, Some("failed")));
    assert_eq!(reply.body, format!("failed: {OVER}\n"));
    // The connection was made; nothing came over it.
    assert!(origin.requests.lock().unwrap().iter().all(String::is_empty));
    assert_eq!(proxy.event().await.2, "allowed");
    assert_eq!(proxy.event().await.2, OVER);
}

/// The head of a request to `/` of this origin as the host gets it.
fn head_bytes(origin: &Origin) -> u64 {
    let lines = ["GET / HTTP/1.1", PERSON.trim_end(), &format!("host: 127.0.0.1:{}", origin.addr.port()), ""];
    lines.iter().map(|line| line.len() as u64 + 2).sum()
}

/// Seen to fail with the check of `has_bytes` in `plain::admit` taken out.
#[tokio::test]
async fn a_session_that_has_carried_all_it_may_takes_no_more() {
    let origin = Origin::start(crate::support::OK).await;
    let mut proxy = Proxy::start_with(private(&[&origin.url()]), |config| {
        config.settings.limits.total_bytes =
            Some(2 * (head_bytes(&origin) + crate::support::OK.len() as u64));
    })
    .await;
    let url = format!("{}/", origin.url());
    for _ in 0..2 {
        assert_eq!(proxy.get(&url, PERSON).await.body, "ok");
        assert_eq!(proxy.event().await.2, "allowed");
        assert_eq!(proxy.event().await.2, "ended");
    }
    let reply = proxy.get(&url, PERSON).await;
    assert_eq!(reply.outcome(), (503, Some("limit")));
    assert_eq!(
        reply.body,
        "limit: This session has carried as many bytes as its operator allows. Start another one.\n"
    );
    let reply = proxy.connect(&format!("127.0.0.1:{}", origin.addr.port())).await.0;
    assert_eq!(reply.outcome(), (503, Some("limit")));
    assert_eq!(origin.requests.lock().unwrap().len(), 2);
}

/// Must fail with the check of `total_bytes` in `Meter::add` taken out.
#[tokio::test]
async fn what_runs_ends_when_the_session_has_carried_all_it_may() {
    const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n01234";
    let origin = Origin::start(ANSWER).await;
    let once = head_bytes(&origin) + ANSWER.len() as u64;
    let mut proxy = Proxy::start_with(private(&[&origin.url()]), |config| {
        config.settings.limits.total_bytes = Some(2 * once - 1);
    })
    .await;
    let url = format!("{}/", origin.url());
    assert_eq!(proxy.get(&url, PERSON).await.body, "01234");
    assert_eq!(proxy.event().await.2, "allowed");
    assert_eq!(proxy.event().await.2, "ended");
    let reply = proxy.get(&url, PERSON).await;
    assert_eq!(
        (reply.outcome(), reply.body.as_str()),
        ((502, Some("failed")), format!("failed: {OVER}\n").as_str())
    );
    assert_eq!(proxy.event().await.2, "allowed");
    assert_eq!(proxy.event().await.2, OVER);
    assert_eq!(proxy.egress.totals().bytes_down, ANSWER.len() as u64);
}

/// Must fail with the check of `connections` in `server.rs` taken out.
#[tokio::test]
async fn one_connection_over_the_limit_is_closed_unheard() {
    let proxy = Proxy::start_with(private(&[]), |config| config.settings.limits.connections = 1).await;
    let mut first = proxy.client().await;
    // Once it is answered it is known to be there.
    assert_eq!(first.request("GET", "http://evil.com/", "", "").await.status, 403);
    assert_eq!(proxy.client().await.rest().await, b"");
    assert_eq!(first.request("GET", "http://evil.com/", "", "").await.status, 403);
    drop(first);
    // The place comes free when the proxy has seen the end.
    loop {
        let mut next = proxy.client().await;
        next.start("GET", "http://evil.com/", "").await;
        let mut byte = [0];
        if matches!(next.stream.read(&mut byte).await, Ok(1)) {
            break;
        }
    }
}
