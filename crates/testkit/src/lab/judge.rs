//! The judge: which frames should not have been sent, and whose they were.

use crate::lab::frame::{self, Frame, Says};
use crate::lab::names::{Names, RESOLVER, SITE};
use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// What was seen of a vector, or of nobody's doing, on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// A name was asked for.
    Dns,
    /// A TCP connection was begun.
    Tcp,
    /// A datagram was sent.
    Udp,
    /// A TLS or HTTP conversation with the host was begun.
    Host,
    /// A multicast group was joined.
    Group,
}

impl Evidence {
    /// A word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Dns => "DNS",
            Self::Tcp => "TCP",
            Self::Udp => "UDP",
            Self::Host => "HTTP",
            Self::Group => "IGMP",
        }
    }
}

/// Everything that was sent and should not have been.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leaks {
    /// By vector.
    pub vectors: BTreeMap<String, BTreeSet<Evidence>>,
    /// What belongs to no vector: what was sent, and how many frames.
    pub strays: BTreeMap<String, u32>,
}

/// Watches frames.
#[derive(Debug)]
pub(crate) struct Judge {
    names: Arc<Names>,
    leaks: Mutex<Leaks>,
}

impl Judge {
    pub(crate) fn new(names: Arc<Names>) -> Self {
        Self { names, leaks: Mutex::default() }
    }

    pub(crate) fn leaks(&self) -> Leaks {
        self.leaks.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks at one frame.
    pub(crate) fn see(&self, bytes: &[u8]) {
        let Some(frame) = frame::parse(bytes) else { return };
        if let Some((whose, evidence)) = self.judge(&frame) {
            let mut leaks = self.leaks.lock().unwrap_or_else(PoisonError::into_inner);
            match whose {
                Some(vector) => {
                    leaks.vectors.entry(vector.to_owned()).or_default().insert(evidence);
                }
                None => *leaks.strays.entry(describe(&frame, evidence)).or_default() += 1,
            }
        }
    }

    /// Whose frame this is, if it should not have been sent.
    fn judge(&self, frame: &Frame) -> Option<(Option<&str>, Evidence)> {
        let (ip, port) = (frame.to.ip().to_canonical(), frame.to.port());
        let by_address = || self.names.of_address(ip, port);
        match &frame.says {
            Says::Query(name) if port == 53 && (Names::is_allowed(name) || is_numbers(name)) => None,
            Says::Query(name) => Some((self.names.of_name(name), Evidence::Dns)),
            Says::Host(name) if Names::is_allowed(name) => None,
            // What is said to the browser's own proxy is what the proxy is there for.
            Says::Host(_) if ip.is_loopback() => None,
            Says::Host(name) => self.names.of_name(name).map(|vector| (Some(vector), Evidence::Host)),
            // The allowed sites, and the name server's other port.
            Says::Connect if ip == SITE || ip == RESOLVER => None,
            Says::Connect if own(ip, port) => None,
            Says::Connect => Some((by_address(), Evidence::Tcp)),
            Says::Datagram if own(ip, port) => None,
            Says::Datagram => Some((by_address(), Evidence::Udp)),
            Says::Join(group) => discovery(*group).then_some((None, Evidence::Group)),
        }
    }
}

/// A reverse look-up, which a resolver does by itself.
fn is_numbers(name: &str) -> bool {
    name.ends_with(".arpa")
}

/// Ports that the kernel hands out on the loopback address: the browser's way to its proxy, and to itself.
fn own(ip: IpAddr, port: u16) -> bool {
    ip.is_loopback() && port >= 32_768 && !matches!(ip, IpAddr::V4(ip) if ip.octets()[1] == 1)
}

/// SSDP's group and multicast DNS's.
fn discovery(group: Ipv4Addr) -> bool {
    [Ipv4Addr::new(239, 255, 255, 250), Ipv4Addr::new(224, 0, 0, 251)].contains(&group)
}

fn describe(frame: &Frame, evidence: Evidence) -> String {
    match &frame.says {
        Says::Query(name) => format!("{} {name}", evidence.as_str()),
        Says::Join(group) => format!("{} {group}", evidence.as_str()),
        _ => format!("{} {}", evidence.as_str(), frame.to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::vectors;

    fn judged(to: (Ipv4Addr, u16), says: Says) -> Option<(Option<String>, Evidence)> {
        let judge = Judge::new(Arc::new(Names::new(vectors().unwrap().into())));
        let frame = Frame { to: to.into(), says };
        judge.judge(&frame).map(|(whose, evidence)| (whose.map(ToOwned::to_owned), evidence))
    }

    fn img(evidence: Evidence) -> Option<(Option<String>, Evidence)> {
        Some((Some("img".to_owned()), evidence))
    }

    #[test]
    fn frames_are_judged_by_name_and_by_address() {
        let names = Names::new(vectors().unwrap().into());
        let (host, ip, port) = names.target("img").unwrap();
        let local = Ipv4Addr::LOCALHOST;
        assert_eq!(judged((RESOLVER, 53), Says::Query(host.clone())), img(Evidence::Dns));
        assert_eq!(judged((SITE, 443), Says::Host(host.clone())), img(Evidence::Host));
        assert_eq!(judged((ip, 443), Says::Connect), img(Evidence::Tcp));
        assert_eq!(judged((ip, 3478), Says::Datagram), img(Evidence::Udp));
        assert_eq!(judged((local, port), Says::Connect), img(Evidence::Tcp));
        assert_eq!(
            judged((RESOLVER, 53), Says::Query("clients.example".to_owned())),
            Some((None, Evidence::Dns))
        );
        assert_eq!(judged((Ipv4Addr::new(8, 8, 8, 8), 443), Says::Connect), Some((None, Evidence::Tcp)));
        let ssdp = Ipv4Addr::new(239, 255, 255, 250);
        assert_eq!(judged((ssdp, 1900), Says::Datagram), Some((None, Evidence::Udp)));
        assert_eq!(judged((ssdp, 0), Says::Join(ssdp)), Some((None, Evidence::Group)));
    }

    #[test]
    fn what_is_allowed_is_no_leak() {
        let local = Ipv4Addr::LOCALHOST;
        assert_eq!(judged((RESOLVER, 53), Says::Query("www.site.test".to_owned())), None);
        assert_eq!(judged((SITE, 443), Says::Connect), None);
        assert_eq!(judged((SITE, 443), Says::Host("other.test".to_owned())), None);
        assert_eq!(judged((local, 40_000), Says::Connect), None);
        assert_eq!(judged((local, 40_000), Says::Host("img.evil.test".to_owned())), None);
    }
}
