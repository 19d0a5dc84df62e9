//! What this machine has of what a contained browser needs. Nothing is guessed: each level is tried.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ringfence_jail::{Jail, Jailed, Level, Output};

use crate::error::StartError;
use crate::given::Given;
use crate::launch::{chromium_jail, start};
use crate::locate;
use crate::options::BrowserOptions;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// Chromium's binary.
    pub chromium: Option<PathBuf>,
    /// What it calls itself, such as `Chromium 156.0.8078.114`.
    pub version: Option<String>,
    /// Bubblewrap's binary.
    pub bubblewrap: Option<PathBuf>,
    /// Every level, the strongest first, and whether a process could be started at it.
    pub levels: Vec<Tried>,
    /// The level that a browser would have; none when it would not start.
    pub level: Option<Level>,
    /// What is missing.
    pub missing: Vec<Missing>,
}

/// A level that was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// Which.
    pub level: Level,
    /// Why no process could be started at it, and what to do about it; none when one could.
    pub lacks: Option<String>,
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
/// A program that every system has and that does nothing.
const NOTHING: &str = "/usr/bin/true";

/// Looks for Chromium and bubblewrap, and tries them at each level. `chromium` names a binary; none looks in the usual
/// places.
pub async fn probe(chromium: Option<&Path>) -> Probe {
    let mut missing = Vec::new();
    let chromium =
        locate::chromium(chromium).map_err(|error| missing.push(lacks("Chromium", error.to_string()))).ok();
    let bubblewrap = ringfence_jail::bubblewrap()
        .map_err(|error| missing.push(lacks("bubblewrap", error.to_string())))
        .ok();
    let mut levels = Vec::new();
    for level in Level::STARTED {
        levels.push(Tried { level, lacks: try_level(level).await.err() });
    }
    let strongest = levels.iter().find(|tried| tried.lacks.is_none()).map(|tried| tried.level);
    let full = levels.first().and_then(|tried| tried.lacks.clone());
    if let Some(why) = full.filter(|_| bubblewrap.is_some()) {
        missing.push(lacks("level full", why));
    }
    let mut version = None;
    if let (Some(level), Some(chromium)) = (strongest, &chromium) {
        match run(chromium_jail(chromium.clone(), level, Given::default()), &["--version"]).await {
            Ok(said) => version = Some(said.trim().to_owned()),
            Err(said) => missing.push(lacks(
                "a Chromium that starts",
                format!("{} did not start: {said}", chromium.display()),
            )),
        }
    }
    let level = strongest.filter(|_| version.is_some());
    Probe { chromium, version, bubblewrap, levels, level, missing }
}

/// The strongest level between these two at which a process can be started here.
///
/// # Errors
/// When nothing lies between the two.
pub(crate) async fn strongest(least: Level, most: Level) -> Result<Level, StartError> {
    for level in Level::STARTED.into_iter().filter(|level| (least..=most).contains(level)) {
        // The weakest that is accepted needs no trial: the browser's own start is one.
        if level == least {
            return Ok(level);
        }
        match try_level(level).await {
            Ok(()) => return Ok(level),
            Err(why) => tracing::warn!(%level, why, "this level can't be had here"),
        }
    }
    Err(StartError::NoLevel { least, most })
}

/// Tries whether a browser with these options could be started: at which level it would be.
///
/// # Errors
/// What is missing or can't be used: Chromium, client certificates, or a level that is accepted, with what could be accepted instead.
pub async fn check(options: &BrowserOptions) -> Result<Level, StartError> {
    locate::chromium(options.chromium.as_deref())?;
    options.presenter()?;
    let level = strongest(options.min_level, options.max_level).await?;
    match try_level(level).await {
        Ok(()) => Ok(level),
        Err(lacks) => Err(too_weak(level, lacks).await),
    }
}

/// The error of a level that can't be had, with the strongest that can.
pub(crate) async fn too_weak(level: Level, lacks: String) -> StartError {
    for weaker in Level::STARTED.into_iter().filter(|weaker| *weaker < level) {
        if try_level(weaker).await.is_ok() {
            return StartError::TooWeak { level, lacks, instead: Some(weaker) };
        }
    }
    StartError::TooWeak { level, lacks, instead: None }
}

/// Starts something that does nothing at this level. The error is for people.
async fn try_level(level: Level) -> Result<(), String> {
    run(chromium_jail(NOTHING.into(), level, Given::default()), &[]).await.map(drop)
}

fn lacks(what: &str, fix: String) -> Missing {
    Missing { what: what.to_owned(), fix }
}

/// Runs a program contained and returns what it printed, or why it failed.
async fn run(mut jail: Jail, arguments: &'static [&'static str]) -> Result<String, String> {
    jail.output = Output::Read;
    let started = start(jail, |_| arguments.iter().map(Into::into).collect()).await;
    let Jailed { process, .. } = started.map_err(|error| error.to_string())?;
    let finished = tokio::task::spawn_blocking(move || process.wait_with_output());
    let output = tokio::time::timeout(WAIT, finished)
        .await
        .map_err(|_| format!("it did not end within {} s", WAIT.as_secs()))?
        .map_err(|error| error.to_string())?
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(format!(
            "it ended with {}. It wrote: {said}. {}",
            output.status,
            ringfence_jail::how_to_allow_namespaces()
        ))
    }
}
