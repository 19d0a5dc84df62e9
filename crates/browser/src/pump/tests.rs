//! Events that can't be read.

use std::net::TcpListener;
use std::time::Duration;

use ringfence_egress::{Egress, EgressConfig, SystemResolver};
use ringfence_policy::Policy;
use tokio::io::{AsyncWriteExt as _, DuplexStream, duplex, split};

use super::*;
use crate::exit::Exit;

/// A pump whose browser is a test; what is written into the stream it takes for events.
async fn pump() -> (Arc<Shared>, DuplexStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let policy = Policy::closed();
    let egress =
        Egress::start(listener, EgressConfig::new(policy.clone(), Arc::new(SystemResolver))).await.unwrap();
    let credential = egress.credential().clone();
    let (ours, theirs) = duplex(1 << 16);
    let (reader, writer) = split(ours);
    let (client, events) = Client::new(reader, writer, filter(Watch::default()));
    let judge = Judge {
        policy,
        credential,
        logins: Default::default(),
        browser: client.browser(),
        exit: Arc::new(Exit::new(egress)),
        witnessed: Default::default(),
    };
    let shared = Arc::new(Shared::default());
    let browser = client.browser();
    let pump = Pump {
        client,
        judge,
        shared: Arc::clone(&shared),
        viewport: Viewport::default(),
        locale: None,
        watch: Watch::default(),
        downloads: Collector {
            shared: Arc::clone(&shared),
            browser,
            quarantine: None,
            witnessed: Default::default(),
        },
        read: Duration::from_secs(5),
    };
    tokio::spawn(pump.run(events));
    (shared, theirs)
}

async fn ended_by(event: &str) -> Option<Ended> {
    let (shared, mut theirs) = pump().await;
    theirs.write_all(event.as_bytes()).await.unwrap();
    theirs.write_all(b"\0").await.unwrap();
    let _ = tokio::time::timeout(Duration::from_millis(500), shared.ended()).await;
    let ended = shared.read().ended.clone();
    drop(theirs);
    ended
}

/// Seen to fail with the errors of `handle` traced instead of returned.
#[tokio::test]
async fn an_event_that_the_policy_rests_on_and_that_can_not_be_read_ends_the_session() {
    for method in ["Fetch.requestPaused", "Fetch.authRequired", "Target.attachedToTarget"] {
        let ended =
            ended_by(&format!("{{\"method\":\"{method}\",\"params\":{{\"sessionId\":\"s\"}}}}")).await;
        assert!(
            matches!(&ended, Some(Ended::Unreadable(why)) if why.contains(method)),
            "{method}: {ended:?}"
        );
    }
}

#[tokio::test]
async fn an_event_that_only_informs_is_left_out_when_it_can_not_be_read() {
    let ended =
        ended_by("{\"method\":\"Page.frameNavigated\",\"sessionId\":\"s\",\"params\":{\"new\":1}}").await;
    assert!(ended.is_none(), "{ended:?}");
}
