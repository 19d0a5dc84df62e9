//! `ringfence doctor`: tells what this machine has of what a contained browser needs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use ringfence_browser::{Probe, Tried, probe};
use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::runtime;

/// Tell what this machine has for a contained browser, and what is missing
///
/// Each thing that is missing comes with how to get it. Starts Chromium once to ask its version. Exits with 3
/// when a browser would not start.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {}

pub(crate) fn run(_: &DoctorArgs, json: bool) -> Result<Done, Failure> {
    let found = runtime::run(async { Ok(probe(None).await) })?;
    let text = if json { format!("{}\n", as_json(&found)) } else { as_text(&found) };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(if found.level.is_some() { Done::Well } else { Done::WithoutBrowser })
}

fn as_text(found: &Probe) -> String {
    let path = |path: &Option<PathBuf>| path.as_deref().map_or("not found".to_owned(), shown);
    let version = found.version.as_deref().unwrap_or("unknown");
    let level = match found.level {
        Some(level) => format!("{level}: {}", level.meaning()),
        None => "none: a browser would not start".to_owned(),
    };
    let mut text = format!(
        "Chromium         {}\nversion          {version}\nbubblewrap       {}\nlevel            {level}\n",
        path(&found.chromium),
        path(&found.bubblewrap),
    );
    for Tried { level, lacks } in &found.levels {
        let level = level.as_str();
        let how = lacks.as_deref().map_or("works".to_owned(), |why| format!("can't be had: {why}"));
        // Writing to a String never fails.
        let _never = writeln!(text, "  {level:<14} {how}");
    }
    for missing in &found.missing {
        // Writing to a String never fails.
        let _never = write!(text, "\nmissing: {}\n  {}\n", missing.what, missing.fix);
    }
    text
}

fn as_json(found: &Probe) -> Value {
    json!({
        "chromium": found.chromium.as_deref().map(shown),
        "version": found.version,
        "bubblewrap": found.bubblewrap.as_deref().map(shown),
        "levels": found.levels.iter().map(tried_as_json).collect::<Value>(),
        "level": found.level.map(|level| level.as_str()),
        "missing": found.missing.iter().map(|m| json!({ "what": m.what, "fix": m.fix })).collect::<Value>(),
    })
}

fn tried_as_json(tried: &Tried) -> Value {
    json!({ "level": tried.level.as_str(), "works": tried.lacks.is_none(), "lacks": tried.lacks })
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use ringfence_browser::{Level, Missing};

    use super::*;

    fn nothing() -> Probe {
        Probe {
            chromium: None,
            version: None,
            bubblewrap: Some("/usr/bin/bwrap".into()),
            levels: vec![Tried { level: Level::Full, lacks: Some("no. Do this".into()) }],
            level: None,
            missing: vec![Missing { what: "Chromium".into(), fix: "Install it.".into() }],
        }
    }

    #[test]
    fn a_person_reads_what_is_there_and_how_to_get_the_rest() {
        assert_eq!(
            as_text(&nothing()),
            "Chromium         not found\n\
             version          unknown\n\
             bubblewrap       /usr/bin/bwrap\n\
             level            none: a browser would not start\n\
             \x20 full           can't be had: no. Do this\n\
             \n\
             missing: Chromium\n  Install it.\n"
        );
        let all = Probe {
            chromium: Some("/usr/lib/chromium/chromium".into()),
            version: Some("Chromium 156.0.1".into()),
            levels: vec![
                Tried { level: Level::Full, lacks: None },
                Tried { level: Level::ProxyOnly, lacks: None },
            ],
            level: Some(Level::Full),
            missing: Vec::new(),
            ..nothing()
        };
        let meaning = Level::Full.meaning();
        assert_eq!(
            as_text(&all),
            format!(
                "Chromium         /usr/lib/chromium/chromium\n\
                 version          Chromium 156.0.1\n\
                 bubblewrap       /usr/bin/bwrap\n\
                 level            full: {meaning}\n\
                 \x20 full           works\n\
                 \x20 proxy-only     works\n"
            )
        );
    }

    #[test]
    fn a_program_reads_the_same_facts() {
        assert_eq!(
            as_json(&nothing()),
            json!({
                "chromium": null,
                "version": null,
                "bubblewrap": "/usr/bin/bwrap",
                "levels": [{"level": "full", "works": false, "lacks": "no. Do this"}],
                "level": null,
                "missing": [{"what": "Chromium", "fix": "Install it."}],
            })
        );
    }
}
