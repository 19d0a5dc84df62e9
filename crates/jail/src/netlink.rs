//! The messages that bring a fresh network namespace to life, made before the fork: nothing may be allocated
//! after it.
//!
//! Their form is in netlink(7) and rtnetlink(7): headers and attributes in the machine's byte order, each at an offset
//! that is a multiple of four.

/// All of them, in their order. Each is answered before the next is sent.
pub(crate) fn messages() -> [Vec<u8>; 4] {
    [loopback_up(), dead_pair(), address(), other_end_up()]
}

/// Brings `lo` up, which is the first interface of every namespace. Its address and routes come with it.
fn loopback_up() -> Vec<u8> {
    const LOOPBACK: i32 = 1;
    message(libc::RTM_NEWLINK, 0, &interface(LOOPBACK, UP))
}

/// Makes two interfaces that are each other's other end, and nobody else's, and brings the one up. Without one that is
/// up and isn't the loopback a browser holds itself to be offline; without routes nothing is sent through them.
///
/// Their packets are smaller than any of IPv6, so they have no IPv6: its addresses come into force by and by, which is a
/// change of network to a browser, and it drops what it is loading then.
fn dead_pair() -> Vec<u8> {
    // It can't be brought up in the same message: it isn't paired yet.
    let mut peer = interface(0, 0);
    peer.extend(attribute(libc::IFLA_IFNAME, OTHER_END));
    peer.extend(attribute(libc::IFLA_MTU, &MTU.to_ne_bytes()));
    let data = attribute(libc::IFLA_INFO_DATA, &attribute(VETH_INFO_PEER, &peer));
    let mut info = attribute(libc::IFLA_INFO_KIND, b"veth");
    info.extend(data);
    let mut body = interface(DEAD_END, UP);
    body.extend(attribute(libc::IFLA_IFNAME, b"dead0\0"));
    body.extend(attribute(libc::IFLA_MTU, &MTU.to_ne_bytes()));
    body.extend(attribute(libc::IFLA_LINKINFO, &info));
    message(libc::RTM_NEWLINK, libc::NLM_F_CREATE | libc::NLM_F_EXCL, &body)
}

/// Gives the one an address: a browser counts only interfaces that have one. It is one of a link's own (RFC 3927) and
/// has no neighbours, so there is no route by it.
fn address() -> Vec<u8> {
    const ADDRESS: [u8; 4] = [169, 254, 61, 83];
    const PREFIX_BITS: u8 = 32;
    // `struct ifaddrmsg`: family, prefix, flags, scope, interface.
    let mut body = vec![libc::AF_INET as u8, PREFIX_BITS, 0, libc::RT_SCOPE_LINK];
    body.extend(DEAD_END.to_ne_bytes());
    body.extend(attribute(libc::IFA_LOCAL, &ADDRESS));
    body.extend(attribute(libc::IFA_ADDRESS, &ADDRESS));
    message(libc::RTM_NEWADDR, libc::NLM_F_CREATE | libc::NLM_F_EXCL, &body)
}

/// Brings the other one up: an interface has a carrier when both ends are up.
fn other_end_up() -> Vec<u8> {
    let mut body = interface(0, UP);
    body.extend(attribute(libc::IFLA_IFNAME, OTHER_END));
    message(libc::RTM_NEWLINK, 0, &body)
}

/// What the kernel answered to a message that asked for an acknowledgment: 0, or an error number.
pub(crate) fn acknowledged(answer: &[u8]) -> Option<i32> {
    let kind = u16::from_ne_bytes(answer.get(4..6)?.try_into().ok()?);
    let code = i32::from_ne_bytes(answer.get(HEADER..HEADER + 4)?.try_into().ok()?);
    (i32::from(kind) == libc::NLMSG_ERROR).then_some(-code)
}

const HEADER: usize = 16;
/// From the kernel's `linux/veth.h`.
const VETH_INFO_PEER: u16 = 1;

/// The number of the end that has an address; any that no other interface has by itself.
const DEAD_END: i32 = 10;
/// Bytes of the largest packet. IPv6 needs 1280.
const MTU: u32 = 1000;
const OTHER_END: &[u8] = b"dead1\0";
const UP: libc::c_int = libc::IFF_UP;

/// `struct ifinfomsg` with these flags. Index 0 is one that is still to be made, or is named.
fn interface(index: i32, flags: libc::c_int) -> Vec<u8> {
    let mut body = vec![0; 4];
    body.extend(index.to_ne_bytes());
    body.extend(flags.to_ne_bytes());
    // Which flags are changed.
    body.extend(flags.to_ne_bytes());
    body
}

fn attribute(kind: u16, value: &[u8]) -> Vec<u8> {
    let length = u16::try_from(value.len() + 4).unwrap_or(u16::MAX);
    let mut attribute = [length.to_ne_bytes(), kind.to_ne_bytes()].concat();
    attribute.extend(value);
    attribute.resize(attribute.len().next_multiple_of(4), 0);
    attribute
}

fn message(kind: u16, flags: i32, body: &[u8]) -> Vec<u8> {
    let flags = u16::try_from(flags | libc::NLM_F_REQUEST | libc::NLM_F_ACK).unwrap_or_default();
    let length = u32::try_from(HEADER + body.len()).unwrap_or(u32::MAX);
    let mut message = length.to_ne_bytes().to_vec();
    message.extend(kind.to_ne_bytes());
    message.extend(flags.to_ne_bytes());
    message.extend([0; 8]);
    message.extend(body);
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_their_own_length_and_an_answer_its_error() {
        for message in messages() {
            assert_eq!(message[..4], u32::try_from(message.len()).unwrap().to_ne_bytes());
            assert_eq!(message.len() % 4, 0);
        }
        let mut answer = vec![0; 20];
        answer[4..6].copy_from_slice(&2_u16.to_ne_bytes());
        answer[16..20].copy_from_slice(&(-libc::EPERM).to_ne_bytes());
        assert_eq!(acknowledged(&answer), Some(libc::EPERM));
        answer[16..20].fill(0);
        assert_eq!(acknowledged(&answer), Some(0));
        assert_eq!(acknowledged(&answer[..18]), None);
    }
}
