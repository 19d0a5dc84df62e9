//! CONNECT up to the open tunnel: judged, resolved, vetted, dialled.

use std::net::SocketAddr;

use ringfence_policy::{Mode, Policy};
use tokio::net::TcpListener;

use crate::support::{Proxy, event, hosts, private};

async fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    (listener, addr)
}

/// Seen to fail with the name resolved before `judge_connect` in `connect::open`.
#[tokio::test]
async fn a_refused_name_is_never_resolved() {
    let mut proxy = Proxy::start(
        hosts(&["example.com"])
            .deny_host("ads.example.com", ringfence_policy::Source::option("--deny", "ads.example.com")),
    )
    .await;
    for (target, host, port, code) in [
        ("evil.com:443", "evil.com", 443, "not-listed"),
        ("example.com:22", "example.com", 22, "port"),
        ("ads.example.com:443", "ads.example.com", 443, "denied"),
        ("127.0.0.1:443", "127.0.0.1", 443, "ip-literal"),
        ("[::1]:443", "[::1]", 443, "ip-literal"),
        ("169.254.169.254:443", "169.254.169.254", 443, "ip-literal"),
        ("-a.example.com:443", "-a.example.com", 443, "hostname"),
    ] {
        let (reply, _) = proxy.connect(target).await;
        assert_eq!(reply.outcome(), (403, Some(code)), "{target}");
        assert_eq!(proxy.event().await, event(host, port, code));
    }
    assert_eq!(proxy.resolver.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn a_refusal_says_what_to_do_in_a_line() {
    let proxy = Proxy::start(hosts(&["example.com"])).await;
    let (reply, _) = proxy.connect("evil.com:443").await;
    assert_eq!(
        reply.body,
        "not-listed: The host is not on the list of allowed hosts. Use an allowed one, or ask the operator for \
         --allow evil.com.\n"
    );
    let stop = proxy.egress.last_stop("evil.com", std::time::Instant::now() - crate::support::PATIENCE);
    let subject = stop.and_then(|stop| stop.refusal().map(|refusal| refusal.subject.clone()));
    assert_eq!(subject, Some("evil.com".to_owned()));
}

/// Seen to fail with `vet` in `judge/answers.rs` keeping the good answers instead of refusing all.
#[tokio::test]
async fn one_private_answer_of_several_refuses_all() {
    let mut proxy = Proxy::start(Policy::builder().mode(Mode::Public)).await;
    for (position, bad) in
        ["127.0.0.1", "10.0.0.1", "::1", "fd00::1", "::ffff:192.168.1.1", "169.254.169.254"]
            .iter()
            .enumerate()
    {
        let host = format!("h{position}.com");
        proxy.resolver.set(&host, &["192.0.2.1", bad]);
        proxy.resolver.set(&format!("r{host}"), &[bad, "93.184.216.34"]);
        for host in [host.clone(), format!("r{host}")] {
            let (reply, _) = proxy.connect(&format!("{host}:443")).await;
            assert_eq!(reply.outcome(), (403, Some("resolved-address")), "{bad}");
            assert!(!reply.body.contains(bad), "{}", reply.body);
            assert_eq!(proxy.event().await, event(&host, 443, "resolved-address"));
        }
    }
}

/// Seen to fail with the first answer kept in a cache.
#[tokio::test]
async fn each_connect_resolves_and_vets_again() {
    let (listener, addr) = listener().await;
    let origin = format!("https://dev.example.org:{}", addr.port());
    let mut proxy = Proxy::start(private(&[&origin])).await;
    let target = format!("dev.example.org:{}", addr.port());

    proxy.resolver.set("dev.example.org", &["127.0.0.1"]);
    let (reply, first) = proxy.connect(&target).await;
    assert_eq!(reply.status, 200);
    listener.accept().await.unwrap();
    drop(first);

    proxy.resolver.set("dev.example.org", &["169.254.169.254"]);
    let (reply, _) = proxy.connect(&target).await;
    assert_eq!(reply.outcome(), (403, Some("resolved-address")));
    assert_eq!(proxy.resolver.asked(), ["dev.example.org", "dev.example.org"]);
    let mut decisions = vec![proxy.event().await.2, proxy.event().await.2];
    decisions.sort();
    assert_eq!(decisions, ["resolved-address", "the client closed before it sent anything"]);
}

#[tokio::test]
async fn the_next_vetted_address_is_tried_when_one_fails() {
    let (listener, addr) = listener().await;
    let proxy = Proxy::start(private(&[&format!("https://dev.example.org:{}", addr.port())])).await;
    // Nothing listens on the first one: the listener is bound to 127.0.0.1 alone.
    proxy.resolver.set("dev.example.org", &["127.0.0.2", "127.0.0.1"]);
    let (reply, _client) = proxy.connect(&format!("dev.example.org:{}", addr.port())).await;
    assert_eq!(reply.status, 200);
    listener.accept().await.unwrap();
}

/// Seen to fail with the `is_own` check in `judge/answers.rs` taken out.
#[tokio::test]
async fn a_listener_of_ours_is_never_dialled() {
    let other = Proxy::start(hosts(&["example.com"])).await;
    let port = other.egress.addr().port();
    let origins = [
        format!("https://127.0.0.1:{port}"),
        format!("https://[::ffff:127.0.0.1]:{port}"),
        format!("https://me.example.org:{port}"),
    ];
    let mut proxy = Proxy::start(private(&origins.each_ref().map(String::as_str))).await;
    proxy.resolver.set("me.example.org", &["127.0.0.1"]);
    for target in ["127.0.0.1", "[::ffff:127.0.0.1]", "me.example.org"] {
        let (reply, _) = proxy.connect(&format!("{target}:{port}")).await;
        assert_eq!(reply.outcome(), (403, Some("own-listener")), "{target}");
        assert_eq!(proxy.event().await.2, "own-listener");
    }
    // Its port is free for others when it is closed.
    other.egress.close().await;
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    assert_eq!(proxy.connect(&format!("127.0.0.1:{port}")).await.0.status, 200);
    listener.accept().await.unwrap();
}

#[tokio::test]
async fn what_does_not_resolve_or_answer_is_a_failure_of_its_own() {
    let (listener, addr) = listener().await;
    drop(listener);
    let port = addr.port();
    let mut proxy = Proxy::start(private(&[
        &format!("https://127.0.0.1:{port}"),
        "https://unknown.example.org:1",
        "https://empty.example.org:1",
    ]))
    .await;
    proxy.resolver.set("empty.example.org", &[]);
    for (target, what) in [
        (format!("127.0.0.1:{port}"), "the host does not accept the connection"),
        ("unknown.example.org:1".to_owned(), "the host's name does not resolve"),
        ("empty.example.org:1".to_owned(), "the host's name does not resolve"),
    ] {
        let (reply, _) = proxy.connect(&target).await;
        assert_eq!(reply.outcome(), (502, Some("failed")), "{target}");
        assert_eq!(reply.body, format!("failed: {what}\n"));
        assert_eq!(proxy.event().await.2, what);
    }
}

/// A resolver that never answers.
struct Silent;

#[async_trait::async_trait]
impl ringfence_egress::Resolver for Silent {
    async fn resolve(&self, _host: &str) -> std::io::Result<Vec<std::net::IpAddr>> {
        std::future::pending().await
    }
}

#[tokio::test]
async fn a_resolver_that_never_answers_ends_at_the_deadline() {
    let proxy = Proxy::start_with(hosts(&["example.com"]), |config| {
        config.resolver = std::sync::Arc::new(Silent);
        config.settings.timeouts.resolve = std::time::Duration::from_millis(50);
    })
    .await;
    let (reply, _) = proxy.connect("example.com:443").await;
    assert_eq!(reply.outcome(), (504, Some("failed")));
    assert_eq!(reply.body, "failed: the host's name did not resolve in time\n");
}
