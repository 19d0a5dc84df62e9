//! Entries after validation, found by hash: one look-up for a host and one for each parent of it,
//! whatever the number of entries.

use std::collections::HashMap;

use crate::entry::Lists;
use crate::host::{Host, suffixes};
use crate::source::Source;

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
    fn covers(self, is_the_key: bool) -> bool {
        match self {
            Scope::Exact => is_the_key,
            Scope::Tree => true,
            Scope::Below => !is_the_key,
        }
    }
}

/// One allow entry.
#[derive(Debug, Clone)]
pub(crate) struct AllowRule {
    pub(crate) scope: Scope,
    pub(crate) scheme: Scheme,
    pub(crate) port: u16,
    pub(crate) private: bool,
    pub(crate) lists: Lists,
    pub(crate) source: Source,
}

/// One deny entry: every scheme, port and list of the hosts it covers.
#[derive(Debug, Clone)]
pub(crate) struct DenyRule {
    pub(crate) scope: Scope,
    pub(crate) source: Source,
}

/// Rules by host; an IP literal is its own key and has no parents.
#[derive(Debug)]
pub(crate) struct RuleMap<R>(HashMap<Box<str>, Vec<R>>);

pub(crate) type AllowRules = RuleMap<AllowRule>;
pub(crate) type DenyRules = RuleMap<DenyRule>;

impl<R> Default for RuleMap<R> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

pub(crate) trait Scoped {
    fn scope(&self) -> Scope;
}

impl Scoped for AllowRule {
    fn scope(&self) -> Scope {
        self.scope
    }
}

impl Scoped for DenyRule {
    fn scope(&self) -> Scope {
        self.scope
    }
}

impl<R: Scoped> RuleMap<R> {
    pub(crate) fn insert(&mut self, host: &Host, rule: R) {
        self.0.entry(host.to_address().into_boxed_str()).or_default().push(rule);
    }

    /// The rules that cover `host`, nearest first.
    pub(crate) fn matching<'a>(&'a self, host: &'a Host) -> Vec<&'a R> {
        if self.0.is_empty() {
            return Vec::new();
        }
        match host {
            Host::Name(name) => suffixes(name)
                .enumerate()
                .filter_map(|(depth, key)| self.0.get(key).map(|rules| (depth == 0, rules)))
                .flat_map(|(is_the_key, rules)| rules.iter().filter(move |r| r.scope().covers(is_the_key)))
                .collect(),
            Host::Ip(_) => self.0.get(host.to_address().as_str()).into_iter().flatten().collect(),
        }
    }
}
