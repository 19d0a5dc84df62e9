//! Runs a command's asynchronous part, and ends it on a signal.

use std::time::Duration;

use tokio::runtime::Builder;

use crate::failure::Failure;

/// How long blocking reads may hold up the end of the process.
const LINGER: Duration = Duration::from_millis(100);

/// Runs `work` to its end.
pub(crate) fn run<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(work);
    // A read of stdin that nobody answers can't be cancelled: it must not keep the process.
    runtime.shutdown_timeout(LINGER);
    result
}

/// Waits for SIGINT, SIGTERM or SIGHUP, which a closed terminal sends.
pub(crate) async fn signal() -> Result<&'static str, Failure> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut terminate, mut hangup) = (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted.map(|()| "SIGINT").map_err(Failure::from),
            _ = terminate.recv() => Ok("SIGTERM"),
            _ = hangup.recv() => Ok("SIGHUP"),
        }
    }
    #[cfg(not(unix))]
    {
        tokio::signal::ctrl_c().await.map(|()| "Ctrl-C").map_err(Failure::from)
    }
}

/// Runs `work` until it ends or a signal comes.
pub(crate) async fn until_signal<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::select! {
        result = work => result,
        signal = signal() => Err(Failure::Failed(format!("ended by {}", signal?))),
    }
}

/// Waits until nobody reads this process's stdout any more. For good where that can't be told, as of a file.
pub(crate) async fn stdout_unread() {
    #[cfg(unix)]
    {
        let (gone, told) = tokio::sync::oneshot::channel();
        // Asleep in the system until then, and gone with the process: a task would have to make stdout non-blocking, for
        // everybody who shares it.
        let watch = std::thread::Builder::new().name("stdout-watch".to_owned()).spawn(move || {
            if is_left_by_its_reader() {
                // The command may have ended meanwhile.
                let _unheard = gone.send(());
            }
        });
        if watch.is_ok() && told.await.is_ok() {
            return;
        }
    }
    std::future::pending().await
}

/// Sleeps until stdout's other end is closed. False when that can't be waited for.
#[cfg(unix)]
fn is_left_by_its_reader() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};

    let stdout = std::io::stdout();
    loop {
        // Asked for nothing: an error and the end are told without asking.
        let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return false,
        }
        let told = watched[0].revents();
        if told.intersects(PollFlags::ERR | PollFlags::HUP) {
            return true;
        }
        if told.contains(PollFlags::NVAL) {
            return false;
        }
    }
}
