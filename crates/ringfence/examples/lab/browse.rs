//! The browser's process: has the vectors tried, some tabs at once.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use ringfence_testkit::lab::{Names, vectors};

use crate::inside::BROWSED;
use crate::outcome::{Browsed, write};
use crate::plain::Plain;
use crate::product::Product;
use crate::setup::{Browser, Setup};

/// Tabs at once.
const TABS: usize = 15;
/// What workers, speculation, peer connections and reports need to get going. This is no waiting for something to be
/// over: it is how long the browser is watched.
const WATCHED: Duration = Duration::from_millis(2500);
/// What is watched after the tabs are closed, which some vectors wait for.
const AFTERWARDS: Duration = Duration::from_millis(900);

/// Opens pages and clicks on them.
pub(crate) trait Tabs {
    /// Opens an address in a new tab.
    async fn open(&mut self, url: &str) -> Result<String>;
    /// Clicks in the middle of a tab's page.
    async fn click(&mut self, tab: &str) -> Result<()>;
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
            fire(product, &wanted, setup.idle).await?
        }
        Browser::Plain => fire(Plain::start(directory, key_hash).await?, &wanted, setup.idle).await?,
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

async fn fire(mut tabs: impl Tabs, wanted: &[String], idle: u64) -> Result<Browsed> {
    let mut unopened = std::collections::BTreeMap::new();
    for some in wanted.chunks(TABS) {
        let mut open = Vec::new();
        for vector in some {
            match tabs.open(&format!("https://site.test/fire?v={vector}")).await {
                Ok(tab) => open.push((vector, tab)),
                Err(error) => {
                    unopened.insert(vector.clone(), format!("{error:#}"));
                }
            }
        }
        for (vector, tab) in open {
            if let Err(error) = tabs.click(&tab).await {
                unopened.insert(vector.clone(), format!("{error:#}"));
            }
        }
        tokio::time::sleep(WATCHED).await;
        tabs.close_all().await?;
        tokio::time::sleep(AFTERWARDS).await;
    }
    tokio::time::sleep(Duration::from_secs(idle)).await;
    let mut browsed = tabs.end().await?;
    browsed.unopened = unopened;
    Ok(browsed)
}
