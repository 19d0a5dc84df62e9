//! The report: one file of HTML that needs nothing else.
//!
//! All text goes through the template's escaping, and through [`words::shown`] where a page or an agent wrote it. The
//! page's own policy forbids scripts and the network, so that text that got through all the same could do nothing.

mod exit;
mod refusals;
mod strip;
mod timeline;
mod words;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::clock::{for_people, rfc_3339};
use crate::recording::Recording;
use words::{bytes, count, duration, shown};

const STYLE: &str = include_str!("style.css");
const CONTENT_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

impl Recording {
    /// Makes the report. It needs no network and no script, fits narrow screens, and follows the reader's choice of light
    /// or dark.
    pub fn to_html(&self) -> String {
        page(self).into_string()
    }
}

/// What every report has in its title.
pub(crate) const SIGNATURE: &str = "Ringfence report";

fn page(recording: &Recording) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(CONTENT_POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (shown(&recording.title)) " - " (SIGNATURE) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    p.brand { (SIGNATURE) }
                    h1 { (shown(&recording.title)) }
                    (figures(recording))
                    (facts(recording))
                }
                nav aria-label="Parts of the report" {
                    a href="#timeline" { "Timeline" }
                    a href="#refused" { "What was refused" }
                    a href="#exit" { "What left the browser" }
                }
                main {
                    (timeline::section(recording))
                    (refusals::section(recording))
                    (exit::section(recording))
                }
                footer {
                    p {
                        "What agents typed and read is in this file. What looks like a credential is covered, and nothing "
                        "else is: mind whom you give it to."
                    }
                }
            }
        }
    }
}

/// The session in a few numbers.
fn figures(recording: &Recording) -> Markup {
    let shown: u64 = recording.refusals.iter().map(|refusal| refusal.times).sum();
    let refused = shown + recording.omitted.refusals;
    let reached = recording.hosts.values().filter(|host| host.allowed > host.failed).count();
    let (up, down) = recording
        .hosts
        .values()
        .chain([&recording.other_hosts])
        .fold((0, 0), |(up, down), host| (up + host.bytes_up, down + host.bytes_down));
    html! {
        dl.figures {
            div { dt { "Calls" } dd { (count(recording.steps.len() as u64 + recording.omitted.steps)) } }
            div.bad[refused > 0] { dt { "Refused" } dd { (count(refused)) } }
            div { dt { "Hosts reached" } dd { (count(reached as u64)) } }
            div { dt { "Sent" } dd { (bytes(up)) } }
            div { dt { "Received" } dd { (bytes(down)) } }
        }
    }
}

fn facts(recording: &Recording) -> Markup {
    let took = recording.ended.duration_since(recording.began).unwrap_or_default();
    let mut contained: Vec<_> = recording.sessions.iter().map(|session| &session.contained).collect();
    contained.dedup();
    let several = recording.sessions.len() > 1;
    html! {
        dl.facts {
            dt { "When" }
            dd {
                time datetime=(rfc_3339(recording.began)) { (for_people(recording.began)) }
                ", for " (duration(took))
            }
            dt { "Browser" }
            @if recording.sessions.is_empty() { dd { "none was started" } }
            @for session in &recording.sessions {
                dd { (shown(&session.product)) @if several { ", session " (shown(&session.name)) } }
            }
            @for contained in contained {
                dt { "Contained" }
                dd { (shown(contained)) }
            }
            dt { "Policy" }
            @for line in &recording.policy { dd { code { (shown(line)) } } }
            @if recording.policy.is_empty() { dd { "none: every address is refused" } }
        }
    }
}
