//! Start, loss and end of a browser.

use ringfence::browser::{Browser, BrowserOptions, StartError};
use ringfence::policy::Policy;
use ringfence::{SessionError, Sessions, SessionsOptions};
use ringfence_testkit::{Answer, Site};
use serde_json::json;

use crate::agent::{Agent, allowing};
use crate::processes::{command_of, descendants, kill, temporary_files, until_none_is_left};
use crate::seen::Seen;

#[tokio::test]
async fn nothing_is_left_of_a_browser_that_was_closed() {
    let site = Site::builder().probed().start().unwrap();
    let files = temporary_files();
    let agent = Agent::start(&site).await;
    agent.go(&site.url("/form.html")).await;
    let running = descendants();
    assert!(
        running.iter().any(|pid| command_of(*pid) == "chromium"),
        "{:?}",
        running.iter().map(|pid| command_of(*pid)).collect::<Vec<_>>()
    );
    let files_while_running: Vec<_> = temporary_files().difference(&files).cloned().collect();
    agent.end().await;
    until_none_is_left(&running).await;
    assert_eq!(descendants(), Vec::<u32>::new());
    // Its profile lies in a file system of its own, which nobody else sees.
    assert!(
        !files_while_running.iter().any(|name| name.to_lowercase().contains("chrom")),
        "{files_while_running:?}"
    );
}

#[tokio::test]
async fn closing_twice_is_harmless_and_a_call_after_it_is_an_error() {
    let site = Site::builder().start().unwrap();
    let agent = Agent::start(&site).await;
    agent.toolset.close().await;
    agent.toolset.close().await;
    let late = agent.toolset.call("list_tabs", json!({})).await;
    assert_eq!(late.unwrap_err().to_string(), "the toolset is closed: make a new one to go on");
    assert!(agent.browser.has_ended());
}

#[tokio::test]
async fn every_browser_starts_with_a_fresh_profile() {
    let site = Site::builder()
        .route("/set", |_| {
            Answer::html("<title>Set</title>").with_header("set-cookie", "seen=yes; Max-Age=10000")
        })
        .page("/get", "<title>Get</title>")
        .probed()
        .start()
        .unwrap();
    let state = "[document.cookie, localStorage.length, (await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length]";
    let state = format!("(async () => {state})()");
    let first = Agent::start(&site).await;
    first.go(&site.url("/set")).await;
    site.ask("/set", "localStorage.setItem('a', 'b'); caches.open('c').then(() => 0)").await.unwrap();
    assert_eq!(site.ask("/set", &state).await.unwrap(), json!(["seen=yes", 1, 0, 1]));
    // Two at once share nothing, and nothing is left for the next.
    let second = Agent::start(&site).await;
    second.go(&site.url("/get")).await;
    assert_eq!(site.ask("/get", &state).await.unwrap(), json!(["", 0, 0, 0]));
    first.end().await;
    second.end().await;
    let third = Agent::start(&site).await;
    third.go(&site.url("/get")).await;
    assert_eq!(site.ask("/get", &state).await.unwrap(), json!(["", 0, 0, 0]));
    third.end().await;
}

#[tokio::test]
async fn d12_a_lost_browser_is_told_once_and_the_next_call_has_a_fresh_one() {
    let site = Site::builder().probed().start().unwrap();
    let policy = allowing(&[&site]).build().unwrap();
    let sessions = Sessions::new(SessionsOptions::new(BrowserOptions::new(policy)));
    let call = async |member: &str, input| {
        let outcome = sessions.call("default", member, input).await;
        outcome.map(|outcome| Seen::new(&outcome, &[(site.address().port(), "PORT")]))
    };
    call("navigate", json!({ "url": site.url("/form.html") })).await.unwrap().shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    let running = descendants();
    let chromium = running.iter().find(|pid| command_of(**pid) == "chromium").unwrap();
    kill(*chromium);
    until_none_is_left(&running).await;
    let lost = call("list_tabs", json!({})).await.unwrap_err();
    assert!(matches!(&lost, SessionError::Lost { name } if name == "default"), "{lost:?}");
    assert_eq!(
        lost.to_string(),
        "the browser of session default has ended, and what it held is lost; the next call starts a fresh one"
    );
    call("list_tabs", json!({})).await.unwrap().shows("[state]\n* t1 \"about:blank\" about:blank");
    sessions.close().await;
}

#[tokio::test]
async fn d12_a_browser_that_is_lost_during_a_call_ends_that_call() {
    let site = Site::builder().probed().start().unwrap();
    let policy = allowing(&[&site]).build().unwrap();
    let sessions = Sessions::new(SessionsOptions::new(BrowserOptions::new(policy)));
    sessions.call("default", "list_tabs", json!({})).await.unwrap();
    let running = descendants();
    let chromium = *running.iter().find(|pid| command_of(**pid) == "chromium").unwrap();
    let waiting = sessions.call("default", "wait", json!({ "duration": 30 }));
    let killing = async { kill(chromium) };
    let (waited, ()) = tokio::join!(waiting, killing);
    let lost = waited.unwrap_err();
    assert!(matches!(&lost, SessionError::Lost { name } if name == "default"), "{lost:?}");
    let fresh = sessions.call("default", "list_tabs", json!({})).await.unwrap();
    Seen::new(&fresh, &[]).shows("[state]\n* t1 \"about:blank\" about:blank");
    sessions.close().await;
}

#[tokio::test]
async fn d12_sessions_have_browsers_of_their_own_and_a_limit() {
    let site = Site::builder().probed().start().unwrap();
    let policy = allowing(&[&site]).build().unwrap();
    let options = SessionsOptions { max: 2, ..SessionsOptions::new(BrowserOptions::new(policy)) };
    let sessions = Sessions::new(options);
    let ports = [(site.address().port(), "PORT")];
    let go = async |session: &str, path: &str| {
        sessions
            .call(session, "navigate", json!({ "url": site.url(path) }))
            .await
            .map(|done| Seen::new(&done, &ports))
    };
    go("one", "/form.html").await.unwrap().shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/form.html "Sign up form" (HTTP 200)
        [state]
        * t1 "Sign up form" http://127.0.0.1:PORT/form.html
        "#,
    );
    go("two", "/article.html").await.unwrap().shows(
        r#"
        [text] Now at http://127.0.0.1:PORT/article.html "A long article" (HTTP 200)
        [state]
        * t1 "A long article" http://127.0.0.1:PORT/article.html
        "#,
    );
    assert_eq!(
        go("three", "/form.html").await.unwrap_err().to_string(),
        "2 sessions are open, which is the most, and each lasts as long as this server: use one of them (one, two)"
    );
    sessions.close().await;
    assert_eq!(go("one", "/form.html").await.unwrap_err().to_string(), "the sessions were closed");
}

#[tokio::test]
async fn a_browser_that_is_not_there_is_told_with_where_it_was_looked_for() {
    let mut options = BrowserOptions::new(Policy::closed());
    options.chromium = Some("/nowhere/chromium".into());
    let error = Browser::start(options).await.unwrap_err();
    assert!(
        matches!(&error, StartError::NoChromium { looked_for } if looked_for == &["/nowhere/chromium"].map(std::path::PathBuf::from))
    );
    assert_eq!(
        error.to_string(),
        "no Chromium was found (looked for /nowhere/chromium). Install it: on Debian `apt-get install chromium`; elsewhere the distribution's own package, not a snap, which can't be contained"
    );
    assert_eq!(descendants(), Vec::<u32>::new());
}
