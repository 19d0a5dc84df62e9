//! What is left of a session when its owner is killed: nothing.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use ringfence_testkit::Site;
use rustix::process::{WaitOptions, getpid, set_child_subreaper, waitpid};
use serde_json::json;

use crate::command::{Running, descendants_of};

const KILLS: u32 = 20;
/// By then everything has to be gone.
const GONE: Duration = Duration::from_secs(2);

/// The network namespaces of these processes.
fn networks(processes: &[u32]) -> HashSet<PathBuf> {
    processes.iter().filter_map(|pid| fs::read_link(format!("/proc/{pid}/ns/net")).ok()).collect()
}

fn all_processes() -> Vec<u32> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.filter_map(|entry| entry.file_name().to_string_lossy().parse().ok()).collect()
}

/// Mounts that this process sees, but for their numbers.
fn mounts() -> BTreeSet<String> {
    fs::read_to_string("/proc/self/mounts").unwrap().lines().map(str::to_owned).collect()
}

/// Buries what has died among the orphans that came to this process.
fn bury() {
    while let Ok(Some(_)) = waitpid(None, WaitOptions::NOHANG) {}
}

/// Seen to fail with bubblewrap not in a process namespace of ours: killed while it starts, it leaves two of its
/// processes behind.
#[test]
fn nothing_is_left_two_seconds_after_its_owner_was_killed_at_any_moment() {
    // Whatever loses its parent comes to this process, so nothing can hide.
    set_child_subreaper(Some(getpid())).unwrap();
    let site = Site::start().unwrap();
    let before = mounts();
    for kill in 0..KILLS {
        let mut running = Running::start(&["calls", "--allow-local", &site.origin()]);
        for path in ["/form.html", "/table.html", "/article.html", "/form.html"] {
            running.write(&json!({ "name": "navigate", "input": { "url": site.url(path) } }).to_string());
            running.write(&json!({ "name": "read_page" }).to_string());
        }
        // Every other one while its jail is being made, the others up to when its browser is busy.
        let most = if kill % 2 == 0 { 100_000 } else { 1_500_000 };
        let nanos = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().subsec_nanos();
        std::thread::sleep(Duration::from_micros(u64::from(nanos % most)));
        let used = networks(&running.descendants());
        running.kill();
        let killed = Instant::now();
        let left = loop {
            bury();
            let left = descendants_of(std::process::id());
            if left.is_empty() || killed.elapsed() > GONE {
                break left;
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let names =
            left.iter().map(|pid| fs::read_to_string(format!("/proc/{pid}/comm"))).collect::<Vec<_>>();
        assert_eq!(left, Vec::<u32>::new(), "kill {kill}: {names:?}");
        let own = networks(&[std::process::id()]);
        let used: HashSet<_> = used.difference(&own).cloned().collect();
        assert!(networks(&all_processes()).is_disjoint(&used), "kill {kill}");
        assert_eq!(running.files(), Vec::<std::ffi::OsString>::new(), "kill {kill}");
    }
    assert_eq!(mounts(), before);
}
