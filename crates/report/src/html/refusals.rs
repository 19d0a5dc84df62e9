//! What was refused, with the rule behind it.

use maud::{Markup, html};

use super::words::{count, shown, times, with_options};
use crate::recording::{Layer, Recording, RefusalRecord};

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
            @if let Some(step) = refusal.step {
                ", " @if refusal.times > 1 { "first " } "from "
                a href={ "#step-" (step) } { "call " (step) } " on"
            }
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
