//! The options on what pages are told of the browser and its user.

use clap::{Args, ValueEnum};
use ringfence_browser::{ColourScheme, Look, LookError};
use ringfence_policy::config::LookConfig;

use crate::failure::Failure;

#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Browser")]
pub(crate) struct LookArgs {
    /// The User-Agent, instead of Chromium's own, which says that it is headless
    #[arg(long, value_name = "TEXT")]
    user_agent: Option<String>,

    /// The language that pages are asked for and compute with, such as de-CH
    #[arg(long, value_name = "TAG")]
    locale: Option<String>,

    /// The time zone, such as Europe/Zurich, instead of the machine's
    #[arg(long, value_name = "NAME")]
    time_zone: Option<String>,

    /// Ask pages to be light or dark
    #[arg(long, value_name = "SCHEME")]
    colour_scheme: Option<Scheme>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Scheme {
    Light,
    Dark,
}

impl LookArgs {
    /// What these options and a file say; an option stands above the file.
    pub(crate) fn look(&self, file: LookConfig) -> Result<Look, Failure> {
        self.checked(file).map_err(|error| Failure::Usage(error.to_string()))
    }

    /// These options over a file's keys.
    pub(crate) fn merged(&self, file: LookConfig) -> LookConfig {
        LookConfig {
            user_agent: self.user_agent.clone().or(file.user_agent),
            locale: self.locale.clone().or(file.locale),
            time_zone: self.time_zone.clone().or(file.time_zone),
            dark: self.colour_scheme.map(|scheme| scheme == Scheme::Dark).or(file.dark),
        }
    }

    fn checked(&self, file: LookConfig) -> Result<Look, LookError> {
        let mut look = Look::default();
        let merged = self.merged(file);
        if let Some(text) = merged.user_agent {
            look = look.user_agent(&text)?;
        }
        if let Some(tag) = merged.locale {
            look = look.locale(&tag)?;
        }
        if let Some(name) = merged.time_zone {
            look = look.time_zone(&name)?;
        }
        Ok(match merged.dark {
            Some(true) => look.colour_scheme(ColourScheme::Dark),
            Some(false) => look.colour_scheme(ColourScheme::Light),
            None => look,
        })
    }
}
