//! The lab's name server: addresses for every name, and nothing else.

use crate::lab::names::Names;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use tokio::net::UdpSocket;

const HEADER: usize = 12;
const TYPE_A: u16 = 1;

/// A question: the name in lower case, without a dot at its end, the type, and where the question ends.
pub(crate) fn question(message: &[u8]) -> Option<(String, u16, usize)> {
    let mut name = String::new();
    let mut at = HEADER;
    loop {
        let length = usize::from(*message.get(at)?);
        at += 1;
        match length {
            0 => break,
            1..64 => {
                let label = message.get(at..at + length)?;
                if !name.is_empty() {
                    name.push('.');
                }
                name.push_str(&String::from_utf8_lossy(label).to_ascii_lowercase());
                at += length;
            }
            _ => return None,
        }
    }
    let kind = u16::from_be_bytes([*message.get(at)?, *message.get(at + 1)?]);
    Some((name, kind, at + 4))
}

/// Answers for ever.
pub(crate) async fn serve(socket: UdpSocket, names: Arc<Names>) -> io::Result<()> {
    let mut message = [0; 1500];
    loop {
        let (length, from) = socket.recv_from(&mut message).await?;
        if let Some(answer) = message.get(..length).and_then(|message| answer(message, &names)) {
            // Whoever asked may be gone.
            let _ = socket.send_to(&answer, from).await;
        }
    }
}

pub(crate) async fn listen() -> io::Result<UdpSocket> {
    UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 53)).await
}

fn answer(message: &[u8], names: &Names) -> Option<Vec<u8>> {
    let (name, kind, end) = question(message)?;
    let addresses: Vec<Ipv4Addr> = if kind == TYPE_A { names.resolve(&name) } else { Vec::new() };
    let mut answer = message.get(..2)?.to_vec();
    // A response to a standard query, recursion available, no error; one question.
    answer.extend([0x81, 0x80, 0, 1, 0, u8::try_from(addresses.len()).ok()?, 0, 0, 0, 0]);
    answer.extend(message.get(HEADER..end)?);
    for address in addresses {
        // The name as in the question, A, IN, to be kept no longer than now, four bytes.
        answer.extend([0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
        answer.extend(address.octets());
    }
    Some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{names::SITE, vectors};

    #[test]
    fn a_question_is_read_and_answered() {
        let mut query = vec![7, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        query.extend(b"\x03WWW\x04site\x04test\0\0\x01\0\x01");
        assert_eq!(question(&query), Some(("www.site.test".to_owned(), 1, query.len())));
        let names = Names::new(vectors().unwrap().into());
        let answer = answer(&query, &names).unwrap();
        assert_eq!(&answer[..8], [7, 7, 0x81, 0x80, 0, 1, 0, 1]);
        assert_eq!(answer[answer.len() - 4..], SITE.octets());
        assert_eq!(question(&query[..15]), None);
    }
}
