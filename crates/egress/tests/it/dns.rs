//! What names resolve to, asked of a real name server over real datagrams.

use std::sync::Arc;
use std::time::Duration;

use ringfence_egress::DnsResolver;
use ringfence_policy::PolicyBuilder;
use ringfence_testkit::dns::{DnsServer, Question, Reply};
use tokio::net::TcpListener;

use crate::support::{Proxy, event, hosts, private};

const METADATA: &str = "169.254.169.254";
const NAME: &str = "dev.example.org";
const PUBLIC: &str = "93.184.216.34";

/// A proxy that asks the name server.
async fn proxy(server: &DnsServer, policy: PolicyBuilder) -> Proxy {
    impatient(server, policy, Duration::from_secs(10)).await
}

async fn impatient(server: &DnsServer, policy: PolicyBuilder, resolve: Duration) -> Proxy {
    let resolver = DnsResolver::new(&[server.address()]).unwrap();
    Proxy::start_with(policy, |config| {
        config.resolver = Arc::new(resolver);
        config.settings.timeouts.resolve = resolve;
    })
    .await
}

/// A listener, a private https origin there by name, and its CONNECT target.
async fn near() -> (TcpListener, PolicyBuilder, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, private(&[&format!("https://{NAME}:{port}")]), format!("{NAME}:{port}"))
}

fn both(name: &str) -> Vec<Question> {
    ["A", "AAAA"].map(|kind| Question { name: name.to_owned(), kind: kind.to_owned(), tcp: false }).into()
}

/// The name is good for one connection and bad for the next, whatever its answer's time to live.
/// Must fail with `cache_size` and the two longest times to live left out of `dns.rs`.
#[tokio::test]
async fn an_answer_counts_for_one_connection_only() {
    for ttl in [0, 86400] {
        let server = DnsServer::start().unwrap();
        let (listener, policy, target) = near().await;
        server.script(
            NAME,
            [Reply::addresses(&["127.0.0.1"]).ttl(ttl), Reply::addresses(&[METADATA]).ttl(ttl)],
        );
        let proxy = proxy(&server, policy).await;
        let (reply, _first) = proxy.connect(&target).await;
        assert_eq!(reply.status, 200);
        listener.accept().await.unwrap();
        let (reply, _) = proxy.connect(&target).await;
        assert_eq!(reply.outcome(), (403, Some("resolved-address")), "{ttl}");
        let mut asked = server.asked();
        asked.sort_by(|one, other| one.kind.cmp(&other.kind));
        let [a, aaaa]: [Question; 2] = both(NAME).try_into().unwrap();
        assert_eq!(asked, [a.clone(), a, aaaa.clone(), aaaa]);
    }
}

/// A name that does not exist may come to be: that it was not there isn't kept either.
#[tokio::test]
async fn that_a_name_is_not_there_is_not_kept() {
    let server = DnsServer::start().unwrap();
    let (listener, policy, target) = near().await;
    server.script(NAME, [Reply::no_such_name(), Reply::addresses(&["127.0.0.1"])]);
    let proxy = proxy(&server, policy).await;
    assert_eq!(proxy.connect(&target).await.0.outcome(), (502, Some("failed")));
    let (reply, _tunnel) = proxy.connect(&target).await;
    assert_eq!(reply.status, 200);
    listener.accept().await.unwrap();
}

/// Must fail with the good answers kept in `judge/answers.rs`, and with `Ipv4thenIpv6` in `dns.rs`.
#[tokio::test]
async fn one_bad_answer_of_either_kind_refuses_all() {
    let server = DnsServer::start().unwrap();
    let mut proxy = proxy(&server, hosts(&["example.com"])).await;
    for answers in [
        &["10.0.0.1"][..],
        &[PUBLIC, "10.0.0.1"],
        &["10.0.0.1", PUBLIC],
        &[PUBLIC, "::1"],
        &[PUBLIC, "fd00::1", "2606:2800:21f::1"],
        &["fe80::1"],
        &["::ffff:127.0.0.1"],
        &["64:ff9b::a00:1"],
        &[METADATA],
    ] {
        server.script("example.com", [Reply::addresses(answers)]);
        let (reply, _) = proxy.connect("example.com:443").await;
        assert_eq!(reply.outcome(), (403, Some("resolved-address")), "{answers:?}");
        assert_eq!(proxy.event().await, event("example.com", 443, "resolved-address"));
    }
}

#[tokio::test]
async fn what_is_behind_aliases_is_vetted() {
    let server = DnsServer::start().unwrap();
    let mut proxy = proxy(&server, hosts(&["example.com"])).await;
    server.script("inside.example.net", [Reply::addresses(&["10.0.0.1"])]);
    for reply in [
        Reply::addresses(&["10.0.0.1"]).by_way_of(&["a.example.net", "b.example.net"]),
        Reply::addresses(&[PUBLIC, "127.0.0.1"]).by_way_of(&["a.example.net"]),
        // The server does not follow it, so the resolver has to ask.
        Reply::nothing().by_way_of(&["inside.example.net"]),
    ] {
        server.script("example.com", [reply.clone()]);
        let outcome = proxy.connect("example.com:443").await.0;
        assert_eq!(outcome.outcome(), (403, Some("resolved-address")), "{reply:?}");
        assert_eq!(proxy.event().await, event("example.com", 443, "resolved-address"));
    }
    // An alias of itself leads nowhere.
    server.script("loop.example.com", [Reply::nothing().by_way_of(&["loop.example.com"])]);
    let outcome = proxy.connect("loop.example.com:443").await.0;
    assert_eq!(outcome.outcome(), (502, Some("failed")));
}

#[tokio::test]
async fn an_alias_leads_where_the_entry_of_the_name_allows() {
    let server = DnsServer::start().unwrap();
    let (listener, policy, target) = near().await;
    server.script(NAME, [Reply::addresses(&["127.0.0.1"]).by_way_of(&["elsewhere.example.net"])]);
    let (reply, _tunnel) = proxy(&server, policy).await.connect(&target).await;
    assert_eq!(reply.status, 200);
    listener.accept().await.unwrap();
}

/// Must fail with the `is_own` check in `judge/answers.rs` taken out.
#[tokio::test]
async fn a_name_of_a_listener_of_ours_is_refused() {
    let other = Proxy::start(hosts(&["example.com"])).await;
    let port = other.egress.addr().port();
    let server = DnsServer::start().unwrap();
    let proxy = proxy(&server, private(&[&format!("https://{NAME}:{port}")])).await;
    for answers in [&["127.0.0.1"][..], &["127.0.0.2", "127.0.0.1"], &["::ffff:127.0.0.1"]] {
        server.script(NAME, [Reply::addresses(answers)]);
        let (reply, _) = proxy.connect(&format!("{NAME}:{port}")).await;
        assert_eq!(reply.outcome(), (403, Some("own-listener")), "{answers:?}");
    }
}

#[tokio::test]
async fn a_name_with_an_ipv6_address_alone_is_dialled_there() {
    let listener = TcpListener::bind("[::1]:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = DnsServer::start().unwrap();
    server.script(NAME, [Reply::addresses(&["::1"])]);
    let proxy = proxy(&server, private(&[&format!("https://{NAME}:{port}")])).await;
    let (reply, _tunnel) = proxy.connect(&format!("{NAME}:{port}")).await;
    assert_eq!(reply.status, 200);
    listener.accept().await.unwrap();
}

#[tokio::test]
async fn a_name_without_an_address_is_a_failure() {
    let server = DnsServer::start().unwrap();
    let mut proxy = proxy(&server, hosts(&["example.com"])).await;
    for reply in [Reply::no_such_name(), Reply::nothing(), Reply::failure()] {
        server.script("example.com", [reply.clone()]);
        let outcome = proxy.connect("example.com:443").await.0;
        assert_eq!(outcome.outcome(), (502, Some("failed")), "{reply:?}");
        assert_eq!(proxy.event().await.2, "the host's name does not resolve");
    }
}

/// The answer under a wrong id, or none at all, is waited out. Its address is listened at, so that
/// taking it would open the tunnel.
#[tokio::test]
async fn an_answer_that_is_not_to_our_question_is_none() {
    let server = DnsServer::start().unwrap();
    for reply in [Reply::addresses(&["127.0.0.1"]).with_wrong_id(), Reply::silence()] {
        let (_listener, policy, target) = near().await;
        server.script(NAME, [reply]);
        let mut proxy = impatient(&server, policy, Duration::from_millis(200)).await;
        let outcome = proxy.connect(&target).await.0;
        assert_eq!(outcome.outcome(), (504, Some("failed")));
        assert_eq!(proxy.event().await.2, "the host's name did not resolve in time");
    }
}

#[tokio::test]
async fn a_late_answer_is_taken_within_the_deadline() {
    let server = DnsServer::start().unwrap();
    let (listener, policy, target) = near().await;
    server.script(NAME, [Reply::addresses(&["127.0.0.1"]).held()]);
    let proxy = proxy(&server, policy).await;
    let connecting = proxy.connect(&target);
    tokio::pin!(connecting);
    // Nothing is answered before both questions are there; then the server speaks.
    while server.asked().len() < 2 {
        tokio::select! {
            _ = &mut connecting => panic!("no name was told yet"),
            () = tokio::task::yield_now() => {}
        }
    }
    server.release();
    let (reply, _tunnel) = connecting.await;
    assert_eq!(reply.status, 200);
    listener.accept().await.unwrap();
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_asked_for_over_tcp() {
    let server = DnsServer::start().unwrap();
    let (listener, policy, target) = near().await;
    server.script(NAME, [Reply::addresses(&["127.0.0.1"]).truncated()]);
    let (reply, _tunnel) = proxy(&server, policy).await.connect(&target).await;
    assert_eq!(reply.status, 200);
    listener.accept().await.unwrap();
    assert!(server.asked().iter().any(|question| question.tcp), "{:?}", server.asked());
}

#[tokio::test]
async fn a_refused_name_is_never_asked_for() {
    let server = DnsServer::start().unwrap();
    let proxy = proxy(&server, hosts(&["example.com"])).await;
    assert_eq!(proxy.connect("evil.com:443").await.0.outcome(), (403, Some("not-listed")));
    assert_eq!(server.asked(), []);
}

#[test]
fn a_resolver_needs_a_server() {
    assert_eq!(
        DnsResolver::new(&[]).unwrap_err().to_string(),
        "a resolver needs the address of at least one name server; give one, such as 192.0.2.53:53"
    );
}
