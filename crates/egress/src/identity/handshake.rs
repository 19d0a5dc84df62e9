//! Both handshakes of a tunnel that ends here.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use ringfence_policy::JudgedTarget;
use rustls::AlertDescription;
use rustls::pki_types::ServerName;
use rustls::server::Acceptor;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::{LazyConfigAcceptor, TlsConnector, client, server};

use super::presenter::Identity;
use super::replay::Replay;
use crate::exchange::Failure;

/// A tunnel in the clear: the browser's end and the server's.
pub(crate) struct Met {
    pub(super) browser: server::TlsStream<Replay>,
    pub(super) host: client::TlsStream<TcpStream>,
}

/// Speaks TLS with both, the server first: the browser gets to know that there is a server only when it is the right one,
/// and both get to speak the same protocol (HTTP/2, say).
pub(crate) async fn meet(
    browser: TcpStream,
    first: BytesMut,
    host: TcpStream,
    target: &JudgedTarget,
    identity: &Identity,
    patience: Duration,
) -> Result<Met, Failure> {
    let hello = LazyConfigAcceptor::new(Acceptor::default(), Replay::new(first, browser));
    let hello = timeout(patience, hello).await.map_err(|_| Failure::ClientHandshake)?;
    let hello = hello.map_err(by_browser)?;
    let offered = hello.client_hello().alpn().into_iter().flatten().map(<[u8]>::to_vec).collect();
    let mut outward = identity.outward.clone();
    outward.alpn_protocols = offered;
    let connected = TlsConnector::from(Arc::new(outward)).connect(name(target)?, host);
    let host = timeout(patience, connected).await.map_err(|_| Failure::HandshakeTimeout)?;
    let host = host.map_err(|error| by_host(&error).unwrap_or(Failure::Handshake))?;
    let agreed = host.get_ref().1.alpn_protocol().map(<[u8]>::to_vec).into_iter().collect();
    let mut inward = identity.inward.clone();
    inward.alpn_protocols = agreed;
    let accepted = timeout(patience, hello.into_stream(Arc::new(inward))).await;
    let browser = accepted.map_err(|_| Failure::ClientHandshake)?.map_err(by_browser)?;
    Ok(Met { browser, host })
}

/// What a browser's TLS error means. Its words are for the log.
fn by_browser(error: io::Error) -> Failure {
    tracing::debug!(%error, "TLS with the browser failed");
    Failure::ClientHandshake
}

fn name(target: &JudgedTarget) -> Result<ServerName<'static>, Failure> {
    match target.ip() {
        Some(ip) => Ok(ServerName::IpAddress(ip.into())),
        None => ServerName::try_from(target.host()).map_err(|_| Failure::Handshake),
    }
}

/// What a server's TLS error means; none when it is nothing that we have words for. A server of TLS 1.3 says what it
/// thinks of a certificate after the handshake.
pub(super) fn by_host(error: &io::Error) -> Option<Failure> {
    use AlertDescription as Alert;
    tracing::debug!(%error, "TLS with the host failed");
    let error = error.get_ref()?.downcast_ref::<rustls::Error>()?;
    match error {
        rustls::Error::InvalidCertificate(_) => Some(Failure::HostCertificate),
        rustls::Error::AlertReceived(
            Alert::BadCertificate
            | Alert::UnsupportedCertificate
            | Alert::CertificateRevoked
            | Alert::CertificateExpired
            | Alert::CertificateUnknown
            | Alert::CertificateRequired
            | Alert::UnknownCA
            | Alert::AccessDenied,
        ) => Some(Failure::ClientCertificate),
        _ => None,
    }
}
