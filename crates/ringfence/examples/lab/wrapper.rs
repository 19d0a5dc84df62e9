//! Chromium with something left out of how it is started.
//!
//! The product starts whatever Chromium it is told to. Here that is a script, which starts the real one with fewer flags,
//! or after it has emptied a file that the product put into the jail. So nothing in the product has to know of it.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::setup::Without;

const CHROMIUM: &[&str] = &["/usr/lib/chromium/chromium", "/opt/google/chrome/chrome"];

/// The real one.
pub(crate) fn chromium() -> Result<&'static str> {
    match CHROMIUM.iter().find(|path| Path::new(path).exists()) {
        Some(path) => Ok(path),
        None => bail!("no Chromium at {CHROMIUM:?}"),
    }
}

/// A Chromium without these; none when nothing is to be left out by a script.
pub(crate) fn without(barriers: &[Without], authority: &str, directory: &Path) -> Result<Option<PathBuf>> {
    let (mut before, mut flags) = (String::new(), String::new());
    for barrier in barriers {
        match barrier {
            // The product has switches for these.
            Without::Judging
            | Without::Exit
            | Without::Namespace
            | Without::Landlock
            | Without::Seccomp
            | Without::Canary => {}
            Without::Proxy => flags.push_str("--proxy-server=*|--host-resolver-rules=*) continue ;;\n"),
            Without::Preferences => before.push_str("echo '{}' >/profile/Default/Preferences\n"),
            Without::Policies => {
                let pem: String = authority.lines().filter(|line| !line.starts_with("--")).collect();
                before.push_str(&format!(
                    "echo '{{\"CACertificates\":[\"{pem}\"]}}' >/etc/chromium/policies/managed/ringfence.json\n"
                ));
            }
            Without::Flag(flag) if flag.starts_with("--") => {
                flags.push_str(&format!("{flag}|{flag}=*) continue ;;\n"));
            }
            // One out of a list, which may then have an empty place.
            Without::Flag(feature) => flags.push_str(&format!(
                "--disable-features=*) argument=\"${{argument%%{feature}*}}${{argument#*{feature}}}\" ;;\n"
            )),
        }
    }
    if before.is_empty() && flags.is_empty() {
        return Ok(None);
    }
    let script = format!(
        "#!/bin/sh\n{before}count=$#\nfor argument in \"$@\"; do\ncase \"$argument\" in\n{flags}esac\n\
         set -- \"$@\" \"$argument\"\ndone\nshift \"$count\"\nexec {} \"$@\"\n",
        chromium()?
    );
    write(&script, directory).map(Some)
}

/// A Chromium that trusts every site with this key, for browsers that take no authority.
pub(crate) fn trusting(key_hash: &str, directory: &Path) -> Result<PathBuf> {
    let trust = format!("--ignore-certificate-errors-spki-list={key_hash}");
    write(&format!("#!/bin/sh\nexec {} \"$@\" {trust}\n", chromium()?), directory)
}

fn write(script: &str, directory: &Path) -> Result<PathBuf> {
    let path = directory.join("chromium");
    std::fs::write(&path, script)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    Ok(path)
}
