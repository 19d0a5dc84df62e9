//! What a wait becomes longer by.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use crate::rig::{Ask, Rig, Verdict, median, read_head};

/// Milliseconds that the median of a wait may grow by.
const MOST_ADDED: f64 = 0.3;

/// A byte there and back in an open tunnel.
pub(crate) fn round_trips(rig: &Rig) -> Verdict {
    let mut ways = [false, true].map(|through| rig.open(through, Ask::Echo));
    compare("a round trip in an open tunnel", 3000, |through| there_and_back(&mut ways[usize::from(through)]))
}

/// From nothing to the first byte back: connection, CONNECT, hello, byte.
pub(crate) fn openings(rig: &Rig) -> Verdict {
    compare("a new tunnel and its first round trip", 600, |through| {
        there_and_back(&mut rig.open(through, Ask::Echo));
    })
}

/// A plain request on a connection that is open already.
pub(crate) fn plain_requests(rig: &Rig) -> Verdict {
    let mut ways = [false, true].map(|through| rig.plain(through));
    compare("a plain request", 600, |through| {
        let (stream, request) = &mut ways[usize::from(through)];
        stream.write_all(request.as_bytes()).unwrap();
        assert!(read_head(stream).starts_with(b"HTTP/1.1 200 "));
        let mut body = [0; 2];
        stream.read_exact(&mut body).unwrap();
    })
}

fn there_and_back(stream: &mut TcpStream) {
    let mut byte = [1];
    stream.write_all(&byte).unwrap();
    stream.read_exact(&mut byte).unwrap();
}

/// Does it directly and through the proxy in turns; the median of the latter may be a little longer.
fn compare(what: &str, rounds: usize, mut one: impl FnMut(bool)) -> Verdict {
    let mut took = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        for through in [false, true] {
            let start = Instant::now();
            one(through);
            // The first ones warm up.
            if round >= rounds / 10 {
                took[usize::from(through)].push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    let [direct, through] = took.map(median);
    let added = through - direct;
    println!(
        "{what}: {direct:.3} ms directly, {through:.3} ms through the proxy, {added:.3} ms added (at most {MOST_ADDED})"
    );
    if added <= MOST_ADDED { Ok(()) } else { Err(format!("{what}: {added:.3} ms added")) }
}
