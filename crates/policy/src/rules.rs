//! What one entry says after validation.

use crate::entry::Lists;

/// The schemes that reach a network: `wss` counts as https and `ws` as http.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scheme {
    Https,
    Http,
}

impl Scheme {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Scheme::Https => "https",
            Scheme::Http => "http",
        }
    }

    pub(crate) fn default_port(self) -> u16 {
        match self {
            Scheme::Https => 443,
            Scheme::Http => 80,
        }
    }
}

/// How far from its key a rule reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The host alone.
    Exact,
    /// The host and everything under it.
    Tree,
    /// What is under it, not the host itself.
    Below,
}

impl Scope {
    pub(crate) fn covers(self, is_the_key: bool) -> bool {
        match self {
            Scope::Exact => is_the_key,
            Scope::Tree => true,
            Scope::Below => !is_the_key,
        }
    }
}

/// One entry, without its host and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) scope: Scope,
    pub(crate) scheme: Scheme,
    pub(crate) port: u16,
    pub(crate) private: bool,
    pub(crate) lists: Lists,
}

impl Rule {
    /// What a host entry means: https on 443. Of a deny entry only the scope is looked at.
    pub(crate) fn host(scope: Scope, lists: Lists) -> Self {
        Self { scope, scheme: Scheme::Https, port: 443, private: false, lists }
    }

    /// One exact origin.
    pub(crate) fn origin(scheme: Scheme, port: u16, private: bool, lists: Lists) -> Self {
        Self { scope: Scope::Exact, scheme, port, private, lists }
    }
}
