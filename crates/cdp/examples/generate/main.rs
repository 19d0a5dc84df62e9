//! Generates `src/protocol` from the protocol's own description.
//!
//! - `cargo run -p ringfence-cdp --example generate` writes the files;
//! - `… -- --check` compares them with what is checked in, and fails when they differ;
//! - `… -- --import DIR` first takes the needed slice out of an unpacked npm package `devtools-protocol`.

#![allow(clippy::print_stdout, reason = "a command-line tool")]

mod emit;
mod files;
mod names;
mod schema;
mod select;
mod uses;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What goes wrong is told to a developer and ends the tool, so that a sentence is enough.
type Outcome<T> = Result<T, String>;

const USAGE: &str = "usage: generate [--check | --import DIR]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        [] => generate().and_then(|files| files.write()),
        ["--check"] => generate().and_then(|files| files.check()),
        ["--import", package] => import(Path::new(package)),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            println!("generate: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Makes every generated file, in memory.
fn generate() -> Outcome<files::Files> {
    let slice: schema::Slice = files::read_json(&crate_dir().join("protocol/protocol.json"))?;
    // The slice has lost the omitted fields already, so that nothing is left to omit.
    let wanted = select::select(&slice.domains, &subset()?)?.domains;
    let uses = uses::Uses::of(&wanted);
    let mut sources = emit::domains(&wanted, &uses)?;
    sources.push(("mod.rs".to_owned(), emit::root(&wanted, &slice.version)));
    files::Files::format(crate_dir().join("src/protocol"), sources)
}

/// Takes the slice that the subset needs out of the package, and its licence.
fn import(package: &Path) -> Outcome<String> {
    let mut domains = Vec::new();
    for name in ["browser_protocol.json", "js_protocol.json"] {
        let protocol: schema::Protocol = files::read_json(&package.join("json").join(name))?;
        domains.extend(protocol.domains);
    }
    let about: schema::Package = files::read_json(&package.join("package.json"))?;
    let select::Selected { domains, idle_omissions } = select::select(&domains, &subset()?)?;
    if !idle_omissions.is_empty() {
        return Err(format!("subset.toml omits what isn't there: {idle_omissions:?}"));
    }
    let slice =
        schema::Slice { package: about.name, version: about.version, license: about.license, domains };
    let into = crate_dir().join("protocol");
    files::write_json(&into.join("protocol.json"), &slice)?;
    files::copy(&package.join("LICENSE"), &into.join("LICENSE"))?;
    let said = generate()?.write()?;
    Ok(format!("took {} {} over; {said}", slice.package, slice.version))
}

fn subset() -> Outcome<schema::Subset> {
    let path = crate_dir().join("protocol/subset.toml");
    toml::from_str(&files::read(&path)?).map_err(|error| format!("{}: {error}", path.display()))
}

fn crate_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
