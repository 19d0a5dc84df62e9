//! Passes on what is said in a tunnel that ends here. Nothing of it is looked at.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, split};
use tokio::time::timeout;

use super::handshake::{Met, by_host};
use crate::exchange::{Failure, Meter, Way};
use crate::relay::stands_still;

/// Bytes read at once in each direction: a whole TLS record.
const BUFFER: usize = 16 * 1024;

/// What a server that takes nothing more has left to say.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How one direction broke.
enum Broken {
    /// Nothing can be read any more.
    Reading(io::Error),
    /// Nothing is taken any more.
    Writing,
    /// It would carry more than it may.
    Limit,
}

/// Passes on until both sides have ended, one breaks, a limit is reached, or no byte came for between one and two idle
/// times. What is counted is what is inside TLS.
///
/// # Errors
/// That the server doesn't take the certificate.
pub(crate) async fn pass_on(met: Met, meter: &Meter, idle: Duration) -> Result<(), Failure> {
    let (browser_reads, browser_writes) = split(met.browser);
    let (host_reads, host_writes) = split(met.host);
    let down = pass(host_reads, browser_writes, meter, Way::Down);
    let up = pass(browser_reads, host_writes, meter, Way::Up);
    let both = async {
        tokio::pin!(down, up);
        // Only on the way down a server tells what is wrong.
        tokio::select! {
            ended = &mut down => {
                if ended.is_ok() {
                    let _ = up.await;
                }
                ended
            }
            ended = &mut up => match ended {
                Ok(()) => down.await,
                Err(Broken::Writing) => timeout(LAST_WORDS, down).await.unwrap_or(Ok(())),
                Err(Broken::Reading(_) | Broken::Limit) => Ok(()),
            },
        }
    };
    let ended = tokio::select! {
        ended = both => ended,
        () = stands_still(meter, idle) => Ok(()),
    };
    match ended {
        Err(Broken::Reading(error)) => by_host(&error).map_or(Ok(()), Err),
        _ => Ok(()),
    }
}

/// Passes one direction on up to its end, and then the end.
async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    meter: &Meter,
    way: Way,
) -> Result<(), Broken> {
    let mut buffer = vec![0; BUFFER];
    loop {
        match from.read(&mut buffer).await.map_err(Broken::Reading)? {
            0 => return to.shutdown().await.map_err(|_| Broken::Writing),
            length => {
                meter.add(way, length).map_err(|_| Broken::Limit)?;
                to.write_all(&buffer[..length]).await.map_err(|_| Broken::Writing)?;
                to.flush().await.map_err(|_| Broken::Writing)?;
            }
        }
    }
}
