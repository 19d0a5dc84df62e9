//! All of this crate's unsafe code: three calls that the compiler can't vouch for.
#![allow(unsafe_code, reason = "each call says why it is sound")]

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::io::Errno;
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
    if closed == 0 {
        Ok(())
    } else {
        Err(Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO))
    }
}
