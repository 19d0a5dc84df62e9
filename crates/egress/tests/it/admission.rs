//! Who may use the proxy, and how much.

use crate::support::{OK, Origin, Proxy, event, hosts, private};

#[tokio::test]
async fn without_the_credential_nothing_is_judged_resolved_or_dialled() {
    let origin = Origin::start(OK).await;
    let mut proxy = Proxy::start(private(&[&origin.url()])).await;
    for authorization in [
        "",
        "Proxy-Authorization: Basic cmluZ2ZlbmNlOndyb25n\r\n",
        "Proxy-Authorization: Bearer x\r\n",
        "Proxy-Authorization: Basic\r\n",
        "Authorization: Basic cmluZ2ZlbmNlOndyb25n\r\n",
    ] {
        let mut client = proxy.client().await;
        let text = format!("GET {}/ HTTP/1.1\r\nSec-Fetch-Site: none\r\n{authorization}\r\n", origin.url());
        client.send(text.as_bytes()).await;
        let reply = client.reply(false).await;
        assert_eq!(reply.outcome(), (407, Some("credential")), "{authorization}");
        assert_eq!(reply.header("proxy-authenticate"), Some("Basic realm=\"ringfence\""));
        assert_eq!(proxy.event().await, event("127.0.0.1", origin.addr.port(), "credential"));
    }
    assert_eq!(origin.requests.lock().unwrap().len(), 0);
    assert_eq!(proxy.egress.totals().refused, 5);
}

#[tokio::test]
async fn the_right_credential_twice_is_not_it() {
    let proxy = Proxy::start(hosts(&["example.com"])).await;
    let pair = format!("{}:{}", proxy.egress.credential().user(), proxy.egress.credential().password());
    let encoded = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, pair);
    let mut client = proxy.client().await;
    let again = format!("Proxy-Authorization: Basic {encoded}\r\n");
    let reply = client.request("GET", "http://example.com/", &again, "").await;
    assert_eq!(reply.outcome(), (407, Some("credential")));
}

#[tokio::test]
async fn a_client_can_try_again_with_the_credential_on_the_same_connection() {
    let proxy = Proxy::start(hosts(&["example.com"])).await;
    let mut client = proxy.client().await;
    client.send(b"CONNECT evil.com:443 HTTP/1.1\r\nHost: evil.com:443\r\n\r\n").await;
    assert_eq!(client.reply(true).await.outcome(), (407, Some("credential")));
    assert_eq!(client.connect("evil.com:443").await.outcome(), (403, Some("not-listed")));
    assert_eq!(client.connect("other.com:443").await.outcome(), (403, Some("not-listed")));
}

#[tokio::test]
async fn a_missing_credential_is_no_answer_to_why_a_host_was_refused() {
    let proxy = Proxy::start(hosts(&["example.com"])).await;
    let since = std::time::Instant::now();
    let mut client = proxy.client().await;
    assert_eq!(client.connect("evil.com:443").await.status, 403);
    client.send(b"CONNECT evil.com:443 HTTP/1.1\r\nHost: evil.com:443\r\n\r\n").await;
    assert_eq!(client.reply(true).await.status, 407);
    let code =
        |host, since| proxy.egress.last_stop(host, since)?.refusal().map(|refusal| refusal.code.as_str());
    assert_eq!(code("evil.com", since), Some("not-listed"));
    assert_eq!(code("EVIL.com.", since), Some("not-listed"));
    assert_eq!(code("example.com", since), None);
    assert_eq!(code("evil.com", std::time::Instant::now()), None);
}

#[test]
fn the_credential_does_not_print() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let proxy = runtime.block_on(Proxy::start(hosts(&["example.com"])));
    let other = runtime.block_on(Proxy::start(hosts(&["example.com"])));
    let (credential, password) = (proxy.egress.credential(), proxy.egress.credential().password());
    assert_eq!(format!("{credential:?}"), "Credential { user: \"ringfence\", .. }");
    assert_eq!(password.len(), 64);
    assert_ne!(password, other.egress.credential().password());
}

#[tokio::test]
async fn one_exchange_over_the_limit_is_refused_until_another_ends() {
    let origin = Origin::start(OK).await;
    let url = origin.url();
    let proxy = Proxy::start_with(private(&[&url, "http://127.0.0.1:1"]), |config| {
        config.settings.limits.exchanges = 1
    })
    .await;
    let target = format!("127.0.0.1:{}", origin.addr.port());
    let (reply, held) = proxy.connect(&target).await;
    assert_eq!(reply.status, 200);
    assert_eq!(proxy.get(&url, "Sec-Fetch-Site: none\r\n").await.outcome(), (503, Some("limit")));
    drop(held);
    // The place comes free when the proxy has seen the end; asking again is all a client can do.
    let mut status = 503;
    while status == 503 {
        status = proxy.get(&url, "Sec-Fetch-Site: none\r\n").await.status;
    }
    assert_eq!(status, 200);
}

#[tokio::test]
async fn a_head_over_the_limit_is_turned_down() {
    let proxy =
        Proxy::start_with(hosts(&["example.com"]), |config| config.settings.limits.head_bytes = 8192).await;
    let mut client = proxy.client().await;
    let long = format!("X-Long: {}\r\n", "a".repeat(9000));
    assert_eq!(client.request("GET", "http://example.com/", &long, "").await.status, 431);
    assert_eq!(proxy.egress.totals().requests, 0);
}

#[tokio::test]
async fn requests_that_are_not_a_proxys_are_refused() {
    let mut proxy = Proxy::start(hosts(&["example.com"])).await;
    let mut client = proxy.client().await;
    let reply = client.request("GET", "/", "Host: example.com\r\n", "").await;
    assert_eq!(reply.outcome(), (400, Some("request")));
    assert_eq!(proxy.event().await, event("", 0, "request"));
    let reply = proxy.connect("example.com").await.0;
    assert_eq!(reply.outcome(), (400, Some("request")));
    assert_eq!(proxy.event().await, event("example.com", 0, "request"));
}
