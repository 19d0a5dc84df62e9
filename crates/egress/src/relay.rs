//! Carries a tunnel's bytes both ways.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf, copy_bidirectional_with_sizes};
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::exchange::{Meter, Way};

/// Bytes read at once in each direction.
const BUFFER: usize = 64 * 1024;

/// Relays until both sides have ended, one breaks, or no byte came for between one and two idle
/// times.
pub(crate) async fn relay(client: &mut TcpStream, host: &mut TcpStream, meter: &Meter, idle: Duration) {
    let mut host = Counted { stream: host, meter };
    tokio::select! {
        ended = copy_bidirectional_with_sizes(client, &mut host, BUFFER, BUFFER) => {
            if let Err(error) = ended {
                tracing::debug!(%error, "tunnel broke");
            }
        }
        () = stands_still(meter, idle) => tracing::debug!("tunnel closed: idle"),
    }
}

async fn stands_still(meter: &Meter, idle: Duration) {
    loop {
        let before = meter.total();
        sleep(idle).await;
        if meter.total() == before {
            return;
        }
    }
}

/// The host's side, counting.
struct Counted<'a> {
    stream: &'a mut TcpStream,
    meter: &'a Meter,
}

impl AsyncRead for Counted<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let polled = Pin::new(&mut *self.stream).poll_read(cx, buf);
        self.meter.add(Way::Down, buf.filled().len() - before);
        polled
    }
}

impl AsyncWrite for Counted<'_> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut *self.stream).poll_write(cx, buf);
        if let Poll::Ready(Ok(written)) = &polled {
            self.meter.add(Way::Up, *written);
        }
        polled
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.stream).poll_shutdown(cx)
    }
}
