//! Which members are on: what the configuration says about them, and what is wrong with it (K1).

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::extensions::{Extension, Extensions};
use crate::member::{Member, MemberSet};

/// What the configuration says about one member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemberConfig {
    /// On or off; `None` leaves the member's default.
    pub enabled: Option<bool>,
    /// Whether the API loads the member's schema only when the model looks for it. The same for every member that is
    /// on; `None` counts as `false`.
    pub defer_loading: Option<bool>,
}

impl MemberConfig {
    /// Says only that a member is on or off.
    pub const fn enabled(on: bool) -> Self {
        Self { enabled: Some(on), defer_loading: None }
    }
}

/// What the configuration says about members, by name.
pub type MemberConfigs = BTreeMap<String, MemberConfig>;

/// What is wrong with a toolset's options (K1, K2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// `configs` or one of its entries is no object.
    #[error(
        "{0} of the configuration is no object; write {{\"enabled\": true}} for a member, or leave it out"
    )]
    NotAnObject(String),
    /// A name that no member has.
    #[error(
        "the configuration names the member {0:?}, which doesn't exist; write one of the toolset's members"
    )]
    UnknownMember(String),
    /// A key that no member's configuration has.
    #[error(
        "the configuration of {member} has the key {key:?}, which doesn't exist; write enabled or defer_loading"
    )]
    UnknownKey {
        /// The member.
        member: String,
        /// The key.
        key: String,
    },
    /// A key that is neither true nor false.
    #[error("{key} of {member} in the configuration is neither true nor false")]
    NotBoolean {
        /// The member.
        member: String,
        /// The key.
        key: String,
    },
    /// A member is turned on that the driver can't carry out.
    #[error("the configuration turns on {0}, which this browser doesn't serve; take the entry out")]
    NotServed(Member),
    /// Something is turned on that a person has to approve, and nobody is there to ask.
    #[error(
        "the configuration turns on {0}, which needs approval, and nothing says who approves; set a confirm"
    )]
    NeedsConfirm(&'static str),
    /// An addition of ours is turned on for a face that doesn't have them.
    #[error(
        "the configuration turns on accept_dialog, which the Messages API doesn't know; take the entry out"
    )]
    ExtensionsOff,
    /// Members that are on differ in whether they are loaded late.
    #[error(
        "the configuration gives {0} another defer_loading than the other members that are on; make them the same"
    )]
    MixedDeferLoading(Member),
    /// No member is left.
    #[error("the configuration turns every member off; leave at least one on")]
    NothingEnabled,
    /// A field of the toolset's entry that can't be set there.
    #[error(
        "the toolset's entry can't have a field {0:?}; take it out, and set members by the configuration"
    )]
    EntryField(String),
    /// Paths of downloads are to be shown, and it isn't said where downloads lie.
    #[error("paths of downloads are to be shown, and no download directory is named; name it")]
    NoDownloadDirectory,
}

/// Reads what is said about members from JSON, as the API writes it: `{member: {enabled, defer_loading}}`. Null
/// counts as absent. Whether the whole fits a driver is checked when a toolset is made.
///
/// # Errors
/// When an entry or key doesn't exist, or a value isn't boolean.
pub fn configs_from_json(configs: &Value) -> Result<MemberConfigs, ConfigError> {
    let Some(configs) = object("configs", configs)? else { return Ok(MemberConfigs::new()) };
    configs.iter().map(|(name, config)| Ok((name.clone(), member_config(name, config)?))).collect()
}

fn object<'a>(name: &str, value: &'a Value) -> Result<Option<&'a Map<String, Value>>, ConfigError> {
    match value {
        Value::Null => Ok(None),
        Value::Object(fields) => Ok(Some(fields)),
        _ => Err(ConfigError::NotAnObject(name.to_owned())),
    }
}

fn member_config(name: &str, config: &Value) -> Result<MemberConfig, ConfigError> {
    if Member::from_name(name).is_none() && name != Extension::ACCEPT_DIALOG {
        return Err(ConfigError::UnknownMember(name.to_owned()));
    }
    let mut read = MemberConfig::default();
    for (key, value) in object(name, config)?.into_iter().flatten() {
        let (member, key) = (name.to_owned(), key.clone());
        let place = match key.as_str() {
            "enabled" => &mut read.enabled,
            "defer_loading" => &mut read.defer_loading,
            _ => return Err(ConfigError::UnknownKey { member, key }),
        };
        *place = match value {
            Value::Null => None,
            Value::Bool(on) => Some(*on),
            _ => return Err(ConfigError::NotBoolean { member, key }),
        };
    }
    Ok(read)
}

/// Works out which members are on.
pub(crate) fn enabled(configs: &MemberConfigs, serves: MemberSet) -> Result<MemberSet, ConfigError> {
    let mut enabled: MemberSet = serves.iter().filter(|member| member.on_by_default()).collect();
    let mut late = MemberSet::empty();
    for (name, config) in configs.iter().filter(|(name, _)| *name != Extension::ACCEPT_DIALOG) {
        let member = Member::from_name(name).ok_or_else(|| ConfigError::UnknownMember(name.clone()))?;
        match config.enabled {
            Some(true) if !serves.contains(member) => return Err(ConfigError::NotServed(member)),
            Some(true) => enabled = enabled.with(member),
            Some(false) => enabled = enabled.without(member),
            None => {}
        }
        if config.defer_loading == Some(true) {
            late = late.with(member);
        }
    }
    let first = enabled.iter().next().ok_or(ConfigError::NothingEnabled)?;
    match enabled.iter().find(|member| late.contains(*member) != late.contains(first)) {
        Some(member) => Err(ConfigError::MixedDeferLoading(member)),
        None => Ok(enabled),
    }
}

/// Works out which of our additions are honoured.
pub(crate) fn honoured(configs: &MemberConfigs, extensions: bool) -> Result<Extensions, ConfigError> {
    let accept = configs.get(Extension::ACCEPT_DIALOG).and_then(|config| config.enabled) == Some(true);
    if accept && !extensions {
        return Err(ConfigError::ExtensionsOff);
    }
    Ok(Extensions { until: extensions, accept_dialog: accept })
}

/// Returns the names of what is on and may only be used with somebody's approval.
pub fn gated(enabled: MemberSet, extensions: Extensions) -> impl Iterator<Item = &'static str> {
    let members = enabled.iter().filter(|member| member.needs_approval()).map(Member::name);
    members.chain(extensions.accept_dialog.then_some(Extension::ACCEPT_DIALOG))
}
