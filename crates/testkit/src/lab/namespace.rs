//! The throw-away namespaces.

use crate::lab::names::RESOLVER;
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};

const SCRIPT: &str = include_str!("world.sh");

/// Runs a command in network, mount and process namespaces of its own, in which every address is this machine and from
/// which nothing leaves. Root gets these alone, anybody else a user namespace around them. Whatever the command has
/// started ends with it. `directory` must exist and may hold other files; it gets two more.
///
/// Needs `unshare` and `mount` of util-linux and `ip` of iproute2.
///
/// # Errors
/// When the files can't be written or `unshare` can't be started. That the namespaces are not to be had shows in the exit
/// status and on standard error.
pub fn enter<S: AsRef<OsStr>>(directory: &Path, command: &[S]) -> io::Result<ExitStatus> {
    std::fs::write(directory.join("resolv.conf"), format!("nameserver {RESOLVER}\noptions timeout:2\n"))?;
    std::fs::write(directory.join("hosts"), "127.0.0.1 localhost\n::1 localhost\n")?;
    #[expect(clippy::disallowed_methods, reason = "the lab starts what makes its namespaces")]
    let mut unshare = Command::new("unshare");
    if !rustix::process::geteuid().is_root() {
        unshare.args(["--user", "--map-root-user"]);
    }
    unshare.args([
        "--net",
        "--mount",
        "--pid",
        "--fork",
        "--mount-proc",
        "--kill-child=KILL",
        "--",
        "sh",
        "-c",
    ]);
    unshare.arg(SCRIPT).arg("lab").arg(directory).args(command).status()
}
