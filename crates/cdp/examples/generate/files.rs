//! Reads, formats, writes and compares files.

use crate::Outcome;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The generated files: name and formatted text of each.
pub(crate) struct Files {
    directory: PathBuf,
    sources: BTreeMap<String, String>,
}

impl Files {
    pub(crate) fn format(directory: PathBuf, sources: Vec<(String, String)>) -> Outcome<Self> {
        let formatted = sources.into_iter().map(|(name, source)| Ok((name, rustfmt(&directory, &source)?)));
        let sources = formatted.collect::<Outcome<_>>()?;
        Ok(Self { directory, sources })
    }

    /// Writes what differs and removes what is no longer generated.
    pub(crate) fn write(&self) -> Outcome<String> {
        let present = self.present()?;
        let mut changed = 0;
        for (name, source) in &self.sources {
            if present.get(name) != Some(source) {
                let path = self.directory.join(name);
                fs::write(&path, source).map_err(|error| told(&path, &error))?;
                changed += 1;
            }
        }
        for name in present.keys().filter(|name| !self.sources.contains_key(*name)) {
            let path = self.directory.join(name);
            fs::remove_file(&path).map_err(|error| told(&path, &error))?;
            changed += 1;
        }
        Ok(format!("{} files generated, {changed} changed", self.sources.len()))
    }

    /// Compares with what is checked in.
    pub(crate) fn check(&self) -> Outcome<String> {
        let present = self.present()?;
        let names = self.sources.keys().chain(present.keys());
        let mut differing: Vec<&String> =
            names.filter(|name| self.sources.get(*name) != present.get(*name)).collect();
        differing.sort();
        differing.dedup();
        if differing.is_empty() {
            return Ok(format!("{} files are as generated", self.sources.len()));
        }
        let directory = self.directory.display();
        Err(format!("not as generated in {directory}: {differing:?}; run the generator without --check"))
    }

    fn present(&self) -> Outcome<BTreeMap<String, String>> {
        let mut present = BTreeMap::new();
        let entries = fs::read_dir(&self.directory).map_err(|error| told(&self.directory, &error))?;
        for entry in entries {
            let path = entry.map_err(|error| told(&self.directory, &error))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            present.insert(name, read(&path)?);
        }
        Ok(present)
    }
}

pub(crate) fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| told(path, &error))
}

pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Outcome<T> {
    serde_json::from_str(&read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn write_json<T: Serialize>(path: &Path, value: &T) -> Outcome<()> {
    let text = serde_json::to_string_pretty(value).map_err(|error| format!("{}: {error}", path.display()))?;
    fs::write(path, text + "\n").map_err(|error| told(path, &error))
}

pub(crate) fn copy(from: &Path, to: &Path) -> Outcome<()> {
    fs::copy(from, to).map(drop).map_err(|error| told(from, &error))
}

/// Formats as `cargo fmt` would: rustfmt looks for the project's configuration from where it is run.
#[expect(clippy::disallowed_methods, reason = "a developer's tool, which starts the formatter")]
fn rustfmt(directory: &Path, source: &str) -> Outcome<String> {
    let mut command = std::process::Command::new("rustfmt");
    command.args(["--edition", "2024"]).current_dir(directory);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("rustfmt can't be started: {error}"))?;
    let input = child.stdin.take().ok_or("rustfmt has no input")?;
    // It reads everything before it writes anything, so that one after the other can't block.
    { input }.write_all(source.as_bytes()).map_err(|error| format!("rustfmt takes no input: {error}"))?;
    let output = child.wait_with_output().map_err(|error| format!("rustfmt gives no output: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("rustfmt refuses what was generated: {said}"));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("rustfmt's output is no text: {error}"))
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
