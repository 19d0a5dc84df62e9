//! What a contained process can do: a program of ours is started in the jail instead of a browser and tries.
//!
//! Each barrier is taken away once, in `switches`, where the tests that name it must then fail.

mod chromium;
mod levels;
mod machine;
mod out;
mod shown;
mod switches;

use std::io::Read as _;

use ringfence_jail::{Jail, Jailed, Level, Output};

/// The program that tries.
const INSIDE: &str = env!("CARGO_BIN_EXE_ringfence-inside");

/// A jail for it that can be read.
fn jail(level: Level) -> Jail {
    let mut jail = Jail::new(level, INSIDE);
    jail.output = Output::Read;
    match switches::taken_away() {
        Some(barrier) => jail.without(barrier),
        None => jail,
    }
}

/// What it says to these attempts, a line each.
fn tries(jail: Jail, attempts: &[String]) -> Vec<String> {
    let arguments: Vec<_> = attempts.iter().map(Into::into).collect();
    let Jailed { process, .. } = jail.start(|_| arguments).unwrap();
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success(), "{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// What it says to one attempt.
fn tries_one(jail: Jail, attempt: &str) -> String {
    tries(jail, &[attempt.to_owned()]).concat()
}

/// One that stays, and is there when this returns.
fn staying(jail: Jail) -> Jailed {
    let mut jailed = jail.start(|_| vec!["stay".into()]).unwrap();
    let mut said = [0; 8];
    jailed.process.stdout.as_mut().unwrap().read_exact(&mut said).unwrap();
    assert_eq!(&said, b"stay ok\n");
    jailed
}

fn end(mut jailed: Jailed) {
    jailed.process.kill().unwrap();
    jailed.process.wait().unwrap();
}
