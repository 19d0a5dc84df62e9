//! Plays one session on a built-in site and prints each step: what the agent asks, what it reads exactly as an MCP
//! client would, and what is refused. Writes a report to the file that is named, else to `ringfence-demo.html` in the
//! directory for temporary files. Ends with 1 when a step does not go as scripted, with 3 when no browser starts.

mod agent;
mod names;
mod screen;
mod script;
mod shop;
mod summary;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, anyhow, ensure};
use ringfence::session::{Observer, SessionError};
use ringfence::{BrowserOptions, Policy, Sessions, SessionsOptions, Source};
use ringfence_report::{Recorder, RecorderOptions, ReportFile};

use crate::agent::Agent;
use crate::names::{Names, STAFF};
use crate::screen::{Ink, Screen};
use crate::script::World;
use crate::shop::{REVIEWS, SHOP};
use crate::watch::Watch;

const TITLE: &str = "An agent buys a desk lamp, and is led astray on the way";
/// The largest report that the demo may make, in bytes.
const LARGEST_REPORT: usize = 3_000_000;

#[tokio::main]
async fn main() -> ExitCode {
    let screen = Screen::of_stdout();
    match demo(&screen).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let no_browser = matches!(error.downcast_ref(), Some(SessionError::Start(_)));
            // When stdout is gone there is nobody to tell.
            let _untold = screen.line(Ink::Red, &format!("\nThe demo stopped: {error:#}"));
            ExitCode::from(if no_browser { 3 } else { 1 })
        }
    }
}

async fn demo(screen: &Screen) -> Result<()> {
    let path = report_path();
    let report = ReportFile::open(&path)?;
    let site = shop::open()?;
    let port = site.address().port();
    let allowed = [
        ("--allow-local", format!("http://{SHOP}:{port}")),
        ("--allow-local", format!("http://{REVIEWS}:{port}")),
        ("--allow", STAFF.to_owned()),
    ];
    let lines: Vec<_> = allowed.iter().map(|(option, host)| format!("{option} {host}")).collect();
    greet(screen, &lines)?;

    let names = Arc::new(Names::default());
    let watch = Arc::new(Watch::default());
    let recorder = Arc::new(Recorder::new(RecorderOptions { title: TITLE.to_owned(), policy: lines }));
    let observers: Vec<Arc<dyn Observer>> = vec![recorder.clone(), watch.clone()];
    let browser = BrowserOptions { resolver: names.clone(), ..BrowserOptions::new(policy(&allowed)?) };
    let options = SessionsOptions { observer: Some(Arc::new(observers)), ..SessionsOptions::new(browser) };
    let sessions = Sessions::new(options);
    let mut agent = Agent::new(&sessions, &recorder, screen);
    let played = script::play(&mut agent, &World { site: &site, watch: &watch }).await;
    sessions.close().await;
    let recording = recorder.recording();
    let html = recording.to_html();
    report.write(&html)?;
    played?;

    summary::print(screen, &recording, &names)?;
    ensure!(html.len() <= LARGEST_REPORT, "the report has {} bytes, more than {LARGEST_REPORT}", html.len());
    screen.line(Ink::Plain, "")?;
    screen.line(Ink::Green, "Every step went as scripted. The browser and its profile are gone.")?;
    screen.line(Ink::Plain, &format!("The report of it, {} kB: {}", html.len() / 1000, shown(&path)))?;
    Ok(())
}

/// The first argument, else a file in the directory for temporary files.
fn report_path() -> PathBuf {
    let named = std::env::args_os().nth(1).map(PathBuf::from);
    named.unwrap_or_else(|| std::env::temp_dir().join("ringfence-demo.html"))
}

fn shown(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// The site runs on this machine, so its origins are allowed as private ones; [`STAFF`] is a public host by its entry.
fn policy(allowed: &[(&'static str, String)]) -> Result<Policy> {
    let builder = allowed.iter().fold(Policy::builder(), |builder, (option, host)| {
        let source = Source::option(*option, host.as_str());
        match *option {
            "--allow-local" => builder.allow_origin(host, true, source),
            _ => builder.allow_host(host, source),
        }
    });
    builder.build().map_err(|errors| anyhow!("the demo's policy can't be used: {errors:?}"))
}

fn greet(screen: &Screen, allowed: &[String]) -> Result<()> {
    screen.line(Ink::Bold, &format!("Ringfence: {}", TITLE.replacen("An agent", "an agent", 1)))?;
    screen.line(Ink::Plain, "")?;
    screen.labelled("allowed", Ink::Plain, &format!("{}; all else is refused", allowed.join(", ")))?;
    screen.labelled("site", Ink::Plain, "built in; the demo's own names lead to it, on this machine")?;
    Ok(())
}
