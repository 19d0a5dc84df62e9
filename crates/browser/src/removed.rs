//! Barriers that a test takes away, to see what the others keep. No release can be built with that: see the feature
//! `barrier-switches`.

use ringfence_jail::Jail;
use ringfence_policy::Policy;

use crate::options::BrowserOptions;

/// What is taken away.
#[cfg(feature = "barrier-switches")]
#[derive(Debug, Clone, Default)]
pub struct Removed {
    /// What the exit judges by instead of the browser's policy.
    pub exit_policy: Option<Policy>,
    /// Parts of the jail.
    pub jail: Vec<ringfence_jail::Barrier>,
    /// What the canary has found out at the start doesn't matter.
    pub canary: bool,
}

#[cfg(feature = "barrier-switches")]
impl BrowserOptions {
    /// What the exit judges by.
    pub(crate) fn exit_policy(&self) -> &Policy {
        self.removed.exit_policy.as_ref().unwrap_or(&self.policy)
    }

    /// Whether a browser whose canary came to the wrong end is not to be used.
    pub(crate) fn heeds_canary(&self) -> bool {
        !self.removed.canary
    }

    /// A jail without what is taken away.
    pub(crate) fn opened(&self, jail: Jail) -> Jail {
        self.removed.jail.iter().fold(jail, |jail, barrier| jail.without(*barrier))
    }
}

#[cfg(not(feature = "barrier-switches"))]
#[expect(clippy::unused_self, reason = "the same calls as with the feature")]
impl BrowserOptions {
    /// What the exit judges by.
    pub(crate) fn exit_policy(&self) -> &Policy {
        &self.policy
    }

    /// Whether a browser whose canary came to the wrong end is not to be used.
    pub(crate) fn heeds_canary(&self) -> bool {
        true
    }

    /// A jail without what is taken away.
    pub(crate) fn opened(&self, jail: Jail) -> Jail {
        jail
    }
}
