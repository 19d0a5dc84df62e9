//! Starting Chromium inside bubblewrap.
//!
//! Root and an ordinary user get the same: a user namespace of its own (as uid 1000 when started by root, since
//! Chromium's sandbox needs an ordinary user), its own processes, IPC and host name, a file view with nothing but what
//! Chromium needs, and an environment with nothing in it. Chromium's own sandbox stays on.

use std::ffi::OsString;
use std::io::{self, Seek as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use command_fds::{CommandFdExt as _, FdMapping};
use rustix::process::{PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use tokio::io::AsyncReadExt as _;
use tokio::net::unix::pipe;
use tokio::sync::watch;

use crate::error::StartError;
use crate::flags::{PROFILE, flags};
use crate::preferences::preferences;
use crate::{locate, spawner};

/// A Chromium that was started, and its two pipes.
pub(crate) struct Launched {
    pub(crate) process: Process,
    pub(crate) reader: pipe::Receiver,
    pub(crate) writer: pipe::Sender,
}

/// The process: bubblewrap's outer one. When it dies, everything it started dies.
pub(crate) struct Process {
    pidfd: OwnedFd,
    ended: watch::Receiver<bool>,
    output: Output,
}

/// The last words on standard error, for the log and for start errors.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

const OUTPUT_KEPT: usize = 2000;
/// Room for the profile, on a tmpfs of the jail's own: the kernel removes it with the jail.
const PROFILE_BYTES: u64 = 1 << 30;
const PREFERENCES_FD: i32 = 5;
const POLICIES_FD: i32 = 6;
/// Where Chromium looks for managed policies, and where Chrome does.
const POLICIES: &str = "/etc/chromium/policies/managed/ringfence.json";
const CHROME_POLICIES: &str = "/etc/opt/chrome/policies/managed/ringfence.json";

/// Starts Chromium with its traffic sent to a proxy on this loopback port, under these managed policies.
pub(crate) async fn launch(
    chromium: Option<&Path>,
    proxy_port: u16,
    policies: &serde_json::Value,
) -> Result<Launched, StartError> {
    if !cfg!(target_os = "linux") {
        return Err(StartError::Unsupported);
    }
    let chromium = locate::chromium(chromium)?;
    let bubblewrap = locate::bubblewrap()?;
    let (to_chromium, writer) = pipe_pair().map_err(StartError::Spawn)?;
    let (reader, from_chromium) = pipe_pair().map_err(StartError::Spawn)?;
    let preferences = filled_file(&preferences()).map_err(StartError::Spawn)?;
    let policies = filled_file(policies).map_err(StartError::Spawn)?;
    let mut files = Args::default();
    files.two("--file", PREFERENCES_FD.to_string(), format!("{PROFILE}/Default/Preferences"));
    let place = if chromium.starts_with("/opt/google") { CHROME_POLICIES } else { POLICIES };
    files.two("--file", POLICIES_FD.to_string(), place);
    let mut command = contained(&bubblewrap, &chromium, &files.0);
    command.args(flags(proxy_port));
    let mapping = |parent_fd, child_fd| FdMapping { parent_fd, child_fd };
    command
        .fd_mappings(vec![
            mapping(to_chromium, 3),
            mapping(from_chromium, 4),
            mapping(preferences, PREFERENCES_FD),
            mapping(policies, POLICIES_FD),
        ])
        .map_err(|error| StartError::Spawn(io::Error::other(error)))?;
    let process = Process::start(command).await.map_err(StartError::Spawn)?;
    Ok(Launched {
        process,
        reader: pipe::Receiver::from_owned_fd(reader).map_err(StartError::Spawn)?,
        writer: pipe::Sender::from_owned_fd(writer).map_err(StartError::Spawn)?,
    })
}

/// The command that starts `program` contained, with more arguments for bubblewrap; the program's own are still to be
/// added.
pub(crate) fn contained(bubblewrap: &Path, program: &Path, more: &[OsString]) -> Command {
    #[expect(clippy::disallowed_methods, reason = "this crate starts the browser")]
    let mut command = Command::new(bubblewrap);
    command.args(file_view(program)).args(process_view()).args(more);
    command.arg("--").arg(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).env_clear();
    command
}

/// What of the machine can be seen: programs, libraries, fonts and certificates, read-only.
fn file_view(program: &Path) -> Vec<OsString> {
    let mut args = Args::default();
    args.two("--ro-bind", "/usr", "/usr");
    for link in ["bin", "sbin", "lib", "lib32", "lib64"] {
        // Merged on current systems; a directory of its own on older ones.
        match std::fs::read_link(Path::new("/").join(link)) {
            Ok(target) => args.two("--symlink", target, format!("/{link}")),
            Err(_) => args.two("--ro-bind-try", format!("/{link}"), format!("/{link}")),
        }
    }
    for file in [
        "/etc/fonts",
        "/etc/ssl/certs",
        "/etc/ssl/openssl.cnf",
        "/etc/pki",
        "/etc/ca-certificates",
        "/etc/ld.so.cache",
        "/etc/localtime",
        "/etc/alternatives",
        "/var/cache/fontconfig",
    ] {
        args.two("--ro-bind-try", file, file);
    }
    if let Some(directory) = program.parent().filter(|directory| !directory.starts_with("/usr")) {
        args.two("--ro-bind-try", directory, directory);
    }
    args.two("--proc", "/proc", "--dev");
    args.one("/dev");
    args.two("--size", (256_u64 << 20).to_string(), "--tmpfs");
    args.one("/tmp");
    args.two("--size", PROFILE_BYTES.to_string(), "--tmpfs");
    args.one(PROFILE);
    args.0
}

/// Who it is, whom it can see, and what it is told.
fn process_view() -> Vec<OsString> {
    let mut args = Args::default();
    args.one("--unshare-user");
    if rustix::process::geteuid().is_root() {
        args.two("--uid", "1000", "--gid");
        args.one("1000");
    }
    for own in [
        "--unshare-pid",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
        "--die-with-parent",
        "--new-session",
        "--clearenv",
    ] {
        args.one(own);
    }
    for (name, value) in [
        ("HOME", PROFILE),
        ("LANG", "C.UTF-8"),
        ("PATH", "/nonexistent"),
        ("DBUS_SESSION_BUS_ADDRESS", "disabled:"),
    ] {
        args.two("--setenv", name, value);
    }
    args.0
}

#[derive(Default)]
struct Args(Vec<OsString>);

impl Args {
    fn one(&mut self, arg: impl Into<OsString>) {
        self.0.push(arg.into());
    }

    fn two(&mut self, flag: &str, first: impl Into<OsString>, second: impl Into<OsString>) {
        self.one(flag);
        self.one(first);
        self.one(second);
    }
}

fn pipe_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?)
}

/// A file in memory with this value in it as JSON. A pipe would hold no more than 64 KiB.
fn filled_file(value: &serde_json::Value) -> io::Result<OwnedFd> {
    let made = rustix::fs::memfd_create("ringfence", rustix::fs::MemfdFlags::CLOEXEC)?;
    let mut file = std::fs::File::from(made);
    file.write_all(value.to_string().as_bytes())?;
    file.rewind()?;
    Ok(file.into())
}

impl Process {
    async fn start(command: Command) -> io::Result<Self> {
        let mut child = spawner::spawn(command).await?;
        let pid = i32::try_from(child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
            .ok_or_else(|| io::Error::other("no process id"))?;
        let pidfd = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(pidfd) => pidfd,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(error.into());
            }
        };
        let output = Output::default();
        if let Some(stderr) = child.stderr.take() {
            output.collect(pipe::Receiver::from_owned_fd(OwnedFd::from(stderr))?);
        }
        let (end, ended) = watch::channel(false);
        std::thread::Builder::new().name("browser-wait".to_owned()).spawn(move || {
            let _ = child.wait();
            end.send_replace(true);
        })?;
        Ok(Self { pidfd, ended, output })
    }

    /// Waits until the process has ended and was reaped.
    pub(crate) async fn ended(&self) {
        let mut ended = self.ended.clone();
        // The sender is only dropped after it has sent.
        let _ = ended.wait_for(|ended| *ended).await;
    }

    /// Kills the process and, with it, everything that it started.
    pub(crate) fn kill(&self) {
        if let Err(error) = pidfd_send_signal(&self.pidfd, Signal::KILL) {
            tracing::debug!(%error, "the browser had ended already");
        }
    }

    /// The last words on standard error.
    pub(crate) fn output(&self) -> String {
        String::from_utf8_lossy(&self.output.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Output {
    fn collect(&self, mut from: pipe::Receiver) {
        let kept = self.clone();
        tokio::spawn(async move {
            let mut buffer = [0; 1024];
            while let Ok(length @ 1..) = from.read(&mut buffer).await {
                let mut kept = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(buffer.iter().take(length));
                let surplus = kept.len().saturating_sub(OUTPUT_KEPT);
                kept.drain(..surplus);
            }
        });
    }
}
