//! What each level promises of the network, and what is told where a level can't be had.

use std::process::Command;

use ringfence_jail::{Jail, JailError, Level, Step};

use super::machine::Machine;
use super::{INSIDE, jail, tries, tries_one};

/// Seen to fail with `Barrier::Ports` away (the connections) and with `Barrier::Calls` away (the rest).
#[test]
fn reduced_connects_to_the_listeners_port_and_has_no_other_way_into_the_network() {
    let machine = Machine::new();
    let attempts = [
        format!("tcp={}", machine.tcp),
        "udp=127.0.0.1:53".to_owned(),
        format!("abstract={}", machine.abstract_name),
        format!("fast-open={}", machine.tcp),
        "uring".to_owned(),
        // Raw IPv4 sockets, packets, MPTCP, SCTP, virtual machines, netlink's netfilter.
        "socket-of=2,3,1".to_owned(),
        "socket-of=17,3,0".to_owned(),
        "socket-of=2,1,262".to_owned(),
        "socket-of=2,1,132".to_owned(),
        "socket-of=40,1,0".to_owned(),
        "socket-of=16,3,12".to_owned(),
        // What a browser needs.
        "socket-of=2,1,6".to_owned(),
        "socket-of=10,1,0".to_owned(),
        "socket-of=16,3,0".to_owned(),
        "socket-of=1,1,0".to_owned(),
    ];
    let said = tries(jail(Level::Reduced), &attempts);
    assert_eq!(
        said,
        [
            "tcp refused EACCES",
            "udp refused EACCES",
            "abstract refused EPERM",
            "fast-open refused EACCES",
            "uring refused EACCES",
            "socket-of refused EACCES",
            "socket-of refused EACCES",
            "socket-of refused EACCES",
            "socket-of refused EACCES",
            "socket-of refused EACCES",
            "socket-of refused EACCES",
            "socket-of ok ",
            "socket-of ok ",
            "socket-of ok ",
            "socket-of ok ",
        ]
    );
}

#[test]
fn the_listener_can_be_connected_to_at_every_level() {
    for level in Level::STARTED {
        let jailed = jail(level).start(|port| vec![format!("tcp=127.0.0.1:{port}").into()]).unwrap();
        let (mut stream, _) = jailed.listener.accept().unwrap();
        std::io::Write::write_all(&mut stream, b"proxy").unwrap();
        drop(stream);
        let said = jailed.process.wait_with_output().unwrap().stdout;
        assert_eq!(String::from_utf8(said).unwrap(), "tcp ok proxy\n", "{level}");
    }
}

/// Bubblewrap looks its children up in `/proc` by their numbers in its own process namespace; outside, there may be none of
/// that number. Seen to fail without `see_own_processes`: `open /proc/2/ns/ns failed`.
#[test]
#[expect(clippy::disallowed_methods, reason = "it starts this binary again")]
fn a_jail_starts_where_nothing_outside_has_its_childrens_numbers() {
    // The first process of a namespace uses up some numbers before it becomes the test.
    let script = "n=0; while [ $n -lt 9 ]; do /bin/true; n=$((n + 1)); done; exec \"$@\"";
    let namespace = if rustix::process::geteuid().is_root() { "-pf" } else { "-Urpf" };
    let again = Command::new("unshare")
        .args([namespace, "--mount-proc", "sh", "-c", script, "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "jail::out::limits_are_set_at_any_level"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&again.stdout);
    assert!(
        again.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&again.stderr)
    );
}

/// What level proxy-only does not hold back, as its meaning says.
#[test]
fn proxy_only_keeps_no_network_boundary() {
    let machine = Machine::new();
    assert_eq!(tries_one(jail(Level::ProxyOnly), &format!("tcp={}", machine.tcp)), "tcp ok host");
}

#[test]
fn without_bubblewrap_nothing_is_started_and_where_it_was_looked_for_is_told() {
    for level in Level::STARTED {
        let mut jail = jail(level);
        jail.bubblewrap = Some("/nowhere/bwrap".into());
        assert_eq!(
            jail.start(|_| Vec::new()).unwrap_err().to_string(),
            "no bubblewrap was found (looked for /nowhere/bwrap). Install it: on Debian `apt-get install bubblewrap`"
        );
    }
}

#[test]
fn nobody_starts_a_process_at_level_attached() {
    let error = Jail::new(Level::Attached, INSIDE).start(|_| Vec::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no process is started at level attached: ask for full, reduced or proxy-only"
    );
}

#[test]
fn what_a_system_does_not_let_us_do_is_told_with_its_fix() {
    let refused = |step, code| {
        let source = std::io::Error::from_raw_os_error(code);
        JailError::Prepare { step, source }.to_string()
    };
    assert_eq!(
        refused(Step::NetworkNamespace, libc::ENOSPC),
        "making a network namespace failed: No space left on device (os error 28). No network namespace may be made: \
         set user.max_net_namespaces to 15000 with sysctl"
    );
    assert_eq!(
        refused(Step::Interfaces, libc::EOPNOTSUPP),
        "bringing up the interfaces of its network failed: Operation not supported (os error 95). The kernel has no \
         veth: load the module with `modprobe veth`"
    );
}
