//! The tables: IANA's special-purpose registries, and metadata services.
//!
//! Sources, as of 2025-10: IANA IPv4 Special-Purpose Address Registry, IANA IPv6 Special-Purpose
//! Address Registry (last updated 2025-10-09), IANA IPv4 Multicast Address Space Registry, RFC 4291 (IPv6 unicast is given
//! out of 2000::/3 alone). The first row that contains an address counts. Rows of the registries that
//! lie inside another row of the same class are left out (192.0.0.0/29 to 192.0.0.171/32, and what is
//! below 2001::/23); forms that carry an IPv4 address are told by their layout, in the module above.
//!
//! Metadata addresses are from the clouds' own manuals, as of 2025-10. Where a cloud has no row of its
//! own it uses 169.254.169.254.

use std::net::{Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

use super::IpClass;

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(s0: u16, s1: u16, s2: u16, s3: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(s0, s1, s2, s3, 0, 0, 0, 0), prefix)
}

/// What is not public in IPv4; the rest is.
pub(super) const V4: [(Ipv4Net, IpClass); 19] = [
    (v4(0, 0, 0, 0, 8), IpClass::Unspecified),         // RFC 791
    (v4(10, 0, 0, 0, 8), IpClass::Private),            // RFC 1918
    (v4(100, 64, 0, 0, 10), IpClass::Shared),          // RFC 6598
    (v4(127, 0, 0, 0, 8), IpClass::Loopback),          // RFC 1122
    (v4(169, 254, 0, 0, 16), IpClass::LinkLocal),      // RFC 3927
    (v4(172, 16, 0, 0, 12), IpClass::Private),         // RFC 1918
    (v4(192, 0, 0, 0, 24), IpClass::Reserved),         // RFC 6890, protocol assignments
    (v4(192, 0, 2, 0, 24), IpClass::Documentation),    // RFC 5737
    (v4(192, 31, 196, 0, 24), IpClass::Reserved),      // RFC 7535, AS112: answers no pages
    (v4(192, 52, 193, 0, 24), IpClass::Reserved),      // RFC 7450, AMT
    (v4(192, 88, 99, 0, 24), IpClass::Reserved),       // RFC 7526, former 6to4 relay
    (v4(192, 168, 0, 0, 16), IpClass::Private),        // RFC 1918
    (v4(192, 175, 48, 0, 24), IpClass::Reserved),      // RFC 7534, AS112
    (v4(198, 18, 0, 0, 15), IpClass::Benchmarking),    // RFC 2544
    (v4(198, 51, 100, 0, 24), IpClass::Documentation), // RFC 5737
    (v4(203, 0, 113, 0, 24), IpClass::Documentation),  // RFC 5737
    (v4(224, 0, 0, 0, 4), IpClass::Multicast),         // RFC 5771
    (v4(255, 255, 255, 255, 32), IpClass::Broadcast),  // RFC 919
    (v4(240, 0, 0, 0, 4), IpClass::Reserved),          // RFC 1112
];

/// IPv6: what lies outside 2000::/3 is reserved unless it stands here.
pub(super) const V6: [(Ipv6Net, IpClass); 15] = [
    (Ipv6Net::new_assert(Ipv6Addr::UNSPECIFIED, 128), IpClass::Unspecified), // RFC 4291
    (Ipv6Net::new_assert(Ipv6Addr::LOCALHOST, 128), IpClass::Loopback),      // RFC 4291
    (v6(0x100, 0, 0, 0, 64), IpClass::Reserved),                             // RFC 6666, discard-only
    (v6(0x100, 0, 0, 1, 64), IpClass::Reserved),                             // RFC 9780, dummy prefix
    (v6(0x2001, 2, 0, 0, 48), IpClass::Benchmarking),                        // RFC 5180
    (v6(0x2001, 0, 0, 0, 23), IpClass::Reserved),                            // RFC 2928, protocol assignments
    (v6(0x2001, 0xdb8, 0, 0, 32), IpClass::Documentation),                   // RFC 3849
    (v6(0x2620, 0x4f, 0x8000, 0, 48), IpClass::Reserved),                    // RFC 7534, AS112
    (v6(0x3fff, 0, 0, 0, 20), IpClass::Documentation),                       // RFC 9637
    (v6(0x5f00, 0, 0, 0, 16), IpClass::Reserved),                            // RFC 9602, SRv6 SIDs
    (v6(0xfc00, 0, 0, 0, 7), IpClass::Private),                              // RFC 4193
    (v6(0xfe80, 0, 0, 0, 10), IpClass::LinkLocal),                           // RFC 4291
    (v6(0xfec0, 0, 0, 0, 10), IpClass::Private),                             // RFC 3879, former site-local
    (v6(0xff00, 0, 0, 0, 8), IpClass::Multicast),                            // RFC 4291
    (v6(0x2000, 0, 0, 0, 3), IpClass::Public),                               // RFC 4291
];

/// Instance metadata services of clouds, IPv4. They hand credentials to whoever asks.
pub(super) const METADATA_V4: [Ipv4Addr; 10] = [
    Ipv4Addr::new(169, 254, 169, 254), // AWS, Azure, Google, Oracle, DigitalOcean, OpenStack, Hetzner
    Ipv4Addr::new(169, 254, 170, 2),   // AWS ECS task credentials
    Ipv4Addr::new(169, 254, 170, 23),  // AWS EKS pod identity
    Ipv4Addr::new(169, 254, 169, 250), // AWS Nitro licence service
    Ipv4Addr::new(169, 254, 169, 252), // Google Kubernetes Engine, workload identity
    Ipv4Addr::new(169, 254, 0, 23),    // Tencent Cloud
    Ipv4Addr::new(169, 254, 42, 42),   // Scaleway
    Ipv4Addr::new(100, 100, 100, 200), // Alibaba Cloud
    Ipv4Addr::new(192, 0, 0, 192),     // Oracle Cloud Classic
    Ipv4Addr::new(168, 63, 129, 16),   // Azure host agent; a public address by its prefix
];

/// The same for IPv6.
pub(super) const METADATA_V6: [Ipv6Addr; 7] = [
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254), // AWS
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23),  // AWS EKS pod identity
    Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),  // Google Cloud
    Ipv6Addr::new(0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe), // Oracle Cloud
    Ipv6Addr::new(0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42),   // Scaleway
    Ipv6Addr::new(0xfd00, 0xa9fe, 0xa9fe, 0, 0, 0, 0, 1), // Linode
    Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0xa9fe, 0xa9fe), // OpenStack
];
