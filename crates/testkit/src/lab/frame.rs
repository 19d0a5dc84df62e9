//! What one frame on a wire says.

use crate::lab::dns;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// A frame that somebody sends to start or say something. Answers and acknowledgements are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) to: SocketAddr,
    pub(crate) says: Says,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Says {
    /// The first packet of a TCP connection.
    Connect,
    /// A query for a name.
    Query(String),
    /// Any other datagram.
    Datagram,
    /// The first bytes of a TLS or HTTP conversation, which name a host.
    Host(String),
    /// A wish to hear a multicast group.
    Join(Ipv4Addr),
}

const ETHERNET: usize = 14;
const IGMP: u8 = 2;
const TCP: u8 = 6;
const UDP: u8 = 17;
const SYN: u8 = 2;
const ACK: u8 = 16;

/// Reads an Ethernet frame; none for what isn't worth a word.
pub(crate) fn parse(frame: &[u8]) -> Option<Frame> {
    let packet = frame.get(ETHERNET..)?;
    match frame.get(12..ETHERNET)? {
        [8, 0] => {
            let header = usize::from(packet.first()? & 15) * 4;
            let total = usize::from(number(packet, 2)?);
            let to: [u8; 4] = packet.get(16..20)?.try_into().ok()?;
            let payload = packet.get(header..total.min(packet.len()))?;
            segment(*packet.get(9)?, IpAddr::V4(Ipv4Addr::from(to)), payload)
        }
        [0x86, 0xDD] => {
            let to: [u8; 16] = packet.get(24..40)?.try_into().ok()?;
            segment(*packet.get(6)?, IpAddr::V6(Ipv6Addr::from(to)), packet.get(40..)?)
        }
        _ => None,
    }
}

fn segment(protocol: u8, ip: IpAddr, segment: &[u8]) -> Option<Frame> {
    match protocol {
        TCP => {
            let to = SocketAddr::new(ip, number(segment, 2)?);
            let flags = *segment.get(13)?;
            if flags & (SYN | ACK) == SYN {
                return Some(Frame { to, says: Says::Connect });
            }
            let data = segment.get(usize::from(segment.get(12)? >> 4) * 4..)?;
            Some(Frame { to, says: Says::Host(host(data)?) })
        }
        UDP => {
            let (from, to) = (number(segment, 0)?, SocketAddr::new(ip, number(segment, 2)?));
            let query = || dns::question(segment.get(8..)?).map(|(name, ..)| name);
            let says = match to.port() {
                // An answer of the name server.
                _ if from == 53 => return None,
                53 | 5353 => query().map_or(Says::Datagram, Says::Query),
                _ => Says::Datagram,
            };
            Some(Frame { to, says })
        }
        IGMP => {
            // Version 3 lists groups from byte 8 on; version 2 has its one at byte 4.
            let at = if *segment.first()? == 0x22 { 12 } else { 4 };
            let group: [u8; 4] = segment.get(at..at + 4)?.try_into().ok()?;
            Some(Frame { to: SocketAddr::new(ip, 0), says: Says::Join(Ipv4Addr::from(group)) })
        }
        _ => None,
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]))
}

/// The host that a client's first bytes name: TLS's server name, or HTTP's `Host`.
fn host(data: &[u8]) -> Option<String> {
    if data.starts_with(&[22, 3]) { server_name(data) } else { host_field(data) }
}

fn host_field(data: &[u8]) -> Option<String> {
    if !data.first()?.is_ascii_uppercase() {
        return None;
    }
    let text = String::from_utf8_lossy(data);
    let line = text.lines().find(|line| line.to_ascii_lowercase().starts_with("host:"))?;
    let host = line.get(5..)?.trim().to_ascii_lowercase();
    Some(host.rsplit_once(':').map_or(host.clone(), |(host, _)| host.to_owned()))
}

/// RFC 8446, 4.1.2: a record's header (5), a handshake's (4), version and random (34), and then fields with lengths.
fn server_name(record: &[u8]) -> Option<String> {
    let mut at = 43;
    at += 1 + usize::from(*record.get(at)?);
    at += 2 + usize::from(number(record, at)?);
    at += 1 + usize::from(*record.get(at)?);
    at += 2;
    while let (Some(kind), Some(length)) = (number(record, at), number(record, at + 2)) {
        let body = record.get(at + 4..)?;
        if kind == 0 {
            // A list's length, the entry's type, and its length.
            let length = usize::from(number(body, 3)?);
            return Some(String::from_utf8_lossy(body.get(5..5 + length)?).to_ascii_lowercase());
        }
        at += 4 + usize::from(length);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ethernet(protocol: u8, segment: &[u8]) -> Vec<u8> {
        let mut frame = vec![0; 12];
        frame.extend([8, 0, 0x45, 0]);
        frame.extend(u16::try_from(20 + segment.len()).unwrap().to_be_bytes());
        frame.extend([0, 0, 0, 0, 64, protocol, 0, 0, 127, 0, 0, 1, 45, 33, 1, 9]);
        frame.extend(segment);
        frame
    }

    fn tcp(flags: u8, data: &[u8]) -> Vec<u8> {
        let mut segment = vec![0x99, 0, 1, 187];
        segment.extend([0; 8]);
        segment.extend([0x50, flags, 0, 0, 0, 0, 0, 0]);
        segment.extend(data);
        ethernet(TCP, &segment)
    }

    fn at(port: u16, says: Says) -> Option<Frame> {
        Some(Frame { to: (Ipv4Addr::new(45, 33, 1, 9), port).into(), says })
    }

    #[test]
    fn a_connection_counts_once_at_its_first_packet() {
        assert_eq!(parse(&tcp(SYN, b"")), at(443, Says::Connect));
        assert_eq!(parse(&tcp(SYN | ACK, b"")), None);
        assert_eq!(parse(&tcp(ACK, b"")), None);
    }

    #[test]
    fn hosts_are_read_from_http_and_from_tls() {
        let request = b"GET / HTTP/1.1\r\nHost: A.evil.test:80\r\n\r\n";
        assert_eq!(parse(&tcp(ACK, request)), at(443, Says::Host("a.evil.test".to_owned())));
        let mut hello = vec![22, 3, 1, 0, 0, 1, 0, 0, 0, 3, 3];
        hello.extend([0; 32]);
        hello.extend([0, 0, 2, 0x13, 1, 1, 0, 0, 20, 0, 5, 0, 1, 1]);
        hello.extend([0, 0, 0, 11, 0, 9, 0, 0, 6]);
        hello.extend(b"b.test");
        assert_eq!(parse(&tcp(ACK, &hello)), at(443, Says::Host("b.test".to_owned())));
    }

    #[test]
    fn datagrams_queries_and_groups_are_told_apart() {
        let udp = |from: u16, to: u16, data: &[u8]| {
            let mut segment = [from.to_be_bytes(), to.to_be_bytes(), [0, 0], [0, 0]].concat();
            segment.extend(data);
            parse(&ethernet(UDP, &segment))
        };
        let query = b"\0\0\x01\0\0\x01\0\0\0\0\0\0\x03Fox\0\0\x01\0\x01";
        assert_eq!(udp(4000, 53, query), at(53, Says::Query("fox".to_owned())));
        assert_eq!(udp(4000, 3478, b"x"), at(3478, Says::Datagram));
        assert_eq!(udp(53, 4000, b"x"), None);
        let report = [0x22, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 239, 255, 255, 250];
        assert_eq!(parse(&ethernet(IGMP, &report)), at(0, Says::Join(Ipv4Addr::new(239, 255, 255, 250))));
    }

    #[test]
    fn what_is_cut_short_is_nothing() {
        let whole = tcp(SYN, b"");
        for length in 0..whole.len() - 6 {
            assert_eq!(parse(&whole[..length]), None, "{length}");
        }
    }
}
