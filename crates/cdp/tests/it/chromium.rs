//! The real browser at the other end.

use command_fds::{CommandFdExt, FdMapping};
use ringfence_cdp::protocol::{browser, page, runtime, target};
use ringfence_cdp::{CallError, Client, Empty, End, EventFilter, Events};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::net::unix::pipe;

const DEADLINE: Duration = Duration::from_secs(30);

/// A browser process that is killed when the test is over, however it ends.
struct Browser {
    process: Child,
    _profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[expect(clippy::disallowed_methods, reason = "the client starts no process, so its test must")]
fn command() -> Command {
    let debian = "/usr/lib/chromium/chromium";
    let chromium = if std::path::Path::new(debian).exists() { debian } else { "chromium" };
    if std::fs::metadata("/proc/self").unwrap().uid() != 0 {
        return Command::new(chromium);
    }
    // Chromium keeps its sandbox only as another user than root.
    let mut command = Command::new("bwrap");
    command.args(["--unshare-user", "--uid", "1000", "--gid", "1000", "--dev-bind", "/", "/"]);
    command.args(["--die-with-parent", "--", chromium]);
    command
}

fn launch(filter: EventFilter) -> (Client, Events, Browser) {
    let profile = tempfile::tempdir().unwrap();
    let (child_reads, we_write) = std::io::pipe().unwrap();
    let (we_read, child_writes) = std::io::pipe().unwrap();
    let mut command = command();
    command.args(["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-startup-window"]);
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mappings = [(child_reads.into(), 3), (child_writes.into(), 4)];
    let mappings = mappings.map(|(parent_fd, child_fd): (OwnedFd, _)| FdMapping { parent_fd, child_fd });
    command.fd_mappings(mappings.into()).unwrap();
    let process = command.spawn().expect("bwrap or chromium can't be started: run scripts/setup.sh test");
    // The child's ends must close here, so that the pipe ends with the child.
    drop(command);
    let reader = pipe::Receiver::from_owned_fd(we_read.into()).unwrap();
    let writer = pipe::Sender::from_owned_fd(we_write.into()).unwrap();
    let (client, events) = Client::new(reader, writer, filter);
    (client, events, Browser { process, _profile: profile })
}

#[tokio::test]
async fn a_page_is_opened_read_and_closed() {
    let filter = EventFilter::none().with::<page::LoadEventFired>().with::<target::DetachedFromTarget>();
    let (client, mut events, mut browser) = launch(filter);
    let root = client.browser();
    let version = root.call(&browser::GetVersion::default(), DEADLINE).await.unwrap();
    assert_eq!(version.protocol_version, "1.3");

    let target_id = root.call(&target::CreateTarget::new("about:blank"), DEADLINE).await.unwrap().target_id;
    let attach =
        target::AttachToTarget { flatten: Some(true), ..target::AttachToTarget::new(target_id.clone()) };
    let session_id = root.call(&attach, DEADLINE).await.unwrap().session_id;
    let session = client.session(session_id.clone());
    session.call(&page::Enable::default(), DEADLINE).await.unwrap();
    // A title with half a surrogate pair, as a page may set it.
    let address =
        "data:text/html,<title>x</title><p id=p>hello</p><script>document.title='a\\ud83d\\u00e9'</script>";
    session.call(&page::Navigate::new(address), DEADLINE).await.unwrap();
    let loaded = events.recv().await.unwrap();
    assert!(loaded.is::<page::LoadEventFired>());
    assert_eq!(loaded.session.as_ref(), Some(&session_id));

    let read = runtime::Evaluate {
        return_by_value: Some(true),
        ..runtime::Evaluate::new("[document.title, p.textContent]")
    };
    let value = session.call(&read, DEADLINE).await.unwrap().result.value.unwrap();
    assert_eq!(value.decode::<[String; 2]>().unwrap(), ["a\u{fffd}é", "hello"]);

    let waiting = session.start(
        &runtime::Evaluate { await_promise: Some(true), ..runtime::Evaluate::new("new Promise(() => {})") },
        DEADLINE,
    );
    root.call(&target::CloseTarget::new(target_id), DEADLINE).await.unwrap();
    // Closing answers the waiting call, with the page's end or the session's.
    let outcome = waiting.await;
    assert!(
        matches!(outcome, Err(CallError::SessionGone { .. } | CallError::Protocol { code: -32000, .. })),
        "{outcome:?}"
    );
    let detached = events.recv().await.unwrap().decode::<target::DetachedFromTarget>().unwrap();
    assert_eq!(detached.session_id, session_id);
    let after = session.call(&page::Reload::default(), DEADLINE).await;
    assert_eq!(after, Err(CallError::SessionGone { method: "Page.reload".into(), session: session_id }));

    assert_eq!(root.call(&browser::Close::default(), DEADLINE).await, Ok(Empty {}));
    assert_eq!(client.closed().await, End::Eof);
    assert!(browser.process.wait().unwrap().success());
}
