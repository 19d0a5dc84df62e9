//! The options on what pages are told of the browser and its user.

use clap::{Args, ValueEnum};
use ringfence_browser::{ColourScheme, Look};
use ringfence_policy::config::{LookConfig, Position};

use crate::zones;

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
    /// What these options and a file say; an option stands above the file. The error is every mistake, with its place.
    pub(crate) fn look(&self, file: LookConfig) -> Result<Look, Vec<String>> {
        let places = file.places.clone();
        let LookConfig { user_agent, locale, time_zone, dark, .. } = self.merged(file);
        let mut mistakes = Vec::new();
        let mut look = Look::default();
        let mut set = |text: Option<String>, place: String, set: Setter| {
            let Some(text) = text else { return };
            match set(look.clone(), &text) {
                Ok(with) => look = with,
                Err(error) => mistakes.push(format!("{place}: {error}")),
            }
        };
        let place = |option: Option<&String>, flag: &str, at: Option<Position>, key: &str| match (option, at)
        {
            (None, Some(at)) => format!("{at}: `look.{key}`"),
            _ => flag.to_owned(),
        };
        let user_agent_at = place(self.user_agent.as_ref(), "--user-agent", places.user_agent, "user_agent");
        set(user_agent, user_agent_at, |look, text| look.user_agent(text).map_err(|error| error.to_string()));
        let locale_at = place(self.locale.as_ref(), "--locale", places.locale, "locale");
        set(locale, locale_at, |look, tag| look.locale(tag).map_err(|error| error.to_string()));
        let time_zone_at = place(self.time_zone.as_ref(), "--time-zone", places.time_zone, "time_zone");
        set(time_zone, time_zone_at, |look, name| {
            let look = look.time_zone(name).map_err(|error| error.to_string())?;
            zones::check(name).map(|()| look)
        });
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        Ok(match dark {
            Some(true) => look.colour_scheme(ColourScheme::Dark),
            Some(false) => look.colour_scheme(ColourScheme::Light),
            None => look,
        })
    }

    /// These options over a file's keys.
    pub(crate) fn merged(&self, file: LookConfig) -> LookConfig {
        LookConfig {
            user_agent: self.user_agent.clone().or(file.user_agent),
            locale: self.locale.clone().or(file.locale),
            time_zone: self.time_zone.clone().or(file.time_zone),
            dark: self.colour_scheme.map(|scheme| scheme == Scheme::Dark).or(file.dark),
            places: file.places,
        }
    }
}

/// Puts one text into a look, or says why it does not fit.
type Setter = fn(Look, &str) -> Result<Look, String>;
