//! Plays one session on a built-in site and prints each step: what the agent asks, what it reads exactly as an MCP
//! client would, and what is refused. Ends with 1 when a step does not go as scripted, with 3 when no browser starts.

mod agent;
mod exit;
mod names;
mod screen;
mod script;
mod shop;
mod summary;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use ringfence::{Browser, BrowserOptions, Policy, Source, Toolset, ToolsetOptions};

use crate::agent::Agent;
use crate::exit::ExitLog;
use crate::names::{Names, STAFF};
use crate::screen::{Ink, Screen};
use crate::script::World;
use crate::shop::{REVIEWS, SHOP};

#[tokio::main]
async fn main() -> ExitCode {
    let screen = Screen::of_stdout();
    match demo(&screen).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let no_browser = error.is::<ringfence::browser::StartError>();
            // When stdout is gone there is nobody to tell.
            let _untold = screen.line(Ink::Red, &format!("\nThe demo stopped: {error:#}"));
            ExitCode::from(if no_browser { 3 } else { 1 })
        }
    }
}

async fn demo(screen: &Screen) -> Result<()> {
    let site = shop::open()?;
    let port = site.address().port();
    let allowed = [format!("http://{SHOP}:{port}"), format!("http://{REVIEWS}:{port}"), STAFF.to_owned()];
    let names = Arc::new(Names::default());
    let options = BrowserOptions { resolver: names.clone(), ..BrowserOptions::new(policy(&allowed)?) };
    let browser = Arc::new(Browser::start(options).await?);
    let mut exit = ExitLog::new(browser.egress_events());
    greet(screen, &browser, &allowed)?;

    let toolset = Toolset::new(browser.clone(), ToolsetOptions::default())?;
    let mut agent = Agent::new(&toolset, screen);
    let mut world = World { site: &site, exit: &mut exit, refused: Vec::new() };
    let played = script::play(&mut agent, &mut world).await;
    let refused = world.refused;
    toolset.close().await;
    played?;

    summary::print(screen, &refused, &mut exit, &names)?;
    screen.line(Ink::Plain, "")?;
    screen.line(Ink::Green, "Every step went as scripted. The browser and its profile are gone.")?;
    Ok(())
}

/// The site runs on this machine, so its origins are allowed as private ones; [`STAFF`] is a public host by its entry.
fn policy(allowed: &[String; 3]) -> Result<Policy> {
    let [shop, reviews, staff] = allowed;
    Policy::builder()
        .allow_origin(shop, true, Source::option("--allow-local", shop.as_str()))
        .allow_origin(reviews, true, Source::option("--allow-local", reviews.as_str()))
        .allow_host(staff, Source::option("--allow", staff.as_str()))
        .build()
        .map_err(|errors| anyhow!("the demo's policy can't be used: {errors:?}"))
}

fn greet(screen: &Screen, browser: &Browser, allowed: &[String]) -> Result<()> {
    let level = browser.level();
    screen.line(Ink::Bold, "Ringfence: an agent buys a desk lamp, and is led astray on the way")?;
    screen.line(Ink::Plain, "")?;
    screen.labelled("browser", Ink::Plain, browser.product())?;
    screen.labelled("contained", Ink::Plain, &format!("{level}: {}", level.meaning()))?;
    screen.labelled("allowed", Ink::Plain, &format!("{}; all else is refused", allowed.join(", ")))?;
    screen.labelled("site", Ink::Plain, "built in; the demo's own names lead to it, on this machine")?;
    Ok(())
}
