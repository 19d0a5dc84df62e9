//! Runs the command in a clean environment.

use assert_cmd::Command;
use tempfile::TempDir;

/// What a run came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the command with a home directory that holds nothing.
pub(crate) fn ringfence(args: &[&str], stdin: &str) -> Ran {
    in_home(&TempDir::new().unwrap(), args, stdin)
}

/// Runs the command with this home directory, which is the working directory, too.
pub(crate) fn in_home(home: &TempDir, args: &[&str], stdin: &str) -> Ran {
    let mut command = Command::cargo_bin("ringfence").unwrap();
    command.env_clear().env("HOME", home.path()).current_dir(home.path()).args(args).write_stdin(stdin);
    let output = command.output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
