//! What kind of address an IP address is.

mod table;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use table::{METADATA_V4, METADATA_V6, V4, V6};

/// The class of an address. Only [`IpClass::Public`] is reachable without an opt-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IpClass {
    /// Globally reachable unicast.
    Public,
    /// A cloud's instance metadata service, also when embedded in an IPv6 address. Never reachable.
    Metadata,
    /// This host: 127.0.0.0/8, ::1.
    Loopback,
    /// Private networks (RFC 1918) and unique local addresses (RFC 4193).
    Private,
    /// Link-local.
    LinkLocal,
    /// Shared address space of carriers (RFC 6598).
    Shared,
    /// Documentation prefixes.
    Documentation,
    /// Benchmarking prefixes (RFC 2544, RFC 5180).
    Benchmarking,
    /// Reserved by protocols or not given out: never a public host.
    Reserved,
    /// An IPv6 form that carries an IPv4 address by a mechanism that no public host needs (6to4,
    /// Teredo, ISATAP, IPv4-compatible, IPv4-translated, local NAT64).
    Transition,
    /// "This host", 0.0.0.0/8 and ::. Connecting to it reaches the own machine.
    Unspecified,
    /// Multicast.
    Multicast,
    /// Limited broadcast.
    Broadcast,
}

impl IpClass {
    /// Whether an operator's private opt-in may lead there.
    pub fn may_be_private_opt_in(self) -> bool {
        !matches!(self, IpClass::Metadata | IpClass::Unspecified | IpClass::Multicast | IpClass::Broadcast)
    }
}

impl fmt::Display for IpClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IpClass::Public => "public",
            IpClass::Metadata => "cloud metadata",
            IpClass::Loopback => "loopback",
            IpClass::Private => "private",
            IpClass::LinkLocal => "link-local",
            IpClass::Shared => "shared carrier space",
            IpClass::Documentation => "documentation",
            IpClass::Benchmarking => "benchmarking",
            IpClass::Reserved => "reserved",
            IpClass::Transition => "IPv4 transition",
            IpClass::Unspecified => "unspecified",
            IpClass::Multicast => "multicast",
            IpClass::Broadcast => "broadcast",
        })
    }
}

/// Classifies an address. An address that carries another is never of a milder class than it.
pub fn classify(addr: IpAddr) -> IpClass {
    match addr {
        IpAddr::V4(ip) => classify_v4(ip),
        IpAddr::V6(ip) => classify_v6(ip),
    }
}

fn classify_v4(ip: Ipv4Addr) -> IpClass {
    if METADATA_V4.contains(&ip) {
        return IpClass::Metadata;
    }
    V4.iter().find(|(net, _)| net.contains(&ip)).map_or(IpClass::Public, |(_, class)| *class)
}

fn classify_v6(ip: Ipv6Addr) -> IpClass {
    if METADATA_V6.contains(&ip) {
        return IpClass::Metadata;
    }
    match embedded(ip) {
        // The kernel and the network translate these one to one: they are the address they carry.
        Some((Carrier::Mapped | Carrier::Nat64, inner)) => classify_v4(inner),
        Some((Carrier::LocalNat64, _)) => local_nat64(ip),
        Some((Carrier::Transition, inner)) => match classify_v4(inner) {
            worse if !worse.may_be_private_opt_in() => worse,
            _ => IpClass::Transition,
        },
        Some((Carrier::Isatap, inner)) => match (classify_v4(inner), table_v6(ip)) {
            (IpClass::Metadata, _) => IpClass::Metadata,
            (_, IpClass::Public) => IpClass::Transition,
            (_, class) => class,
        },
        None => table_v6(ip),
    }
}

/// A network may put its own prefix of 48, 56, 64 or 96 bits inside `64:ff9b:1::/48` (RFC 8215), and
/// the IPv4 address follows it in four places (RFC 6052 2.2: bits 64 to 71 are left out).
fn local_nat64(ip: Ipv6Addr) -> IpClass {
    let o = ip.octets();
    let layouts = [
        [o[6], o[7], o[9], o[10]],
        [o[7], o[9], o[10], o[11]],
        [o[9], o[10], o[11], o[12]],
        [o[12], o[13], o[14], o[15]],
    ];
    let classes = layouts.map(|inner| classify_v4(Ipv4Addr::from(inner)));
    match classes {
        _ if classes.contains(&IpClass::Metadata) => IpClass::Metadata,
        // Of the other layouts zeros would be read, which are an address, too.
        [.., last] if !last.may_be_private_opt_in() => last,
        _ => IpClass::Transition,
    }
}

fn table_v6(ip: Ipv6Addr) -> IpClass {
    V6.iter().find(|(net, _)| net.contains(&ip)).map_or(IpClass::Reserved, |(_, class)| *class)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Carrier {
    /// `::ffff:0:0/96` (RFC 4291 2.5.5.2).
    Mapped,
    /// `64:ff9b::/96` (RFC 6052): what DNS64 answers for a public IPv4 host.
    Nat64,
    /// Local NAT64, `64:ff9b:1::/48` (RFC 8215).
    LocalNat64,
    /// IPv4-compatible `::/96`, IPv4-translated `::ffff:0:0:0/96`, 6to4 `2002::/16`, Teredo
    /// `2001::/32`.
    Transition,
    /// Interface identifier `[02]00:5efe` (RFC 5214), under any prefix.
    Isatap,
}

/// The IPv4 address that an IPv6 address carries.
fn embedded(ip: Ipv6Addr) -> Option<(Carrier, Ipv4Addr)> {
    let s = ip.segments();
    let v4 = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    let last = v4(s[6], s[7]);
    match s {
        [0, 0, 0, 0, 0, 0xffff, ..] => Some((Carrier::Mapped, last)),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => Some((Carrier::Nat64, last)),
        // :: and ::1 are addresses of their own.
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => None,
        [0, 0, 0, 0, 0, 0, ..] | [0, 0, 0, 0, 0xffff, 0, ..] => Some((Carrier::Transition, last)),
        [0x64, 0xff9b, 1, ..] => Some((Carrier::LocalNat64, last)),
        [0x2002, high, low, ..] => Some((Carrier::Transition, v4(high, low))),
        // Teredo: the client's address is stored inverted; the server's stands in the open.
        [0x2001, 0, high, low, ..] => {
            let server = v4(high, low);
            let client = v4(!s[6], !s[7]);
            let worse = if classify_v4(server) == IpClass::Metadata { server } else { client };
            Some((Carrier::Transition, worse))
        }
        [_, _, _, _, 0 | 0x0200, 0x5efe, ..] => Some((Carrier::Isatap, last)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
