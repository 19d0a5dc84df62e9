//! A thousand tunnels at once, and what each takes.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use crate::rig::{Ask, Rig, Verdict};

const TUNNELS: usize = 1000;
/// KiB of resident memory that a tunnel at rest may take in the proxy.
const MOST_MEMORY: f64 = 32.0;

/// Opens them all, sends a byte through each and back, and closes them.
pub(crate) fn tunnels(rig: &Rig) -> Vec<Verdict> {
    // What the first one alone sets up is not counted.
    drop(rig.open(true, Ask::Echo));
    let before = rig.totals();
    let opened_from = resident();
    let mut tunnels: Vec<TcpStream> = (0..TUNNELS).map(|_| rig.tunnel()).collect();
    let unanswered = resident();
    for tunnel in &mut tunnels {
        tunnel.write_all(&crate::rig::hello(Ask::Echo)).unwrap();
    }
    let errors = tunnels.iter_mut().filter_map(|tunnel| there_and_back(tunnel).err()).count();
    let at_rest = resident();
    let after = rig.totals();
    let allowed = after.allowed - before.allowed;
    let failed = after.failed - before.failed + after.refused - before.refused;
    drop(tunnels);
    println!("{TUNNELS} tunnels at once: {allowed} allowed, {failed} failed, {errors} errors");
    let each = |from: f64, to: f64| (to - from) / TUNNELS as f64;
    let (waiting, resting) = (each(opened_from, unanswered), each(opened_from, at_rest));
    println!(
        "memory of a tunnel: {waiting:.1} KiB before its first bytes, {resting:.1} KiB at rest (at most {MOST_MEMORY})"
    );
    vec![
        if allowed == TUNNELS as u64 && failed == 0 && errors == 0 {
            Ok(())
        } else {
            Err(format!("{TUNNELS} tunnels: {allowed} allowed, {failed} failed, {errors} errors"))
        },
        if resting <= MOST_MEMORY { Ok(()) } else { Err(format!("a tunnel takes {resting:.1} KiB")) },
    ]
}

fn there_and_back(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut byte = [1];
    stream.write_all(&byte)?;
    stream.read_exact(&mut byte)
}

/// KiB of this process in memory.
fn resident() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: f64 = statm.split(' ').nth(1).unwrap().parse().unwrap();
    pages * rustix::param::page_size() as f64 / 1024.0
}
