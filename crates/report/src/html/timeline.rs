//! What was asked and read, call by call.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, html};

use super::strip;
use super::words::{bytes, count, duration, shown, times};
use crate::recording::{DownloadRecord, Part, Picture, Recording, RefusalRecord, Step};

/// Characters of a page's text that are shown without being asked for.
const SHORT: usize = 400;
/// Refusals that are told beside one call; all of them stand together below.
const MOST_REFUSED: usize = 8;

pub(super) fn section(recording: &Recording) -> Markup {
    let several = recording.sessions.len() > 1;
    let omitted = recording.omitted.steps;
    html! {
        section #timeline aria-labelledby="timeline-title" {
            h2 #timeline-title { "Timeline" }
            (strip::picture(recording))
            @if recording.steps.is_empty() { p { "No call was made." } }
            ol.steps {
                @for step in &recording.steps {
                    li { (card(step, recording, several)) }
                }
            }
            @if omitted > 0 { p.note { (count(omitted)) " more calls were made and are not shown." } }
            @if recording.omitted.downloads > 0 {
                p.note { "Downloads that are not shown: " (count(recording.omitted.downloads)) "." }
            }
        }
    }
}

fn card(step: &Step, recording: &Recording, several: bool) -> Markup {
    let since = step.at.duration_since(recording.began).unwrap_or_default();
    let refused: Vec<_> =
        recording.refusals.iter().filter(|refusal| refusal.steps.contains(&step.number)).collect();
    let downloads: Vec<_> =
        recording.downloads.iter().filter(|download| download.step == Some(step.number)).collect();
    html! {
        article.bad[step.failure.is_some()] id={ "step-" (step.number) } aria-labelledby={ "step-" (step.number) "-title" } {
            header {
                h3 id={ "step-" (step.number) "-title" } {
                    span.number { (step.number) } " "
                    @match &step.why {
                        Some(why) => (shown(why)),
                        None => (shown(&step.member)),
                    }
                }
                p.when {
                    "at " (duration(since)) ", took " (duration(step.took))
                    @if several { ", session " (shown(&step.session)) }
                }
            }
            p.asks { span.label { "asks" } " " code { (shown(&step.member)) " " (shown(&step.input)) } }
            @if let Some(trouble) = &step.failure {
                p.code {
                    span.badge { (shown(&trouble.code)) }
                    @if let Some(subject) = &trouble.subject { " about " code { (shown(subject)) } }
                }
            }
            @for part in &step.parts { (shown_part(part, step)) }
            @if !downloads.is_empty() { (files(&downloads)) }
            @if !refused.is_empty() { (also(&refused)) }
        }
    }
}

fn shown_part(part: &Part, step: &Step) -> Markup {
    match part {
        Part::Said(text) => html! { p.says dir="auto" { (shown(text)) } },
        Part::Read { text, length, source } => read(text, *length, source.as_deref()),
        Part::Picture(picture) => figure(picture, step),
        Part::Tabs(tabs) => html! {
            ul.tabs aria-label="Open tabs" {
                @for (active, id, title, url) in tabs {
                    li {
                        @if *active { strong { (shown(id)) } } @else { (shown(id)) }
                        " " bdi { (shown(title)) } " " code { (shown(url)) }
                    }
                }
            }
        },
        Part::LeftOut => {
            html! { p.note { "A picture was taken here and is not shown, as there are too many." } }
        }
    }
}

/// The page's words: folded when they are long.
fn read(text: &str, length: usize, source: Option<&str>) -> Markup {
    let source = source.unwrap_or("an unknown origin");
    let kept = text.chars().count();
    let whole = html! {
        pre dir="auto" { (shown(text)) }
        @if kept < length { p.note { "The first " (count(kept as u64)) " of " (count(length as u64)) " characters." } }
    };
    let label = html! { "the page's words, from " (shown(source)) ": " (count(length as u64)) " characters" };
    html! {
        @if kept <= SHORT {
            div.page { p.label { (label) } (whole) }
        } @else {
            details.page { summary { (label) } (whole) }
        }
    }
}

fn figure(picture: &Picture, step: &Step) -> Markup {
    let data = format!("data:{};base64,{}", picture.media_type, STANDARD.encode(&picture.data));
    let size = imagesize::blob_size(&picture.data).ok();
    let alt = format!("The page as the browser drew it for call {}", step.number);
    html! {
        figure {
            img src=(data) alt=(alt) width=[size.map(|size| size.width)] height=[size.map(|size| size.height)];
        }
    }
}

/// The downloads that ended from this call on until the next.
fn files(downloads: &[&DownloadRecord]) -> Markup {
    html! {
        ul.downloads aria-label="Downloaded from this call on" {
            @for download in downloads {
                li {
                    @match &download.ending {
                        Ok((file, size)) => {
                            "Downloaded " bdi { (shown(&download.name)) } " from " code { (shown(&download.host)) } ", "
                            (bytes(*size)) ", kept as " code { (shown(file)) }
                        }
                        Err(why) => {
                            "A download failed: " bdi { (shown(&download.name)) } " from "
                            code { (shown(&download.host)) } ": " (shown(why))
                        }
                    }
                }
            }
        }
    }
}

/// What else was refused from this call on until the next.
fn also(refused: &[&RefusalRecord]) -> Markup {
    // One more line would take as much room as what it leaves out.
    let shown_ones = if refused.len() > MOST_REFUSED + 1 { MOST_REFUSED } else { refused.len() };
    let more = (refused.len() - shown_ones) as u64;
    html! {
        ul.refused aria-label="Refused from this call on" {
            @for refusal in &refused[..shown_ones] {
                li {
                    span.badge { (shown(&refusal.code)) } " " code { (shown(&refusal.subject)) } ": "
                    (refusal.layer.words())
                    @if refusal.times > 1 { ", " (times(refusal.times)) " in all" }
                }
            }
            @if more > 0 { li { "and " (count(more)) " more, among " a href="#refused" { "what was refused" } } }
        }
    }
}
