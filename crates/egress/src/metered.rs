//! A connection to a host whose bytes are counted as they go over it, heads and bodies alike.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::exchange::{Meter, Way};

/// What would go over a limit is neither written nor handed on: the connection breaks there.
pub(crate) struct Metered {
    stream: TcpStream,
    meter: Meter,
}

impl Metered {
    pub(crate) fn new(stream: TcpStream, meter: Meter) -> Self {
        Self { stream, meter }
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        let received = buffer.filled().len() - before;
        if let Err(over) = self.meter.add(Way::Down, received) {
            buffer.set_filled(before);
            return Poll::Ready(Err(io::Error::other(over)));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.meter.add(Way::Up, bytes.len()).map_err(io::Error::other)?;
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        let sent = match &written {
            Poll::Ready(Ok(sent)) => *sent,
            Poll::Ready(Err(_)) | Poll::Pending => 0,
        };
        self.meter.take_back(Way::Up, bytes.len().saturating_sub(sent));
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
