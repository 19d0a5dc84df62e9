//! Answers questions over UDP and TCP.

use std::io;
use std::sync::Arc;

use hickory_proto::op::Message;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::sync::watch;

use super::Book;
use super::reply::Delivery;

/// The longest datagram that is taken.
const DATAGRAM: usize = 4096;

/// Serves until the socket breaks.
pub(crate) async fn udp(socket: UdpSocket, book: Arc<Book>, released: watch::Receiver<bool>) {
    let socket = Arc::new(socket);
    let mut datagram = vec![0; DATAGRAM];
    while let Ok((length, from)) = socket.recv_from(&mut datagram).await {
        let question = datagram[..length].to_vec();
        let (socket, book, released) = (Arc::clone(&socket), Arc::clone(&book), released.clone());
        tokio::spawn(async move {
            if let Some(reply) = answer(&question, &book, false, released).await {
                // Whoever asked may be gone.
                let _ = socket.send_to(&reply, from).await;
            }
        });
    }
}

/// Serves until the listener breaks.
pub(crate) async fn tcp(listener: TcpListener, book: Arc<Book>, released: watch::Receiver<bool>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(conversation(stream, Arc::clone(&book), released.clone()));
    }
}

/// One connection: messages with their length in two bytes before each (RFC 1035 4.2.2).
async fn conversation(
    mut stream: TcpStream,
    book: Arc<Book>,
    released: watch::Receiver<bool>,
) -> io::Result<()> {
    loop {
        let length = stream.read_u16().await?;
        let mut question = vec![0; usize::from(length)];
        stream.read_exact(&mut question).await?;
        let Some(reply) = answer(&question, &book, true, released.clone()).await else { continue };
        stream.write_u16(u16::try_from(reply.len()).map_err(io::Error::other)?).await?;
        stream.write_all(&reply).await?;
    }
}

/// The bytes to send; none where the script says silence, or for what is no question.
async fn answer(
    question: &[u8],
    book: &Book,
    tcp: bool,
    mut released: watch::Receiver<bool>,
) -> Option<Vec<u8>> {
    let question = Message::from_vec(question).ok()?;
    let query = question.queries.first()?;
    let name = query.name().to_ascii().to_ascii_lowercase();
    let reply = book.turn(name.trim_end_matches('.'), query.query_type(), tcp);
    match reply.delivery {
        Delivery::Silent => return None,
        Delivery::Held => {
            released.wait_for(|released| *released).await.ok()?;
        }
        _ => {}
    }
    reply.message(&question, tcp)?.to_vec().ok()
}
