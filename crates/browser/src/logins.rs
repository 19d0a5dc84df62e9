//! Passwords for sites that ask by HTTP authentication. Each belongs to one origin, and no other is ever offered it.

use std::collections::HashSet;
use std::fmt;

use ringfence_page::Facts;
use ringfence_policy::standard_origin;
use ringfence_toolset::secrets::cover;

use crate::browser::Browser;
use crate::driver::OpenTab;

/// A password for one origin.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    origin: String,
    user: String,
    password: String,
}

/// Why something is no login.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoginError {
    /// Not an origin; what looks like a secret in it is covered.
    #[error("{0:?} is no origin; write one such as https://wiki.example.com")]
    Origin(String),
    /// A colon, which ends a user name on its way to the server.
    #[error("a user name for {0} can't have a colon in it")]
    Colon(String),
}

impl Login {
    /// A login for one origin, written as `https://HOST[:PORT]` or `http://HOST[:PORT]`.
    ///
    /// # Errors
    /// What is no origin, or a user name with a colon.
    pub fn new(origin: &str, user: &str, password: &str) -> Result<Self, LoginError> {
        let whole = standard_origin(origin).ok_or_else(|| LoginError::Origin(cover(origin)))?;
        if user.contains(':') {
            return Err(LoginError::Colon(whole));
        }
        Ok(Self { origin: whole, user: user.to_owned(), password: password.to_owned() })
    }

    /// The origin that it is for, in its standard form.
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login").field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// Why a site that asks for a password got none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoLogin {
    /// The operator gave none for its origin.
    Unknown,
    /// It got the operator's, and asks again.
    NotTaken,
}

impl NoLogin {
    /// As a phrase for the agent.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Unknown => {
                "it asks for a password, and the operator has given none for this origin ([[credentials]] in the \
                 configuration file)"
            }
            Self::NotTaken => {
                "it asks for a password, and did not take the one that the operator gave for this origin"
            }
        }
    }
}

impl Browser {
    /// Why the page that a tab has come to got no password, when that is what its status is about.
    pub(crate) fn no_login(&self, tab: &OpenTab, facts: &Facts) -> Option<NoLogin> {
        /// The status of an answer that asks for a password.
        const UNAUTHORIZED: u16 = 401;
        let asked = || self.shared.read().tabs.get(&tab.id).and_then(|open| open.no_login);
        if facts.status == Some(UNAUTHORIZED) { asked() } else { None }
    }
}

/// Those of one browser.
#[derive(Debug, Default)]
pub(crate) struct Logins {
    known: Vec<Login>,
    /// Requests that were answered with a password: whoever asks again did not take it.
    answered: HashSet<String>,
}

/// Requests that are remembered. With more, the oldest of them would be asked about once more.
const MOST_REMEMBERED: usize = 10_000;

impl Logins {
    pub(crate) fn new(known: Vec<Login>) -> Self {
        Self { known, answered: HashSet::new() }
    }

    /// Whether there is a password for this origin.
    pub(crate) fn has(&self, origin: &str) -> bool {
        standard_origin(origin).is_some_and(|asking| self.known.iter().any(|login| login.origin == asking))
    }

    /// The user name and password for a request that this origin asks them for, once for each request.
    pub(crate) fn answer(&mut self, origin: &str, request: &str) -> Option<(String, String)> {
        let asking = standard_origin(origin)?;
        let login = self.known.iter().find(|login| login.origin == asking)?;
        if self.answered.len() >= MOST_REMEMBERED {
            self.answered.clear();
        }
        self.answered.insert(request.to_owned()).then(|| (login.user.clone(), login.password.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_goes_to_its_own_origin_once_a_request() {
        let login = Login::new("https://wiki.example.com/", "ada", "s:3cret").unwrap();
        let mut logins = Logins::new(vec![login]);
        let given = Some(("ada".to_owned(), "s:3cret".to_owned()));
        for other in [
            "http://wiki.example.com",
            "https://wiki.example.com:8443",
            "https://example.com",
            "https://a.wiki.example.com",
            "https://wiki.example.com.evil.test",
            "",
        ] {
            assert_eq!(logins.answer(other, "r1"), None, "{other}");
        }
        assert_eq!(logins.answer("https://wiki.example.com:443", "r1"), given);
        assert_eq!(logins.answer("https://wiki.example.com", "r1"), None);
        assert_eq!(logins.answer("https://wiki.example.com", "r2"), given);
        assert!(logins.has("https://wiki.example.com") && !logins.has("http://wiki.example.com"));
    }

    #[test]
    fn what_is_no_login_is_an_error_and_nothing_prints_a_password() {
        assert_eq!(Login::new("wiki", "a", "b"), Err(LoginError::Origin("wiki".into())));
        assert_eq!(
            Login::new("https://a.example/x", "a", "b"),
            Err(LoginError::Origin("https://a.example/x".into()))
        );
        assert_eq!(
            Login::new("https://a.example", "a:", "b"),
            Err(LoginError::Colon("https://a.example".into()))
        );
        let login = Login::new("https://a.example", "ada", "s3cret").unwrap();
        assert_eq!(format!("{login:?}"), "Login { origin: \"https://a.example\", .. }");
    }
}
