//! Reads the server name out of a TLS ClientHello (RFC 8446 4.1.2, RFC 6066 3).
//!
//! Only what is needed to hold a tunnel to its host; nothing is decrypted or altered. The hello may
//! be split over records and over reads.

/// The longest hello in bytes, record headers included. Browsers send less than 3 KiB.
pub const MAX: usize = 16 * 1024;

const HANDSHAKE_RECORD: u8 = 22;
const CLIENT_HELLO: u8 = 1;
const SERVER_NAME: u16 = 0;
const HOST_NAME: u8 = 0;

/// How far the first bytes are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// All well so far, but the hello is not complete.
    More,
    /// A whole hello, with its server name if it has one.
    Hello(Option<String>),
    /// Not a hello that can be read.
    NotTls,
}

/// Looks at everything received so far. A name is at least one ASCII character long and otherwise as it
/// was sent.
pub fn inspect(received: &[u8]) -> Progress {
    // What is behind the limit is not looked at: how much of it came at once must not matter.
    match client_hello(&received[..received.len().min(MAX)]) {
        Ok(Some(body)) => server_name(&body).map_or(Progress::NotTls, Progress::Hello),
        Ok(None) if received.len() < MAX => Progress::More,
        Ok(None) | Err(Malformed) => Progress::NotTls,
    }
}

struct Malformed;

/// The hello's body, put together from its records; none while bytes are missing.
fn client_hello(received: &[u8]) -> Result<Option<Vec<u8>>, Malformed> {
    let mut message = Vec::new();
    let mut rest = received;
    loop {
        if let Some(length) = message_length(&message)?
            && message.len() >= 4 + length
        {
            return Ok(Some(message[4..4 + length].to_vec()));
        }
        // The type and major version are judged as soon as they are there: what is not TLS at all
        // does not get to wait for the deadline.
        if rest.first().is_some_and(|kind| *kind != HANDSHAKE_RECORD)
            || rest.get(1).is_some_and(|major| *major != 3)
        {
            return Err(Malformed);
        }
        let Some((header, after)) = rest.split_first_chunk::<5>() else { return Ok(None) };
        let length = usize::from(u16::from_be_bytes([header[3], header[4]]));
        if length == 0 || length > MAX {
            return Err(Malformed);
        }
        let available = length.min(after.len());
        message.extend_from_slice(&after[..available]);
        rest = &after[available..];
    }
}

/// The handshake message's length, once its header is there.
fn message_length(message: &[u8]) -> Result<Option<usize>, Malformed> {
    if message.first().is_some_and(|kind| *kind != CLIENT_HELLO) {
        return Err(Malformed);
    }
    let Some([_, high, middle, low]) = message.first_chunk::<4>() else { return Ok(None) };
    let length = u32::from_be_bytes([0, *high, *middle, *low]);
    match usize::try_from(length) {
        Ok(length) if length <= MAX => Ok(Some(length)),
        _ => Err(Malformed),
    }
}

/// The server name extension's host; `None` outside when the hello is malformed.
fn server_name(hello: &[u8]) -> Option<Option<String>> {
    let mut hello = Reader(hello);
    hello.take(2 + 32)?; // legacy version, random
    hello.vector8()?; // legacy session id
    hello.vector16()?; // cipher suites
    hello.vector8()?; // compression methods
    if hello.0.is_empty() {
        return Some(None);
    }
    let mut extensions = Reader(hello.vector16()?);
    if !hello.0.is_empty() {
        return None;
    }
    let mut name = None;
    while !extensions.0.is_empty() {
        let kind = extensions.number16()?;
        let body = extensions.vector16()?;
        if kind == SERVER_NAME {
            // Two of them would leave it open which one the server takes.
            if name.is_some() {
                return None;
            }
            name = Some(host_name(body)?);
        }
    }
    Some(name)
}

fn host_name(extension: &[u8]) -> Option<String> {
    let mut extension = Reader(extension);
    let mut list = Reader(extension.vector16()?);
    let kind = list.take(1)?[0];
    let name = list.vector16()?;
    if kind != HOST_NAME || !list.0.is_empty() || !extension.0.is_empty() || name.is_empty() {
        return None;
    }
    name.is_ascii().then(|| String::from_utf8_lossy(name).into_owned())
}

/// Takes fields off the front.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number16(&mut self) -> Option<u16> {
        self.take(2).map(|b| u16::from_be_bytes([b[0], b[1]]))
    }

    fn vector8(&mut self) -> Option<&'a [u8]> {
        let length = self.take(1)?[0];
        self.take(usize::from(length))
    }

    fn vector16(&mut self) -> Option<&'a [u8]> {
        let length = self.number16()?;
        self.take(usize::from(length))
    }
}

#[cfg(test)]
mod tests;
