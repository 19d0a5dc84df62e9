//! `ringfence doctor`: tells what this machine has of what a contained browser needs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use ringfence_browser::{Probe, probe};
use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::runtime;

/// Tell what this machine has for a contained browser, and what is missing
///
/// Each thing that is missing comes with how to get it. Starts Chromium once to ask its version. Exits with 3
/// when a browser would not start.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ringfence doctor
  ringfence doctor --json")]
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
    let namespaces = if found.contains { "work" } else { "can't be used" };
    let level = match found.level {
        Some(level) => format!("{level}: {}", level.meaning()),
        None => "none: a browser would not start".to_owned(),
    };
    let mut text = format!(
        "Chromium         {}\nversion          {version}\nbubblewrap       {}\nuser namespaces  {namespaces}\nlevel            {level}\n",
        path(&found.chromium),
        path(&found.bubblewrap),
    );
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
        "user_namespaces": found.contains,
        "level": found.level.map(|level| level.as_str()),
        "missing": found.missing.iter().map(|m| json!({ "what": m.what, "fix": m.fix })).collect::<Value>(),
    })
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
            contains: false,
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
             user namespaces  can't be used\n\
             level            none: a browser would not start\n\
             \n\
             missing: Chromium\n  Install it.\n"
        );
        let all = Probe {
            chromium: Some("/usr/lib/chromium/chromium".into()),
            version: Some("Chromium 156.0.1".into()),
            contains: true,
            level: Some(Level::ProxyOnly),
            missing: Vec::new(),
            ..nothing()
        };
        let meaning = Level::ProxyOnly.meaning();
        assert_eq!(
            as_text(&all),
            format!(
                "Chromium         /usr/lib/chromium/chromium\n\
                 version          Chromium 156.0.1\n\
                 bubblewrap       /usr/bin/bwrap\n\
                 user namespaces  work\n\
                 level            proxy-only: {meaning}\n"
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
                "user_namespaces": false,
                "level": null,
                "missing": [{"what": "Chromium", "fix": "Install it."}],
            })
        );
    }
}
