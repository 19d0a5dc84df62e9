//! What came to the browser's only exit, by host.

use maud::{Markup, html};

use super::words::{bytes, count, shown};
use crate::recording::{HostRecord, Recording};

pub(super) fn section(recording: &Recording) -> Markup {
    let omitted = recording.omitted;
    html! {
        section #exit aria-labelledby="exit-title" {
            h2 #exit-title { "What left the browser" }
            p {
                "Every connection of the browser's comes to one proxy, which judges it again. What was refused in the "
                "browser never came here."
            }
            @if recording.hosts.is_empty() {
                p { "Nothing came to it." }
            } @else {
                (table(recording))
            }
            @if omitted.events > 0 {
                p.note { (count(omitted.events)) " decisions came too fast to be told, and are missing here." }
            }
        }
    }
}

fn table(recording: &Recording) -> Markup {
    html! {
        div.wide role="region" aria-labelledby="exit-title" tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { "Host" }
                        th.number scope="col" { "Allowed" }
                        th.number scope="col" { "Refused" }
                        th.number scope="col" { "Failed" }
                        th.number scope="col" { "Sent" }
                        th.number scope="col" { "Received" }
                    }
                }
                tbody {
                    @for ((host, port), sums) in &recording.hosts {
                        (row(&html! { code { (shown(host)) @if *port != 0 { ":" (port) } } }, sums))
                    }
                    @if recording.other_hosts != HostRecord::default() {
                        (row(&html! { "all other hosts" }, &recording.other_hosts))
                    }
                }
            }
        }
    }
}

fn row(host: &Markup, sums: &HostRecord) -> Markup {
    let nothing = sums.allowed == 0;
    html! {
        tr.bad[nothing] {
            th scope="row" { (host) }
            td.number { (count(sums.allowed)) }
            td.number { (count(sums.refused)) }
            td.number { (count(sums.failed)) }
            td.number { @if !nothing { (bytes(sums.bytes_up)) } }
            td.number { @if !nothing { (bytes(sums.bytes_down)) } }
        }
    }
}
