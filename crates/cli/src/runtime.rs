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

/// Waits for SIGINT or SIGTERM.
pub(crate) async fn signal() -> Result<&'static str, Failure> {
    #[cfg(unix)]
    {
        let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted.map(|()| "SIGINT").map_err(Failure::from),
            _ = terminate.recv() => Ok("SIGTERM"),
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
