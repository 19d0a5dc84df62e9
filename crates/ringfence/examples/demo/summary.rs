//! What the session came to: what was refused and by whom, and what left the browser.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use ringfence_report::{Layer, Recording};

use crate::names::{Names, STAFF};
use crate::screen::{Ink, Screen};
use crate::script::{LURES, WAYS};
use crate::shop::{REVIEWS, SHOP};

/// Prints it all, and makes sure that all was refused that was to be, and that nothing but the shop and its reviews was
/// reached or looked up.
pub(crate) fn print(screen: &Screen, recording: &Recording, names: &Names) -> Result<()> {
    screen.line(Ink::Plain, "")?;
    screen.line(Ink::Bold, "What was refused, and where")?;
    for refusal in &recording.refusals {
        let text = format!("    {:<24}  {:<12}  {}", refusal.subject, refusal.code, refusal.layer.words());
        screen.line(Ink::Plain, &text)?;
    }
    screen.line(Ink::Plain, "")?;
    screen.line(Ink::Bold, "What came to the proxy, by host")?;
    for ((host, port), sums) in &recording.hosts {
        let fate = match (sums.allowed, sums.refused) {
            (0, refused) => format!("nothing allowed, {refused} refused"),
            (allowed, 0) => {
                let (up, down) = (sums.bytes_up, sums.bytes_down);
                format!("{allowed} requests; {up} bytes sent, {down} received")
            }
            (allowed, refused) => format!("{allowed} requests, {refused} refused"),
        };
        screen.line(Ink::Plain, &format!("    {:<42}  {fate}", format!("{host}:{port}")))?;
    }
    let asked = names.asked();
    screen.line(Ink::Plain, "")?;
    screen.line(Ink::Bold, "Names that were looked up")?;
    screen.line(Ink::Plain, &format!("    {}; none that is off the list", asked.join(", ")))?;
    verify(recording, &asked)
}

fn verify(recording: &Recording, asked: &[String]) -> Result<()> {
    let refused: BTreeSet<_> = recording
        .refusals
        .iter()
        .map(|refusal| (refusal.layer.as_str(), refusal.subject.as_str(), refusal.code.as_str()))
        .collect();
    let wanted: BTreeSet<_> =
        LURES.iter().chain(&WAYS).map(|lure| (lure.layer.as_str(), lure.host, lure.code)).collect();
    ensure!(refused.is_superset(&wanted), "refused was {refused:#?}, and not {wanted:#?}");
    // Chromium asks for addresses of its maker's, too, some seconds after its start. No page did, so only the proxy sees it.
    let own = refused.difference(&wanted).find(|(layer, ..)| *layer != Layer::Proxy.as_str());
    ensure!(own.is_none(), "refused was {own:?}, which nothing in the script asks for");
    let reached: BTreeSet<_> = recording
        .hosts
        .iter()
        .filter(|(_, sums)| sums.allowed > 0)
        .map(|((host, _), _)| host.as_str())
        .collect();
    ensure!(reached == BTreeSet::from([SHOP, REVIEWS]), "the browser reached {reached:?}");
    // A name on the list has to be looked up before its address can be refused.
    ensure!(
        asked.iter().all(|name| [SHOP, REVIEWS, STAFF].contains(&name.as_str())),
        "looked up was {asked:?}"
    );
    ensure!(refused.iter().any(|(layer, ..)| *layer == Layer::Proxy.as_str()), "the proxy refused nothing");
    Ok(())
}
