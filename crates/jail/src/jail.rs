use std::ffi::OsString;
use std::io::{self, Seek as _, Write as _};
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use command_fds::{CommandFdExt as _, FdMapping};
use rustix::net::{AddressFamily, SocketFlags, SocketType};

use crate::barrier::Barrier;
use crate::child::{Child, Maps, Network, Restrictions};
use crate::error::JailError;
use crate::level::Level;
use crate::limits::Limits;
use crate::process::Process;
use crate::told::Told;
use crate::{landlock, locate, own_number, seccomp, spawner, unsafe_calls, view};

/// A program to be started contained: at which level, what it sees, and what it is given.
///
/// It sees the system's programs and libraries read-only, its own directory, devices that do no harm, processes of its
/// own, an empty home and an empty `/tmp`, both in memory. It is given nothing else but what is said here.
#[derive(Debug)]
pub struct Jail {
    /// How strongly it is contained.
    pub level: Level,
    /// The program's path, which has to be absolute.
    pub program: PathBuf,
    /// Where its home is, as it sees it.
    pub home: PathBuf,
    /// The room in its home, in bytes. Default 1 GiB.
    pub home_bytes: u64,
    /// Files that only it sees.
    pub files: Vec<File>,
    /// Directories of the machine that it may read, at their own paths.
    pub read_only: Vec<PathBuf>,
    /// Directories of the machine that it may change, at their own paths.
    pub read_write: Vec<PathBuf>,
    /// Directories of the machine that it sees at another path. What is put there later is seen, too.
    pub binds: Vec<Bind>,
    /// Its whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// Open descriptors that become 3, 4 and so on.
    pub descriptors: Vec<OwnedFd>,
    /// The most that it may use.
    pub limits: Limits,
    /// Where its standard output goes; nowhere by default. Standard error can always be read.
    pub output: Output,
    /// Bubblewrap's binary; none to look in the usual places.
    pub bubblewrap: Option<PathBuf>,
    /// What was taken away; nothing but in tests.
    without: Vec<Barrier>,
}

/// A file that a contained process sees and that is nowhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its path, as the process sees it.
    pub path: PathBuf,
    /// What is in it.
    pub content: Vec<u8>,
}

/// A directory of the machine that a contained process sees at another path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bind {
    /// Where it is.
    pub directory: PathBuf,
    /// Its path, as the process sees it.
    pub path: PathBuf,
    /// Whether the process may change it; else it only reads.
    pub writable: bool,
}

/// Where a contained process's standard output goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Output {
    /// Nowhere.
    #[default]
    Dropped,
    /// To whoever has the process.
    Read,
}

/// A process that was started contained. Everything that it starts ends with it.
#[derive(Debug)]
pub struct Jailed {
    /// The outermost process. Killing it kills all that is in the jail.
    pub process: Process,
    /// Listens where the contained process can connect to, and at level full can connect to nothing else.
    pub listener: TcpListener,
    /// How strongly it is contained.
    pub level: Level,
}

/// The port of the listener at level full. It is in a network of its own, so nobody else has it; it lies above the
/// ports that systems hand out by themselves, so that it is hardly a port that an operator allows on the machine itself.
const INNER_PORT: u16 = 61_831;
/// The first descriptor that isn't standard input, output or error.
const FIRST_DESCRIPTOR: usize = 3;

impl Jail {
    /// A program at this level with an empty home, no files of its own, an empty environment and the default limits.
    pub fn new(level: Level, program: impl Into<PathBuf>) -> Self {
        Self {
            level,
            program: program.into(),
            home: "/profile".into(),
            home_bytes: 1 << 30,
            files: Vec::new(),
            read_only: Vec::new(),
            read_write: Vec::new(),
            binds: Vec::new(),
            environment: Vec::new(),
            descriptors: Vec::new(),
            limits: Limits::default(),
            output: Output::default(),
            bubblewrap: None,
            without: Vec::new(),
        }
    }

    /// Takes a barrier away, to see that its test fails then.
    #[cfg(feature = "removable-barriers")]
    #[must_use]
    pub fn without(mut self, barrier: Barrier) -> Self {
        self.without.push(barrier);
        self
    }

    pub(crate) fn has(&self, barrier: Barrier) -> bool {
        !self.without.contains(&barrier)
    }

    /// Starts it. `arguments` makes the program's arguments from the port that [`Jailed::listener`] listens on, on the
    /// loopback address.
    ///
    /// Blocks until the process was started, which takes some milliseconds.
    ///
    /// # Errors
    /// What the system doesn't have or doesn't let us do; nothing is left running then.
    pub fn start(self, arguments: impl FnOnce(u16) -> Vec<OsString>) -> Result<Jailed, JailError> {
        if !cfg!(target_os = "linux") {
            return Err(JailError::Unsupported);
        }
        let level = self.level;
        let (network, ours) = match level {
            Level::Full if self.has(Barrier::Network) => (Some(Network::new(INNER_PORT)), None),
            Level::Full | Level::Reduced | Level::ProxyOnly => (None, Some(listen_outside()?)),
            Level::Attached => return Err(JailError::NotStarted { level }),
        };
        let port = match &ours {
            Some(listener) => listener.local_addr().map_err(JailError::io("listening"))?.port(),
            None => INNER_PORT,
        };
        let restrictions = (level == Level::Reduced).then(|| self.restrictions(port)).transpose()?;
        let (report, to_report) =
            rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
                .map_err(JailError::io("making a socket pair"))?;
        let child = Child {
            maps: Maps::of_this_process(),
            parent: own_number::ours().map_err(JailError::io("reading /proc/self"))?,
            own_processes: self.has(Barrier::Processes),
            network,
            restrictions,
            limits: if self.has(Barrier::Limits) { self.limits.as_resources() } else { Vec::new() },
            own_keyring: self.has(Barrier::Keyring),
            report: to_report,
        };
        let command = self.command(child, arguments(port))?;
        let started = spawner::spawn(command);
        let told = Told::receive(&report).map_err(JailError::io("hearing from the child"))?;
        let process = told.process(started)?;
        let mut jailed = Unfinished(Some(process));
        let listener = match ours {
            Some(listener) => listener,
            None => told.listener.ok_or_else(|| {
                JailError::io("taking over the listener")(io::Error::from(io::ErrorKind::NotConnected))
            })?,
        };
        let process = jailed
            .0
            .take()
            .ok_or_else(|| JailError::io("starting the process")(io::Error::from(io::ErrorKind::NotFound)))?;
        Ok(Jailed { process, listener, level })
    }

    /// What a process gives up that may connect to this port only.
    fn restrictions(&self, port: u16) -> Result<Restrictions, JailError> {
        Ok(Restrictions {
            rules: self.has(Barrier::Ports).then(|| landlock::rules(port)).transpose()?,
            filter: self.has(Barrier::Calls).then(seccomp::filter).transpose()?,
        })
    }

    /// Bubblewrap with all that it is told, and what its process does before it becomes bubblewrap.
    fn command(mut self, child: Child, arguments: Vec<OsString>) -> Result<Command, JailError> {
        let bubblewrap = locate::find(self.bubblewrap.as_deref())?;
        let first_file = FIRST_DESCRIPTOR + self.descriptors.len();
        #[expect(clippy::disallowed_methods, reason = "this crate starts processes")]
        let mut command = Command::new(bubblewrap);
        command.args(view::arguments(&self, first_file)).args(arguments);
        if self.has(Barrier::Environment) {
            command.env_clear();
        }
        command.stdin(Stdio::null()).stderr(Stdio::piped()).stdout(match self.output {
            Output::Dropped => Stdio::null(),
            Output::Read => Stdio::piped(),
        });
        let mut descriptors = std::mem::take(&mut self.descriptors);
        for file in &self.files {
            descriptors.push(filled_file(&file.content).map_err(JailError::io("making a file in memory"))?);
        }
        let first_free = u32::try_from(FIRST_DESCRIPTOR + descriptors.len()).unwrap_or(u32::MAX);
        let mappings = (3..).zip(descriptors);
        let mappings = mappings.map(|(child_fd, parent_fd)| FdMapping { parent_fd, child_fd }).collect();
        // In this order: the mapping may put a descriptor in the place of one that the child still needs.
        unsafe_calls::before_exec(&mut command, move || child.prepare());
        command
            .fd_mappings(mappings)
            .map_err(|error| JailError::io("handing descriptors on")(io::Error::other(error)))?;
        if self.has(Barrier::Descriptors) {
            unsafe_calls::before_exec(&mut command, move || unsafe_calls::close_from(first_free));
        }
        Ok(command)
    }
}

/// A process that is killed unless it is taken over.
struct Unfinished(Option<Process>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(process) = &mut self.0 {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn listen_outside() -> Result<TcpListener, JailError> {
    TcpListener::bind(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)).map_err(JailError::io("listening"))
}

/// A file in memory with this in it, read from its start. A pipe would hold no more than 64 KiB.
fn filled_file(content: &[u8]) -> io::Result<OwnedFd> {
    let made = rustix::fs::memfd_create("ringfence", rustix::fs::MemfdFlags::CLOEXEC)?;
    let mut file = std::fs::File::from(made);
    file.write_all(content)?;
    file.rewind()?;
    Ok(file.into())
}
