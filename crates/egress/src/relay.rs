//! Carries a tunnel's bytes both ways.
//!
//! A tunnel that waits holds no buffer: most of a browser's tunnels wait most of the time. A buffer is
//! taken when bytes are there and given back when they are passed on.

use std::cell::RefCell;
use std::io;
use std::time::Duration;

use tokio::io::{AsyncWriteExt as _, Interest};
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::time::sleep;

use crate::exchange::{Meter, Way};

/// Bytes read at once in each direction.
const BUFFER: usize = 256 * 1024;
/// Buffers that a thread keeps for the next tunnel that needs one.
const KEPT: usize = 4;

/// Relays until both sides have ended, one breaks, a limit is reached, or no byte came for between one
/// and two idle times.
pub(crate) async fn relay(client: &mut TcpStream, host: &mut TcpStream, meter: &Meter, idle: Duration) {
    let (client_reads, client_writes) = client.split();
    let (host_reads, host_writes) = host.split();
    tokio::select! {
        ended = async { tokio::try_join!(
            pass(client_reads, host_writes, meter, Way::Up),
            pass(host_reads, client_writes, meter, Way::Down),
        ) } => {
            if let Err(error) = ended {
                tracing::debug!(%error, "tunnel broke");
            }
        }
        () = stands_still(meter, idle) => tracing::debug!("tunnel closed: idle"),
    }
}

/// Passes one direction on up to its end, and then the end.
async fn pass(from: ReadHalf<'_>, mut to: WriteHalf<'_>, meter: &Meter, way: Way) -> io::Result<()> {
    loop {
        from.ready(Interest::READABLE).await?;
        let mut buffer = Buffer::take();
        match from.try_read(&mut buffer.0) {
            Ok(0) => return to.shutdown().await,
            Ok(length) => {
                meter.add(way, length).map_err(io::Error::other)?;
                to.write_all(&buffer.0[..length]).await?;
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

/// Returns when no byte came for between one and two idle times.
pub(crate) async fn stands_still(meter: &Meter, idle: Duration) {
    loop {
        let before = meter.total();
        sleep(idle).await;
        if meter.total() == before {
            return;
        }
    }
}

thread_local! {
    static FREE: RefCell<Vec<Box<[u8]>>> = const { RefCell::new(Vec::new()) };
}

/// A buffer from the thread's store, to which it goes back.
struct Buffer(Box<[u8]>);

impl Buffer {
    fn take() -> Self {
        let free = FREE.with_borrow_mut(Vec::pop);
        Self(free.unwrap_or_else(|| vec![0; BUFFER].into_boxed_slice()))
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.0);
        // A thread that is about to end has no store any more; then the buffer just goes.
        let _ = FREE.try_with(|free| {
            let mut free = free.borrow_mut();
            if free.len() < KEPT {
                free.push(buffer);
            }
        });
    }
}
