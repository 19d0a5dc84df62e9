//! `ringfence doctor`: tells what this machine has of what a contained browser needs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use ringfence_browser::{Probe, Tried, probe};
use ringfence_egress::{Settings, Upstream};
use serde_json::{Value, json};

use crate::config_file;
use crate::exit_options::{ExitOptions, way_out};
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
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    exit: ExitOptions,

    /// Read this configuration file instead of ringfence.toml in your configuration directory, to tell the way out
    #[arg(long, value_name = "FILE", help_heading = "Network")]
    config: Option<PathBuf>,
}

pub(crate) fn run(args: &DoctorArgs, json: bool) -> Result<Done, Failure> {
    let settings = args.exit.settings(&config_file::read(args.config.as_deref())?.egress)?;
    let way_out = way_out(&settings);
    let found = runtime::run(async { Ok(probe(None).await) })?;
    let text = if json { format!("{}\n", as_json(&found, &settings)) } else { as_text(&found, &way_out) };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(if found.level.is_some() { Done::Well } else { Done::WithoutBrowser })
}

fn as_text(found: &Probe, way_out: &str) -> String {
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
    // Writing to a String never fails.
    let _never = writeln!(text, "way out          {way_out}");
    for missing in &found.missing {
        // Writing to a String never fails.
        let _never = write!(text, "\nmissing: {}\n  {}\n", missing.what, missing.fix);
    }
    text
}

fn as_json(found: &Probe, settings: &Settings) -> Value {
    let upstream = settings.upstream.as_ref();
    json!({
        "chromium": found.chromium.as_deref().map(shown),
        "version": found.version,
        "bubblewrap": found.bubblewrap.as_deref().map(shown),
        "levels": found.levels.iter().map(tried_as_json).collect::<Value>(),
        "level": found.level.map(|level| level.as_str()),
        "upstream_proxy": upstream.map(ToString::to_string),
        "addresses_vetted": !upstream.is_some_and(Upstream::resolves),
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
            as_text(&nothing(), "direct"),
            "Chromium         not found\n\
             version          unknown\n\
             bubblewrap       /usr/bin/bwrap\n\
             level            none: a browser would not start\n\
             \x20 full           can't be had: no. Do this\n\
             way out          direct\n\
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
            as_text(&all, "direct"),
            format!(
                "Chromium         /usr/lib/chromium/chromium\n\
                 version          Chromium 156.0.1\n\
                 bubblewrap       /usr/bin/bwrap\n\
                 level            full: {meaning}\n\
                 \x20 full           works\n\
                 \x20 proxy-only     works\n\
                 way out          direct\n"
            )
        );
    }

    #[test]
    fn d20_an_upstream_proxy_is_shown_without_its_credential() {
        let upstream = Upstream::parse("http://me:secret@proxy.example.net:3128").unwrap();
        for (resolves, told) in [(false, "by vetted addresses"), (true, "addresses not vetted")] {
            let upstream = Some(upstream.clone().resolving(resolves));
            let settings = Settings { upstream, ..Settings::default() };
            assert_eq!(way_out(&settings), format!("through http://proxy.example.net:3128, {told}"));
            let facts = as_json(&nothing(), &settings);
            assert_eq!(facts["upstream_proxy"], "http://proxy.example.net:3128");
            assert_eq!(facts["addresses_vetted"], !resolves);
        }
    }

    #[test]
    fn a_program_reads_the_same_facts() {
        assert_eq!(
            as_json(&nothing(), &Settings::default()),
            json!({
                "chromium": null,
                "version": null,
                "bubblewrap": "/usr/bin/bwrap",
                "levels": [{"level": "full", "works": false, "lacks": "no. Do this"}],
                "level": null,
                "upstream_proxy": null,
                "addresses_vetted": true,
                "missing": [{"what": "Chromium", "fix": "Install it."}],
            })
        );
    }
}
