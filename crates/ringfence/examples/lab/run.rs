//! The outer process: starts namespaces for each set-up and tells what came out.

use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow, bail};
use ringfence::Level;
use ringfence_testkit::lab;

use crate::inside::OUTCOME;
use crate::outcome::{Outcome, read};
use crate::setup::{Browser, Setup, User};
use crate::{SetupArgs, barriers};

/// Tries one set-up in namespaces of its own.
pub(crate) fn one(setup: &Setup) -> Result<Outcome> {
    // Not below /tmp, of which the jail has one of its own: a Chromium with something left out lies in it.
    let directory = tempfile::Builder::new().prefix("lab").tempdir_in("/var/tmp")?;
    // The browser's process may be another user's.
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(directory.path(), permissions)?;
    let mut command = vec![std::env::current_exe()?.to_string_lossy().into_owned(), "inside".to_owned()];
    command.extend(arguments(setup));
    command.extend(["--directory".into(), directory.path().to_string_lossy().into_owned()]);
    let status = lab::enter(directory.path(), &command).context(
        "the lab's namespaces can't be made: unshare (util-linux) and ip (iproute2) are needed, see scripts/setup.sh",
    )?;
    if !status.success() {
        bail!("{setup}: the lab ended with {status}");
    }
    read(&directory.path().join(OUTCOME))
}

/// A set-up as the inner processes take it.
pub(crate) fn arguments(setup: &Setup) -> Vec<String> {
    let mut arguments = vec![
        format!("--browser={}", setup.browser),
        format!("--user={}", setup.user),
        format!("--idle={}", setup.idle),
    ];
    arguments.extend(setup.without.iter().map(|barrier| format!("--without={barrier}")));
    arguments.extend(setup.only.iter().map(|vector| format!("--only={vector}")));
    arguments
}

/// Tries the set-ups that must be tight, or the one that is named, and prints a line for each. The last lines count them.
pub(crate) fn run(named: SetupArgs, all: bool, verbose: bool) -> Result<ExitCode> {
    can_make_namespaces()?;
    let setups = if named.browser.is_some() || named.user.is_some() || !named.without.is_empty() {
        vec![named.or(Browser::Contained(Level::Full), User::Ordinary)]
    } else {
        let mut setups = tight(&named, all)?;
        setups.push(control());
        setups
    };
    let (mut pass, mut fail) = (0, 0);
    for (setup, outcome) in at_once(&setups, 2, &|_, _| Ok(())) {
        let outcome = outcome?;
        print(&setup, &outcome, verbose);
        if is_as_it_should_be(&setup, &outcome) { pass += 1 } else { fail += 1 }
    }
    println!("# pass {pass}\n# fail {fail}\n# cancelled 0");
    Ok(if fail == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether a run was tight and whole; of the control, whether the judge has seen all that was sent.
fn is_as_it_should_be(setup: &Setup, outcome: &Outcome) -> bool {
    if !matches!(setup.browser, Browser::Contained(_)) {
        return setup.only.iter().all(|vector| outcome.leaks.contains_key(vector));
    }
    let unknown = barriers::unknown(&outcome.browsed.flags);
    if !unknown.is_empty() {
        println!("  the lab doesn't know what these are for: {}; say so in barriers.rs", unknown.join(" "));
    }
    outcome.is_tight() && outcome.tried() > 0 && outcome.browsed.unopened.is_empty() && unknown.is_empty()
}

/// A browser without any barrier and a few ways of every kind: were they not seen, none would be.
fn control() -> Setup {
    let only = ["img", "dns-prefetch", "rtc-stun-ip", "lo-fetch-127"].map(ToOwned::to_owned).to_vec();
    Setup { browser: Browser::Plain, user: User::Ordinary, without: Vec::new(), only, idle: 0 }
}

/// Tells whether this machine can play the lab at all.
fn can_make_namespaces() -> Result<()> {
    let directory = tempfile::tempdir()?;
    let made = lab::enter(directory.path(), &["true"]);
    if made.as_ref().is_ok_and(std::process::ExitStatus::success) {
        return Ok(());
    }
    let why = made.map_or_else(|error| error.to_string(), |status| status.to_string());
    println!("# pass 0\n# fail 1\n# cancelled 0");
    bail!(
        "nothing was tried: this machine doesn't let us make the lab's network, mount and process namespaces ({why}). \
         They need unshare and mount (util-linux), ip (iproute2), and root or user namespaces: see scripts/setup.sh \
         and `ringfence doctor`"
    )
}

/// Tries set-ups, some at once; each has an internet of its own. A browser that doesn't start gets one try again, as on a
/// busy machine.
/// `done` is told of each as soon as it is over.
pub(crate) fn at_once(
    setups: &[Setup],
    some: usize,
    done: &(impl Fn(&Setup, &Outcome) -> Result<()> + Sync),
) -> Vec<(Setup, Result<Outcome>)> {
    let tried = |setup| {
        let outcome = one(setup).or_else(|_| one(setup))?;
        done(setup, &outcome)?;
        Ok(outcome)
    };
    let mut outcomes = Vec::new();
    for some in setups.chunks(some) {
        std::thread::scope(|scope| {
            let running: Vec<_> = some.iter().map(|setup| (setup, scope.spawn(|| tried(setup)))).collect();
            for (setup, running) in running {
                let outcome = running.join().unwrap_or_else(|_| Err(anyhow!("{setup}: the thread panicked")));
                outcomes.push((setup.clone(), outcome));
            }
        });
    }
    outcomes
}

/// What no frame may leave: each level that keeps the network, as whoever can start it here.
///
/// Each level tries every vector. Who starts it matters only for how the jail is made, so of root and an ordinary user
/// each tries a half, the other one at the other level; unless everything is asked for.
fn tight(named: &SetupArgs, all: bool) -> Result<Vec<Setup>> {
    let levels = [Level::Full, Level::Reduced];
    let setup = |level, user| named.clone().or(Browser::Contained(level), user);
    if !rustix::process::geteuid().is_root() {
        return Ok(levels.map(|level| setup(level, User::Ordinary)).to_vec());
    }
    let users = [User::Root, User::Ordinary];
    let mut setups: Vec<Setup> =
        levels.into_iter().flat_map(|level| users.map(|user| setup(level, user))).collect();
    if !all && named.only.is_empty() {
        let names: Vec<String> = lab::vectors()?.into_iter().map(|vector| vector.name).collect();
        for (setup, half) in setups.iter_mut().zip([0, 1, 1, 0]) {
            setup.only = names.iter().skip(half).step_by(2).cloned().collect();
        }
    }
    Ok(setups)
}

fn print(setup: &Setup, outcome: &Outcome, verbose: bool) {
    println!(
        "{setup}: {} tried, {} threw; {} refused at the call, {} in the browser, {} at the exit; {} got out, {} strays ({})",
        outcome.tried(),
        outcome.threw(),
        outcome.refused_by("call"),
        outcome.refused_by("browser"),
        outcome.refused_by("exit"),
        outcome.leaks.len(),
        outcome.strays.len(),
        outcome.browsed.product,
    );
    for (vector, evidence) in &outcome.leaks {
        println!("  got out: {vector} ({})", evidence.iter().cloned().collect::<Vec<_>>().join(", "));
    }
    for (stray, frames) in &outcome.strays {
        println!("  stray: {stray} ({frames} frames)");
    }
    for host in &outcome.browsed.asked {
        println!("  asked for by nobody's page, and refused at the exit: {host}");
    }
    for (vector, why) in &outcome.browsed.unopened {
        println!("  not opened: {vector}: {why}");
    }
    if verbose {
        for (vector, told) in &outcome.told {
            let by = outcome
                .browsed
                .refused
                .get(vector)
                .map(|by| by.iter().cloned().collect::<Vec<_>>().join(" and "));
            println!("  {vector}: {told}; refused by {}", by.unwrap_or_else(|| "nobody".to_owned()));
        }
    }
}
