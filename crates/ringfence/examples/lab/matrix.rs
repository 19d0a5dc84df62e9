//! What each barrier keeps, found out by taking it away; written down as a page.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use ringfence::Level;

use crate::barriers::{Claim, FLAGS, claimed_by_barriers, rtc};
use crate::outcome::{Outcome, read, write as keep};
use crate::rival::Name;
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
    fill(&flags(), outcomes)?;
    fill(&barriers(), outcomes)?;
    page(to, outcomes)
}

/// Has other browsers for agents try everything, and writes the page anew with what is known of the rest.
pub(crate) fn rivals(to: &Path, outcomes: &Path) -> Result<ExitCode> {
    std::fs::create_dir_all(outcomes)?;
    fill(&others(), outcomes)?;
    page(to, outcomes)
}

/// Writes the page with what is known.
pub(crate) fn page(to: &Path, outcomes: &Path) -> Result<ExitCode> {
    let (mut barriers, mut flags, mut others) = (barriers(), flags(), others());
    for row in barriers.iter_mut().chain(&mut flags).chain(&mut others) {
        row.outcome = read(&file(outcomes, &row.setup)).ok();
    }
    if let Some(directory) = to.parent() {
        std::fs::create_dir_all(directory)?;
    }
    std::fs::write(to, table::page(&barriers, &flags, &others)?)?;
    println!("written: {}", to.display());
    Ok(ExitCode::SUCCESS)
}

/// Where the outcome of a set-up is kept.
fn file(outcomes: &Path, setup: &Setup) -> PathBuf {
    let whole = if setup.only.is_empty() { " whole" } else { "" };
    let name = format!("{setup}{whole}");
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    outcomes.join(format!("{name}.json"))
}

fn fill(rows: &[Row], outcomes: &Path) -> Result<()> {
    let mut missing: Vec<Setup> =
        rows.iter().map(|row| row.setup.clone()).filter(|setup| !file(outcomes, setup).exists()).collect();
    // What takes long comes last.
    missing.sort_by_key(|setup| setup.only.is_empty());
    // Each is kept at once, so that whoever is interrupted goes on from there.
    let tried = at_once(&missing, AT_ONCE, &|setup, outcome| {
        println!("{setup}: {} got out, {} strays", outcome.leaks.len(), outcome.strays.len());
        keep(&file(outcomes, setup), outcome)
    });
    for (setup, outcome) in tried {
        if let Err(error) = outcome {
            eprintln!("{setup}: {error:#}");
        }
    }
    Ok(())
}

/// Other browsers for agents, told to allow the same two sites.
fn others() -> Vec<Row> {
    let row = |name: Name| Row {
        name: name.to_string(),
        setup: setup(Browser::Rival(name), User::Ordinary, &[], Vec::new()),
        outcome: None,
    };
    Name::ALL.map(row).into()
}

fn setup(browser: Browser, user: User, without: &[Without], only: Vec<String>) -> Setup {
    Setup { browser, user, without: without.to_vec(), only, idle: 5 }
}

/// Everything with all barriers and with none, and what barriers claim with them taken away: alone, and together with
/// those that would hold the same.
fn barriers() -> Vec<Row> {
    use Without::{Canary, Exit, Flag, Judging, Landlock, Namespace, Policies, Preferences, Proxy, Seccomp};
    let [full, reduced, open] = [Level::Full, Level::Reduced, Level::ProxyOnly].map(Browser::Contained);
    let row = |name: &str, setup| Row { name: name.to_owned(), setup, outcome: None };
    let whole = |browser, user| setup(browser, user, &[], Vec::new());
    let mut rows = vec![
        row("No defence: plain Chromium", whole(Browser::Plain, User::Ordinary)),
        row("`full`, as root", whole(full, User::Root)),
        row("`full`, as an ordinary user", whole(full, User::Ordinary)),
        row("`reduced`, as root", whole(reduced, User::Root)),
        row("`reduced`, as an ordinary user", whole(reduced, User::Ordinary)),
        row("`proxy-only`", whole(open, User::Ordinary)),
    ];
    let direct = |more: &[Without]| [&[Proxy, Canary], more].concat();
    // Pages can still be opened then, and what they do goes past the proxy.
    let rules = [Flag("--proxy-bypass-list".into()), Flag("--webrtc-ip-handling-policy".into()), Preferences];
    let loosened = |more: &[Without]| [&rules, more].concat();
    let parts = [
        ("`full`, without judging in the browser", full, vec![Judging]),
        ("`full`, without judging at the exit", full, vec![Exit]),
        ("`full`, without either", full, vec![Judging, Exit]),
        ("`proxy-only`, without the proxy setting", open, direct(&[])),
        ("`full`, without the proxy setting", full, direct(&[])),
        ("`full`, without the proxy setting and the namespace", full, direct(&[Namespace])),
        ("`proxy-only`, without the rules for loopback and WebRTC", open, loosened(&[])),
        ("`full`, without those rules", full, loosened(&[])),
        ("`full`, without those rules and the namespace", full, loosened(&[Namespace])),
        ("`reduced`, without those rules", reduced, loosened(&[])),
        ("`reduced`, without those rules and Landlock", reduced, loosened(&[Landlock])),
        ("`reduced`, without those rules and seccomp", reduced, loosened(&[Seccomp])),
        ("`proxy-only`, without the preferences", open, vec![Preferences]),
        ("`proxy-only`, without the managed policies", open, vec![Policies]),
    ];
    rows.extend(parts.map(|(name, browser, without)| {
        row(name, setup(browser, User::Ordinary, &without, claimed_by_barriers()))
    }));
    rows
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
        let mut without = vec![Without::Flag((*flag).to_owned())];
        // Without that one the canary would not let the browser be used.
        if *flag == "--proxy-server" {
            without.push(Without::Canary);
        }
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
