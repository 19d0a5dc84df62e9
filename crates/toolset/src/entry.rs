//! The toolset's entry in the `tools` of a request to the Messages API (K2).

use serde_json::{Map, Value, json};

use crate::config::{ConfigError, MemberConfigs};
use crate::extensions::Extension;
use crate::member::{Member, MemberSet};

/// The entry's type.
pub const TOOLSET_TYPE: &str = "browser_toolset_20260801";
/// The name under which calls of the toolset come.
pub const TOOLSET_NAME: &str = "browser";

/// Fields that an entry can't have, or that we set ourselves.
const OURS_OR_FORBIDDEN: &[&str] = &["type", "configs", "name", "strict", "input_examples", "defer_loading"];

pub(crate) fn check_fields(fields: &Map<String, Value>) -> Result<(), ConfigError> {
    match fields.keys().find(|key| OURS_OR_FORBIDDEN.contains(&key.as_str())) {
        Some(key) => Err(ConfigError::EntryField(key.clone())),
        None => Ok(()),
    }
}

/// Makes the entry. It says as little as it can: what the operator said about members, and that those which the
/// driver doesn't serve are off.
pub(crate) fn entry(fields: &Map<String, Value>, configs: &MemberConfigs, serves: MemberSet) -> Value {
    let mut said = Map::new();
    for (name, config) in configs.iter().filter(|(name, _)| *name != Extension::ACCEPT_DIALOG) {
        let mut entry = Map::new();
        let keys = [("enabled", config.enabled), ("defer_loading", config.defer_loading)];
        entry.extend(keys.iter().filter_map(|(key, value)| Some(((*key).to_owned(), (*value)?.into()))));
        if !entry.is_empty() {
            said.insert(name.clone(), entry.into());
        }
    }
    for member in Member::ALL.iter().filter(|member| !serves.contains(**member)) {
        said.insert(member.name().to_owned(), json!({ "enabled": false }));
    }
    let mut entry = fields.clone();
    entry.insert("type".to_owned(), TOOLSET_TYPE.into());
    if !said.is_empty() {
        entry.insert("configs".to_owned(), said.into());
    }
    entry.into()
}
