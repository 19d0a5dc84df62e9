//! Who this process and its parent are, in the eyes of the `/proc` that it sees.
//!
//! A process in a fresh process namespace has another number there than outside, and a parent without a number. What
//! `/proc` says is the same before and after.

use std::fs::read_link;
use std::io;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

/// This process's number. Allocates.
pub(crate) fn ours() -> io::Result<u32> {
    let link = read_link("/proc/self")?;
    link.to_str()
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))
}

/// The number of this process's parent. Makes system calls only, so that it may stand between a fork and an execution.
pub(crate) fn parent() -> Result<u32, Errno> {
    let file = rustix::fs::open(c"/proc/self/stat", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    let mut text = [0_u8; 256];
    let length = rustix::io::read(&file, &mut text)?;
    text.get(..length).and_then(parent_in).ok_or(Errno::PROTO)
}

/// The fourth field. The second is a name in parentheses, which may hold spaces and parentheses itself.
fn parent_in(stat: &[u8]) -> Option<u32> {
    let after_name = stat.iter().rposition(|byte| *byte == b')')? + 1;
    let digits = stat.get(after_name..)?.split(|byte| *byte == b' ').nth(2)?;
    digits.iter().try_fold(0_u32, |number, byte| {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number.checked_mul(10)?.checked_add(digit.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_found_behind_any_name() {
        assert_eq!(parent_in(b"12 (a name) R) S 345 12 12 0 -1"), Some(345));
        assert_eq!(parent_in(b"12 (x) S -1 12"), None);
        assert_eq!(parent_in(b"12 (x) S"), None);
        assert_eq!(parent(), Ok(std::os::unix::process::parent_id()));
        assert_eq!(ours().unwrap(), std::process::id());
    }
}
