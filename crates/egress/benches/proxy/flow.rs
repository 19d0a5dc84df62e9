//! How much flows.

use std::io::Read as _;
use std::time::Instant;

use crate::rig::{Ask, BLOCK, Rig, Verdict, median};

/// From an origin that sends 100 MB/s.
pub(crate) fn paced(rig: &Rig) -> Verdict {
    compare(rig, "an origin of 100 MB/s", 5, 200, Ask::Paced, 0.9)
}

/// From an origin that sends as fast as loopback takes it.
pub(crate) fn unpaced(rig: &Rig) -> Verdict {
    compare(rig, "an origin without a pace", 15, 2000, Ask::Flow, 0.35)
}

fn compare(rig: &Rig, what: &str, rounds: usize, blocks: u32, ask: fn(u32) -> Ask, least: f64) -> Verdict {
    let mut rates = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for through in [false, true] {
            let mut stream = rig.open(through, ask(blocks));
            let mut bytes = vec![0; BLOCK];
            let mut left = BLOCK * blocks as usize;
            let start = Instant::now();
            while left > 0 {
                let length = stream.read(&mut bytes).unwrap();
                assert!(length > 0, "{left} bytes are missing");
                left -= length;
            }
            let whole = f64::from(blocks) * BLOCK as f64;
            rates[usize::from(through)].push(whole / 1e6 / start.elapsed().as_secs_f64());
        }
    }
    let [direct, through] = rates.map(median);
    let ratio = through / direct;
    println!(
        "{what}: {direct:.0} MB/s directly, {through:.0} MB/s through the proxy, ratio {ratio:.2} (at least {least})"
    );
    if ratio >= least { Ok(()) } else { Err(format!("{what}: ratio {ratio:.2}")) }
}
