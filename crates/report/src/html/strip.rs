//! The calls along a line of time, as a picture.

use std::time::{Duration, SystemTime};

use maud::{Markup, html};

use super::words::{count, duration};
use crate::recording::{Recording, Step};

/// Units of the picture from its left to its right.
const WIDTH: f64 = 1000.0;
/// The narrowest mark, so that a call of no time can be seen.
const NARROWEST: f64 = 2.5;

pub(super) fn picture(recording: &Recording) -> Markup {
    let Some((from, all)) = span(&recording.steps) else { return html! {} };
    let failed = recording.steps.iter().filter(|step| step.failure.is_some()).count();
    let steps = count(recording.steps.len() as u64);
    let label = format!(
        "{steps} calls in {}, drawn along a line of time; {} of them refused or failed",
        duration(all),
        count(failed as u64)
    );
    html! {
        svg.strip viewBox={ "0 0 " (WIDTH) " 28" } preserveAspectRatio="none" role="img" aria-label=(label) {
            @for step in &recording.steps { (mark(step, from, all)) }
        }
    }
}

fn mark(step: &Step, from: SystemTime, all: Duration) -> Markup {
    let scale = WIDTH / all.as_secs_f64().max(0.001);
    let width = (step.took.as_secs_f64() * scale).max(NARROWEST);
    let left = step.at.duration_since(from).unwrap_or_default().as_secs_f64() * scale;
    let left = left.min(WIDTH - width).max(0.0);
    let class = if step.failure.is_some() { "bad" } else { "good" };
    html! { rect class=(class) x=(format!("{left:.1}")) y="2" width=(format!("{width:.1}")) height="24" {} }
}

/// From the first call to the end of the last.
fn span(steps: &[Step]) -> Option<(SystemTime, Duration)> {
    let from = steps.iter().map(|step| step.at).min()?;
    let to = steps.iter().filter_map(|step| step.at.checked_add(step.took)).max()?;
    Some((from, to.duration_since(from).unwrap_or_default()))
}
