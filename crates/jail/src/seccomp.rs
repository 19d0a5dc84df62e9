//! At level reduced: no way into the network but TCP, where Landlock watches it.

use rustix::io::Errno;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, sock_filter,
};

const UNIX: u64 = libc::AF_UNIX as u64;
const INET: u64 = libc::AF_INET as u64;
const INET6: u64 = libc::AF_INET6 as u64;
const NETLINK: u64 = libc::AF_NETLINK as u64;
/// What `socket` keeps of its type; the rest are flags.
const TYPE_MASK: u64 = 0xf;

/// The filter, made before the fork.
pub(crate) fn filter() -> Result<BpfProgram, BackendError> {
    let refused = libc::EACCES.unsigned_abs();
    let rules = [
        (libc::SYS_socket, sockets()?),
        // Connects while it sends, which Landlock does not see before Linux 6.17.
        (libc::SYS_sendto, vec![SeccompRule::new(vec![has(3, libc::MSG_FASTOPEN as u64)?])?]),
        (libc::SYS_sendmsg, vec![SeccompRule::new(vec![has(2, libc::MSG_FASTOPEN as u64)?])?]),
        (libc::SYS_sendmmsg, vec![SeccompRule::new(vec![has(3, libc::MSG_FASTOPEN as u64)?])?]),
        (
            libc::SYS_setsockopt,
            vec![SeccompRule::new(vec![
                is(1, libc::IPPROTO_TCP as u64)?,
                is(2, libc::TCP_FASTOPEN_CONNECT as u64)?,
            ])?],
        ),
        // Its workers make system calls that no filter sees.
        (libc::SYS_io_uring_setup, vec![]),
        (libc::SYS_io_uring_enter, vec![]),
        (libc::SYS_io_uring_register, vec![]),
    ];
    let architecture = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(
        rules.into_iter().collect(),
        SeccompAction::Allow,
        SeccompAction::Errno(refused),
        architecture,
    )?;
    Ok(without_x32(filter.try_into()?))
}

/// Applies it. Makes system calls only, so that it may stand between a fork and an execution.
pub(crate) fn apply(filter: &BpfProgram) -> Result<(), Errno> {
    seccompiler::apply_filter(filter).map_err(|_| Errno::PERM)
}

/// Which sockets can't be made.
fn sockets() -> Result<Vec<SeccompRule>, BackendError> {
    // Any other family: packets, Bluetooth, virtual machines, …
    let mut rules =
        vec![SeccompRule::new(vec![isnt(0, UNIX)?, isnt(0, INET)?, isnt(0, INET6)?, isnt(0, NETLINK)?])?];
    for family in [INET, INET6] {
        // UDP, raw sockets and whatever isn't a stream.
        for kind in (0..=TYPE_MASK).filter(|kind| *kind != libc::SOCK_STREAM as u64) {
            rules.push(SeccompRule::new(vec![is(0, family)?, masked(1, TYPE_MASK, kind)?])?);
        }
        // Streams that aren't TCP, such as MPTCP and SCTP: Landlock's rule is about TCP.
        let tcp = libc::IPPROTO_TCP as u64;
        rules.push(SeccompRule::new(vec![is(0, family)?, isnt(2, 0)?, isnt(2, tcp)?])?);
    }
    // How a browser learns which interfaces there are; other protocols of netlink change the machine.
    rules.push(SeccompRule::new(vec![is(0, NETLINK)?, isnt(2, libc::NETLINK_ROUTE as u64)?])?);
    Ok(rules)
}

fn condition(argument: u8, how: SeccompCmpOp, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, how, value)
}

fn is(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    condition(argument, SeccompCmpOp::Eq, value)
}

fn isnt(argument: u8, value: u64) -> Result<SeccompCondition, BackendError> {
    condition(argument, SeccompCmpOp::Ne, value)
}

fn masked(argument: u8, mask: u64, value: u64) -> Result<SeccompCondition, BackendError> {
    condition(argument, SeccompCmpOp::MaskedEq(mask), value)
}

fn has(argument: u8, flag: u64) -> Result<SeccompCondition, BackendError> {
    masked(argument, flag, flag)
}

/// The x32 calls of x86-64 have numbers of their own under the same architecture; a filter by number misses them.
fn without_x32(filter: BpfProgram) -> BpfProgram {
    const FIRST: u32 = 0x4000_0000;
    if !cfg!(target_arch = "x86_64") {
        return filter;
    }
    let instruction = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    let mut program = vec![
        // The number, which stands first in the data.
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, FIRST),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs()),
    ];
    program.extend(filter);
    program
}
