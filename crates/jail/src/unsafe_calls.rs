//! All of this crate's unsafe code: seven calls that the compiler can't vouch for.
#![allow(unsafe_code, reason = "each call says why it is sound")]

use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::io::Errno;
use rustix::process::Pid;
use rustix::thread::UnshareFlags;

/// Goes into new namespaces.
pub(crate) fn unshare(namespaces: UnshareFlags) -> Result<(), Errno> {
    // SAFETY: what would be unsound is a descriptor table that stops being shared under other threads (CLONE_FILES).
    // Callers ask for namespaces only, and do so in a child that has a single thread.
    unsafe { rustix::thread::unshare_unsafe(namespaces) }
}

/// Has a child run something between the fork and the execution of its program.
///
/// The closure must do nothing that is forbidden there: allocate, lock, panic.
pub(crate) fn before_exec(
    command: &mut Command,
    mut prepare: impl FnMut() -> Result<(), Errno> + Send + Sync + 'static,
) {
    // SAFETY: the closures of this crate make system calls on values that were made before the fork.
    unsafe { command.pre_exec(move || prepare().map_err(io::Error::from)) };
}

/// Marks every descriptor from this one on to be closed when the program is executed.
pub(crate) fn close_from(first: u32) -> Result<(), Errno> {
    // SAFETY: the call takes numbers only, and closes nothing yet.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    outcome(closed)
}

/// Restricts this thread, and what it starts, by Landlock's rules.
pub(crate) fn landlock_restrict_self(rules: BorrowedFd<'_>) -> Result<(), Errno> {
    // SAFETY: the call takes a descriptor, which is open for as long as it is borrowed, and a number.
    outcome(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0_u32) })
}

/// Leaves the keyring that this process has inherited for a fresh one.
pub(crate) fn new_session_keyring() -> Result<(), Errno> {
    let unnamed = std::ptr::null::<libc::c_char>();
    // SAFETY: the call takes a number and, for a keyring without a name, a null pointer.
    let keyring = unsafe { libc::syscall(libc::SYS_keyctl, libc::KEYCTL_JOIN_SESSION_KEYRING, unnamed) };
    outcome(keyring.min(0))
}

/// Makes a process that goes on from here as this one does, with this one's parent for its own. Returns its number to
/// this process, and nothing to the new one.
pub(crate) fn fork_sibling() -> Result<Option<Pid>, Errno> {
    // Whom the parent is told of the end by is what it is for this process: SIGCHLD.
    let flags = libc::c_long::from(libc::CLONE_PARENT);
    // SAFETY: without CLONE_VM the new process has a copy of everything, as after a fork. Callers are children with a
    // single thread, so the copy has no thread missing, and do nothing in it that needs the C library to know of it.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    if pid < 0 {
        return Err(last_error());
    }
    Ok(i32::try_from(pid).ok().and_then(Pid::from_raw))
}

/// Ends this process at once, without anything that is done at a program's end.
pub(crate) fn exit_now() -> ! {
    // SAFETY: the call takes a number, and does not return.
    unsafe { libc::_exit(0) }
}

fn outcome(returned: libc::c_long) -> Result<(), Errno> {
    if returned == 0 {
        return Ok(());
    }
    Err(last_error())
}

fn last_error() -> Errno {
    Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO)
}
