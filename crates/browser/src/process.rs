//! The browser's process, seen from outside.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};

use ringfence_jail::Process as Jailed;
use rustix::process::{PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use tokio::io::AsyncReadExt as _;
use tokio::net::unix::pipe;
use tokio::sync::watch;

/// The jail's outermost process. When it dies, everything in the jail dies.
pub(crate) struct Process {
    pidfd: OwnedFd,
    ended: watch::Receiver<bool>,
    output: Output,
}

/// The last words on standard error, for the log and for start errors.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

const OUTPUT_KEPT: usize = 2000;

impl Process {
    /// Takes over a process, and waits for its end.
    pub(crate) fn new(mut child: Jailed) -> io::Result<Self> {
        let pid = i32::try_from(child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
            .ok_or_else(|| io::Error::other("no process id"))?;
        let pidfd = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(pidfd) => pidfd,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(error.into());
            }
        };
        let output = Output::default();
        if let Some(stderr) = child.stderr.take() {
            output.collect(pipe::Receiver::from_owned_fd(OwnedFd::from(stderr))?);
        }
        let (end, ended) = watch::channel(false);
        std::thread::Builder::new().name("browser-wait".to_owned()).spawn(move || {
            let _ = child.wait();
            end.send_replace(true);
        })?;
        Ok(Self { pidfd, ended, output })
    }

    /// Waits until the process has ended and was reaped.
    pub(crate) async fn ended(&self) {
        let mut ended = self.ended.clone();
        // The sender is only dropped after it has sent.
        let _ = ended.wait_for(|ended| *ended).await;
    }

    /// Kills the process and, with it, everything that it started.
    pub(crate) fn kill(&self) {
        if let Err(error) = pidfd_send_signal(&self.pidfd, Signal::KILL) {
            tracing::debug!(%error, "the browser had ended already");
        }
    }

    /// The last words on standard error.
    pub(crate) fn output(&self) -> String {
        String::from_utf8_lossy(&self.output.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Output {
    fn collect(&self, mut from: pipe::Receiver) {
        let kept = self.clone();
        tokio::spawn(async move {
            let mut buffer = [0; 1024];
            while let Ok(length @ 1..) = from.read(&mut buffer).await {
                let mut kept = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(buffer.iter().take(length));
                let surplus = kept.len().saturating_sub(OUTPUT_KEPT);
                kept.drain(..surplus);
            }
        });
    }
}
