//! Which level a machine has, and what is told where it has less. The machine that lacks something is a user namespace
//! of the test's own, with settings of its own; the host's settings stay as they are.

use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output};

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Runs the command where this limit on namespaces, in `/proc/sys/user`, is 0.
fn without(namespaces: &str, args: &[&str]) -> Output {
    after(&format!("echo 0 > /proc/sys/user/{namespaces}"), &[], args)
}

/// Runs the command in user and mount namespaces in which this shell script was run before, and where this is refused.
fn after(script: &str, refused: &[Refused], args: &[&str]) -> Output {
    let script = format!("set -e; {script}; exec \"$@\"");
    let namespaces = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", &script, "sh"];
    run(&[&namespaces[..], &[env!("CARGO_BIN_EXE_ringfence")], args].concat(), refused)
}

/// Runs the command where this is refused.
fn where_refused(refused: &[Refused], args: &[&str]) -> Output {
    run(&[&[env!("CARGO_BIN_EXE_ringfence")], args].concat(), refused)
}

#[expect(clippy::disallowed_methods, reason = "the command under test is a process")]
fn run(command: &[&str], refused: &[Refused]) -> Output {
    let home = TempDir::new().unwrap();
    let (program, args) = command.split_first().unwrap();
    let mut command = Command::new(program);
    command.args(args).env("HOME", home.path()).stdin(std::process::Stdio::null());
    for filter in refused.iter().map(Refused::filter) {
        #[allow(unsafe_code)]
        // SAFETY: the filter was made before the fork; applying it makes system calls only.
        unsafe {
            command.pre_exec(move || seccompiler::apply_filter(&filter).map_err(std::io::Error::other))
        };
    }
    command.output().unwrap()
}

/// System calls that a kernel or a container refuses.
enum Refused {
    /// Landlock, as on a kernel that is older than it.
    Landlock,
    /// Rules of Landlock that are longer than those of its version 5, as an older kernel does.
    NewLandlock,
    /// These namespaces (`CLONE_NEW…`), with EPERM.
    Namespaces(libc::c_int),
}

impl Refused {
    fn filter(&self) -> BpfProgram {
        let (call, rules, error) = match self {
            Self::Landlock => (libc::SYS_landlock_create_ruleset, Vec::new(), libc::ENOSYS),
            Self::NewLandlock => {
                /// Two words: files, and TCP. Version 6 added a third.
                const VERSION_5: u64 = 16;
                let longer = SeccompCmpOp::Gt;
                let condition = SeccompCondition::new(1, SeccompCmpArgLen::Qword, longer, VERSION_5).unwrap();
                let rule = SeccompRule::new(vec![condition]).unwrap();
                (libc::SYS_landlock_create_ruleset, vec![rule], libc::E2BIG)
            }
            Self::Namespaces(flags) => {
                let flags = u64::from(flags.unsigned_abs());
                let has = SeccompCmpOp::MaskedEq(flags);
                let condition = SeccompCondition::new(0, SeccompCmpArgLen::Qword, has, flags).unwrap();
                (libc::SYS_unshare, vec![SeccompRule::new(vec![condition]).unwrap()], libc::EPERM)
            }
        };
        let otherwise = SeccompAction::Errno(error.unsigned_abs());
        let architecture = std::env::consts::ARCH.try_into().unwrap();
        let rules = [(call, rules)].into_iter().collect();
        SeccompFilter::new(rules, SeccompAction::Allow, otherwise, architecture).unwrap().try_into().unwrap()
    }
}

fn levels(doctor: &Output) -> (Value, Vec<(String, bool)>) {
    let found: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    let levels = found["levels"].as_array().unwrap().iter();
    let levels = levels.map(|l| (l["level"].as_str().unwrap().to_owned(), l["works"].as_bool().unwrap()));
    (found["level"].clone(), levels.collect())
}

fn expected(full: bool, reduced: bool, proxy_only: bool) -> Vec<(String, bool)> {
    [("full", full), ("reduced", reduced), ("proxy-only", proxy_only)]
        .map(|(level, works)| (level.to_owned(), works))
        .to_vec()
}

const NO_NETWORKS: &str = "making a network namespace failed: No space left on device (os error 28). No network namespace \
                           may be made: set user.max_net_namespaces to 15000 with sysctl";
const NO_USERS: &str = "making a user namespace failed: No space left on device (os error 28). User namespaces are turned \
                        off: set user.max_user_namespaces to 15000 with sysctl";

#[test]
fn without_network_namespaces_reduced_is_the_level_and_full_is_told_with_its_fix() {
    let doctor = without("max_net_namespaces", &["doctor", "--json"]);
    assert_eq!(levels(&doctor), (json!("reduced"), expected(false, true, true)));
    assert_eq!(doctor.status.code(), Some(0));
    let found: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    assert_eq!(found["missing"], json!([{ "what": "level full", "fix": NO_NETWORKS }]));
}

#[test]
fn below_full_nothing_is_started_unless_it_is_accepted_by_name() {
    let refused = without("max_net_namespaces", &["calls"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        format!(
            "error: a browser at level full can't be started here: {NO_NETWORKS}. Or accept level reduced by name, with \
             --min-level reduced: the kernel lets the browser connect to our proxy only (Landlock and seccomp) and \
             shows it few files; it has no network of its own\n"
        )
    );
    assert_eq!(refused.status.code(), Some(3));
    for level in ["reduced", "proxy-only"] {
        let accepted = without("max_net_namespaces", &["calls", "--min-level", level]);
        assert_eq!((accepted.status.code(), accepted.stderr), (Some(0), Vec::new()), "{level}");
    }
}

#[test]
fn d22_without_user_namespaces_nothing_is_started() {
    let doctor = without("max_user_namespaces", &["doctor", "--json"]);
    assert_eq!(levels(&doctor), (Value::Null, expected(false, false, false)));
    assert_eq!(doctor.status.code(), Some(3));
    let refused = without("max_user_namespaces", &["mcp"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        format!(
            "ringfence: serving MCP on stdio, policy closed\n\
             error: a browser at level full can't be started here: {NO_USERS}. No weaker level can be had either\n"
        )
    );
    assert_eq!(refused.status.code(), Some(3));
}

/// The one thing that is missing for level full, and how to get it, as `doctor` tells it.
fn missing(doctor: &Output) -> Value {
    serde_json::from_slice::<Value>(&doctor.stdout).unwrap()["missing"].clone()
}

#[test]
fn without_bubblewrap_nothing_is_started_and_its_package_is_named() {
    const FIX: &str = "no bubblewrap was found (looked for /usr/bin/bwrap, /usr/local/bin/bwrap, /bin/bwrap). Install it: on \
                       Debian `apt-get install bubblewrap`";
    let hidden = "for bwrap in /usr/bin/bwrap /usr/local/bin/bwrap; do \
                  if [ -e $bwrap ]; then mount --bind /dev/null $bwrap; fi; done";
    let doctor = after(hidden, &[], &["doctor", "--json"]);
    assert_eq!(levels(&doctor), (Value::Null, expected(false, false, false)));
    assert_eq!(missing(&doctor), json!([{ "what": "bubblewrap", "fix": FIX }]));
    let refused = after(hidden, &[], &["calls"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        format!(
            "error: a browser at level full can't be started here: {FIX}. No weaker level can be had either\n"
        )
    );
    assert_eq!(refused.status.code(), Some(3));
}

#[test]
fn without_landlock_there_is_no_reduced_and_full_is_as_it_was() {
    for lacks in [|| Refused::Landlock, || Refused::NewLandlock] {
        without_landlock(lacks);
    }
}

fn without_landlock(lacks: fn() -> Refused) {
    let doctor = where_refused(&[lacks()], &["doctor", "--json"]);
    assert_eq!(levels(&doctor), (json!("full"), expected(true, false, true)));
    let both = [lacks(), Refused::Namespaces(libc::CLONE_NEWNET)];
    let refused = where_refused(&both, &["calls", "--min-level", "reduced"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        "error: a browser at level reduced can't be started here: level reduced needs Landlock of version 6 or newer, and \
         this kernel has none or an older one: use Linux 6.12 or newer, with landlock among what its option `lsm=` \
         names. Or accept level proxy-only by name, with --min-level proxy-only: requests are judged in the browser and by \
         our proxy, files and processes are out of reach; the kernel does not keep the network boundary\n"
    );
    assert_eq!(refused.status.code(), Some(3));
}

#[test]
fn a_container_whose_seccomp_profile_refuses_user_namespaces_is_told_of_it() {
    let refused = where_refused(&[Refused::Namespaces(libc::CLONE_NEWUSER)], &["calls"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        "error: a browser at level full can't be started here: making a user namespace failed: Operation not permitted \
         (os error 1). Inside a container, start it with a seccomp profile that allows user namespaces (Docker: \
         --security-opt seccomp=FILE). No weaker level can be had either\n"
    );
    assert_eq!(refused.status.code(), Some(3));
}

/// AppArmor lets anybody make a user namespace, with no power in it.
#[test]
fn a_system_whose_apparmor_restricts_user_namespaces_is_told_of_it() {
    let setting = "mount -t tmpfs none /proc/sys/kernel; \
                   echo 1 > /proc/sys/kernel/apparmor_restrict_unprivileged_userns";
    let refused = after(setting, &[Refused::Namespaces(libc::CLONE_NEWPID)], &["calls"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        "error: a browser at level full can't be started here: making a process namespace failed: Operation not permitted \
         (os error 1). AppArmor restricts user namespaces: give ringfence and bubblewrap a profile that allows `userns`, \
         or set kernel.apparmor_restrict_unprivileged_userns to 0 with sysctl. No weaker level can be had either\n"
    );
    assert_eq!(refused.status.code(), Some(3));
}

#[test]
fn without_process_namespaces_nothing_is_started() {
    let refused = without("max_pid_namespaces", &["calls"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        "error: a browser at level full can't be started here: making a process namespace failed: No space left on device \
         (os error 28). No process namespace may be made: set user.max_pid_namespaces to 15000 with sysctl. No weaker \
         level can be had either\n"
    );
    assert_eq!(refused.status.code(), Some(3));
}
