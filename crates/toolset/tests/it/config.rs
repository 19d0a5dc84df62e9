//! What the options may say (K1–K3), and the entry that they make.

use std::sync::Arc;

use ringfence_toolset::{
    Approval, ConfigError, ConfirmRequest, DownloadView, Extensions, Member, MemberConfig, MemberSet,
    Toolset, ToolsetOptions, configs_from_json, validate,
};
use serde_json::{Value, json};

use crate::fake::Fake;

fn make(serves: MemberSet, options: ToolsetOptions) -> Result<Toolset, ConfigError> {
    Toolset::new(Arc::new(Fake::serving(serves)), options)
}

/// Reads `configs` and makes a toolset of them.
fn configured(serves: MemberSet, configs: Value) -> Result<Toolset, ConfigError> {
    make(serves, ToolsetOptions { configs: configs_from_json(&configs)?, ..ToolsetOptions::default() })
}

fn enabled(serves: MemberSet, configs: Value) -> Result<Vec<&'static str>, ConfigError> {
    configured(serves, configs).map(|toolset| toolset.enabled().iter().map(Member::name).collect())
}

fn set(members: &[Member]) -> MemberSet {
    members.iter().copied().collect()
}

fn approving(options: ToolsetOptions) -> ToolsetOptions {
    let yes = |_: ConfirmRequest| async { Ok(Approval::Yes) };
    ToolsetOptions { confirm: Some(Arc::new(yes)), ..options }
}

#[test]
fn k1_members_off_by_default_stay_off_until_turned_on() {
    let serves = set(&[Member::Key, Member::Wait, Member::ReadConsole]);
    assert_eq!(enabled(serves, Value::Null), Ok(vec!["key", "wait"]));
    let configs = json!({"read_console": {"enabled": true}, "key": {"enabled": false}, "wait": null});
    assert_eq!(enabled(serves, configs), Ok(vec!["wait", "read_console"]));
}

#[test]
fn k1_a_configuration_error_names_its_entry() {
    let serves = set(&[Member::Key, Member::Wait]);
    let rows = [
        (json!([]), ConfigError::NotAnObject("configs".into())),
        (json!({"key": true}), ConfigError::NotAnObject("key".into())),
        (json!({"keys": {}}), ConfigError::UnknownMember("keys".into())),
        (
            json!({"key": {"enable": true}}),
            ConfigError::UnknownKey { member: "key".into(), key: "enable".into() },
        ),
        (
            json!({"key": {"enabled": "true"}}),
            ConfigError::NotBoolean { member: "key".into(), key: "enabled".into() },
        ),
        (
            json!({"key": {"defer_loading": 1}}),
            ConfigError::NotBoolean { member: "key".into(), key: "defer_loading".into() },
        ),
        (json!({"find": {"enabled": true}}), ConfigError::NotServed(Member::Find)),
        (json!({"wait": {"defer_loading": true}}), ConfigError::MixedDeferLoading(Member::Wait)),
        (json!({"key": {"defer_loading": true}}), ConfigError::MixedDeferLoading(Member::Wait)),
        (json!({"key": {"enabled": false}, "wait": {"enabled": false}}), ConfigError::NothingEnabled),
        (json!({"accept_dialog": {"enabled": true}}), ConfigError::ExtensionsOff),
    ];
    for (configs, error) in rows {
        assert_eq!(enabled(serves, configs.clone()), Err(error), "{configs}");
    }
}

#[test]
fn k1_what_is_off_or_says_nothing_is_no_mistake() {
    let serves = set(&[Member::Key, Member::Wait]);
    for configs in [
        json!({"find": {"enabled": false}}),
        json!({"find": {"enabled": null, "defer_loading": true}}),
        json!({"key": {"defer_loading": true}, "wait": {"defer_loading": true}}),
        json!({"key": {"defer_loading": false}}),
        json!({"accept_dialog": {"enabled": false}}),
    ] {
        assert_eq!(enabled(serves, configs.clone()), Ok(vec!["key", "wait"]), "{configs}");
    }
    let configs = json!({"key": {"defer_loading": true}, "wait": {"enabled": false}});
    assert_eq!(enabled(serves, configs), Ok(vec!["key"]));
}

/// Fails when it is not checked at construction: seen by taking the check out of `ToolsetOptions::resolve`.
#[test]
fn p6_what_needs_approval_can_not_be_turned_on_without_a_confirm() {
    for name in ["file_upload", "javascript_exec", "accept_dialog"] {
        let options = || ToolsetOptions {
            configs: [(name.to_owned(), MemberConfig::enabled(true))].into(),
            extensions: true,
            ..ToolsetOptions::default()
        };
        assert_eq!(make(MemberSet::all(), options()).err(), Some(ConfigError::NeedsConfirm(name)));
        assert!(make(MemberSet::all(), approving(options())).is_ok());
    }
}

#[test]
fn s5_paths_are_shown_only_with_a_directory() {
    let downloads = |directory: Option<&str>| {
        let directory = directory.map(Into::into);
        let view = DownloadView { directory, expose_paths: true, show_queries: false };
        make(MemberSet::all(), ToolsetOptions { downloads: view, ..ToolsetOptions::default() }).err()
    };
    assert_eq!(downloads(None), Some(ConfigError::NoDownloadDirectory));
    assert_eq!(downloads(Some("/data")), None);
}

#[test]
fn k2_the_entry_says_what_was_configured_and_what_is_not_served() {
    let options = ToolsetOptions {
        configs: configs_from_json(&json!({
            "key": {"enabled": false},
            "read_console": {"enabled": true, "defer_loading": false},
            "wait": {"enabled": null},
            "accept_dialog": {"enabled": true},
        }))
        .unwrap(),
        entry_fields: json!({"cache_control": {"type": "ephemeral"}}).as_object().unwrap().clone(),
        extensions: true,
        ..ToolsetOptions::default()
    };
    let serves = MemberSet::all().without(Member::Zoom).without(Member::JavascriptExec);
    let toolset = make(serves, approving(options)).unwrap();
    assert_eq!(
        toolset.to_json(),
        json!({
            "type": "browser_toolset_20260801",
            "cache_control": {"type": "ephemeral"},
            "configs": {
                "key": {"enabled": false},
                "read_console": {"enabled": true, "defer_loading": false},
                "zoom": {"enabled": false},
                "javascript_exec": {"enabled": false},
            },
        })
    );
    assert_eq!(validate::entry(&toolset.to_json()), Ok(()));
    assert_eq!(toolset.extensions(), Extensions { until: true, accept_dialog: true });
}

#[test]
fn k2_an_entry_without_anything_to_say_is_its_type() {
    let toolset = make(MemberSet::all(), ToolsetOptions::default()).unwrap();
    assert_eq!(toolset.to_json(), json!({"type": "browser_toolset_20260801"}));
    assert_eq!(validate::entry(&toolset.to_json()), Ok(()));
}

#[test]
fn k2_a_field_that_is_ours_or_that_the_api_rejects_is_a_configuration_error() {
    for field in ["configs", "type", "name", "strict", "input_examples", "defer_loading"] {
        let entry_fields = [(field.to_owned(), json!({}))].into_iter().collect();
        let options = ToolsetOptions { entry_fields, ..ToolsetOptions::default() };
        assert_eq!(make(MemberSet::all(), options).err(), Some(ConfigError::EntryField(field.into())));
    }
}
