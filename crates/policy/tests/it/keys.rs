//! The keys of the file, which its schema and its pages are made from.

use ringfence_policy::config::keys::{FILE, Kind, Table};

/// Every key by its path, with what holds without it. What each table and key is about has to be said in a sentence.
fn walk(table: &Table, path: &str, found: &mut Vec<(String, Option<&'static str>)>) {
    assert!(table.about.len() > 10 && table.about.ends_with('.'), "{path}: {:?}", table.about);
    assert!(!table.keys.is_empty(), "{path} has no keys");
    for key in table.keys {
        let at = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
        assert!(key.about.len() > 10 && key.about.ends_with('.'), "{at}: {:?}", key.about);
        match key.kind {
            Kind::Table(inner) => walk(inner, &at, found),
            Kind::Tables(inner) => walk(inner, &format!("{at}[]"), found),
            Kind::Members(inner) => walk(inner, &format!("{at}.*"), found),
            _ => found.push((at, key.default)),
        }
    }
}

#[test]
fn every_key_is_documented_and_its_default_is_the_one_that_holds() {
    let mut found = Vec::new();
    walk(&FILE, "", &mut found);
    let told: Vec<String> = found
        .iter()
        .map(|(path, default)| default.map_or_else(|| path.clone(), |default| format!("{path} = {default}")))
        .collect();
    let expected = [
        "policy.mode",
        "policy.allow[].host",
        "policy.allow[].origin",
        "policy.allow[].private = false",
        r#"policy.allow[].lists = ["navigate", "load"]"#,
        "policy.allow[].match",
        "policy.allow[].not_match",
        "policy.deny[].host",
        "policy.deny[].match",
        "policy.deny[].not_match",
        "egress.upstream_proxy",
        "egress.upstream_resolves = false",
        "egress.max_tunnels = 1024",
        "egress.max_tunnel_bytes = 4294967296",
        "egress.max_session_bytes",
        "egress.idle_seconds = 600",
        "members.*.enabled",
        "files.upload_roots = []",
        "files.staging",
        "files.downloads",
        "files.expose_download_paths = false",
        "look.user_agent",
        "look.locale",
        "look.time_zone",
        "look.colour_scheme",
        "confirm[].members",
        "confirm[].hosts",
        "confirm[].answer",
        "credentials[].origin",
        "credentials[].user",
        "credentials[].password_file",
        "client_certificates[].origin",
        "client_certificates[].certificate_file",
        "client_certificates[].key_file",
    ];
    assert_eq!(told, expected);
}
