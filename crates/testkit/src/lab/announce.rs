//! HTTP/2 connections on which a server says that it serves another origin, too (RFC 8336).

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, DuplexStream};

/// Names that begin like this announce the refused host of the vector after it.
const PREFIX: &str = "announces-";
/// The bytes before a frame's payload (RFC 9113, 4.1).
const HEAD: usize = 9;
/// What may lie between the server and the connection.
const BUFFER: usize = 64 * 1024;

/// The origin that a host of this name announces.
pub(crate) fn announced(name: Option<&str>) -> Option<String> {
    let vector = name?.strip_prefix(PREFIX)?.strip_suffix(".site.test")?;
    Some(format!("https://{vector}.evil.test"))
}

/// A connection for a server of HTTP/2. An ORIGIN frame goes out after the server's first frame, its settings, which have
/// to come first.
pub(crate) fn announcing(
    connection: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    origin: &str,
) -> DuplexStream {
    let (ours, servers) = tokio::io::duplex(BUFFER);
    let frame = origin_frame(origin);
    tokio::spawn(async move {
        // A browser that goes away is no failure.
        let _ = pass(connection, ours, &frame).await;
    });
    servers
}

async fn pass(
    connection: impl AsyncRead + AsyncWrite + Unpin,
    mut ours: DuplexStream,
    frame: &[u8],
) -> io::Result<()> {
    let (mut from_client, mut to_client) = tokio::io::split(connection);
    let (mut from_server, mut to_server) = tokio::io::split(&mut ours);
    let up = tokio::io::copy(&mut from_client, &mut to_server);
    let down = async {
        let mut head = [0; HEAD];
        from_server.read_exact(&mut head).await?;
        let [a, b, c, ..] = head;
        let mut settings = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
        from_server.read_exact(&mut settings).await?;
        to_client.write_all(&[&head, settings.as_slice(), frame].concat()).await?;
        to_client.flush().await?;
        tokio::io::copy(&mut from_server, &mut to_client).await
    };
    tokio::select! {
        ended = up => ended.map(drop),
        ended = down => ended.map(drop),
    }
}

/// RFC 8336, 2.1: type 12, no flags, stream 0; each origin after its length.
fn origin_frame(origin: &str) -> Vec<u8> {
    let length = u16::try_from(origin.len()).unwrap_or(0);
    let [high, low] = (length + 2).to_be_bytes();
    let head = [0, high, low, 12, 0, 0, 0, 0, 0];
    [&head, &length.to_be_bytes()[..], origin.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_announced_after_the_settings_and_nothing_else_is_changed() {
        let origin = announced(Some("announces-origin-frame.site.test")).unwrap();
        assert_eq!(origin, "https://origin-frame.evil.test");
        assert_eq!(announced(Some("origin-frame.site.test")), None);
        assert_eq!(announced(None), None);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (mut client, connection) = tokio::io::duplex(1024);
            let mut server = announcing(connection, &origin);
            client.write_all(b"PRI").await.unwrap();
            let mut three = [0; 3];
            server.read_exact(&mut three).await.unwrap();
            assert_eq!(&three, b"PRI");
            let settings = [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100];
            server.write_all(&settings).await.unwrap();
            server.write_all(b"rest").await.unwrap();
            drop(server);
            let mut seen = Vec::new();
            client.read_to_end(&mut seen).await.unwrap();
            let frame = [&[0, 0, 32, 12, 0, 0, 0, 0, 0, 0, 30][..], origin.as_bytes()].concat();
            assert_eq!(seen, [&settings[..], &frame, b"rest"].concat());
        });
    }
}
