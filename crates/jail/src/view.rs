//! What a contained process sees, as bubblewrap's arguments.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::child::INSIDE_ID;
use crate::jail::Jail;
use crate::level::Level;

/// Files of the system that programs need, beside `/usr`: fonts, certificates, and how libraries are found.
pub(crate) const SYSTEM_FILES: &[&str] = &[
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
pub(crate) const MERGED: &[&str] = &["bin", "sbin", "lib", "lib32", "lib64"];
/// Programs that would start others, outside a browser's own sandbox.
pub(crate) const MASKED: &[&str] = &["/usr/bin/xdg-open", "/usr/bin/gio", "/usr/bin/gvfs-open"];
/// Room in `/tmp`.
pub(crate) const TMP_BYTES: u64 = 256 << 20;

/// Where the program's own directory is, when it isn't in `/usr`.
pub(crate) fn own_directory(program: &Path) -> Option<&Path> {
    program.parent().filter(|directory| !directory.starts_with("/usr"))
}

/// Bubblewrap's arguments up to the program, whose own come after these. Descriptors from `first_file` on hold the
/// contents of the files.
pub(crate) fn arguments(jail: &Jail, first_file: usize) -> Vec<OsString> {
    let mut args = Args::default();
    args.system();
    if let Some(directory) = own_directory(&jail.program) {
        args.two("--ro-bind-try", directory, directory);
    }
    args.two("--proc", "/proc", "--dev");
    args.one("/dev");
    args.tmpfs("/tmp", TMP_BYTES);
    args.tmpfs(&jail.home, jail.home_bytes);
    for directory in &jail.read_only {
        args.two("--ro-bind", directory, directory);
    }
    for directory in &jail.read_write {
        args.two("--bind", directory, directory);
    }
    for (index, file) in jail.files.iter().enumerate() {
        args.two("--file", (first_file + index).to_string(), &file.path);
    }
    args.processes(jail.level);
    args.one("--clearenv");
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

    fn tmpfs(&mut self, path: impl Into<PathBuf>, bytes: u64) {
        self.two("--size", bytes.to_string(), "--tmpfs");
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

    /// Whom it can see, and who it is.
    fn processes(&mut self, level: Level) {
        self.one("--unshare-user");
        // At level full it is so already.
        if level < Level::Full {
            self.two("--uid", INSIDE_ID.to_string(), "--gid");
            self.one(INSIDE_ID.to_string());
        }
        for own in [
            "--unshare-pid",
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
