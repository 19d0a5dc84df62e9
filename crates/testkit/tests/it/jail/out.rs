//! Ways out of the jail, each of which is closed. SECURITY.md has a row for each test, and `switches` sees each fail that
//! names a barrier.

use std::io::Write as _;
use std::net::TcpListener;
use std::os::fd::AsRawFd as _;

use ringfence_jail::{File, Level, Limits};
use tempfile::tempfile;

use super::machine::Machine;
use super::{jail, staying, tries, tries_one};

/// Seen to fail with `Barrier::Network` away: the host's server answers.
#[test]
fn the_hosts_loopback_is_not_there_at_full() {
    let machine = Machine::new();
    let attempts = [format!("tcp={}", machine.tcp), "tcp=[::1]:22".into(), "udp=127.0.0.1:53".into()];
    let said = tries(jail(Level::Full), &attempts);
    // Its own loopback takes datagrams and drops them: nobody is there.
    assert_eq!(said, ["tcp refused ECONNREFUSED", "tcp refused ECONNREFUSED", "udp ok 3"]);
}

/// On a machine that has a network itself it was seen to fail with `Barrier::Network` away: the packet is sent.
#[test]
fn no_address_beyond_the_loopback_can_be_reached_at_full() {
    let attempts = ["tcp=192.0.2.1:80", "udp=192.0.2.1:53", "tcp=[2001:db8::1]:80"].map(str::to_owned);
    let said = tries(jail(Level::Full), &attempts);
    assert_eq!(said, ["tcp refused ENETUNREACH", "udp refused ENETUNREACH", "tcp refused ENETUNREACH"]);
}

/// Seen to fail with `Barrier::Network` away: other interfaces are there.
#[test]
fn no_interface_of_the_machine_is_there_at_full() {
    let said = tries_one(jail(Level::Full), "interfaces");
    assert_eq!(said, "interfaces ok dead0,dead1,lo");
}

/// Seen to fail with `Barrier::Network` away: abstract sockets belong to the network namespace.
#[test]
fn an_abstract_socket_of_the_host_is_not_there_at_full() {
    let machine = Machine::new();
    let said = tries_one(jail(Level::Full), &format!("abstract={}", machine.abstract_name));
    assert_eq!(said, "abstract refused ECONNREFUSED");
}

/// Seen to fail with `Barrier::Files` away: the socket in `/tmp` takes the connection.
#[test]
fn a_socket_file_such_as_dockers_is_not_there_at_any_level() {
    let machine = Machine::new();
    for level in Level::STARTED {
        let attempts = [format!("socket={}", machine.socket), "socket=/var/run/docker.sock".into()];
        let said = tries(jail(level), &attempts);
        assert_eq!(said, ["socket refused ENOENT", "socket refused ENOENT"], "{level}");
    }
}

/// Seen to fail with `Barrier::Files` away: the secret is read.
#[test]
fn files_of_the_machine_are_not_there_at_any_level() {
    let machine = Machine::new();
    for level in Level::STARTED {
        let attempts = [
            format!("read={}", machine.secret),
            "read=/etc/shadow".into(),
            "read=/etc/passwd".into(),
            "list=/root".into(),
            "list=/home".into(),
            "write=/usr/ringfence-test".into(),
        ];
        let said = tries(jail(level), &attempts);
        let gone = "read refused ENOENT";
        let list = "list refused ENOENT";
        assert_eq!(said, [gone, gone, gone, list, list, "write refused EROFS"], "{level}");
    }
}

/// Seen to fail with `Barrier::Files` away: the directory in `/tmp` is there.
#[test]
fn the_first_processs_root_is_the_jails_own() {
    let machine = Machine::new();
    for level in Level::STARTED {
        let inside = format!("/proc/1/root{}", machine.directory.path().display());
        let said = tries_one(jail(level), &format!("list={inside}"));
        assert_eq!(said, "list refused ENOENT", "{level}");
    }
}

/// Seen to fail with `Barrier::Processes` away: this process can be signalled.
#[test]
fn no_process_outside_can_be_seen_signalled_or_traced_at_any_level() {
    // Numbers in the jail begin at 1, so this one's number names nobody there.
    let us = std::process::id();
    for level in Level::STARTED {
        let said = tries(jail(level), &[format!("signal={us}"), format!("ptrace={us}")]);
        assert_eq!(said, ["signal refused ESRCH", "ptrace refused ESRCH"], "{level}");
        let said = tries_one(jail(level), "list=/proc");
        let numbers =
            said.trim_start_matches("list ok ").split(',').filter(|name| name.parse::<u32>().is_ok());
        assert_eq!(numbers.collect::<Vec<_>>(), ["1", "2"], "{level}");
    }
}

/// Seen to fail with the program started by root without bubblewrap.
#[test]
fn nothing_can_be_mounted_at_any_level() {
    for level in Level::STARTED {
        assert_eq!(tries_one(jail(level), "mount"), "mount refused EPERM", "{level}");
    }
}

/// Seen to fail with `Barrier::Keyring` away: the key is found.
#[test]
fn a_key_of_ours_is_not_there_at_any_level() {
    let _key = Key::new("ringfence-test");
    for level in Level::STARTED {
        assert_eq!(tries_one(jail(level), "key=ringfence-test"), "key refused ENOKEY", "{level}");
    }
}

/// Seen to fail with `Barrier::Descriptors` away: a fourth number is among them.
#[test]
fn no_descriptor_is_inherited_at_any_level() {
    let leaking = Leaking::new();
    for level in Level::STARTED {
        // The fourth is that by which the directory itself is read.
        assert_eq!(tries_one(jail(level), "descriptors"), "descriptors ok 0,1,2,3", "{level}");
    }
    drop(leaking);
}

/// Seen to fail with `Barrier::Environment` away: `PATH` and more are among them.
#[test]
fn the_environment_is_what_was_given_at_any_level() {
    for level in Level::STARTED {
        let mut jail = jail(level);
        jail.environment = vec![("LANG".into(), "C.UTF-8".into())];
        // Bubblewrap adds the directory that it starts in.
        assert_eq!(tries_one(jail, "environment"), "environment ok LANG,PWD", "{level}");
    }
}

/// Seen to fail with `Barrier::HomeSize` away: 16 MiB are written.
#[test]
fn a_home_takes_as_much_as_it_may_and_is_nobody_elses() {
    for level in Level::STARTED {
        let mut small = jail(level);
        small.home_bytes = 1 << 20;
        small.files = vec![File { path: "/profile/Default/Preferences".into(), content: b"{}".to_vec() }];
        let attempts = ["list=/profile", "read=/profile/Default/Preferences", "fill=/profile/much"];
        let said = tries(small, &attempts.map(str::to_owned));
        assert_eq!(said, ["list ok Default", "read ok {}", "fill refused ENOSPC"], "{level}");
    }
}

/// Seen to fail with `Barrier::Limits` away: this process's own limits are read.
#[test]
fn limits_are_set_at_any_level() {
    for level in Level::STARTED {
        let mut jail = jail(level);
        // Below what any system allows.
        jail.limits = Limits { memory_bytes: 1 << 30, processes: 300, open_files: 77, file_bytes: 1 << 20 };
        let said = tries(jail, &["read=/proc/self/limits".to_owned()]);
        let limit = |name: &str| {
            let line = said.iter().find(|line| line.contains(name)).unwrap();
            line.split_whitespace().filter_map(|word| word.parse::<u64>().ok()).collect::<Vec<_>>()
        };
        assert_eq!(limit("Max data size"), [1 << 30, 1 << 30], "{level}");
        assert_eq!(limit("Max processes"), [300, 300], "{level}");
        assert_eq!(limit("Max open files"), [77, 77], "{level}");
        assert_eq!(limit("Max file size"), [1 << 20, 1 << 20], "{level}");
        assert_eq!(limit("Max core file size"), [0, 0], "{level}");
    }
}

/// Greets whoever connects to this jail's listener.
fn greet(listener: TcpListener, greeting: &'static str) {
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(greeting.as_bytes());
        }
    });
}

/// Seen to fail with `Barrier::Processes` away, and with `Barrier::Network` away.
#[test]
fn two_jails_share_nothing_at_full() {
    let mut other = staying(jail(Level::Full));
    let address = other.listener.local_addr().unwrap();
    greet(other.listener.try_clone().unwrap(), "other");
    let outside = other.process.id();
    let attempts = [format!("signal={outside}"), format!("tcp={address}"), "list=/profile".into()];
    let ours = jail(Level::Full).start(|_| attempts.iter().map(Into::into).collect()).unwrap();
    // The same address in another network: what connects to it comes to its own listener.
    greet(ours.listener, "own");
    let said = String::from_utf8(ours.process.wait_with_output().unwrap().stdout).unwrap();
    other.process.kill().unwrap();
    assert_eq!(said, "signal refused ESRCH\ntcp ok own\nlist ok \n");
}

/// A key in the keyring that what we start would inherit.
struct Key;

impl Key {
    fn new(description: &str) -> Self {
        let description = std::ffi::CString::new(description).unwrap();
        let (kind, payload) = (c"user".as_ptr(), c"secret".as_ptr());
        // The thread that starts processes has this one's keyring, because this test has it started.
        #[allow(unsafe_code)]
        // SAFETY: plain system calls on strings that live through them.
        let made = unsafe {
            // One that children inherit.
            libc::syscall(
                libc::SYS_keyctl,
                libc::KEYCTL_JOIN_SESSION_KEYRING,
                std::ptr::null::<libc::c_char>(),
            );
            libc::syscall(
                libc::SYS_add_key,
                kind,
                description.as_ptr(),
                payload,
                6,
                libc::KEY_SPEC_SESSION_KEYRING,
            )
        };
        assert!(made > 0, "{}", std::io::Error::last_os_error());
        Self
    }
}

/// A descriptor that is not marked to be closed, under a number that nothing else has.
struct Leaking {
    _file: std::fs::File,
}

impl Leaking {
    const NUMBER: i32 = 977;

    fn new() -> Self {
        let file = tempfile().unwrap();
        #[allow(unsafe_code)]
        // SAFETY: makes a copy of a descriptor that is ours; nobody closes the copy while this process runs.
        let copy = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_DUPFD, Self::NUMBER) };
        assert!(copy >= Self::NUMBER, "{}", std::io::Error::last_os_error());
        Self { _file: file }
    }
}
