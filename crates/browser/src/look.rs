//! What a browser tells pages about itself and its user.

/// What pages are told. What isn't given is as Chromium has it: its own user agent, which says that it is headless,
/// `en-US`, the time zone of the machine, and a light scheme.
///
/// These are settings, not a disguise: `navigator.webdriver` stays true, and whatever else tells of automation stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Look {
    user_agent: Option<String>,
    locale: Option<String>,
    time_zone: Option<String>,
    colour_scheme: Option<ColourScheme>,
}

/// Whether pages are asked to be light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourScheme {
    /// `prefers-color-scheme: light`.
    Light,
    /// `prefers-color-scheme: dark`.
    Dark,
}

/// Why a browser can't tell that of itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookError {
    /// Not what a header may hold.
    #[error("a user agent is 1 to 500 visible ASCII characters and spaces, not {0:?}")]
    UserAgent(String),
    /// Not shaped like a language tag.
    #[error("a locale is a language tag such as de or de-CH, not {0:?}")]
    Locale(String),
    /// Not shaped like the name of a time zone.
    #[error("a time zone is a name such as Europe/Zurich or UTC, not {0:?}")]
    TimeZone(String),
}

impl Look {
    /// With this `User-Agent`.
    ///
    /// # Errors
    /// What no header may hold.
    pub fn user_agent(self, text: &str) -> Result<Self, LookError> {
        let fits = (1..=500).contains(&text.len()) && text.bytes().all(|b| (0x20..0x7f).contains(&b));
        if !fits || text.trim() != text {
            return Err(LookError::UserAgent(text.to_owned()));
        }
        Ok(Self { user_agent: Some(text.to_owned()), ..self })
    }

    /// With this language: what is asked for of servers, and how pages write numbers and dates.
    ///
    /// # Errors
    /// What isn't shaped like a language tag (BCP 47).
    pub fn locale(self, tag: &str) -> Result<Self, LookError> {
        let mut parts = tag.split('-');
        let letters = |part: &str| part.bytes().all(|b| b.is_ascii_alphabetic());
        let language = parts.next().is_some_and(|part| (2..=3).contains(&part.len()) && letters(part));
        let rest = parts
            .all(|part| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()));
        if !language || !rest || tag.len() > 35 {
            return Err(LookError::Locale(tag.to_owned()));
        }
        Ok(Self { locale: Some(tag.to_owned()), ..self })
    }

    /// In this time zone, by its name in the IANA database. A name that Chromium doesn't know is UTC to it.
    ///
    /// # Errors
    /// What isn't shaped like such a name.
    pub fn time_zone(self, name: &str) -> Result<Self, LookError> {
        let fits = |part: &str| {
            (1..=40).contains(&part.len())
                && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"_+-".contains(&b))
                && part.starts_with(|c: char| c.is_ascii_alphabetic())
        };
        if name.len() > 100 || !name.split('/').all(fits) {
            return Err(LookError::TimeZone(name.to_owned()));
        }
        Ok(Self { time_zone: Some(name.to_owned()), ..self })
    }

    /// With pages light or dark.
    #[must_use]
    pub fn colour_scheme(self, scheme: ColourScheme) -> Self {
        Self { colour_scheme: Some(scheme), ..self }
    }

    /// The locale that pages compute with.
    pub(crate) fn locale_tag(&self) -> Option<&str> {
        self.locale.as_deref()
    }

    pub(crate) fn flags(&self) -> Vec<String> {
        let user_agent = self.user_agent.iter().map(|text| format!("--user-agent={text}"));
        let locale = self.locale.iter().flat_map(|tag| {
            let language = tag.split('-').next().unwrap_or(tag);
            let wanted = if language == tag { tag.clone() } else { format!("{tag},{language}") };
            [format!("--lang={tag}"), format!("--accept-lang={wanted}")]
        });
        let scheme = self.colour_scheme.iter().map(|scheme| {
            let number = match scheme {
                ColourScheme::Dark => 0,
                ColourScheme::Light => 1,
            };
            format!("--blink-settings=preferredColorScheme={number}")
        });
        user_agent.chain(locale).chain(scheme).collect()
    }

    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        self.time_zone.iter().map(|name| ("TZ", name.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_more_than_it_says_is_refused() {
        let look = Look::default();
        for agent in ["", " a", "a\nb", "a\u{e9}", &"a".repeat(501)] {
            assert_eq!(look.clone().user_agent(agent), Err(LookError::UserAgent(agent.to_owned())));
        }
        for tag in ["", "d", "de_CH", "de-", "de-CH,en", "german", "de-CH --no-sandbox"] {
            assert_eq!(look.clone().locale(tag), Err(LookError::Locale(tag.to_owned())), "{tag}");
        }
        for zone in ["", "/etc/passwd", "../x", "Europe/", "Europe/Z\u{fc}rich", ":UTC", "a b"] {
            assert_eq!(look.clone().time_zone(zone), Err(LookError::TimeZone(zone.to_owned())), "{zone}");
        }
    }

    #[test]
    fn what_is_given_becomes_flags_and_environment() {
        let look = Look::default().user_agent("Agent/1 (x)").unwrap().locale("de-CH").unwrap();
        let look =
            look.time_zone("America/Argentina/Buenos_Aires").unwrap().colour_scheme(ColourScheme::Dark);
        assert_eq!(
            look.flags(),
            [
                "--user-agent=Agent/1 (x)",
                "--lang=de-CH",
                "--accept-lang=de-CH,de",
                "--blink-settings=preferredColorScheme=0"
            ]
        );
        assert_eq!(look.environment(), [("TZ", "America/Argentina/Buenos_Aires".to_owned())]);
        assert_eq!((Look::default().flags(), Look::default().environment()), (vec![], vec![]));
    }
}
