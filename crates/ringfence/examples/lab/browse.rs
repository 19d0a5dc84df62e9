//! The browser's process: has the vectors tried, some tabs at once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ringfence_testkit::lab::{Names, Vector, vectors};

use crate::inside::BROWSED;
use crate::outcome::{Browsed, write};
use crate::plain::Plain;
use crate::product::Product;
use crate::rival::Rival;
use crate::setup::{Browser, Setup};

/// Tabs at once.
const TABS: usize = 15;
/// Vectors in one page, of those that don't mind others.
const TOGETHER: usize = 8;
/// What workers, speculation, peer connections and reports need to get going. This is no waiting for something to be
/// over: it is how long the browser is watched.
const WATCHED: Duration = Duration::from_millis(2500);
/// What is watched after the tabs are closed, which some vectors wait for.
const AFTERWARDS: Duration = Duration::from_millis(900);

/// What takes longer is told of: on a machine with nothing else to do a bunch takes a few seconds.
const SLOW: Duration = Duration::from_secs(30);

/// Opens pages and clicks on them.
pub(crate) trait Tabs {
    /// Opens an address in a new tab.
    async fn open(&mut self, url: &str) -> Result<String>;
    /// Clicks in the middle of a tab's page.
    async fn click(&mut self, tab: &str) -> Result<()>;
    /// Carries an agent's calls out, as far as this browser has members; false when it has none.
    async fn agent(&mut self, vector: &str, host: &str, calls: &[String]) -> Result<bool>;
    /// Closes every tab but one that is empty.
    async fn close_all(&mut self) -> Result<()>;
    /// Ends the browser.
    async fn end(self) -> Result<Browsed>;
}

pub(crate) async fn browse(setup: &Setup, directory: &Path, key_hash: &str) -> Result<ExitCode> {
    let names = Names::new(vectors()?.into());
    let wanted = wanted(setup, &names)?;
    let browsed = match setup.browser {
        Browser::Contained(level) => {
            let product = Product::start(level, &setup.without, &names, directory).await?;
            fire(product, &names, &wanted, setup.idle).await?
        }
        Browser::Rival(name) => {
            fire(Rival::start(name, directory, key_hash).await?, &names, &wanted, setup.idle).await?
        }
        Browser::Plain => fire(Plain::start(directory, key_hash).await?, &names, &wanted, setup.idle).await?,
    };
    write(&directory.join(BROWSED), &browsed)?;
    Ok(ExitCode::SUCCESS)
}

fn wanted(setup: &Setup, names: &Names) -> Result<Vec<String>> {
    if let Some(unknown) = setup.only.iter().find(|name| names.vector(name).is_none()) {
        bail!("there is no vector {unknown:?}");
    }
    let all = || names.vectors().iter().map(|vector| vector.name.clone()).collect();
    Ok(if setup.only.is_empty() { all() } else { setup.only.clone() })
}

async fn fire(mut tabs: impl Tabs, names: &Names, wanted: &[String], idle: u64) -> Result<Browsed> {
    let mut unopened = BTreeMap::new();
    let (by_pages, by_agents): (Vec<_>, Vec<_>) =
        wanted.iter().filter_map(|name| names.vector(name)).partition(|vector| vector.calls.is_empty());
    let pages = pages(&by_pages);
    let mut tried = BTreeSet::new();
    for vector in by_agents {
        let Some((host, ..)) = names.target(&vector.name) else { continue };
        match tabs.agent(&vector.name, &host, &vector.calls).await {
            Ok(true) => drop(tried.insert(vector.name.clone())),
            Ok(false) => {}
            Err(error) => drop(unopened.insert(vector.name.clone(), format!("{error:#}"))),
        }
        tabs.close_all().await?;
    }
    let mut left = watched(&mut tabs, &pages).await?;
    // On a busy machine a page may be too slow. Once more, each alone.
    let again: Vec<String> = left.keys().flat_map(|page| page.split(',')).map(ToOwned::to_owned).collect();
    left = watched(&mut tabs, &again).await?;
    unopened.append(&mut left);
    tokio::time::sleep(Duration::from_secs(idle)).await;
    let mut browsed = tabs.end().await?;
    (browsed.unopened, browsed.tried) = (unopened, tried);
    Ok(browsed)
}

/// The vectors that each page tries.
fn pages(vectors: &[&Vector]) -> Vec<String> {
    let (together, alone): (Vec<&&Vector>, Vec<_>) = vectors.iter().partition(|vector| vector.is_sociable());
    let names =
        |some: &[&&Vector]| some.iter().map(|vector| vector.name.as_str()).collect::<Vec<_>>().join(",");
    together.chunks(TOGETHER).map(names).chain(alone.chunks(1).map(names)).collect()
}

/// Has pages try what they are there for, some at once, and watches. Returns those that could not be opened, and why.
async fn watched(tabs: &mut impl Tabs, pages: &[String]) -> Result<BTreeMap<String, String>> {
    let mut unopened = BTreeMap::new();
    for some in pages.chunks(TABS) {
        let began = Instant::now();
        for page in some {
            if let Err(error) = open_and_click(tabs, page).await {
                unopened.insert(page.clone(), format!("{error:#}"));
            }
        }
        tokio::time::sleep(WATCHED).await;
        tabs.close_all().await?;
        tokio::time::sleep(AFTERWARDS).await;
        if began.elapsed() > SLOW {
            eprintln!("slow, {} s: {}", began.elapsed().as_secs(), some[0]);
        }
    }
    Ok(unopened)
}

async fn open_and_click(tabs: &mut impl Tabs, vector: &str) -> Result<()> {
    let tab = tabs.open(&format!("https://site.test/fire?v={vector}")).await?;
    tabs.click(&tab).await
}
