//! What this machine has of what a contained browser needs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::launch::contained;
use crate::level::Level;
use crate::{locate, spawner};

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// Chromium's binary.
    pub chromium: Option<PathBuf>,
    /// What it calls itself, such as `Chromium 156.0.8078.114`.
    pub version: Option<String>,
    /// Bubblewrap's binary.
    pub bubblewrap: Option<PathBuf>,
    /// A process can be started contained, as a browser would be.
    pub contains: bool,
    /// The level that a browser would have; none when it would not start.
    pub level: Option<Level>,
    /// What is missing.
    pub missing: Vec<Missing>,
}

/// Something that is missing, and how to get it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// What, in a few words.
    pub what: String,
    /// How to get it, in a sentence or two.
    pub fix: String,
}

const WAIT: Duration = Duration::from_secs(10);

/// Looks for Chromium and bubblewrap, and tries them. `chromium` names a binary; none looks in the usual places.
pub async fn probe(chromium: Option<&Path>) -> Probe {
    let mut missing = Vec::new();
    let chromium =
        locate::chromium(chromium).map_err(|error| missing.push(lacks("Chromium", &error.to_string()))).ok();
    let bubblewrap =
        locate::bubblewrap().map_err(|error| missing.push(lacks("bubblewrap", &error.to_string()))).ok();
    let mut version = None;
    let mut contains = false;
    if let Some(bubblewrap) = &bubblewrap {
        match run(bubblewrap, Path::new("/usr/bin/true"), &[]).await {
            Ok(_) => contains = true,
            Err(said) => missing.push(no_namespaces(&said)),
        }
        if let Some(chromium) = chromium.as_deref().filter(|_| contains) {
            match run(bubblewrap, chromium, &["--version"]).await {
                Ok(said) => version = Some(said.trim().to_owned()),
                Err(said) => missing.push(lacks(
                    "a Chromium that starts",
                    &format!("{} did not start: {said}", chromium.display()),
                )),
            }
        }
    }
    let level = (contains && version.is_some()).then_some(Level::ProxyOnly);
    Probe { chromium, version, bubblewrap, contains, level, missing }
}

fn lacks(what: &str, fix: &str) -> Missing {
    Missing { what: what.to_owned(), fix: fix.to_owned() }
}

/// Runs a program contained and returns what it printed, or why it failed.
async fn run(bubblewrap: &Path, program: &Path, args: &[&str]) -> Result<String, String> {
    let mut command = contained(bubblewrap, program, &[]);
    command.args(args).stdout(std::process::Stdio::piped());
    let child = spawner::spawn(command).await.map_err(|error| error.to_string())?;
    let finished = tokio::task::spawn_blocking(move || child.wait_with_output());
    let output = tokio::time::timeout(WAIT, finished)
        .await
        .map_err(|_| format!("it did not end within {} s", WAIT.as_secs()))?
        .map_err(|error| error.to_string())?
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}

/// The kernel or a security module does not let us make namespaces; each has a switch of its own.
fn no_namespaces(said: &str) -> Missing {
    let setting =
        |path: &str| std::fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default();
    let fix = if setting("/proc/sys/user/max_user_namespaces") == "0" {
        "user namespaces are turned off: set user.max_user_namespaces to 15000 with sysctl".to_owned()
    } else if setting("/proc/sys/kernel/unprivileged_userns_clone") == "0" {
        "user namespaces are for root only: set kernel.unprivileged_userns_clone to 1 with sysctl".to_owned()
    } else if setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1" {
        "AppArmor restricts user namespaces: give bubblewrap a profile that allows `userns`, or set \
         kernel.apparmor_restrict_unprivileged_userns to 0 with sysctl"
            .to_owned()
    } else {
        "inside a container, start it with a seccomp profile that allows user namespaces (Docker: \
         --security-opt seccomp=FILE)"
            .to_owned()
    };
    lacks("user namespaces for bubblewrap", &format!("{fix}. Bubblewrap said: {said}"))
}
