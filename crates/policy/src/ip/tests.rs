mod borders;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use proptest::prelude::*;

use super::table::{METADATA_V4, V4, V6};
use super::{IpClass, classify};

fn class(text: &str) -> IpClass {
    classify(text.parse().unwrap())
}

#[test]
fn each_class_has_its_addresses() {
    let expected = [
        ("1.1.1.1", IpClass::Public),
        ("93.184.216.34", IpClass::Public),
        ("2606:2800:220:1:248:1893:25c8:1946", IpClass::Public),
        ("2620:4f:8000::1", IpClass::Reserved),
        ("2620:4f:8001::1", IpClass::Public),
        ("127.0.0.1", IpClass::Loopback),
        ("127.255.255.255", IpClass::Loopback),
        ("::1", IpClass::Loopback),
        ("0.0.0.0", IpClass::Unspecified),
        ("0.1.2.3", IpClass::Unspecified),
        ("::", IpClass::Unspecified),
        ("10.0.0.1", IpClass::Private),
        ("172.16.0.1", IpClass::Private),
        ("192.168.1.1", IpClass::Private),
        ("fc00::1", IpClass::Private),
        ("fd12::1", IpClass::Private),
        ("fec0::1", IpClass::Private),
        ("169.254.1.1", IpClass::LinkLocal),
        ("fe80::1", IpClass::LinkLocal),
        ("100.64.0.1", IpClass::Shared),
        ("192.0.2.1", IpClass::Documentation),
        ("2001:db8::1", IpClass::Documentation),
        ("3fff::1", IpClass::Documentation),
        ("198.18.0.1", IpClass::Benchmarking),
        ("2001:2::1", IpClass::Benchmarking),
        ("240.0.0.1", IpClass::Reserved),
        ("192.88.99.1", IpClass::Reserved),
        ("100::1", IpClass::Reserved),
        ("4000::1", IpClass::Reserved),
        ("224.0.0.251", IpClass::Multicast),
        ("ff02::fb", IpClass::Multicast),
        ("255.255.255.255", IpClass::Broadcast),
    ];
    for (text, expected) in expected {
        assert_eq!(class(text), expected, "{text}");
    }
}

#[test]
fn the_borders_of_ipv4_ranges_are_exact() {
    for text in [
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
    ] {
        assert_eq!(class(text), IpClass::Public, "{text}");
    }
}

#[test]
fn mapped_and_nat64_addresses_are_what_they_carry() {
    assert_eq!(class("::ffff:127.0.0.1"), IpClass::Loopback);
    assert_eq!(class("::ffff:93.184.216.34"), IpClass::Public);
    assert_eq!(class("64:ff9b::7f00:1"), IpClass::Loopback);
    assert_eq!(class("64:ff9b::5db8:d822"), IpClass::Public);
}

#[test]
fn other_carriers_are_never_public() {
    for text in [
        "::93.184.216.34",                  // IPv4-compatible
        "::ffff:0:93.184.216.34",           // IPv4-translated
        "64:ff9b:1::5db8:d822",             // local NAT64
        "2002:5db8:d822::",                 // 6to4
        "2001:0:5db8:d822::a247:27dd",      // Teredo
        "2606:2800:220:1:0:5efe:5db8:d822", // ISATAP under a public prefix
        "2606:2800:220:1:200:5efe:0a00:1",
    ] {
        assert_eq!(class(text), IpClass::Transition, "{text}");
    }
    assert_eq!(class("fe80::5efe:5db8:d822"), IpClass::LinkLocal);
}

#[test]
fn metadata_addresses_are_found_in_every_carrier() {
    for text in [
        "169.254.169.254",
        "100.100.100.200",
        "168.63.129.16",
        "fd00:ec2::254",
        "::ffff:169.254.169.254",
        "::169.254.169.254",
        "::ffff:0:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a9fe:a9fe",
        "64:ff9b:1:a9fe:a9:fe00::",   // a prefix of 48 bits
        "64:ff9b:1:a9:fe:a9fe::",     // of 56
        "64:ff9b:1:0:a9:fea9:fe00::", // of 64
        "fd00:ec2::23",
        "fd20:ce::254",
        "fd00:c1::a9fe:a9fe",
        "fd00:42::42",
        "fd00:a9fe:a9fe::1",
        "fe80::a9fe:a9fe",
        "169.254.170.2",
        "169.254.170.23",
        "169.254.169.252",
        "192.0.0.192",
        "2002:a9fe:a9fe::1",
        "2001:0:a9fe:a9fe::",
        "2001::5601:5601", // Teredo client, inverted
        "2606:2800:220:1:0:5efe:a9fe:a9fe",
        "fe80::5efe:a9fe:a9fe",
    ] {
        assert_eq!(class(text), IpClass::Metadata, "{text}");
    }
}

#[test]
fn each_class_has_a_name_of_its_own() {
    let names: Vec<String> = [
        IpClass::Public,
        IpClass::Metadata,
        IpClass::Loopback,
        IpClass::Private,
        IpClass::LinkLocal,
        IpClass::Shared,
        IpClass::Documentation,
        IpClass::Benchmarking,
        IpClass::Reserved,
        IpClass::Transition,
        IpClass::Unspecified,
        IpClass::Multicast,
        IpClass::Broadcast,
    ]
    .iter()
    .map(ToString::to_string)
    .collect();
    assert_eq!(
        names,
        [
            "public",
            "cloud metadata",
            "loopback",
            "private",
            "link-local",
            "shared carrier space",
            "documentation",
            "benchmarking",
            "reserved",
            "IPv4 transition",
            "unspecified",
            "multicast",
            "broadcast"
        ]
    );
}

#[test]
fn what_no_server_has_and_metadata_are_beyond_an_opt_in() {
    for text in ["0.0.0.0", "::", "224.0.0.1", "255.255.255.255", "169.254.169.254"] {
        assert!(!class(text).may_be_private_opt_in(), "{text}");
    }
    for text in ["127.0.0.1", "10.0.0.1", "fd12::1", "169.254.1.1", "1.1.1.1"] {
        assert!(class(text).may_be_private_opt_in(), "{text}");
    }
}

proptest! {
    #[test]
    fn every_address_of_a_listed_v4_range_is_not_public(row in 0..V4.len(), offset: u32) {
        let (net, _) = V4[row];
        let ip = Ipv4Addr::from(u32::from(net.network()) | (offset & u32::from(net.hostmask())));
        prop_assert_ne!(classify(IpAddr::V4(ip)), IpClass::Public);
    }

    #[test]
    fn an_ipv6_address_outside_the_unicast_range_is_public_only_as_a_carrier(bits: u128) {
        let ip = Ipv6Addr::from(bits);
        let carried = ip.to_ipv4_mapped().is_some() || ip.segments()[..6] == [0x64, 0xff9b, 0, 0, 0, 0];
        if ip.segments()[0] >> 13 != 1 && !carried {
            prop_assert_ne!(classify(IpAddr::V6(ip)), IpClass::Public);
        }
    }

    #[test]
    fn every_address_of_a_listed_v6_range_keeps_its_row(row in 0..V6.len(), offset: u128) {
        let (net, class) = V6[row];
        let ip = Ipv6Addr::from(u128::from(net.network()) | (offset & u128::from(net.hostmask())));
        if class != IpClass::Public {
            prop_assert_ne!(classify(IpAddr::V6(ip)), IpClass::Public);
        }
    }

    #[test]
    fn a_mapped_address_has_the_class_of_its_ipv4_address(bits: u32) {
        let ip = Ipv4Addr::from(bits);
        prop_assert_eq!(classify(IpAddr::V6(ip.to_ipv6_mapped())), classify(IpAddr::V4(ip)));
    }

    #[test]
    fn a_metadata_address_in_6to4_is_metadata(row in 0..METADATA_V4.len(), rest: u64, subnet: u16) {
        let v4 = u128::from(u32::from(METADATA_V4[row]));
        let bits = (0x2002_u128 << 112) | (v4 << 80) | (u128::from(subnet) << 64) | u128::from(rest);
        prop_assert_eq!(classify(IpAddr::V6(Ipv6Addr::from(bits))), IpClass::Metadata);
    }
}
