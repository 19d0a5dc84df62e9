//! Sees every frame of the namespace.

use crate::lab::judge::Judge;
use rustix::net::{AddressFamily, RecvFlags, SocketFlags, SocketType, eth, recv, socket_with, sockopt};
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;

/// Room for frames that wait to be looked at.
const BUFFER: usize = 32 << 20;

/// Opens a socket that hears every interface, and has a thread look at what it hears, for the rest of the process's
/// life.
pub(crate) fn start(judge: Arc<Judge>) -> io::Result<()> {
    let socket = socket_with(AddressFamily::PACKET, SocketType::RAW, SocketFlags::CLOEXEC, Some(eth::ALL))?;
    // More than the system's limit where that may be had.
    if sockopt::set_socket_recv_buffer_size_force(&socket, BUFFER).is_err() {
        sockopt::set_socket_recv_buffer_size(&socket, BUFFER)?;
    }
    std::thread::Builder::new().name("sniffer".to_owned()).spawn(move || listen(&socket, &judge))?;
    Ok(())
}

fn listen(socket: &OwnedFd, judge: &Judge) {
    // Frames on the loopback interface may be as large as a packet can be.
    let mut frame = vec![0_u8; 1 << 17];
    loop {
        match recv(socket, &mut frame[..], RecvFlags::empty()) {
            Ok((length, _)) => judge.see(frame.get(..length).unwrap_or_default()),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
        }
    }
}
