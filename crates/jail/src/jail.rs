use std::ffi::OsString;
use std::io::{self, IoSliceMut, Write as _};
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Child as Process, Command, Stdio};

use command_fds::{CommandFdExt as _, FdMapping};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SocketFlags, SocketType,
};

use crate::child::{Child, Network};
use crate::error::JailError;
use crate::level::Level;
use crate::limits::Limits;
use crate::step::Step;
use crate::{locate, spawner, unsafe_calls, view};

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
}

/// A file that a contained process sees and that is nowhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its path, as the process sees it.
    pub path: PathBuf,
    /// What is in it, at most 64 KiB.
    pub content: Vec<u8>,
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
            environment: Vec::new(),
            descriptors: Vec::new(),
            limits: Limits::default(),
            output: Output::default(),
            bubblewrap: None,
        }
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
            Level::Full => (Some(Network::new(INNER_PORT)), None),
            Level::ProxyOnly => (None, Some(listen_outside()?)),
            Level::Attached | Level::Reduced => return Err(JailError::NotStarted { level }),
        };
        let port = match &ours {
            Some(listener) => listener.local_addr().map_err(JailError::io("listening"))?.port(),
            None => INNER_PORT,
        };
        let (report, to_report) =
            rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
                .map_err(JailError::io("making a socket pair"))?;
        let child = Child {
            parent: Some(rustix::process::getpid()),
            network,
            limits: self.limits.as_resources(),
            report: to_report,
        };
        let command = self.command(child, arguments(port))?;
        let started = spawner::spawn(command);
        let told = receive(&report);
        let process = started.map_err(|source| match told.as_ref().ok().and_then(|told| told.failed) {
            Some(step) => JailError::Prepare { step, source },
            None => JailError::Prepare { step: Step::Execute, source },
        })?;
        let mut jailed = Unfinished(Some(process));
        let listener = match ours {
            Some(listener) => listener,
            None => told?.listener.ok_or_else(|| {
                JailError::io("taking over the listener")(io::Error::from(io::ErrorKind::NotConnected))
            })?,
        };
        let process = jailed
            .0
            .take()
            .ok_or_else(|| JailError::io("starting the process")(io::Error::from(io::ErrorKind::NotFound)))?;
        Ok(Jailed { process, listener, level })
    }

    /// Bubblewrap with all that it is told, and what its process does before it becomes bubblewrap.
    fn command(mut self, child: Child, arguments: Vec<OsString>) -> Result<Command, JailError> {
        let bubblewrap = locate::find(self.bubblewrap.as_deref())?;
        let first_file = FIRST_DESCRIPTOR + self.descriptors.len();
        #[expect(clippy::disallowed_methods, reason = "this crate starts processes")]
        let mut command = Command::new(bubblewrap);
        command.args(view::arguments(&self, first_file)).args(arguments).env_clear();
        command.stdin(Stdio::null()).stderr(Stdio::piped()).stdout(match self.output {
            Output::Dropped => Stdio::null(),
            Output::Read => Stdio::piped(),
        });
        let mut descriptors = std::mem::take(&mut self.descriptors);
        for file in &self.files {
            descriptors.push(filled_pipe(&file.content).map_err(JailError::io("making a pipe"))?);
        }
        let first_free = u32::try_from(FIRST_DESCRIPTOR + descriptors.len()).unwrap_or(u32::MAX);
        let mappings = (3..).zip(descriptors);
        let mappings = mappings.map(|(child_fd, parent_fd)| FdMapping { parent_fd, child_fd }).collect();
        // In this order: the mapping may put a descriptor in the place of one that the child still needs.
        unsafe_calls::before_exec(&mut command, move || child.prepare());
        command
            .fd_mappings(mappings)
            .map_err(|error| JailError::io("handing descriptors on")(io::Error::other(error)))?;
        unsafe_calls::before_exec(&mut command, move || unsafe_calls::close_from(first_free));
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

/// A pipe with this in it, and its writing end closed. A pipe holds 64 KiB.
fn filled_pipe(content: &[u8]) -> io::Result<OwnedFd> {
    let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
    rustix::io::ioctl_fionbio(&writer, true)?;
    std::fs::File::from(writer).write_all(content)?;
    Ok(reader)
}

/// What a child has told by the time that it became its program, or failed to.
struct Told {
    failed: Option<Step>,
    listener: Option<TcpListener>,
}

/// Reads what the child has told. It was told before the start was over, so nothing has to be waited for.
fn receive(report: &OwnedFd) -> Result<Told, JailError> {
    let mut number = [0_u8];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
    rustix::net::recvmsg(report, &mut [IoSliceMut::new(&mut number)], &mut control, flags)
        .map_err(JailError::io("hearing from the child"))?;
    let descriptors = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(rights) => Some(rights),
        _ => None,
    });
    let listener = descriptors.flatten().next().map(TcpListener::from);
    Ok(Told { failed: Step::of(number[0]), listener })
}
