//! The running command, and the processes under it.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// The command with its pipes. Its home directory is empty, and temporary files go there, too.
pub(crate) struct Running {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<Box<dyn Read + Send>>,
    home: TempDir,
}

/// What the command left when it ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Running {
    #[expect(clippy::disallowed_methods, reason = "the command under test is a process")]
    pub(crate) fn start(args: &[&str]) -> Self {
        let home = TempDir::new().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_ringfence"))
            .args(args)
            .env_clear()
            .env("HOME", home.path())
            .env("TMPDIR", home.path())
            .current_dir(home.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout: Box<dyn Read + Send> = Box::new(child.stdout.take().unwrap());
        Self { child, stdin, stdout: BufReader::new(stdout), home }
    }

    /// Writes a line to its stdin.
    pub(crate) fn write(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    /// Reads a line of JSON from its stdout.
    pub(crate) fn read(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// Every process that it has started, and all that these have started.
    pub(crate) fn descendants(&self) -> Vec<u32> {
        descendants_of(self.child.id())
    }

    /// What it has left in its home.
    pub(crate) fn files(&self) -> Vec<std::ffi::OsString> {
        std::fs::read_dir(self.home.path()).unwrap().flatten().map(|entry| entry.file_name()).collect()
    }

    /// Kills it where it stands.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_raw(self.child.id().try_into().unwrap()).unwrap(), signal).unwrap();
    }

    /// Closes the end of its stdout that is read, and waits for its end while its stdin stays open.
    pub(crate) fn stop_reading(mut self) -> Ended {
        let stdin = self.stdin.take();
        self.stdout = BufReader::new(Box::new(std::io::empty()));
        let ended = self.wait();
        drop(stdin);
        ended
    }

    /// Ends its stdin, and waits until a line of its stderr has this in it. Gives every line up to there.
    pub(crate) fn end_input_until(&mut self, told: &str) -> Vec<String> {
        drop(self.stdin.take());
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.contains(told)) {
            // Byte by byte: what comes after is for whoever waits for the end.
            let mut line = Vec::new();
            let stderr = self.child.stderr.as_mut().unwrap();
            let mut byte = [0];
            while stderr.read(&mut byte).unwrap() == 1 && byte[0] != b'\n' {
                line.push(byte[0]);
            }
            assert!(!line.is_empty(), "it ended with {lines:?}");
            lines.push(String::from_utf8(line).unwrap());
        }
        lines
    }

    /// Ends its stdin and waits for its end.
    pub(crate) fn end_of_input(mut self) -> Ended {
        drop(self.stdin.take());
        self.wait()
    }

    /// Waits for its end. One that stays fails the test by its time limit.
    pub(crate) fn wait(mut self) -> Ended {
        let mut stdout = String::new();
        self.stdout.read_to_string(&mut stdout).unwrap();
        let mut stderr = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let status: ExitStatus = self.child.wait().unwrap();
        Ended { code: status.code(), stdout, stderr }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A test that failed must not leave it behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until none of these is left. One that stays fails the test by its time limit.
pub(crate) fn until_none_is_left(processes: &[u32]) {
    while processes.iter().any(|pid| std::fs::metadata(format!("/proc/{pid}")).is_ok()) {
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub(crate) fn command_of(pid: u32) -> String {
    std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default().trim().to_owned()
}

/// Every process that this one has started, and all that these have started.
pub(crate) fn descendants_of(process: u32) -> Vec<u32> {
    let mut parents = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        // A process may end while it is looked at.
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((_, rest)) = stat.rsplit_once(") ") else { continue };
        parents.push((pid, rest.split(' ').nth(1).unwrap().parse::<u32>().unwrap()));
    }
    let mut found = vec![process];
    let mut at = 0;
    while at < found.len() {
        let of = found[at];
        found.extend(parents.iter().filter(|(_, parent)| *parent == of).map(|(pid, _)| *pid));
        at += 1;
    }
    found.split_off(1)
}
