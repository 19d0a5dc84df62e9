//! The borders of every block, told a second way: the registries' rows as first and last address,
//! compared as numbers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use proptest::prelude::*;

use crate::ip::{IpClass, classify};

/// Blocks of IPv4 that are not public, from the registries' own texts: first, last, class. The
/// smaller of two that overlap stands first.
const BLOCKS_V4: [(&str, &str, IpClass); 19] = [
    ("0.0.0.0", "0.255.255.255", IpClass::Unspecified),
    ("10.0.0.0", "10.255.255.255", IpClass::Private),
    ("100.64.0.0", "100.127.255.255", IpClass::Shared),
    ("127.0.0.0", "127.255.255.255", IpClass::Loopback),
    ("169.254.0.0", "169.254.255.255", IpClass::LinkLocal),
    ("172.16.0.0", "172.31.255.255", IpClass::Private),
    ("192.0.0.0", "192.0.0.255", IpClass::Reserved),
    ("192.0.2.0", "192.0.2.255", IpClass::Documentation),
    ("192.31.196.0", "192.31.196.255", IpClass::Reserved),
    ("192.52.193.0", "192.52.193.255", IpClass::Reserved),
    ("192.88.99.0", "192.88.99.255", IpClass::Reserved),
    ("192.168.0.0", "192.168.255.255", IpClass::Private),
    ("192.175.48.0", "192.175.48.255", IpClass::Reserved),
    ("198.18.0.0", "198.19.255.255", IpClass::Benchmarking),
    ("198.51.100.0", "198.51.100.255", IpClass::Documentation),
    ("203.0.113.0", "203.0.113.255", IpClass::Documentation),
    ("224.0.0.0", "239.255.255.255", IpClass::Multicast),
    ("255.255.255.255", "255.255.255.255", IpClass::Broadcast),
    ("240.0.0.0", "255.255.255.254", IpClass::Reserved),
];

/// Blocks of IPv6 that carry no IPv4 address.
const BLOCKS_V6: [(&str, &str, IpClass); 12] = [
    ("100::", "100::ffff:ffff:ffff:ffff", IpClass::Reserved),
    ("100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff", IpClass::Reserved),
    ("2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", IpClass::Benchmarking),
    ("2001:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Reserved),
    ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Documentation),
    ("2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", IpClass::Reserved),
    ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Documentation),
    ("5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Reserved),
    ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Private),
    ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::LinkLocal),
    ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Private),
    ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Multicast),
];

/// Metadata services that lie in a block or out of one.
const METADATA: [&str; 10] = [
    "169.254.169.254",
    "169.254.170.2",
    "169.254.170.23",
    "169.254.169.250",
    "169.254.169.252",
    "169.254.0.23",
    "169.254.42.42",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
];

fn v4(text: &str) -> u32 {
    text.parse::<Ipv4Addr>().unwrap().into()
}

fn v6(text: &str) -> u128 {
    text.parse::<Ipv6Addr>().unwrap().into()
}

fn told_v4(ip: u32) -> IpClass {
    if METADATA.iter().any(|text| v4(text) == ip) {
        return IpClass::Metadata;
    }
    BLOCKS_V4
        .iter()
        .find(|(first, last, _)| (v4(first)..=v4(last)).contains(&ip))
        .map_or(IpClass::Public, |(.., class)| *class)
}

/// Of an address that carries none; what lies outside 2000::/3 and in no block is not given out.
fn told_v6(ip: u128) -> IpClass {
    BLOCKS_V6
        .iter()
        .find(|(first, last, _)| (v6(first)..=v6(last)).contains(&ip))
        .map_or(if ip >> 125 == 1 { IpClass::Public } else { IpClass::Reserved }, |(.., class)| *class)
}

fn carries_none(ip: u128) -> bool {
    let s = Ipv6Addr::from(ip).segments();
    let identifier = s[4] & !0x0200 == 0 && s[5] == 0x5efe;
    !(identifier || s[0] == 0 || s[0] == 0x64 || s[0] == 0x2002 || (s[0], s[1]) == (0x2001, 0))
}

fn class_v4(ip: u32) -> IpClass {
    classify(IpAddr::V4(ip.into()))
}

fn class_v6(ip: u128) -> IpClass {
    classify(IpAddr::V6(ip.into()))
}

#[test]
fn both_sides_of_every_ipv4_border_have_their_class() {
    let borders = BLOCKS_V4.iter().flat_map(|(first, last, _)| [v4(first), v4(last)]);
    for border in borders.chain(METADATA.map(v4)) {
        for ip in [border.wrapping_sub(1), border, border.wrapping_add(1)] {
            assert_eq!(class_v4(ip), told_v4(ip), "{}", Ipv4Addr::from(ip));
        }
    }
}

#[test]
fn both_sides_of_every_ipv6_border_have_their_class() {
    let unicast = [v6("2000::"), v6("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")];
    let borders = BLOCKS_V6.iter().flat_map(|(first, last, _)| [v6(first), v6(last)]).chain(unicast);
    let mut tried = 0;
    for border in borders {
        for ip in [border.wrapping_sub(1), border, border.wrapping_add(1)] {
            if carries_none(ip) {
                tried += 1;
                assert_eq!(class_v6(ip), told_v6(ip), "{}", Ipv6Addr::from(ip));
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

/// The forms that carry an IPv4 address begin and end where their prefixes do.
#[test]
fn both_sides_of_every_carriers_border_have_their_class() {
    for (text, class) in [
        ("::", IpClass::Unspecified),
        ("::1", IpClass::Loopback),
        ("::2", IpClass::Unspecified),
        ("::101:101", IpClass::Transition),
        ("::fffe:ffff:ffff", IpClass::Reserved),
        ("::ffff:0:0", IpClass::Unspecified),
        ("::ffff:101:101", IpClass::Public),
        ("::ffff:ffff:ffff", IpClass::Broadcast),
        ("::1:0:0:0", IpClass::Reserved),
        ("::fffe:ffff:ffff:ffff", IpClass::Reserved),
        ("::ffff:0:101:101", IpClass::Transition),
        ("::ffff:1:101:101", IpClass::Reserved),
        ("64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Reserved),
        ("64:ff9b::101:101", IpClass::Public),
        ("64:ff9b::a00:1", IpClass::Private),
        ("64:ff9b::1:101:101", IpClass::Reserved),
        ("64:ff9b:0:ffff:ffff:ffff:ffff:ffff", IpClass::Reserved),
        ("64:ff9b:1::101:101", IpClass::Transition),
        ("64:ff9b:1::", IpClass::Unspecified),
        ("64:ff9b:1:ffff:ffff:ffff:101:101", IpClass::Transition),
        ("64:ff9b:2::101:101", IpClass::Reserved),
        ("2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Public),
        ("2001::", IpClass::Broadcast), // Teredo: a client of all ones, inverted
        ("2001::fefe:fefe", IpClass::Transition),
        ("2001:0:ffff:ffff:ffff:ffff:fefe:fefe", IpClass::Transition),
        ("2001:200::", IpClass::Public),
        ("2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Public),
        ("2002:101:101::", IpClass::Transition),
        ("2002:a00:1::", IpClass::Transition),
        ("2002::", IpClass::Unspecified),
        ("2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", IpClass::Broadcast),
        ("2003::", IpClass::Public),
        ("2606::5efd:101:101", IpClass::Public),
        ("2606::5efe:101:101", IpClass::Transition),
        ("2606::200:5efe:101:101", IpClass::Transition),
        ("2606::100:5efe:101:101", IpClass::Public),
        ("2606::5eff:101:101", IpClass::Public),
    ] {
        assert_eq!(classify(text.parse().unwrap()), class, "{text}");
    }
}

proptest! {
    #[test]
    fn every_ipv4_address_has_the_class_of_its_block(
        block in 0..BLOCKS_V4.len(), far in any::<u32>(), near in -3_i32..=3, pick in 0..4_u8,
    ) {
        let (first, last) = (v4(BLOCKS_V4[block].0), v4(BLOCKS_V4[block].1));
        let ip = match pick {
            0 => first.wrapping_add_signed(near),
            1 => last.wrapping_add_signed(near),
            2 => first + far % (last - first).saturating_add(1).max(1),
            _ => far,
        };
        prop_assert_eq!(class_v4(ip), told_v4(ip), "{}", Ipv4Addr::from(ip));
    }

    #[test]
    fn every_ipv6_address_has_the_class_of_its_block(
        block in 0..BLOCKS_V6.len(), far in any::<u128>(), near in -3_i128..=3, pick in 0..4_u8,
    ) {
        let (first, last) = (v6(BLOCKS_V6[block].0), v6(BLOCKS_V6[block].1));
        let ip = match pick {
            0 => first.wrapping_add_signed(near),
            1 => last.wrapping_add_signed(near),
            2 => first + far % (last - first + 1),
            _ => far,
        };
        prop_assume!(carries_none(ip));
        // The metadata addresses of IPv6 have a test of their own.
        prop_assume!(class_v6(ip) != IpClass::Metadata);
        prop_assert_eq!(class_v6(ip), told_v6(ip), "{}", Ipv6Addr::from(ip));
    }

    /// An address is never of a milder class than the one it carries.
    #[test]
    fn a_carrier_is_never_milder_than_what_it_carries(bits: u32, rest: u64, carrier in 0..7_u8) {
        let (inner, v4) = (class_v4(bits), u128::from(bits));
        let rest = u128::from(rest);
        let outer = class_v6(match carrier {
            0 => (0xffff << 32) | v4,
            1 => (0x0064_ff9b_u128 << 96) | v4,
            2 => (0x0064_ff9b_0001_u128 << 80) | v4,
            3 => (0x2002_u128 << 112) | (v4 << 80) | rest,
            4 => (0x2001_u128 << 112) | (rest << 32) | u128::from(!bits),
            5 => (0x2606_u128 << 112) | (rest >> 16 << 64) | (0x5efe << 32) | v4,
            _ => (0xffff << 48) | v4,
        });
        match (inner, outer) {
            (IpClass::Public, _) => {}
            (IpClass::Metadata, outer) => prop_assert_eq!(outer, IpClass::Metadata),
            (_, outer) => prop_assert_ne!(outer, IpClass::Public),
        }
        if !inner.may_be_private_opt_in() && carrier != 5 {
            prop_assert!(!outer.may_be_private_opt_in());
        }
    }
}
