//! What the options may say (K1).

use std::sync::Arc;

use ringfence_toolset::{ConfigError, Member, MemberConfig, MemberSet, Toolset, ToolsetOptions};

use crate::fake::Fake;

fn enabled(serves: MemberSet, configs: &[(&str, Option<bool>)]) -> Result<Vec<&'static str>, ConfigError> {
    let fake = Arc::new(Fake::serving(serves));
    let configs = configs
        .iter()
        .map(|(name, enabled)| ((*name).to_owned(), MemberConfig { enabled: *enabled, defer_loading: None }));
    let options = ToolsetOptions { configs: configs.collect(), ..ToolsetOptions::default() };
    Toolset::new(fake, options).map(|toolset| toolset.enabled().iter().map(Member::name).collect())
}

#[test]
fn k1_members_off_by_default_stay_off_until_turned_on() {
    let serves = MemberSet::empty().with(Member::Key).with(Member::Wait).with(Member::ReadConsole);
    assert_eq!(enabled(serves, &[]), Ok(vec!["key", "wait"]));
    let configs = [("read_console", Some(true)), ("key", Some(false)), ("wait", None)];
    assert_eq!(enabled(serves, &configs), Ok(vec!["wait", "read_console"]));
}

#[test]
fn k1_a_configuration_error_names_its_entry() {
    let serves = MemberSet::empty().with(Member::Key);
    assert_eq!(enabled(serves, &[("keys", None)]), Err(ConfigError::UnknownMember("keys".into())));
    assert_eq!(enabled(serves, &[("find", Some(true))]), Err(ConfigError::NotServed(Member::Find)));
    assert_eq!(enabled(serves, &[("find", Some(false))]), Ok(vec!["key"]));
    assert_eq!(enabled(serves, &[("key", Some(false))]), Err(ConfigError::NothingEnabled));
}
