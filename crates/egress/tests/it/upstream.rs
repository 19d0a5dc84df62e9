//! D20: public hosts by way of a further proxy, which is given vetted addresses.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ringfence_egress::{Decision, Upstream};
use ringfence_policy::{PolicyBuilder, Source};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::support::{PATIENCE, Proxy, event, hosts, private, read_head};

const OPEN: &str = "HTTP/1.1 200 Connection established\r\n\r\n";
/// "me:se cret"
const AUTHORIZATION: &str = "Proxy-Authorization: Basic bWU6c2UgY3JldA==";

/// A proxy that notes what it is asked and answers by a script; its own end of each opened tunnel is
/// handed to the test.
struct Further {
    addr: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    opened: mpsc::UnboundedReceiver<TcpStream>,
}

impl Further {
    /// The last answer stays; an empty one is silence.
    async fn start(answers: &[&'static str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let (sender, opened) = mpsc::unbounded_channel();
        let (noted, mut answers) = (asked.clone(), VecDeque::from(answers.to_vec()));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let head = read_head(&mut stream).await;
                noted.lock().unwrap().push(head);
                let answer = if answers.len() > 1 { answers.pop_front() } else { answers.front().copied() };
                stream.write_all(answer.unwrap().as_bytes()).await.unwrap();
                // The test may not care.
                let _ = sender.send(stream);
            }
        });
        Self { addr, asked, opened }
    }

    fn upstream(&self) -> Upstream {
        Upstream::parse(&format!("http://me:se%20cret@{}", self.addr)).unwrap()
    }

    async fn proxy(&self, policy: PolicyBuilder) -> Proxy {
        self.proxy_with(policy, self.upstream()).await
    }

    async fn proxy_with(&self, policy: PolicyBuilder, upstream: Upstream) -> Proxy {
        Proxy::start_with(policy, |config| {
            config.settings.upstream = Some(upstream);
            config.settings.timeouts.dial = Duration::from_secs(5);
        })
        .await
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    async fn opened(&mut self) -> TcpStream {
        timeout(PATIENCE, self.opened.recv()).await.unwrap().unwrap()
    }
}

fn connect_head(target: &str) -> String {
    format!("CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{AUTHORIZATION}\r\n\r\n")
}

/// Must fail with `upstream.resolves()` left out of the condition in `dial.rs`.
#[tokio::test]
async fn d20_a_public_host_is_asked_for_by_its_vetted_address() {
    let mut further = Further::start(&[OPEN]).await;
    let mut proxy = further.proxy(hosts(&["example.com"])).await;
    proxy.resolver.set("example.com", &["93.184.216.34"]);
    proxy.resolver.set("six.example.com", &["2606:2800:21f:cb07::1"]);
    for (host, address) in
        [("example.com", "93.184.216.34:443"), ("six.example.com", "[2606:2800:21f:cb07::1]:443")]
    {
        let (reply, mut client) = proxy.connect(&format!("{host}:443")).await;
        assert_eq!(reply.status, 200);
        assert_eq!(further.asked().last(), Some(&connect_head(address)));
        // The tunnel is held to its host as any other.
        let hello = crate::support::hello(host);
        client.send(&hello).await;
        let mut received = vec![0; hello.len()];
        let mut far = further.opened().await;
        far.read_exact(&mut received).await.unwrap();
        assert_eq!(received, hello);
        far.write_all(b"down").await.unwrap();
        let mut down = [0; 4];
        client.stream.read_exact(&mut down).await.unwrap();
        assert_eq!(down, *b"down");
        let decided = timeout(PATIENCE, proxy.events.recv()).await.unwrap().unwrap();
        assert_eq!(decided.decision, Decision::Allowed { addr: address.parse().unwrap() });
        drop((client, far));
        assert_eq!(proxy.event().await, event(host, 443, "ended"));
    }
}

#[tokio::test]
async fn d20_a_tunnel_by_way_of_it_carries_only_tls_for_its_host() {
    let mut further = Further::start(&[OPEN]).await;
    let mut proxy = further.proxy(hosts(&["example.com"])).await;
    proxy.resolver.set("example.com", &["93.184.216.34"]);
    let (_, mut client) = proxy.connect("example.com:443").await;
    client.send(&crate::support::hello("evil.com")).await;
    assert_eq!(client.rest().await, b"");
    assert_eq!(proxy.event().await, event("example.com", 443, "sni-mismatch"));
    let mut received = Vec::new();
    let _ = further.opened().await.read_to_end(&mut received).await;
    assert_eq!(received, b"");
}

/// Must fail with the good answers kept in `judge/answers.rs`.
#[tokio::test]
async fn d20_a_refused_name_or_address_never_reaches_it() {
    let further = Further::start(&[OPEN]).await;
    let proxy = further.proxy(hosts(&["example.com"])).await;
    proxy.resolver.set("example.com", &["93.184.216.34", "10.0.0.1"]);
    assert_eq!(proxy.connect("example.com:443").await.0.outcome(), (403, Some("resolved-address")));
    assert_eq!(proxy.connect("evil.com:443").await.0.outcome(), (403, Some("not-listed")));
    assert_eq!(further.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn d20_it_resolves_itself_only_when_told_to() {
    let mut further = Further::start(&[OPEN]).await;
    let upstream = further.upstream().resolving(true);
    let mut proxy = further.proxy_with(hosts(&["example.com"]), upstream).await;
    let (reply, mut client) = proxy.connect("EXAMPLE.com:443").await;
    assert_eq!(reply.status, 200);
    assert_eq!(further.asked(), [connect_head("example.com:443")]);
    assert_eq!(proxy.resolver.asked(), Vec::<String>::new());
    client.send(&crate::support::hello("example.com")).await;
    further.opened().await.read_u8().await.unwrap();
    let decided = timeout(PATIENCE, proxy.events.recv()).await.unwrap().unwrap();
    assert_eq!(decided.decision, Decision::Allowed { addr: further.addr });
    assert_eq!(decided.resolved, Vec::<std::net::IpAddr>::new());
}

#[tokio::test]
async fn d20_plain_http_goes_through_a_tunnel_of_it_too() {
    let mut further = Further::start(&[OPEN]).await;
    let policy = ringfence_policy::Policy::builder().allow_origin(
        "http://example.com:8080",
        false,
        Source::option("--allow", "http://example.com:8080"),
    );
    let proxy = further.proxy(policy).await;
    proxy.resolver.set("example.com", &["93.184.216.34"]);
    let asking = tokio::spawn(async move { proxy.get("http://example.com:8080/a?b", "").await });
    let mut far = further.opened().await;
    assert_eq!(further.asked(), [connect_head("93.184.216.34:8080")]);
    assert_eq!(read_head(&mut far).await, "GET /a?b HTTP/1.1\r\nhost: example.com:8080\r\n\r\n");
    far.write_all(crate::support::OK.as_bytes()).await.unwrap();
    assert_eq!(asking.await.unwrap().body, "ok");
}

/// Must fail with the `filter` on private targets in `dial.rs` taken out.
#[tokio::test]
async fn d20_a_private_target_is_dialled_without_it() {
    let further = Further::start(&[OPEN]).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let origins = [format!("https://127.0.0.1:{port}"), format!("https://dev.example.org:{port}")];
    for resolving in [false, true] {
        let upstream = further.upstream().resolving(resolving);
        let proxy = further.proxy_with(private(&origins.each_ref().map(String::as_str)), upstream).await;
        proxy.resolver.set("dev.example.org", &["127.0.0.1"]);
        for host in ["127.0.0.1", "dev.example.org"] {
            assert_eq!(proxy.connect(&format!("{host}:{port}")).await.0.status, 200);
            listener.accept().await.unwrap();
        }
    }
    assert_eq!(further.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn d20_what_it_refuses_is_a_failure_that_names_it() {
    for (answer, status, what) in [
        (
            "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n",
            502,
            "the upstream proxy did not reach the host",
        ),
        ("HTTP/1.1 407 x\r\n\r\n", 502, "the upstream proxy wants a credential, or another one"),
        // Something was sent ahead of the question that it would answer.
        ("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", 502, "the upstream proxy did not reach the host"),
        ("SSH-2.0-x\r\n\r\n", 502, "the upstream proxy did not reach the host"),
        ("", 504, "the upstream proxy did not answer in time"),
    ] {
        let further = Further::start(&[answer]).await;
        let mut proxy = Proxy::start_with(hosts(&["example.com"]), |config| {
            config.settings.upstream = Some(further.upstream());
            config.settings.timeouts.dial = Duration::from_millis(200);
        })
        .await;
        proxy.resolver.set("example.com", &["93.184.216.34"]);
        let reply = proxy.connect("example.com:443").await.0;
        assert_eq!(reply.outcome(), (status, Some("failed")), "{answer}");
        assert_eq!(proxy.event().await, event("example.com", 443, what));
    }
}

#[tokio::test]
async fn d20_the_next_vetted_address_is_asked_for_when_it_does_not_reach_one() {
    let further = Further::start(&["HTTP/1.1 502 Bad Gateway\r\n\r\n", OPEN]).await;
    let proxy = further.proxy(hosts(&["example.com"])).await;
    proxy.resolver.set("example.com", &["93.184.216.34", "93.184.216.35"]);
    assert_eq!(proxy.connect("example.com:443").await.0.status, 200);
    assert_eq!(further.asked(), ["93.184.216.34:443", "93.184.216.35:443"].map(connect_head));
}

#[tokio::test]
async fn d20_one_that_is_not_there_is_a_failure_that_names_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    drop(listener);
    for upstream in [format!("http://{addr}"), "http://unknown.example.net:3128".to_owned()] {
        let mut proxy = Proxy::start_with(hosts(&["example.com"]), |config| {
            config.settings.upstream = Some(Upstream::parse(&upstream).unwrap());
        })
        .await;
        proxy.resolver.set("example.com", &["93.184.216.34"]);
        assert_eq!(proxy.connect("example.com:443").await.0.outcome(), (502, Some("failed")));
        assert_eq!(proxy.event().await, event("example.com", 443, "the upstream proxy can't be reached"));
    }
}

/// Its name goes to the resolver, and where it leads is not vetted: it is the operator's word.
#[tokio::test]
async fn d20_its_own_name_is_resolved_and_not_vetted() {
    let further = Further::start(&[OPEN]).await;
    let upstream = Upstream::parse(&format!("http://proxy.example.net:{}", further.addr.port())).unwrap();
    let proxy = further.proxy_with(hosts(&["example.com"]), upstream).await;
    proxy.resolver.set("example.com", &["93.184.216.34"]);
    proxy.resolver.set("proxy.example.net", &["127.0.0.1"]);
    assert_eq!(proxy.connect("example.com:443").await.0.status, 200);
    assert_eq!(further.asked(), ["CONNECT 93.184.216.34:443 HTTP/1.1\r\nHost: 93.184.216.34:443\r\n\r\n"]);
}

/// Must fail with the `is_own` check in `dial.rs` taken out.
#[tokio::test]
async fn d20_a_listener_of_ours_is_no_upstream_proxy() {
    let other = Proxy::start(hosts(&["example.com"])).await;
    let mut proxy = Proxy::start_with(hosts(&["example.com"]), |config| {
        config.settings.upstream = Some(Upstream::parse(&format!("http://{}", other.egress.addr())).unwrap());
    })
    .await;
    proxy.resolver.set("example.com", &["93.184.216.34"]);
    assert_eq!(proxy.connect("example.com:443").await.0.outcome(), (403, Some("own-listener")));
    assert_eq!(proxy.event().await, event("example.com", 443, "own-listener"));
    assert_eq!(other.egress.totals().requests, 0);
}

#[tokio::test]
async fn d20_no_tunnel_by_way_of_it_outlives_the_proxy() {
    let mut further = Further::start(&[OPEN]).await;
    let proxy = further.proxy(hosts(&["example.com"])).await;
    proxy.resolver.set("example.com", &["93.184.216.34"]);
    let (_, mut client) = proxy.connect("example.com:443").await;
    client.send(&crate::support::hello("example.com")).await;
    let mut far = further.opened().await;
    far.read_u8().await.unwrap();
    proxy.egress.close().await;
    assert_eq!(client.rest().await, b"");
    let mut rest = Vec::new();
    let _ = timeout(PATIENCE, far.read_to_end(&mut rest)).await.unwrap();
}
