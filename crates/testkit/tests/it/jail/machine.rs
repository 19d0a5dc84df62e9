//! The machine around the jail, as far as a test needs it: things that must not be reached.

use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};

use tempfile::TempDir;

/// Servers and files of the machine. Whoever connects to a server over TCP is greeted.
pub(crate) struct Machine {
    pub(crate) tcp: String,
    pub(crate) abstract_name: String,
    pub(crate) socket: String,
    pub(crate) secret: String,
    pub(crate) directory: TempDir,
    _servers: (UnixListener, UnixListener),
}

impl Machine {
    pub(crate) fn new() -> Self {
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = tcp.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            for mut stream in tcp.incoming().flatten() {
                let _ = stream.write_all(b"host");
            }
        });
        let abstract_name = format!("ringfence-test-{}-{address}", std::process::id());
        let named = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        // In /tmp whatever TMPDIR says: that is what the jail has a place of its own for.
        let directory = TempDir::new_in("/tmp").unwrap();
        let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
        let (socket, secret) = (path("docker.sock"), path("secret"));
        let servers = (UnixListener::bind_addr(&named).unwrap(), UnixListener::bind(&socket).unwrap());
        fs::write(&secret, "a secret").unwrap();
        Self { tcp: address, abstract_name, socket, secret, directory, _servers: servers }
    }
}
