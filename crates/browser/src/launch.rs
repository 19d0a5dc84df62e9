//! Starting Chromium in its jail, with its own sandbox on.

use std::ffi::OsString;
use std::io;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use ringfence_jail::{File, Jail, Jailed, Level};
use tokio::net::unix::pipe;

use crate::error::StartError;
use crate::flags::{PROFILE, flags};
use crate::given::Given;
use crate::locate;
use crate::options::BrowserOptions;
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

/// Starts Chromium at this level, with its traffic sent to the listener.
pub(crate) async fn launch(
    options: &BrowserOptions,
    level: Level,
    given: Given,
) -> Result<Launched, StartError> {
    let chromium = locate::chromium(options.chromium.as_deref())?;
    let (to_chromium, writer) = pipe_pair().map_err(StartError::Spawn)?;
    let (reader, from_chromium) = pipe_pair().map_err(StartError::Spawn)?;
    let more_flags = given.flags.clone();
    let mut jail = options.opened(chromium_jail(chromium, level, given));
    jail.descriptors = vec![to_chromium, from_chromium];
    let arguments = |port| flags(port).into_iter().chain(more_flags).map(OsString::from).collect();
    let Jailed { process, listener, level } = start(jail, arguments).await?;
    Ok(Launched {
        process: Process::new(process).map_err(StartError::Spawn)?,
        reader: pipe::Receiver::from_owned_fd(reader).map_err(StartError::Spawn)?,
        writer: pipe::Sender::from_owned_fd(writer).map_err(StartError::Spawn)?,
        listener,
        level,
    })
}

/// What Chromium sees and is given, but for its pipes and arguments.
pub(crate) fn chromium_jail(chromium: PathBuf, level: Level, given: Given) -> Jail {
    let chrome = chromium.starts_with("/opt/google");
    let file = |path: String, content: &serde_json::Value| File {
        path: path.into(),
        content: content.to_string().into_bytes(),
    };
    let managed = if chrome { CHROME_POLICIES } else { POLICIES };
    let mut jail = Jail::new(level, chromium);
    jail.home = PROFILE.into();
    jail.files = vec![
        file(format!("{PROFILE}/Default/Preferences"), &given.preferences),
        file(managed.to_owned(), &given.policies),
    ];
    jail.binds = given.binds;
    let fixed = [
        ("HOME", PROFILE),
        ("LANG", "C.UTF-8"),
        ("PATH", "/nonexistent"),
        ("DBUS_SESSION_BUS_ADDRESS", "disabled:"),
    ];
    let fixed = fixed.map(|(name, value)| (name, value.to_owned())).into_iter();
    jail.environment =
        fixed.chain(given.environment).map(|(name, value)| (name.into(), value.into())).collect();
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
