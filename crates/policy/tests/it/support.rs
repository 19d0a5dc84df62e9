//! Short ways to build policies.

use ringfence_policy::{Entry, List, Lists, Mode, Policy, PolicyBuilder, Source};

pub(crate) fn option(flag: &'static str, value: &str) -> Source {
    Source::option(flag, value)
}

/// A policy from `--allow` values.
pub(crate) fn allow(values: &[&str]) -> PolicyBuilder {
    values.iter().fold(Policy::builder(), |builder, value| {
        builder.allow(Entry::host_or_origin(*value, option("--allow", value)))
    })
}

pub(crate) trait Options {
    fn local(self, origin: &str) -> PolicyBuilder;
    fn load(self, host: &str) -> PolicyBuilder;
    fn deny(self, host: &str) -> PolicyBuilder;
    fn navigate_only(self, host: &str) -> PolicyBuilder;
}

impl Options for PolicyBuilder {
    fn local(self, origin: &str) -> PolicyBuilder {
        self.allow_origin(origin, true, option("--allow-local", origin))
    }

    fn load(self, host: &str) -> PolicyBuilder {
        self.load_host(host, option("--load", host))
    }

    fn deny(self, host: &str) -> PolicyBuilder {
        self.deny_host(host, option("--deny", host))
    }

    fn navigate_only(self, host: &str) -> PolicyBuilder {
        self.allow(Entry::host(host, option("--allow", host)).on(Lists::NAVIGATE))
    }
}

pub(crate) fn public() -> PolicyBuilder {
    Policy::builder().mode(Mode::Public)
}

/// The code of a document's judgement, `ok` when it is allowed.
pub(crate) fn code(policy: &Policy, input: &str) -> &'static str {
    policy.judge(input, List::Navigate).map_or_else(|refusal| refusal.code.as_str(), |_| "ok")
}

/// Asserts the codes of many addresses.
pub(crate) fn assert_codes(policy: &Policy, expected: &[(&str, &str)]) {
    let found: Vec<(&str, &str)> = expected.iter().map(|(input, _)| (*input, code(policy, input))).collect();
    assert_eq!(found, expected);
}
