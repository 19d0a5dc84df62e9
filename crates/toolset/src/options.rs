//! How a toolset is set up.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ringfence_policy::{List, Policy, Refusal};

use crate::extensions::{Extension, Extensions};
use crate::member::{Member, MemberSet};

/// A check of each address that a model asks for (P4). It sees the model's own string, untouched.
#[async_trait]
pub trait UrlPolicy: Send + Sync {
    /// Lets an address pass, or refuses it.
    ///
    /// # Errors
    /// The refusal, which the model reads.
    async fn check(&self, address: &str) -> Result<(), Refusal>;
}

#[async_trait]
impl UrlPolicy for Policy {
    async fn check(&self, address: &str) -> Result<(), Refusal> {
        self.judge(address, List::Navigate).map(drop)
    }
}

/// What the configuration says about one member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemberConfig {
    /// On or off; `None` leaves the member's default.
    pub enabled: Option<bool>,
}

/// A toolset's options, fixed when it is made (K3).
#[derive(Clone)]
pub struct ToolsetOptions {
    /// What is said about members, by name (K1).
    pub configs: BTreeMap<String, MemberConfig>,
    /// The check of addresses. Without one the toolset checks nothing; the driver's own policy still decides.
    pub url_policy: Option<Arc<dyn UrlPolicy>>,
    /// Whether our additions to the API's contract are honoured: `until` of `wait`, and `accept_dialog` when
    /// `configs` turns that on, too. Off for the Messages API, which doesn't know them.
    pub extensions: bool,
    /// How long `close` waits for the call that is running.
    pub close_deadline: Duration,
}

impl Default for ToolsetOptions {
    fn default() -> Self {
        Self {
            configs: BTreeMap::new(),
            url_policy: None,
            extensions: false,
            close_deadline: Duration::from_secs(5),
        }
    }
}

/// What is wrong with a toolset's options (K1).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// A name that no member has.
    #[error(
        "the configuration names the member {0:?}, which doesn't exist; write one of the toolset's members"
    )]
    UnknownMember(String),
    /// A member is turned on that the driver can't carry out.
    #[error("the configuration turns on {0}, which this browser doesn't serve; take the entry out")]
    NotServed(Member),
    /// No member is left.
    #[error("the configuration turns every member off; leave at least one on")]
    NothingEnabled,
}

impl ToolsetOptions {
    /// Works out which of our additions are honoured.
    pub fn honoured(&self) -> Extensions {
        let accept = self.configs.get(Extension::ACCEPT_DIALOG).and_then(|config| config.enabled);
        Extensions { until: self.extensions, accept_dialog: self.extensions && accept == Some(true) }
    }

    /// Works out which of the members that a driver serves are on.
    ///
    /// # Errors
    /// When an entry names no member, turns one on that isn't served, or when none is left.
    pub fn enabled(&self, serves: MemberSet) -> Result<MemberSet, ConfigError> {
        let mut enabled: MemberSet = serves.iter().filter(|member| member.on_by_default()).collect();
        for (name, config) in self.configs.iter().filter(|(name, _)| *name != Extension::ACCEPT_DIALOG) {
            let member = Member::from_name(name).ok_or_else(|| ConfigError::UnknownMember(name.clone()))?;
            match config.enabled {
                Some(true) if !serves.contains(member) => return Err(ConfigError::NotServed(member)),
                Some(true) => enabled = enabled.with(member),
                Some(false) => enabled = enabled.without(member),
                None => {}
            }
        }
        if enabled.is_empty() { Err(ConfigError::NothingEnabled) } else { Ok(enabled) }
    }
}
