//! Each barrier taken away once: the attempt that it holds back must succeed then. So no test above can pass for
//! another reason than the barrier that it names.

use ringfence_jail::{Barrier, Jail, Level};

use super::machine::Machine;
use super::out::{Key, Leaking};
use super::{jail, tries_one};

/// Nobody has this one by chance.
const LIMIT: u64 = 77;

/// The attempt that a barrier holds back, at which level, and a text that is in its answer once the barrier is gone.
fn held_back(barrier: Barrier, machine: &Machine) -> (Level, String, &'static str) {
    let us = std::process::id();
    match barrier {
        Barrier::Network => (Level::Full, format!("tcp={}", machine.tcp), "tcp ok host"),
        Barrier::Ports => (Level::Reduced, format!("tcp={}", machine.tcp), "tcp ok host"),
        Barrier::Calls => (Level::Reduced, "udp=127.0.0.1:53".into(), "udp ok 3"),
        Barrier::Files => (Level::Full, format!("read={}", machine.secret), "read ok a secret"),
        Barrier::HomeSize => (Level::Full, "fill=/profile/much".into(), "fill ok"),
        Barrier::Processes => (Level::Full, format!("read=/proc/{us}/comm"), "read ok"),
        Barrier::Keyring => (Level::Full, "key=ringfence-switch".into(), "key ok"),
        Barrier::Descriptors => (Level::Full, "descriptors".into(), ",977"),
        Barrier::Environment => (Level::Full, "environment".into(), "CARGO"),
        Barrier::Limits => (Level::Full, format!("limit={LIMIT}"), "limit ok other"),
        other => panic!("no attempt for {other:?}"),
    }
}

fn prepared(barrier: Barrier, level: Level) -> Jail {
    let mut jail = jail(level);
    // Smaller than what is tried.
    jail.home_bytes = 1 << 20;
    if barrier == Barrier::Limits {
        jail.limits.open_files = LIMIT;
    }
    jail
}

#[test]
fn each_barrier_holds_back_what_succeeds_without_it() {
    let machine = Machine::new();
    let _key = Key::new("ringfence-switch");
    let _leaking = Leaking::new();
    for barrier in Barrier::ALL {
        let (level, attempt, without) = held_back(barrier, &machine);
        let kept = tries_one(prepared(barrier, level), &attempt);
        let gone = tries_one(prepared(barrier, level).without(barrier), &attempt);
        assert!(!kept.contains(without), "{barrier:?} kept: {kept}");
        assert!(gone.contains(without), "{barrier:?} gone: {gone}");
    }
}
