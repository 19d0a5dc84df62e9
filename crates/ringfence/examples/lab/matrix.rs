//! What each barrier keeps, found out by taking it away; written down as a page.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use ringfence::Level;

use crate::barriers::{Claim, FLAGS, rtc};
use crate::outcome::{Outcome, read, write as keep};
use crate::run::at_once;
use crate::setup::{Browser, Setup, User, Without};
use crate::table;

/// Set-ups at once.
const AT_ONCE: usize = 3;
/// How long a browser is watched that should be silent.
const SILENCE: u64 = 20;

/// A set-up and the reason why it is tried.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) setup: Setup,
    pub(crate) outcome: Option<Outcome>,
}

/// Tries what has not been tried yet, and writes the page.
pub(crate) fn write(to: &Path, outcomes: &Path) -> Result<ExitCode> {
    std::fs::create_dir_all(outcomes)?;
    let (mut barriers, mut flags) = (barriers(), flags());
    for rows in [&mut barriers, &mut flags] {
        fill(rows, outcomes)?;
    }
    if let Some(directory) = to.parent() {
        std::fs::create_dir_all(directory)?;
    }
    std::fs::write(to, table::page(&barriers, &flags)?)?;
    println!("written: {}", to.display());
    Ok(ExitCode::SUCCESS)
}

fn fill(rows: &mut [Row], outcomes: &Path) -> Result<()> {
    let file = |setup: &Setup| {
        let name: String =
            setup.to_string().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        outcomes.join(format!("{name}.json"))
    };
    let missing: Vec<Setup> =
        rows.iter().map(|row| row.setup.clone()).filter(|setup| !file(setup).exists()).collect();
    // Kept bunch by bunch, so that whoever is interrupted goes on from there.
    for some in missing.chunks(AT_ONCE) {
        for (setup, outcome) in at_once(some, AT_ONCE) {
            match outcome {
                Ok(outcome) => {
                    println!("{setup}: {} got out, {} strays", outcome.leaks.len(), outcome.strays.len());
                    keep(&file(&setup), &outcome)?;
                }
                Err(error) => eprintln!("{setup}: {error:#}"),
            }
        }
    }
    for row in rows {
        row.outcome = read(&file(&row.setup)).ok();
    }
    Ok(())
}

fn setup(browser: Browser, user: User, without: &[Without]) -> Setup {
    Setup { browser, user, without: without.to_vec(), only: Vec::new(), idle: 5 }
}

/// Everything, with whole barriers taken away.
fn barriers() -> Vec<Row> {
    use Without::{Exit, Judging, Policies, Preferences, Proxy};
    let full = Browser::Contained(Level::Full);
    let open = Browser::Contained(Level::ProxyOnly);
    let row = |name: &str, setup| Row { name: name.to_owned(), setup, outcome: None };
    let ordinary = |browser, without: &[Without]| setup(browser, User::Ordinary, without);
    vec![
        row("No defence: plain Chromium", ordinary(Browser::Plain, &[])),
        row("`full`, as root", setup(full, User::Root, &[])),
        row("`full`, as an ordinary user", ordinary(full, &[])),
        row("`proxy-only`: without the namespace", ordinary(open, &[])),
        row("`proxy-only`, without judging in the browser", ordinary(open, &[Judging])),
        row("`proxy-only`, without judging at the exit", ordinary(open, &[Exit])),
        row("`proxy-only`, without either", ordinary(open, &[Judging, Exit])),
        row("`full`, without either", ordinary(full, &[Judging, Exit])),
        row("`proxy-only`, without the proxy setting", ordinary(open, &[Proxy])),
        row("`full`, without the proxy setting", ordinary(full, &[Proxy])),
        row("`proxy-only`, without the preferences", ordinary(open, &[Preferences])),
        row("`proxy-only`, without the managed policies", ordinary(open, &[Policies])),
    ]
}

/// What each flag claims, with that flag taken away. The namespace would hold it all, so it is away, too.
fn flags() -> Vec<Row> {
    let open = Browser::Contained(Level::ProxyOnly);
    let mut rows = Vec::new();
    for (flag, claim) in FLAGS {
        let (only, idle) = match claim {
            Claim::None => continue,
            Claim::Idle => (vec!["nav-https".to_owned()], SILENCE),
            Claim::Vectors(vectors) => (vectors.iter().map(|name| (*name).to_owned()).collect(), 5),
        };
        let without = vec![Without::Flag((*flag).to_owned())];
        let setup = Setup { browser: open, user: User::Ordinary, without, only, idle };
        rows.push(Row { name: format!("`{flag}`"), setup, outcome: None });
    }
    let flag = |name: &str| Without::Flag(name.to_owned());
    for (name, without) in [
        (
            "`--webrtc-ip-handling-policy` and the preferences",
            vec![flag("--webrtc-ip-handling-policy"), Without::Preferences],
        ),
        (
            "those, and `--host-resolver-rules`",
            vec![flag("--webrtc-ip-handling-policy"), Without::Preferences, flag("--host-resolver-rules")],
        ),
    ] {
        let setup = Setup { browser: open, user: User::Ordinary, without, only: rtc(), idle: 5 };
        rows.push(Row { name: name.to_owned(), setup, outcome: None });
    }
    let silent = Setup {
        browser: open,
        user: User::Ordinary,
        without: Vec::new(),
        only: vec!["nav-https".to_owned()],
        idle: 60,
    };
    rows.insert(0, Row { name: "none, idle for 60 s".to_owned(), setup: silent, outcome: None });
    rows
}
