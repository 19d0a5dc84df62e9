//! What was refused, with the rule behind it.

use maud::{Markup, html};

use super::words::{count, shown, times, with_options};
use crate::recording::{Layer, Recording, RefusalRecord};

/// Calls that are named of one refusal.
const MOST_CALLS: usize = 10;

pub(super) fn section(recording: &Recording) -> Markup {
    let omitted = recording.omitted.refusals;
    html! {
        section #refused aria-labelledby="refused-title" {
            h2 #refused-title { "What was refused" }
            @if recording.refusals.is_empty() { p { "Nothing." } }
            ul.refusals {
                @for refusal in &recording.refusals { li { (one(refusal)) } }
            }
            @if omitted > 0 { p.note { (count(omitted)) " more were refused and are not shown." } }
        }
    }
}

fn one(refusal: &RefusalRecord) -> Markup {
    html! {
        p.head { span.badge { (shown(&refusal.code)) } " " code.host { (shown(&refusal.subject)) } }
        p.how {
            (refusal.layer.words()) ": " (times(refusal.times))
            @if !refusal.steps.is_empty() { ", at " (calls(&refusal.steps)) }
        }
        dl {
            @match &refusal.rule {
                Some(rule) => { dt { "Decided by" } dd { code { (shown(rule)) } } }
                None if refusal.layer.is_by_entries() => {
                    dt { "Decided by" } dd { "the default: no entry of the policy allows it" }
                }
                None => {}
            }
            @if !refusal.hint.is_empty() {
                dt { @if refusal.layer == Layer::Member { "What it was told" } @else { "What to do" } }
                dd { (with_options(&shown(&refusal.hint))) }
            }
        }
    }
}

/// The calls that it was at, the first of them.
fn calls(steps: &[usize]) -> Markup {
    let shown = &steps[..steps.len().min(MOST_CALLS)];
    let more = steps.len() - shown.len();
    html! {
        @if steps.len() == 1 { "call " } @else { "calls " }
        @for (at, step) in shown.iter().enumerate() {
            @if at > 0 { @if at + 1 == steps.len() { " and " } @else { ", " } }
            a href={ "#step-" (step) } { (step) }
        }
        @if more > 0 { " and " (count(more as u64)) " more" }
    }
}
