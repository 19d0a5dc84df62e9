//! What a contained process sees, as bubblewrap's arguments.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::barrier::Barrier;
use crate::jail::Jail;

/// Files of the system that programs need, beside `/usr`: fonts, certificates, and how libraries are found.
const SYSTEM_FILES: &[&str] = &[
    "/etc/fonts",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/pki",
    "/etc/ca-certificates",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/alternatives",
    "/var/cache/fontconfig",
];
/// Directories that are links into `/usr` on current systems, and directories of their own on older ones.
const MERGED: &[&str] = &["bin", "sbin", "lib", "lib32", "lib64"];
/// Programs that would start others, outside a browser's own sandbox.
const MASKED: &[&str] = &["/usr/bin/xdg-open", "/usr/bin/gio", "/usr/bin/gvfs-open"];
/// Room in `/tmp`.
const TMP_BYTES: u64 = 256 << 20;

/// Where the program's own directory is, when it isn't in `/usr`.
fn own_directory(program: &Path) -> Option<&Path> {
    program.parent().filter(|directory| !directory.starts_with("/usr"))
}

/// Bubblewrap's arguments up to the program, whose own come after these. Descriptors from `first_file` on hold the
/// contents of the files.
pub(crate) fn arguments(jail: &Jail, first_file: usize) -> Vec<OsString> {
    let mut args = Args::default();
    args.system();
    if jail.has(Barrier::Processes) {
        args.two("--unshare-pid", "--proc", "/proc");
    } else {
        args.two("--bind", "/proc", "/proc");
    }
    args.one("--dev");
    args.one("/dev");
    if jail.has(Barrier::Files) {
        args.tmpfs("/tmp", Some(TMP_BYTES));
    } else {
        args.two("--bind", "/etc", "/etc");
        args.two("--bind", "/tmp", "/tmp");
    }
    args.tmpfs(&jail.home, jail.has(Barrier::HomeSize).then_some(jail.home_bytes));
    // After /tmp, in which it may be.
    if let Some(directory) = own_directory(&jail.program) {
        args.two("--ro-bind-try", directory, directory);
    }
    for directory in &jail.read_only {
        args.two("--ro-bind", directory, directory);
    }
    for directory in &jail.read_write {
        args.two("--bind", directory, directory);
    }
    for bind in &jail.binds {
        args.two(if bind.writable { "--bind" } else { "--ro-bind" }, &bind.directory, &bind.path);
    }
    for (index, file) in jail.files.iter().enumerate() {
        args.two("--file", (first_file + index).to_string(), &file.path);
    }
    args.own_namespaces();
    if jail.has(Barrier::Environment) {
        args.one("--clearenv");
    }
    for (name, value) in &jail.environment {
        args.two("--setenv", name, value);
    }
    args.one("--");
    args.one(&jail.program);
    args.0
}

#[derive(Default)]
struct Args(Vec<OsString>);

impl Args {
    fn one(&mut self, arg: impl Into<OsString>) {
        self.0.push(arg.into());
    }

    fn two(&mut self, flag: &str, first: impl Into<OsString>, second: impl Into<OsString>) {
        self.one(flag);
        self.one(first);
        self.one(second);
    }

    fn tmpfs(&mut self, path: impl Into<PathBuf>, bytes: Option<u64>) {
        if let Some(bytes) = bytes {
            self.one("--size");
            self.one(bytes.to_string());
        }
        self.one("--tmpfs");
        self.one(path.into());
    }

    /// Programs, libraries, fonts and certificates, all read-only.
    fn system(&mut self) {
        self.two("--ro-bind", "/usr", "/usr");
        for link in MERGED {
            match std::fs::read_link(Path::new("/").join(link)) {
                Ok(target) => self.two("--symlink", target, format!("/{link}")),
                Err(_) => self.two("--ro-bind-try", format!("/{link}"), format!("/{link}")),
            }
        }
        for file in SYSTEM_FILES {
            self.two("--ro-bind-try", *file, *file);
        }
        for program in MASKED.iter().filter(|program| Path::new(program).exists()) {
            self.two("--ro-bind", "/dev/null", *program);
        }
    }

    /// The namespaces that nothing else makes for it.
    fn own_namespaces(&mut self) {
        for own in [
            "--unshare-user",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--die-with-parent",
            "--new-session",
        ] {
            self.one(own);
        }
    }
}
