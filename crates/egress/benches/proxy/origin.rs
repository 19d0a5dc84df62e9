//! The server behind the proxy, in a process of its own, so that its memory and work are not counted.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::rig::{BLOCK, read_head};

/// Connections that may wait to be accepted.
const BACKLOG: i32 = 4096;
/// The argument that makes this program the origin.
pub(crate) const ROLE: &str = "origin";

/// The origin's process; it ends with this.
pub(crate) struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts this program again as the origin, and tells where it listens.
pub(crate) fn start() -> (SocketAddr, Process) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .arg(ROLE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (line.trim().parse().unwrap(), Process(child))
}

/// Serves until standard input ends.
pub(crate) fn run() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    // A thousand come at once. Of the few that the standard library has wait, the kernel would break off the rest.
    rustix::net::listen(&listener, BACKLOG).unwrap();
    println!("{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            std::thread::spawn(move || serve(stream.unwrap()));
        }
    });
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}

/// The origin's side: a hello asks for one of three things, a plain request for two bytes.
fn serve(mut stream: TcpStream) {
    stream.set_nodelay(true).unwrap();
    let mut first = [0];
    if stream.read_exact(&mut first).is_err() {
        return;
    }
    if first[0] != 22 {
        while !read_head(&mut stream).is_empty() {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").unwrap();
        }
        return;
    }
    // The rest of the hello, whose length stands in its fifth byte.
    let mut rest = [0; 4];
    stream.read_exact(&mut rest).unwrap();
    let mut message = vec![0; usize::from(rest[3])];
    stream.read_exact(&mut message).unwrap();
    let id = &message[4 + 2 + 32 + 1..][..5];
    let blocks = u32::from_be_bytes([id[1], id[2], id[3], id[4]]);
    match id[0] {
        0 => echo(stream),
        1 => send(stream, blocks, None),
        // 256 KiB at 100 MB/s.
        _ => send(stream, blocks, Some(Duration::from_nanos(BLOCK as u64 * 10))),
    }
}

fn echo(mut stream: TcpStream) {
    let mut bytes = [0; 1024];
    while let Ok(length @ 1..) = stream.read(&mut bytes) {
        if stream.write_all(&bytes[..length]).is_err() {
            return;
        }
    }
}

/// Sends blocks, each `every` after the one before.
fn send(mut stream: TcpStream, blocks: u32, every: Option<Duration>) {
    let block = vec![7; BLOCK];
    let start = std::time::Instant::now();
    for number in 0..blocks {
        if let Some(every) = every {
            std::thread::sleep((every * number).saturating_sub(start.elapsed()));
        }
        if stream.write_all(&block).is_err() {
            return;
        }
    }
}
