//! Opens a WebSocket in a tunnel to a plain-http origin.

use bytes::BytesMut;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::config::Timeouts;
use crate::exchange::{Meter, Way};
use crate::judge::upgrade::{Answer, answer};

/// Waits for the host to switch protocols and passes its answer on. Until then nothing more of the
/// client's goes through; if the host declines, the client gets what was read of the answer and the
/// tunnel ends.
pub(crate) async fn accepted(
    host: &mut TcpStream,
    client: &mut TcpStream,
    meter: &Meter,
    timeouts: Timeouts,
) -> bool {
    let mut received = BytesMut::new();
    let read = timeout(timeouts.response, read_answer(host, &mut received)).await;
    let within = meter.add(Way::Down, received.len()).is_ok();
    within && client.write_all(&received).await.is_ok() && matches!(read, Ok(Answer::Switched))
}

async fn read_answer(host: &mut TcpStream, received: &mut BytesMut) -> Answer {
    loop {
        match host.read_buf(received).await {
            Ok(0) | Err(_) => return Answer::Declined,
            Ok(_) => {}
        }
        match answer(received) {
            Answer::More => {}
            decided => return decided,
        }
    }
}
