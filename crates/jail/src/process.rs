use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, ChildStderr, ChildStdout, ExitStatus, Output};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// The outermost process of a jail, which is the first of a process namespace: when it ends, the kernel ends all that
/// is in the jail, and its end is not over before that is done.
#[derive(Debug)]
pub struct Process {
    /// What it writes to its standard output, when that is read.
    pub stdout: Option<ChildStdout>,
    /// What it writes to its standard error.
    pub stderr: Option<ChildStderr>,
    pid: Pid,
    ended: Option<ExitStatus>,
    /// The process that made it. It has ended long ago, and is the owner of the pipes in the standard library's eyes.
    maker: Child,
}

impl Process {
    pub(crate) fn new(pid: Pid, mut maker: Child) -> Self {
        let (stdout, stderr) = (maker.stdout.take(), maker.stderr.take());
        Self { stdout, stderr, pid, ended: None, maker }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.pid.as_raw_pid().unsigned_abs()
    }

    /// Kills it and, with it, everything in the jail. Does nothing to one whose end was waited for.
    ///
    /// # Errors
    /// What the system says; it has no reason to.
    pub fn kill(&mut self) -> io::Result<()> {
        match self.ended {
            // Its number may be another's by now.
            Some(_) => Ok(()),
            None => Ok(kill_process(self.pid, Signal::KILL)?),
        }
    }

    /// Waits until it and everything in the jail has ended.
    ///
    /// # Errors
    /// What the system says; it has no reason to.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        if let Some(ended) = self.ended {
            return Ok(ended);
        }
        let ended = bury(self.pid)?;
        self.ended = Some(ended);
        Ok(ended)
    }

    /// Reads all that it writes, as far as that is read, and waits for its end.
    ///
    /// # Errors
    /// When reading fails, or waiting.
    pub fn wait_with_output(self) -> io::Result<Output> {
        let Self { stdout, stderr, pid, ended, mut maker } = self;
        (maker.stdout, maker.stderr) = (stdout, stderr);
        // Which reads both at once. It waits for the maker's end, which is known.
        let read = maker.wait_with_output()?;
        let status = ended.map_or_else(|| bury(pid), Ok)?;
        Ok(Output { status, ..read })
    }
}

/// Waits for the end of a process that we started.
pub(crate) fn bury(pid: Pid) -> io::Result<ExitStatus> {
    loop {
        match waitpid(Some(pid), WaitOptions::empty()) {
            Ok(Some((_, status))) => return Ok(ExitStatus::from_raw(status.as_raw())),
            Ok(None) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
