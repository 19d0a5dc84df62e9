//! Starting Chromium in its jail, with its own sandbox on.

use std::io;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use ringfence_jail::{File, Jail, Jailed, Level};
use tokio::net::unix::pipe;

use crate::authorities::Authorities;
use crate::error::StartError;
use crate::flags::{PROFILE, flags};
use crate::locate;
use crate::preferences::{policies, preferences};
use crate::process::Process;

/// A Chromium that was started, its two pipes, and the listener of its only way out.
pub(crate) struct Launched {
    pub(crate) process: Process,
    pub(crate) reader: pipe::Receiver,
    pub(crate) writer: pipe::Sender,
    pub(crate) listener: TcpListener,
    pub(crate) level: Level,
}

/// Where Chromium looks for managed policies, and where Chrome does.
const POLICIES: &str = "/etc/chromium/policies/managed/ringfence.json";
const CHROME_POLICIES: &str = "/etc/opt/chrome/policies/managed/ringfence.json";

/// Starts Chromium at this level, with its traffic sent to the listener and these authorities trusted.
pub(crate) async fn launch(
    chromium: Option<&Path>,
    level: Level,
    authorities: &Authorities,
) -> Result<Launched, StartError> {
    let chromium = locate::chromium(chromium)?;
    let (to_chromium, writer) = pipe_pair().map_err(StartError::Spawn)?;
    let (reader, from_chromium) = pipe_pair().map_err(StartError::Spawn)?;
    let mut jail = chromium_jail(chromium, level, authorities);
    jail.descriptors = vec![to_chromium, from_chromium];
    let Jailed { process, listener, level } =
        start(jail, |port| flags(port).into_iter().map(Into::into).collect()).await?;
    Ok(Launched {
        process: Process::new(process).map_err(StartError::Spawn)?,
        reader: pipe::Receiver::from_owned_fd(reader).map_err(StartError::Spawn)?,
        writer: pipe::Sender::from_owned_fd(writer).map_err(StartError::Spawn)?,
        listener,
        level,
    })
}

/// What Chromium sees and is given, but for its pipes and arguments.
pub(crate) fn chromium_jail(chromium: PathBuf, level: Level, authorities: &Authorities) -> Jail {
    let chrome = chromium.starts_with("/opt/google");
    let file = |path: String, content: serde_json::Value| File {
        path: path.into(),
        content: content.to_string().into_bytes(),
    };
    let managed = if chrome { CHROME_POLICIES } else { POLICIES };
    let mut jail = Jail::new(level, chromium);
    jail.home = PROFILE.into();
    jail.files = vec![
        file(format!("{PROFILE}/Default/Preferences"), preferences()),
        file(managed.to_owned(), policies(authorities)),
    ];
    jail.environment = [
        ("HOME", PROFILE),
        ("LANG", "C.UTF-8"),
        ("PATH", "/nonexistent"),
        ("DBUS_SESSION_BUS_ADDRESS", "disabled:"),
    ]
    .map(|(name, value)| (name.into(), value.into()))
    .to_vec();
    jail
}

/// Starts a jail without holding up the runtime.
pub(crate) async fn start(
    jail: Jail,
    arguments: impl FnOnce(u16) -> Vec<std::ffi::OsString> + Send + 'static,
) -> Result<Jailed, StartError> {
    let started = tokio::task::spawn_blocking(move || jail.start(arguments)).await;
    Ok(started.map_err(|error| StartError::Spawn(io::Error::other(error)))??)
}

fn pipe_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?)
}
