//! Requests and answers whose form is odd: what one reader takes for one message and another for two.
//! A host only ever gets what the proxy wrote itself.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::support::{OK, Origin, Proxy, event, hosts, private, read_head};

const PERSON: &str = "Sec-Fetch-Site: none\r\n";

/// What an origin gets of a plain request with nothing special in it.
fn plain_lines(origin: &Origin, request_line: &str) -> Vec<String> {
    vec![
        request_line.to_owned(),
        format!("host: 127.0.0.1:{}", origin.addr.port()),
        "sec-fetch-site: none".to_owned(),
    ]
}

/// hyper's reader turns these down; the test is there to notice should a later version take them.
#[tokio::test]
async fn a_malformed_head_is_turned_down_before_it_is_judged() {
    let origin = Origin::start(OK).await;
    let proxy = Proxy::start(private(&[&origin.url()])).await;
    let url = origin.url();
    let get = format!("GET {url}/ HTTP/1.1");
    for (line, headers) in [
        // Obsolete folding.
        (get.as_str(), "X-A: 1\r\n continued\r\n"),
        (&get, "X-A: 1\r\n\tSec-Fetch-Site: none\r\n"),
        // Names that other readers trim or take.
        (&get, "Content-Length : 5\r\n"),
        (&get, "Transfer-Encoding\0: chunked\r\n"),
        (&get, "X A: 1\r\n"),
        (&get, ": 1\r\n"),
        (&get, "no colon\r\n"),
        // NUL and a bare CR in a value.
        (&get, "X-A: a\0b\r\n"),
        (&get, "X-A: a\rX-B: b\r\n"),
        // Lengths.
        (&get, "Content-Length: 5\r\nContent-Length: 6\r\n"),
        (&get, "Content-Length: +5\r\n"),
        (&get, "Content-Length: 5, 5\r\n"),
        (&get, "Content-Length: -1\r\n"),
        (&get, "Content-Length: 0x5\r\n"),
        (&get, "Content-Length: 99999999999999999999\r\n"),
        // Codings that do not end in `chunked`.
        (&get, "Transfer-Encoding: identity\r\n"),
        (&get, "Transfer-Encoding: chunked, gzip\r\n"),
        (&get, "Transfer-Encoding: xchunked\r\n"),
        // Request lines.
        (&format!("GET {url}/ HTTP/1.0"), "Transfer-Encoding: chunked\r\n"),
        (&format!("GET  {url}/ HTTP/1.1"), ""),
        (&format!("GET {url}/ x HTTP/1.1"), ""),
        (&format!("GET {url}/\0 HTTP/1.1"), ""),
        (&format!("GET {url}/ HTTP/1.2"), ""),
        (&format!("GET {url}/ HTTP/2.0"), ""),
        (&format!("GET {url}/"), ""),
        ("PRI * HTTP/2.0", ""),
        ("GET http://[::1 HTTP/1.1", ""),
        ("GET http:// HTTP/1.1", ""),
        ("\x16\x03\x01", ""),
    ] {
        let mut client = proxy.client().await;
        client.raw(line.as_bytes(), [PERSON, headers].concat().as_bytes()).await;
        let answer = String::from_utf8(client.rest().await).unwrap();
        assert!(answer.starts_with("HTTP/1.1 400 "), "{line:?} {headers:?}: {answer}");
    }
    assert_eq!(proxy.egress.totals().requests, 0);
    assert_eq!(*origin.requests.lock().unwrap(), Vec::<String>::new());
}

/// Must fail with the check of codings in `judge/request.rs` taken out.
#[tokio::test]
async fn transfer_codings_besides_chunked_are_refused() {
    let origin = Origin::start(OK).await;
    let mut proxy = Proxy::start(private(&[&origin.url()])).await;
    for headers in [
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    ] {
        let reply = proxy.get(&format!("{}/", origin.url()), &[PERSON, headers].concat()).await;
        assert_eq!(reply.outcome(), (400, Some("request")), "{headers}");
        assert_eq!(proxy.event().await, event("127.0.0.1", origin.addr.port(), "request"));
    }
    assert_eq!(*origin.requests.lock().unwrap(), Vec::<String>::new());
}

/// Some readers end a line at a bare LF and some don't. Ours does, and the host gets whole ends.
#[tokio::test]
async fn bare_line_feeds_do_not_reach_a_host() {
    let origin = Origin::start(OK).await;
    let proxy = Proxy::start(private(&[&origin.url()])).await;
    let mut client = proxy.client().await;
    let line = format!("GET {}/ HTTP/1.1", origin.url());
    client.raw(line.as_bytes(), b"X-A: 1\nHost: evil.com\nSec-Fetch-Site: none\n").await;
    assert_eq!(client.reply(false).await.status, 200);
    let request = origin.requests.lock().unwrap()[0].clone();
    assert_eq!(request.matches('\n').count(), request.matches("\r\n").count(), "{request:?}");
    let mut expected = plain_lines(&origin, "GET / HTTP/1.1");
    expected.push("x-a: 1".to_owned());
    assert_eq!(origin.only_request(), expected);
}

#[tokio::test]
async fn the_same_length_twice_is_one_length() {
    let origin = Origin::start(OK).await;
    let proxy = Proxy::start(private(&[&origin.url()])).await;
    let headers = format!("{PERSON}Content-Length: 2\r\nContent-Length: 2\r\n");
    let reply = proxy.client().await.request("POST", &format!("{}/", origin.url()), &headers, "hi").await;
    assert_eq!(reply.status, 200);
    let request = origin.requests.lock().unwrap()[0].to_ascii_lowercase();
    assert_eq!(request.matches("content-length").count(), 1, "{request}");
    assert!(request.ends_with("\r\n\r\nhi"), "{request}");
}

/// Each target is whole, and of it alone the host is taken, whatever `Host` says.
#[tokio::test]
async fn only_the_absolute_target_counts() {
    let origin = Origin::start(OK).await;
    let port = origin.addr.port();
    let mut proxy = Proxy::start(private(&[&origin.url()])).await;
    for (target, code) in [
        ("/", "request"),
        ("*", "request"),
        ("//127.0.0.1/", "request"),
        ("http://evil.com/", "scheme"),
        (&format!("ftp://127.0.0.1:{port}/"), "scheme"),
        (&format!("https://127.0.0.1:{port}/"), "scheme"),
        (&format!("http://evil.com@127.0.0.1:{port}/"), "userinfo"),
    ] {
        let host = format!("{PERSON}Host: 127.0.0.1:{port}\r\n");
        let reply = proxy.get(target, &host).await;
        assert_eq!(reply.header("x-ringfence-code"), Some(code), "{target}");
        assert_eq!(proxy.event().await.2, code);
    }
    assert_eq!(*origin.requests.lock().unwrap(), Vec::<String>::new());
    let reply = proxy.get(&format!("HTTP://127.0.0.1:{port}"), &format!("{PERSON}Host: evil.com\r\n")).await;
    assert_eq!(reply.status, 200);
    assert_eq!(origin.only_request(), plain_lines(&origin, "GET / HTTP/1.1"));
}

/// Must fail with each of the three checks in `judge::request::connect` taken out.
#[tokio::test]
async fn connect_takes_a_host_and_a_port_and_no_body() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut proxy = Proxy::start(private(&[&format!("https://127.0.0.1:{port}")])).await;
    let good = format!("127.0.0.1:{port}");
    for (target, headers, code) in [
        ("127.0.0.1", "", "request"),
        (&format!("http://{good}"), "", "request"),
        (&format!("https://{good}/"), "", "request"),
        (&format!("127.0.0.1:0{port}"), "", "request"),
        (&good, "Content-Length: 0\r\n", "request"),
        (&good, "Content-Length: 5\r\n", "request"),
        (&good, "Transfer-Encoding: chunked\r\n", "request"),
        (&format!("user@{good}"), "", "parse"),
        (&format!("user:word@{good}"), "", "parse"),
    ] {
        let mut client = proxy.client().await;
        client.raw(format!("CONNECT {target} HTTP/1.1").as_bytes(), headers.as_bytes()).await;
        let reply = client.reply(true).await;
        assert_eq!(reply.header("x-ringfence-code"), Some(code), "{target} {headers}");
        assert_eq!(proxy.event().await.2, code);
    }
    // A `Host` that says otherwise is not heard.
    let mut client = proxy.client().await;
    client.raw(format!("CONNECT {good} HTTP/1.1").as_bytes(), b"Host: evil.com:443\r\n").await;
    assert_eq!(client.reply(true).await.status, 200);
    listener.accept().await.unwrap();
}

#[tokio::test]
async fn requests_sent_ahead_are_judged_one_by_one() {
    let origin = Origin::start(OK).await;
    let mut proxy = Proxy::start(private(&[&origin.url()])).await;
    let port = origin.addr.port();
    let mut client = proxy.client().await;
    let good = format!("GET {}/first HTTP/1.1", origin.url());
    client.raw(good.as_bytes(), PERSON.as_bytes()).await;
    client.raw(b"GET http://evil.com/ HTTP/1.1", PERSON.as_bytes()).await;
    // Without the credential: that of the one before does not count.
    let bare = format!("GET {}/third HTTP/1.1\r\n{PERSON}\r\n", origin.url());
    client.send(bare.as_bytes()).await;
    client.raw(good.replace("first", "fourth").as_bytes(), PERSON.as_bytes()).await;
    let mut outcomes = Vec::new();
    for _ in 0..4 {
        let reply = client.reply(false).await;
        outcomes.push((reply.status, reply.header("x-ringfence-code").map(str::to_owned)));
    }
    let code = |code: &str| Some(code.to_owned());
    assert_eq!(outcomes, [(200, None), (403, code("scheme")), (407, code("credential")), (200, None)]);
    let lines: Vec<String> =
        origin.requests.lock().unwrap().iter().map(|text| text.lines().next().unwrap().to_owned()).collect();
    assert_eq!(lines, ["GET /first HTTP/1.1", "GET /fourth HTTP/1.1"]);
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "allowed"));
}

/// What comes behind a CONNECT before its answer is the tunnel's first bytes, judged as such.
#[tokio::test]
async fn what_is_sent_ahead_of_an_open_tunnel_is_its_opening() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let origins = [format!("https://127.0.0.1:{port}"), format!("https://dev.example.org:{port}")];
    let mut proxy = Proxy::start(private(&origins.each_ref().map(String::as_str))).await;
    proxy.resolver.set("dev.example.org", &["127.0.0.1"]);

    let mut client = proxy.client().await;
    client.raw(format!("CONNECT 127.0.0.1:{port} HTTP/1.1").as_bytes(), b"").await;
    client.raw(format!("GET http://127.0.0.1:{port}/ HTTP/1.1").as_bytes(), b"").await;
    assert_eq!(client.reply(true).await.status, 200);
    assert_eq!(client.rest().await, b"");
    assert_eq!(proxy.event().await, event("127.0.0.1", port, "not-tls"));

    let hello = crate::support::hello("dev.example.org");
    let (mut refused, _) = listener.accept().await.unwrap();
    let mut received = Vec::new();
    let _ = refused.read_to_end(&mut received).await;
    assert_eq!(received, b"");
    let mut client = proxy.client().await;
    client.raw(format!("CONNECT dev.example.org:{port} HTTP/1.1").as_bytes(), b"").await;
    client.send(&hello).await;
    let (mut host, _) = listener.accept().await.unwrap();
    let mut received = vec![0; hello.len()];
    host.read_exact(&mut received).await.unwrap();
    assert_eq!(received, hello);
}

#[tokio::test]
async fn an_expectation_is_met_by_the_proxy_and_not_passed_on() {
    let origin = Origin::start(OK).await;
    let proxy = Proxy::start(private(&[&origin.url()])).await;
    let mut client = proxy.client().await;
    let headers = format!("{PERSON}Expect: 100-continue\r\nContent-Length: 2\r\n");
    client.start("POST", &format!("{}/", origin.url()), &headers).await;
    assert_eq!(client.reply(false).await.status, 100);
    client.send(b"hi").await;
    assert_eq!(client.reply(false).await.status, 200);
    let request = origin.requests.lock().unwrap()[0].to_ascii_lowercase();
    assert!(!request.contains("expect") && request.ends_with("\r\n\r\nhi"), "{request}");
}

#[tokio::test]
async fn a_plain_request_never_upgrades() {
    // Asked for or not, an answer that switches protocols is none.
    let origin = Origin::start(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhidden",
    )
    .await;
    let mut proxy = Proxy::start(private(&[&origin.url()])).await;
    let headers = format!("{PERSON}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n");
    let reply = proxy.get(&format!("{}/", origin.url()), &headers).await;
    assert_eq!(reply.outcome(), (502, Some("failed")));
    let mut expected = plain_lines(&origin, "GET / HTTP/1.1");
    expected.push("sec-websocket-key: x".to_owned());
    assert_eq!(origin.only_request(), expected);
    assert_eq!(proxy.event().await.2, "allowed");
    assert_eq!(proxy.event().await.2, "the host gave no valid answer");
}

#[tokio::test]
async fn trailers_end_at_the_proxy() {
    let origin = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://127.0.0.1:{}", origin.local_addr().unwrap().port());
    let proxy = Proxy::start(private(&[&url])).await;
    let mut client = proxy.client().await;
    let headers = format!("{PERSON}Transfer-Encoding: chunked\r\nTrailer: X-Late\r\nTE: trailers\r\n");
    client.start("POST", &format!("{url}/"), &headers).await;
    client.send(b"2\r\nhi\r\n0\r\nX-Late: 1\r\nHost: evil.com\r\n\r\n").await;
    let (mut host, _) = origin.accept().await.unwrap();
    read_head(&mut host).await;
    let mut body = Vec::new();
    while !body.ends_with(b"\r\n\r\n") {
        body.push(host.read_u8().await.unwrap());
    }
    assert_eq!(String::from_utf8(body).unwrap(), "2\r\nhi\r\n0\r\n\r\n");
    host.write_all(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Ringfence-Code\r\n\r\n\
          2\r\nok\r\n0\r\nX-Ringfence-Code: denied\r\n\r\n",
    )
    .await
    .unwrap();
    let answer = client.chunked().await;
    assert!(answer.ends_with("2\r\nok\r\n0\r\n\r\n") && !answer.contains("denied"), "{answer}");
}

/// Seen to fail with the `remove(CODE)` in `judge/head.rs` taken out.
#[tokio::test]
async fn a_host_cannot_answer_as_if_it_were_the_proxy() {
    let origin =
        Origin::start("HTTP/1.1 403 No\r\nX-Ringfence-Code: denied\r\nContent-Length: 2\r\n\r\nno").await;
    let proxy = Proxy::start(private(&[&origin.url()])).await;
    let reply = proxy.get(&format!("{}/", origin.url()), PERSON).await;
    assert_eq!((reply.outcome(), reply.body.as_str()), ((403, None), "no"));
}

#[tokio::test]
async fn an_answer_with_two_framings_gets_one() {
    let origin = Origin::start(
        "HTTP/1.1 200 OK\r\nContent-Length: 90\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n\
         HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond",
    )
    .await;
    let proxy = Proxy::start(private(&[&origin.url()])).await;
    let mut client = proxy.client().await;
    client.start("GET", &format!("{}/", origin.url()), PERSON).await;
    let answer = client.chunked().await;
    assert!(answer.ends_with("2\r\nok\r\n0\r\n\r\n"), "{answer}");
    assert!(!answer.contains("content-length") && !answer.contains("second"), "{answer}");
}

#[tokio::test]
async fn an_answer_that_is_no_answer_is_a_failure() {
    let long = format!("HTTP/1.1 200 OK\r\nX-Long: {}\r\n\r\n", "a".repeat(9000));
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "X-A: 1\r\n".repeat(200));
    for answer in [
        "SSH-2.0-x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nX-A: a\0b\r\n\r\n",
        "HTTP/2.0 200 OK\r\n\r\n",
        &long,
        &many,
    ] {
        let origin = Origin::start(Box::leak(answer.to_owned().into_boxed_str())).await;
        let proxy = Proxy::start_with(private(&[&origin.url()]), |config| {
            config.settings.limits.head_bytes = 8192;
        })
        .await;
        let reply = proxy.get(&format!("{}/", origin.url()), PERSON).await;
        assert_eq!(reply.outcome(), (502, Some("failed")), "{:?}", &answer[..answer.len().min(90)]);
    }
}

#[tokio::test]
async fn a_head_with_too_many_fields_is_turned_down() {
    let proxy = Proxy::start(hosts(&["example.com"])).await;
    let mut client = proxy.client().await;
    client.raw(b"GET http://example.com/ HTTP/1.1", "X-A: 1\r\n".repeat(200).as_bytes()).await;
    assert_eq!(client.reply(false).await.status, 431);
    assert_eq!(proxy.egress.totals().requests, 0);
}

#[tokio::test]
async fn a_head_that_does_not_end_is_cut_at_the_deadline() {
    let proxy = Proxy::start_with(hosts(&["example.com"]), |config| {
        config.settings.timeouts.head = std::time::Duration::from_millis(50);
    })
    .await;
    let mut client = proxy.client().await;
    client.send(b"GET http://example.com/ HTTP/1.1\r\nX-A: ").await;
    let answer = String::from_utf8(client.rest().await).unwrap();
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert_eq!(proxy.egress.totals().requests, 0);
}
