//! Why a system doesn't let us make namespaces, and what to do about it. Each cause has a switch of its own.

use std::io;
use std::path::PathBuf;

use crate::step::Step;

/// What to do when a step failed, as a sentence after the error; nothing where we can't tell.
pub(crate) fn fix(step: Step, error: &io::Error) -> String {
    if !step.is_about_namespaces() {
        return String::new();
    }
    let refused = error.raw_os_error();
    let exhausted = refused == Some(libc::ENOSPC) || refused == Some(libc::EUSERS);
    if exhausted && step == Step::NetworkNamespace {
        return " No network namespace may be made: set user.max_net_namespaces to 15000 with sysctl"
            .to_owned();
    }
    if exhausted && step == Step::ProcessNamespace {
        return " No process namespace may be made: set user.max_pid_namespaces to 15000 with sysctl"
            .to_owned();
    }
    if step == Step::Interfaces && refused == Some(libc::EOPNOTSUPP) {
        return " The kernel has no veth: load the module with `modprobe veth`".to_owned();
    }
    format!(" {}", namespaces())
}

/// What to do when user namespaces can't be made or used, by what this system's settings say.
pub fn namespaces() -> String {
    advice(|path| std::fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default())
        .to_owned()
}

fn advice(setting: impl Fn(&str) -> String) -> &'static str {
    if setting("/proc/sys/user/max_user_namespaces") == "0" {
        "User namespaces are turned off: set user.max_user_namespaces to 15000 with sysctl"
    } else if setting("/proc/sys/kernel/unprivileged_userns_clone") == "0" {
        "User namespaces are for root only: set kernel.unprivileged_userns_clone to 1 with sysctl"
    } else if setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1" {
        "AppArmor restricts user namespaces: give ringfence and bubblewrap a profile that allows `userns`, or set \
         kernel.apparmor_restrict_unprivileged_userns to 0 with sysctl"
    } else if setting("/proc/sys/user/max_net_namespaces") == "0" {
        "Network namespaces are turned off: set user.max_net_namespaces to 15000 with sysctl"
    } else {
        "Inside a container, start it with a seccomp profile that allows user namespaces (Docker: --security-opt \
         seccomp=FILE)"
    }
}

pub(crate) fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_that_forbids_namespaces_has_its_fix() {
        let with = |wrong: &'static str, value: &'static str| {
            advice(move |path| if path.ends_with(wrong) { value.to_owned() } else { String::new() })
        };
        assert_eq!(
            with("max_user_namespaces", "0"),
            "User namespaces are turned off: set user.max_user_namespaces to 15000 with sysctl"
        );
        assert_eq!(
            with("unprivileged_userns_clone", "0"),
            "User namespaces are for root only: set kernel.unprivileged_userns_clone to 1 with sysctl"
        );
        assert_eq!(
            with("apparmor_restrict_unprivileged_userns", "1"),
            "AppArmor restricts user namespaces: give ringfence and bubblewrap a profile that allows `userns`, or set \
             kernel.apparmor_restrict_unprivileged_userns to 0 with sysctl"
        );
        assert_eq!(
            with("max_net_namespaces", "0"),
            "Network namespaces are turned off: set user.max_net_namespaces to 15000 with sysctl"
        );
        assert_eq!(
            with("max_user_namespaces", "15000"),
            "Inside a container, start it with a seccomp profile that allows user namespaces (Docker: --security-opt \
             seccomp=FILE)"
        );
    }
}
