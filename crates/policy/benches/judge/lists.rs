//! Lists that look like real ones: hosts of two and three labels, 6 to 30 characters, all different.

use std::fmt::Write as _;

use ringfence_policy::{Policy, Source};

const WORDS: [&str; 12] = [
    "news", "shop", "cloud", "media", "data", "travel", "health", "game", "photo", "market", "online",
    "studio",
];
const ENDS: [&str; 8] = ["com", "net", "org", "de", "co.uk", "io", "dev", "com.br"];

/// The host with this number.
pub(crate) fn host(number: u32) -> String {
    let pick = |from: &[&'static str], by: u32| from[(number / by) as usize % from.len()];
    let end = pick(&ENDS, 5);
    match number % 3 {
        0 => format!("{}{number:x}.{end}", pick(&WORDS, 7)),
        1 => format!("{}-{}{number:x}.{end}", pick(&WORDS, 11), pick(&WORDS, 3)),
        _ => format!("{}.{}{number:x}.{end}", pick(&WORDS, 13), pick(&WORDS, 17)),
    }
}

pub(crate) fn average_length(hosts: u32) -> f64 {
    (0..hosts).map(|number| host(number).len() as f64).sum::<f64>() / f64::from(hosts)
}

/// A policy that allows so many hosts, each on a line of its own.
pub(crate) fn allowing(hosts: u32) -> Policy {
    let file: std::sync::Arc<str> = "hosts.toml".into();
    (0..hosts)
        .fold(Policy::builder(), |builder, number| {
            builder.allow_host(&host(number), Source::file(std::sync::Arc::clone(&file), number + 1))
        })
        .build()
        .unwrap()
}

/// A configuration file with so many entries.
pub(crate) fn file(hosts: u32) -> String {
    (0..hosts).fold(String::new(), |mut text, number| {
        writeln!(text, "[[policy.allow]]\nhost = \"{}\"", host(number)).unwrap();
        text
    })
}
