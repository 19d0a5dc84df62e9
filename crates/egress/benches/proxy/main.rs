//! What the proxy costs, against the same done without it. Both are measured in turns, so that a busy
//! machine slows both; the ratio of medians is what counts.
//!
//! The origin is a process of its own, the client a thread with blocking sockets; the proxy has a runtime
//! with two threads. `cargo bench -p ringfence-egress` prints each figure beside what it is held to, and
//! fails when one is missed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]
// The bench dials the proxy and the origin itself.
#![allow(clippy::disallowed_methods)]

mod flow;
mod many;
mod origin;
mod rig;
mod waits;

use rig::Rig;

fn main() {
    rig::raise_descriptors();
    if std::env::args().nth(1).as_deref() == Some(origin::ROLE) {
        return origin::run();
    }
    let rig = Rig::start();
    // First, so that no memory that the others gave back is there to be had.
    let mut verdicts = many::tunnels(&rig);
    verdicts.extend([waits::round_trips(&rig), waits::openings(&rig), waits::plain_requests(&rig)]);
    verdicts.extend([flow::paced(&rig), flow::unpaced(&rig)]);
    let missed: Vec<String> = verdicts.into_iter().filter_map(Result::err).collect();
    for line in &missed {
        println!("MISSED: {line}");
    }
    std::process::exit(i32::from(!missed.is_empty()));
}
