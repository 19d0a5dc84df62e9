//! The judge's process: plays the internet, has the browser's process started, and writes down what was seen.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};
use ringfence_testkit::lab::{Told, World, vectors};

use crate::outcome::{Browsed, Outcome, read, write};
use crate::setup::{Setup, User};

pub(crate) const OUTCOME: &str = "outcome.json";
pub(crate) const BROWSED: &str = "browsed.json";
pub(crate) const AUTHORITY: &str = "authority.pem";

pub(crate) async fn judge(setup: &Setup, directory: &Path) -> Result<ExitCode> {
    let world = World::start(vectors()?).await.context("the lab's internet could not be started")?;
    std::fs::write(directory.join(AUTHORITY), world.authority())?;
    let mut command = browse(setup, directory, &world.key_hash())?;
    let status = tokio::task::spawn_blocking(move || command.status()).await??;
    if !status.success() {
        bail!("the browser's side ended with {status}");
    }
    let leaks = world.leaks();
    let told = world.told().into_iter().map(|(vector, told)| (vector, in_words(told)));
    let words = |evidence: std::collections::BTreeSet<ringfence_testkit::lab::Evidence>| {
        evidence.into_iter().map(|seen| seen.as_str().to_owned()).collect()
    };
    let browsed: Browsed = read(&directory.join(BROWSED))?;
    let by_agents = browsed.tried.iter().map(|vector| (vector.clone(), "tried".to_owned()));
    let outcome = Outcome {
        told: told.chain(by_agents).collect(),
        browsed,
        leaks: leaks.vectors.into_iter().map(|(vector, evidence)| (vector, words(evidence))).collect(),
        strays: leaks.strays,
    };
    write(&directory.join(OUTCOME), &outcome)?;
    Ok(ExitCode::SUCCESS)
}

fn in_words(told: Told) -> String {
    match told {
        Told::Begun => "begun".to_owned(),
        Told::Tried => "tried".to_owned(),
        Told::Threw(why) => format!("threw {why}"),
    }
}

/// The browser's process, as the user of the set-up.
fn browse(setup: &Setup, directory: &Path, key_hash: &str) -> Result<Command> {
    let mut line: Vec<String> = match setup.user {
        User::Root => Vec::new(),
        // In a user namespace there is nobody else to become; another namespace has somebody.
        User::Ordinary if in_user_namespace()? => {
            ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"].map(ToOwned::to_owned).into()
        }
        User::Ordinary => {
            std::os::unix::fs::chown(directory, Some(NOBODY), Some(NOBODY))?;
            let ids = [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")];
            ["setpriv".to_owned()]
                .into_iter()
                .chain(ids)
                .chain(["--clear-groups".into(), "--".into()])
                .collect()
        }
    };
    line.push(std::env::current_exe()?.to_string_lossy().into_owned());
    line.push("browse".to_owned());
    line.extend(crate::run::arguments(setup));
    line.extend(["--directory".into(), directory.to_string_lossy().into_owned()]);
    line.push(format!("--key-hash={key_hash}"));
    let (program, arguments) = line.split_first().context("an empty command line")?;
    #[expect(clippy::disallowed_methods, reason = "the lab starts its own processes")]
    let mut command = Command::new(program);
    command.args(arguments).current_dir(directory).env("TMPDIR", directory).env("HOME", directory);
    Ok(command)
}

const NOBODY: u32 = 65_534;

/// Whether fewer users than all are known here.
fn in_user_namespace() -> Result<bool> {
    let map = std::fs::read_to_string("/proc/self/uid_map")?;
    Ok(map.split_whitespace().nth(2) != Some("4294967295"))
}
