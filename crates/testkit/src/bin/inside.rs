//! Tries to get out of a jail, from inside. Each argument is one attempt, `WHAT` or `WHAT=WITH`; each gets a line:
//! `WHAT ok …` or `WHAT refused …` with the system's word for why.
#![allow(
    unsafe_code,
    clippy::print_stdout,
    reason = "a program of the tests that makes system calls as they are"
)]
#![allow(clippy::disallowed_methods, reason = "it tries what is forbidden")]

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::{TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::Path;
use std::time::Duration;

fn main() {
    for argument in std::env::args().skip(1) {
        let (what, with) = argument.split_once('=').unwrap_or((&argument, ""));
        match attempt(what, with) {
            Ok(said) => println!("{what} ok {said}"),
            Err(error) => println!("{what} refused {}", name(&error)),
        }
    }
}

fn attempt(what: &str, with: &str) -> io::Result<String> {
    match what {
        "tcp" => tcp(with),
        "udp" => UdpSocket::bind("0.0.0.0:0")?.send_to(b"out", with).map(|sent| sent.to_string()),
        "abstract" => {
            let address = SocketAddr::from_abstract_name(with)?;
            UnixStream::connect_addr(&address).map(|_| String::new())
        }
        "socket" => UnixStream::connect(with).map(|_| String::new()),
        "read" => fs::read_to_string(with).map(|text| text.trim().to_owned()),
        "list" => names(with),
        "write" => fs::write(with, "x").map(|()| String::new()),
        "signal" => number(with).and_then(|pid| call(libc::SYS_kill, [pid, 0, 0, 0, 0])),
        "ptrace" => {
            number(with).and_then(|pid| call(libc::SYS_ptrace, [i64::from(libc::PTRACE_SEIZE), pid, 0, 0, 0]))
        }
        "mount" => {
            let (kind, at) = (c"tmpfs".as_ptr() as i64, c"/usr".as_ptr() as i64);
            call(libc::SYS_mount, [kind, at, kind, 0, 0])
        }
        "key" => find_key(with),
        "descriptors" => names("/proc/self/fd"),
        "environment" => {
            let mut names: Vec<String> =
                std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned()).collect();
            names.sort();
            Ok(names.join(","))
        }
        "socket-of" => {
            let mut numbers = with.split(',').map(number);
            let mut next = || numbers.next().unwrap_or(Ok(0));
            let arguments = [next()?, next()?, next()?, 0, 0];
            call(libc::SYS_socket, arguments)
        }
        "uring" => call(libc::SYS_io_uring_setup, [1, 0, 0, 0, 0]),
        "fast-open" => fast_open(with),
        "interfaces" => interfaces(),
        "fill" => fill(Path::new(with)),
        // Until somebody ends it.
        "stay" => {
            println!("stay ok");
            io::stdout().flush()?;
            loop {
                std::thread::park();
            }
        }
        _ => Err(io::Error::from_raw_os_error(libc::EINVAL)),
    }
}

fn tcp(address: &str) -> io::Result<String> {
    let address = address.parse().map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))?;
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(3))?;
    stream.set_read_timeout(Some(Duration::from_secs(3)))?;
    let mut greeting = String::new();
    stream.read_to_string(&mut greeting)?;
    Ok(greeting)
}

fn names(directory: &str) -> io::Result<String> {
    let mut names: Vec<String> = fs::read_dir(directory)?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names.join(","))
}

/// The names of the network's interfaces.
fn interfaces() -> io::Result<String> {
    let table = fs::read_to_string("/proc/net/dev")?;
    let mut names: Vec<&str> =
        table.lines().filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim()).collect();
    names.sort_unstable();
    Ok(names.join(","))
}

/// Looks for a key in the keyrings that this process has.
fn find_key(description: &str) -> io::Result<String> {
    const REQUEST_KEY_DEFAULT: i64 = 0;
    let description = format!("{description}\0");
    call(
        libc::SYS_request_key,
        [c"user".as_ptr() as i64, description.as_ptr() as i64, 0, REQUEST_KEY_DEFAULT, 0],
    )
}

/// Connects while it sends.
fn fast_open(address: &str) -> io::Result<String> {
    let port: u16 = address.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap_or(0);
    let to = libc::sockaddr_in {
        sin_family: libc::AF_INET as u16,
        sin_port: port.to_be(),
        sin_addr: libc::in_addr { s_addr: u32::from_be_bytes([127, 0, 0, 1]).to_be() },
        sin_zero: [0; 8],
    };
    // SAFETY: plain system calls on values that live through them.
    let sent = unsafe {
        let socket = libc::socket(libc::AF_INET, libc::SOCK_STREAM, 0);
        let length = size_of::<libc::sockaddr_in>() as u32;
        libc::sendto(socket, b"x".as_ptr().cast(), 1, libc::MSG_FASTOPEN, (&raw const to).cast(), length)
    };
    if sent < 0 { Err(io::Error::last_os_error()) } else { Ok(sent.to_string()) }
}

/// Writes until there is no room, 16 MiB at most.
fn fill(path: &Path) -> io::Result<String> {
    let mut file = fs::File::create(path)?;
    let block = vec![1_u8; 1 << 20];
    for _ in 0..16 {
        file.write_all(&block)?;
    }
    Ok("16 MiB".to_owned())
}

fn number(text: &str) -> io::Result<i64> {
    text.parse().map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))
}

fn call(number: i64, [a, b, c, d, e]: [i64; 5]) -> io::Result<String> {
    // SAFETY: the pointers among the arguments are to constants, or to values that live through the call.
    let returned = unsafe { libc::syscall(number, a, b, c, d, e) };
    if returned < 0 { Err(io::Error::last_os_error()) } else { Ok(String::new()) }
}

fn name(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(libc::EPERM) => "EPERM".to_owned(),
        Some(libc::EACCES) => "EACCES".to_owned(),
        Some(libc::ENOENT) => "ENOENT".to_owned(),
        Some(libc::ESRCH) => "ESRCH".to_owned(),
        Some(libc::ECONNREFUSED) => "ECONNREFUSED".to_owned(),
        Some(libc::ENETUNREACH) => "ENETUNREACH".to_owned(),
        Some(libc::ENOKEY) => "ENOKEY".to_owned(),
        Some(libc::ENOSPC) => "ENOSPC".to_owned(),
        Some(libc::EROFS) => "EROFS".to_owned(),
        Some(code) => format!("error {code}"),
        None => error.kind().to_string(),
    }
}
