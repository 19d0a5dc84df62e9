//! The ways out that are tried, as data.

use serde::Deserialize;

/// One way in which a page of an allowed site may try to reach a host that is not allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// Its name: lower-case letters, digits and hyphens. It is the first label of the host that it tries to reach.
    pub name: String,
    /// What sort of way it is: the name of its file in `lab/vectors`.
    pub kind: &'static str,
    /// What it does, in a sentence.
    pub what: String,
    /// The major version of Chromium that brought what it uses; 1 for what was there from the beginning.
    pub since: u32,
    /// The script that tries it, the body of an async function. It finds `h` (the host), `ip` and `port` (addresses of
    /// this vector alone), `el` (makes an element) and `wurl` (the address of a worker with a given script).
    pub fire: String,
    /// What an agent calls instead, each a JSON object with a member's `name` and `input`; `{h}` stands for the host.
    /// Empty for a vector that a page fires.
    pub calls: Vec<String>,
    /// What is in the page for an agent's calls; `{h}` stands for the host.
    pub body: String,
}

impl Vector {
    /// Whether it can be tried in one page with others: it neither ends its page nor needs a click for itself.
    #[must_use]
    pub fn is_sociable(&self) -> bool {
        const KINDS: &[&str] =
            &["resource", "script", "socket", "rtc", "worker", "worklet", "listed", "local"];
        // Leaves the page, waits for its end, or opens something.
        const ALONE: &[&str] = &["location", "pagehide", "open(", "submit()"];
        KINDS.contains(&self.kind) && !ALONE.iter().any(|text| self.fire.contains(text))
    }
}

#[derive(Deserialize)]
struct File {
    vector: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    what: String,
    since: u32,
    #[serde(default)]
    fire: String,
    #[serde(default)]
    calls: Vec<String>,
    #[serde(default)]
    body: String,
}

macro_rules! kinds {
    ($($kind:literal),* $(,)?) => {
        const FILES: &[(&str, &str)] =
            &[$(($kind, include_str!(concat!("../../lab/vectors/", $kind, ".toml")))),*];
    };
}

kinds!(
    "navigation",
    "frame",
    "resource",
    "worklet",
    "speculation",
    "script",
    "socket",
    "rtc",
    "worker",
    "service-worker",
    "report",
    "identity",
    "service",
    "local",
    "connection",
    "scheme",
    "listed",
    "agent",
);

/// Every vector, kind by kind.
///
/// # Errors
/// When a file of them can't be read; a test of this crate sees that each can.
pub fn vectors() -> Result<Vec<Vector>, toml::de::Error> {
    let mut all = Vec::new();
    for (kind, text) in FILES {
        let file: File = toml::from_str(text)?;
        all.extend(file.vector.into_iter().map(|entry| Vector {
            name: entry.name,
            kind,
            what: entry.what,
            since: entry.since,
            fire: entry.fire,
            calls: entry.calls,
            body: entry.body,
        }));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::vectors;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_more_than_150_each_with_a_name_of_its_own_that_is_a_host_label() {
        let all = vectors().unwrap();
        let names: BTreeSet<&str> = all.iter().map(|vector| vector.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        assert!(all.len() > 150, "{}", all.len());
        for vector in &all {
            let label = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            assert!(vector.name.bytes().all(label) && vector.name.len() < 50, "{}", vector.name);
            assert!(
                vector.what.ends_with('.')
                    && vector.since > 0
                    && vector.fire.is_empty() != vector.calls.is_empty(),
                "{}",
                vector.name
            );
        }
    }
}
