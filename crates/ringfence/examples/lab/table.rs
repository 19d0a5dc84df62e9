//! The page that the matrix is written to.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::Result;
use ringfence_testkit::lab::{Evidence, vectors};

use crate::barriers::{Claim, FLAGS};
use crate::matrix::Row;
use crate::outcome::Outcome;

/// The whole page.
pub(crate) fn page(barriers: &[Row], flags: &[Row], others: &[Row]) -> Result<String> {
    let mut page = String::from(HEAD);
    let product =
        barriers.iter().filter_map(|row| row.outcome.as_ref()).map(|outcome| &outcome.browsed.product).next();
    writeln!(page, "Tried with {}, on {}.\n", product.map_or("nothing", String::as_str), today())?;
    page.push_str(BARRIERS);
    for row in barriers {
        match &row.outcome {
            Some(outcome) => writeln!(page, "| {} | {} |", row.name, numbers(outcome))?,
            None => writeln!(page, "| {} | not tried | | | | | | |", row.name)?,
        }
    }
    page.push_str(GOT_OUT);
    for row in barriers.iter().skip(1) {
        let Some(outcome) = row.outcome.as_ref().filter(|outcome| !outcome.is_tight()) else { continue };
        writeln!(page, "- {}: {}", row.name, leaks(outcome))?;
    }
    page.push_str(FLAG_TABLE);
    for row in flags {
        let found = match &row.outcome {
            Some(outcome) => {
                format!("{} | {}", list(outcome.leaks.keys().chain(outcome.strays.keys())), asked(outcome))
            }
            None => "not tried |".to_owned(),
        };
        writeln!(page, "| {} | {found} |", row.name)?;
    }
    let hygiene =
        FLAGS.iter().filter(|(_, claim)| *claim == Claim::None).map(|(flag, _)| format!("`{flag}`"));
    writeln!(
        page,
        "\nNothing that the lab could see is claimed for: {}.\n",
        hygiene.collect::<Vec<_>>().join(", ")
    )?;
    page.push_str(OTHERS);
    for row in others {
        match &row.outcome {
            Some(outcome) => writeln!(
                page,
                "| {} | {} | {} | {} | {} | {} | {} |",
                outcome.browsed.product,
                outcome.tried(),
                outcome.threw(),
                outcome.leaks.len(),
                outcome.leaks.values().filter(|seen| seen.contains(Evidence::Host.as_str())).count(),
                outcome.strays.len(),
                leaks(outcome)
            )?,
            None => writeln!(page, "| {} | not tried | | | | | |", row.name)?,
        }
    }
    page.push_str(VECTORS);
    let first = |name: &str| {
        barriers.iter().find(|row| row.name.starts_with(name)).and_then(|row| row.outcome.as_ref())
    };
    let (plain, full) = (first("No defence"), first("`full`, as an"));
    for vector in vectors()? {
        let fires = plain.map_or_else(|| "?".to_owned(), |outcome| fires(outcome, &vector.name));
        let held = full.map_or_else(|| "?".to_owned(), |outcome| held(outcome, &vector.name));
        writeln!(
            page,
            "| `{}` | {} | {} | {} | {fires} | {held} |",
            vector.name, vector.kind, vector.what, vector.since
        )?;
    }
    Ok(page)
}

fn numbers(outcome: &Outcome) -> String {
    format!(
        "{} | {} | {} | {} | {} | {} | {} | {}",
        outcome.tried(),
        outcome.threw(),
        outcome.browsed.unopened.len(),
        outcome.refused_by("call"),
        outcome.refused_by("browser"),
        outcome.refused_by("exit"),
        outcome.leaks.len(),
        outcome.strays.len()
    )
}

fn leaks(outcome: &Outcome) -> String {
    const MOST: usize = 25;
    let all: Vec<&String> = outcome.leaks.keys().chain(outcome.strays.keys()).collect();
    let shown = list(all.iter().take(MOST).copied());
    if all.len() > MOST { format!("{shown} and {} more", all.len() - MOST) } else { shown }
}

fn list<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// Whom the browser asked for by itself, and was refused.
fn asked(outcome: &Outcome) -> String {
    list(outcome.browsed.asked.iter())
}

fn fires(outcome: &Outcome, vector: &str) -> String {
    let words = |evidence: &BTreeSet<String>| evidence.iter().cloned().collect::<Vec<_>>().join(", ");
    match (outcome.leaks.get(vector), outcome.told.get(vector)) {
        (Some(evidence), _) => words(evidence),
        (None, Some(told)) if told.starts_with("threw") => "threw".to_owned(),
        (None, Some(_)) => "no".to_owned(),
        (None, None) => "not tried".to_owned(),
    }
}

/// Which barrier refused it first.
fn held(outcome: &Outcome, vector: &str) -> String {
    if outcome.leaks.contains_key(vector) {
        return "**got out**".to_owned();
    }
    match (outcome.browsed.refused.get(vector), outcome.told.get(vector)) {
        (Some(by), _) => by.iter().cloned().collect::<Vec<_>>().join(", "),
        (None, Some(told)) if told.starts_with("threw") => "threw".to_owned(),
        (None, Some(_)) => "Chromium itself".to_owned(),
        (None, None) => "not tried".to_owned(),
    }
}

/// The date in UTC, from the clock alone.
fn today() -> String {
    let seconds =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |now| now.as_secs());
    // Days since 0000-03-01, so that a leap day is a year's last.
    let days = seconds / 86_400 + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

const HEAD: &str = "# What was tried to get out

This page is written by `make lab-matrix`; don't change it by hand.

The lab is an internet in a namespace: every name and every address answers, nothing leaves the machine, and a raw socket
sees each frame. Two sites are allowed. A browser opens a page of theirs for each of many ways to reach a host that is not
allowed, a real click sets it off, and the judge looks for a DNS query, a connection, a datagram or a conversation that
belongs to it. A frame belongs to a way out by the host name in it, or by an address or port that nothing else has. Frames
that should not have been sent and belong to none are *strays*.

*Tried* means that the page's script ran; *threw* that it broke off, so that nothing was tried; *not opened* that its page
could not be reached, which is all that is left without the proxy setting where something else keeps the network. A control
run with a plain Chromium shows which ways really lead somewhere. Without the proxy setting the canary is away, too: with it
such a browser is not handed out.

";
const BARRIERS: &str = "## Barriers

| set-up | tried | threw | not opened | refused at the call | refused in the browser | refused at the exit | got out | strays |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
";
const GOT_OUT: &str = "
What got out, where something did (the names of ways are explained below):

";
const FLAG_TABLE: &str = "
## Flags

Each flag alone is taken away, at `proxy-only`, and only what it claims to hold is tried. Where nothing got out another
barrier held it. What the browser asks for by itself and the exit refuses would get out without the exit.

| without | got out | asked for by the browser itself, and refused |
|---|---|---|
";
const OTHERS: &str = "
## Other browsers for agents

The same pages were opened in these with their own option to allow the two sites only, by `make lab-rivals`. They have no
members of ours, so an agent's ways out are not among what was tried. Some of them say themselves that the list is no security
boundary. *Got out* counts whatever was sent, a look-up of the name or a connection included; *spoke* only what went on to TLS
or HTTP with the host.

| browser | tried | threw | got out | spoke | strays | which |
|---|--:|--:|--:|--:|--:|---|
";
const VECTORS: &str = "
## Ways out

*Since* is the version of Chromium that brought what is used, 1 for what was always there. *Plain* is what was seen of it
with a plain Chromium. *Held by* is who refused it at `full`; where nobody had to, Chromium itself never asked.

| way | kind | what it does | since | plain | held by |
|---|---|---|---|---|---|
";
