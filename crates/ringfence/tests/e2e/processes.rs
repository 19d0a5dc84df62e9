//! The processes of a test's browser, seen from outside.

use std::collections::BTreeSet;
use std::time::Duration;

/// The processes that this one has started, and all that they started.
pub(crate) fn descendants() -> Vec<u32> {
    let mut parents = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        // A process may end while it is looked at.
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((_, rest)) = stat.rsplit_once(") ") else { continue };
        let parent: u32 = rest.split(' ').nth(1).unwrap().parse().unwrap();
        parents.push((pid, parent));
    }
    let mut found = vec![std::process::id()];
    let mut at = 0;
    while at < found.len() {
        let of = found[at];
        found.extend(parents.iter().filter(|(_, parent)| *parent == of).map(|(pid, _)| *pid));
        at += 1;
    }
    found.split_off(1)
}

pub(crate) fn command_of(pid: u32) -> String {
    std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default().trim().to_owned()
}

pub(crate) fn temporary_files() -> BTreeSet<String> {
    let files = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    files.map(|file| file.file_name().to_string_lossy().into_owned()).collect()
}

pub(crate) async fn until_none_is_left(processes: &[u32]) {
    // The kernel takes a moment to clear away what was killed. A process that stays fails the test by its time limit.
    while processes.iter().any(|pid| std::fs::metadata(format!("/proc/{pid}")).is_ok()) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Ends a process that this test has started.
pub(crate) fn kill(pid: u32) {
    let pid = rustix::process::Pid::from_raw(pid.try_into().unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
}

/// The command line of a process, its arguments with spaces between them.
pub(crate) fn arguments_of(pid: u32) -> String {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).replace('\0', " ")
}

/// The browser's processes of this type, as Chromium names it.
pub(crate) fn descendants_of_type(kind: &str) -> Vec<u32> {
    let flag = format!("--type={kind} ");
    descendants().into_iter().filter(|pid| arguments_of(*pid).contains(&flag)).collect()
}
