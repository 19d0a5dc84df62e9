//! A person is asked on the terminal, by the command itself.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ringfence_testkit::Site;
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};
use tempfile::TempDir;

/// `ringfence calls` at a terminal of its own, of which this is the other side. The calls are in a file, so that the terminal
/// is there for answers alone.
struct AtTerminal {
    terminal: File,
    child: Child,
    _home: TempDir,
}

impl AtTerminal {
    fn start(options: &[&str], calls: &[Value]) -> Self {
        let home = TempDir::new().unwrap();
        let file = home.path().join("calls.jsonl");
        let lines: String = calls.iter().map(|call| format!("{call}\n")).collect();
        std::fs::write(&file, lines).unwrap();
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let child = command(home.path(), &["-c"], options, &file).stdin(Stdio::from(slave)).spawn().unwrap();
        Self { terminal: master.into(), child, _home: home }
    }

    /// Reads from the terminal until this is there, and returns all that came.
    fn until(&mut self, end: &str) -> String {
        let mut shown = String::new();
        let mut byte = [0];
        while !shown.ends_with(end) {
            self.terminal.read_exact(&mut byte).unwrap();
            shown.push(char::from(byte[0]));
        }
        shown
    }

    fn types(&mut self, line: &str) {
        self.terminal.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// What the calls were answered with: the first text of each.
    fn answers(mut self) -> Vec<String> {
        let mut stdout = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        self.child.wait().unwrap();
        texts(&stdout)
    }
}

impl Drop for AtTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command in a session of its own, without a terminal unless it is told to take its stdin for one.
#[expect(clippy::disallowed_methods, reason = "the command under test is a process")]
fn command(home: &Path, session: &[&str], options: &[&str], calls: &Path) -> Command {
    let mut command = Command::new("setsid");
    command.args(session).arg(env!("CARGO_BIN_EXE_ringfence")).arg("calls").args(options).arg(calls);
    command.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", home).env("TMPDIR", home).current_dir(home);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn texts(stdout: &str) -> Vec<String> {
    let text = |line: &str| {
        let answer: Value = serde_json::from_str(line).unwrap();
        answer["content"][0]["text"].as_str().unwrap().to_owned()
    };
    stdout.lines().map(text).collect()
}

fn key(text: &str) -> Value {
    json!({ "name": "key", "input": { "text": text } })
}

/// Whoever is asked is told the page as it was last reported.
fn look() -> Value {
    json!({ "name": "wait", "input": { "duration": 0 } })
}

const QUESTION: &str = "\r\nringfence: the agent asks to do this:\r\n  key\r\n  on about:blank\r\n    text: \"a\"\r\n    repeat: 1\r\n    acts on: nothing in particular\r\nDo it, once? Only \"y\" is yes (120 s): ";
const DONE: &str = "Pressed \"a\" 1 time.";
const NOT_DONE: &str = "key was not approved, so nothing was done.";

#[test]
fn p6_an_answer_on_the_terminal_holds_for_one_call_and_none_is_given_ahead_of_time() {
    let mut person = AtTerminal::start(&["--ask", "key"], &[look(), key("a"), key("a"), key("a")]);
    // Before anybody asks.
    person.types("y");
    let asked = person.until("(120 s): ");
    assert_eq!(asked.replacen("y\r\n", "", 1), QUESTION);
    person.types("no");
    assert_eq!(person.until("(120 s): ").replacen("no\r\n", "", 1), QUESTION);
    person.types("y");
    assert_eq!(person.until("(120 s): ").replacen("y\r\n", "", 1), QUESTION);
    person.types("");
    assert_eq!(person.answers()[1..], [NOT_DONE, DONE, NOT_DONE]);
}

#[test]
fn p6_without_a_terminal_nobody_is_asked_and_nothing_is_done() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("calls.jsonl");
    std::fs::write(&file, format!("{}\n", key("a"))).unwrap();
    let output =
        command(home.path(), &["-w"], &["--ask", "key"], &file).stdin(Stdio::null()).output().unwrap();
    let said = "key was not approved: there is no terminal to ask on. Nothing was done. The operator can approve it for every call with --yes key.";
    assert_eq!(texts(&String::from_utf8(output.stdout).unwrap()), [said]);
    // It was told at the start, before anything was refused.
    let warned = String::from_utf8(output.stderr).unwrap();
    let first = warned.lines().next().unwrap();
    assert_eq!(
        first,
        "ringfence: there is no terminal to ask on: each call that you want to be asked about will be refused. Start this at a \
         terminal, or approve every call of a member with --yes MEMBER instead"
    );
}

/// A warning is only for those who want to be asked.
#[test]
fn without_a_terminal_nothing_is_said_where_nobody_is_to_be_asked() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("calls.jsonl");
    std::fs::write(&file, "").unwrap();
    let asking = home.path().join("asking.toml");
    std::fs::write(&asking, "[[confirm]]\nmembers = [\"key\"]\nanswer = \"ask\"\n").unwrap();
    let in_file = ["--config", asking.to_str().unwrap()];
    let approved = [&in_file[..], &["--yes", "key"]].concat();
    for (options, lines) in [(&["--ask", "key"][..], 1), (&in_file, 1), (&approved, 0), (&[], 0)] {
        let output = command(home.path(), &["-w"], options, &file).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(0), lines), "{options:?}: {said}");
    }
}

/// The page is told to the person with everything in it visible, and so is the file, with every link followed.
#[test]
fn t9_whoever_is_asked_reads_which_file_goes_to_which_page() {
    let site =
        Site::builder().page("/up", "<!doctype html><title>Up</title><input type=file>").start().unwrap();
    let root = TempDir::new().unwrap();
    let root = root.path().canonicalize().unwrap();
    std::fs::write(root.join("real\u{202e}\n.txt"), "A").unwrap();
    std::os::unix::fs::symlink("real\u{202e}\n.txt", root.join("link.txt")).unwrap();
    let options = [
        "--enable",
        "file_upload",
        "--ask",
        "file_upload",
        "--upload-root",
        root.to_str().unwrap(),
        "--allow-local",
        &site.origin(),
    ];
    let target = json!({ "type": "ref", "ref": "ref_1" });
    let calls = [
        json!({ "name": "navigate", "input": { "url": site.url("/up") } }),
        json!({ "name": "read_page", "input": { "filter": "all" } }),
        json!({ "name": "file_upload", "input": { "target": target, "paths": [root.join("link.txt")] } }),
    ];
    let mut person = AtTerminal::start(&options, &calls);
    let asked = person.until("(120 s): ");
    let path = format!("{}/real\\u{{202e}}\\n.txt", root.display());
    let page = site.url("/up");
    let expected = format!(
        "\r\nringfence: the agent asks to do this:\r\n  file_upload\r\n  on {page}\r\n    target: ref_1\r\n    paths: [\"{path}\"]\r\n    acts on: file\r\nDo it, once? Only \"y\" is yes (120 s): "
    );
    assert_eq!(asked, expected);
    person.types("y");
    let answers = person.answers();
    assert_eq!(answers[2], "Set ref_1 to 1 file.");
}
