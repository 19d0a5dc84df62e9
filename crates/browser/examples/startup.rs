//! Measures what the kernel's network boundary costs at start-up: browsers at level full and at proxy-only, turn by
//! turn, and the medians of both. `cargo run --release --package ringfence-browser --example startup [ROUNDS]`.
#![allow(clippy::print_stdout, reason = "it prints what it measures")]

use std::time::Instant;

use ringfence_browser::{Browser, BrowserOptions, Level};
use ringfence_policy::Policy;

const ROUNDS: usize = 15;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds = match std::env::args().nth(1) {
        Some(rounds) => rounds.parse().map_err(|_| "ROUNDS must be a number")?,
        None => ROUNDS,
    };
    let (mut full, mut proxy_only) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        // Each goes first every other time, so that whatever else the machine does meets both.
        let order = if round % 2 == 0 { [true, false] } else { [false, true] };
        for is_full in order {
            let (level, times) =
                if is_full { (Level::Full, &mut full) } else { (Level::ProxyOnly, &mut proxy_only) };
            times.push(start(level).await?);
        }
    }
    let (full, proxy_only) = (median(full), median(proxy_only));
    println!("full {full:.1} ms, proxy-only {proxy_only:.1} ms, difference {:.1} ms", full - proxy_only);
    Ok(())
}

/// Milliseconds until a browser is there.
async fn start(level: Level) -> Result<f64, Box<dyn std::error::Error>> {
    let options =
        BrowserOptions { min_level: level, max_level: level, ..BrowserOptions::new(Policy::closed()) };
    let begun = Instant::now();
    let browser = Browser::start(options).await?;
    let took = begun.elapsed().as_secs_f64() * 1000.0;
    browser.close().await;
    Ok(took)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
