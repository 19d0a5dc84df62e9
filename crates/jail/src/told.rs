use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::process::Child;

use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};
use rustix::process::Pid;

use crate::error::JailError;
use crate::process::{Process, bury};
use crate::step::Step;

/// What a child has told by the time that it became its program, or failed to.
#[derive(Default)]
pub(crate) struct Told {
    failed: Option<Step>,
    first: Option<Pid>,
    pub(crate) listener: Option<TcpListener>,
}

impl Told {
    /// Reads what the child has told. It was told before the start was over, so nothing has to be waited for.
    pub(crate) fn receive(report: &OwnedFd) -> io::Result<Self> {
        let mut told = Self::default();
        loop {
            let mut message = [0_u8; 4];
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
            let mut control = RecvAncillaryBuffer::new(&mut space);
            let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
            let received =
                rustix::net::recvmsg(report, &mut [IoSliceMut::new(&mut message)], &mut control, flags);
            match received {
                // It is not told of a number and a step in one message.
                Ok(received) if received.bytes == message.len() => {
                    told.first = Pid::from_raw(i32::from_ne_bytes(message));
                }
                Ok(received) if received.bytes > 0 => told.failed = Step::of(message[0]),
                Ok(_) | Err(Errno::AGAIN) => return Ok(told),
                Err(error) => return Err(error.into()),
            }
            let descriptors = control.drain().filter_map(|message| match message {
                RecvAncillaryMessage::ScmRights(rights) => Some(rights),
                _ => None,
            });
            if let Some(listener) = descriptors.flatten().next() {
                told.listener = Some(TcpListener::from(listener));
            }
        }
    }

    /// The process that was started, or why none was.
    pub(crate) fn process(&self, started: io::Result<Child>) -> Result<Process, JailError> {
        match (started, self.first) {
            (Ok(mut maker), Some(first)) => {
                maker.wait().map_err(JailError::io("waiting for the maker of the process"))?;
                Ok(Process::new(first, maker))
            }
            (started, first) => {
                if let Some(first) = first {
                    // It failed, and has ended.
                    let _ = bury(first);
                }
                let source = started.err().unwrap_or_else(|| io::Error::from(io::ErrorKind::NotFound));
                Err(JailError::Prepare { step: self.failed.unwrap_or(Step::Execute), source })
            }
        }
    }
}
