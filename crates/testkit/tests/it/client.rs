//! The smallest HTTP client: one request, one connection.

use ringfence_testkit::Site;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Status, header lines and body of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<String>,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

pub(crate) fn connect(site: &Site) -> TcpStream {
    #[expect(clippy::disallowed_methods, reason = "a test speaks to the test site itself")]
    let stream = TcpStream::connect(site.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream
}

pub(crate) fn get(site: &Site, path: &str) -> Reply {
    request(site, &format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", site.address()))
}

pub(crate) fn request(site: &Site, request: &str) -> Reply {
    let mut stream = connect(site);
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    Reply { status, headers: lines.map(ToOwned::to_owned).collect(), body: body.to_owned() }
}
