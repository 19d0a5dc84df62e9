//! The tables of a configuration besides policy and members, as `show` prints them.

use std::path::PathBuf;

use ringfence_browser::Viewport;
use ringfence_egress::{Settings, Upstream};
use ringfence_policy::config::{
    Answer, ClientCertificateConfig, ConfirmConfig, CredentialConfig, EgressConfig, LookConfig, OperateConfig,
};
use ringfence_session::FileSetup;
use ringfence_toolset::secrets::cover;
use toml::{Table, Value};

use crate::browser_options::{Setup, StartOptions};

/// What a file says.
pub(super) fn in_file(egress: &EgressConfig, operate: &OperateConfig) -> Table {
    let OperateConfig { files, look, .. } = operate;
    let mut out = Table::new();
    put(&mut out, "egress", egress_said(egress));
    let roots = files.upload_roots.iter().map(|root| root.display().to_string());
    put(
        &mut out,
        "files",
        table([
            ("upload_roots", list(roots)),
            ("staging", files.staging.as_ref().map(|path| path.display().to_string().into())),
            ("downloads", files.downloads.as_ref().map(|path| path.display().to_string().into())),
            ("expose_download_paths", files.expose_download_paths.then_some(true.into())),
        ]),
    );
    put(&mut out, "look", look_table(look));
    lists(&mut out, operate);
    out
}

/// What holds with the options.
pub(super) fn effective(setup: &Setup, start: &StartOptions, operate: OperateConfig) -> Table {
    let (egress, files) = setup.reach();
    let mut out = Table::new();
    put(&mut out, "egress", egress_holds(egress));
    put(&mut out, "files", files_hold(files));
    put(&mut out, "look", look_table(&start.look.merged(operate.look.clone())));
    lists(&mut out, &operate);
    out
}

/// What holds and has no place in a file.
pub(super) fn by_options(start: &StartOptions) -> Table {
    let level: ringfence_browser::Level = start.min_level.into();
    table([
        ("viewport", Some(size(start.viewport).into())),
        ("min_level", Some(level.to_string().into())),
        ("yes", list(start.yes.iter().cloned())),
        ("ask", list(start.ask.iter().cloned())),
        ("ca_cert", list(start.ca_cert.iter().map(|path| path.display().to_string()))),
    ])
}

fn egress_said(egress: &EgressConfig) -> Table {
    // It may hold a password.
    let upstream = egress.upstream_proxy.as_ref().map(|(text, _)| {
        Upstream::parse(text.reveal())
            .map_or_else(|error| format!("(unusable: {error})"), |url| url.to_string())
    });
    table([
        ("upstream_proxy", upstream.map(Value::from)),
        ("upstream_resolves", egress.upstream_resolves.then_some(true.into())),
        ("max_tunnels", egress.max_tunnels.map(number)),
        ("max_tunnel_bytes", egress.max_tunnel_bytes.map(number)),
        ("max_session_bytes", egress.max_session_bytes.map(number)),
        ("idle_seconds", egress.idle.map(|idle| number(idle.as_secs()))),
    ])
}

fn egress_holds(settings: &Settings) -> Table {
    let Settings { timeouts, limits, upstream } = settings;
    table([
        ("upstream_proxy", upstream.as_ref().map(|url| url.to_string().into())),
        ("upstream_resolves", upstream.as_ref().map(|url| url.resolves().into())),
        ("max_tunnels", Some(number(u64::try_from(limits.exchanges).unwrap_or(u64::MAX)))),
        ("max_tunnel_bytes", Some(number(limits.exchange_bytes))),
        ("max_session_bytes", limits.total_bytes.map(number)),
        ("idle_seconds", Some(number(timeouts.idle.as_secs()))),
    ])
}

fn files_hold(files: &FileSetup) -> Table {
    let places = &files.places;
    table([
        ("upload_roots", list(places.upload_roots.iter().map(|root| root.display().to_string()))),
        ("staging", places.staging.as_ref().map(|path| path.display().to_string().into())),
        ("downloads", places.downloads.as_ref().map(|path| path.display().to_string().into())),
        ("expose_download_paths", places.downloads.is_some().then_some(files.expose_download_paths.into())),
    ])
}

fn look_table(look: &LookConfig) -> Table {
    let scheme = look.dark.map(|dark| if dark { "dark" } else { "light" });
    table([
        ("user_agent", look.user_agent.clone().map(Value::from)),
        ("locale", look.locale.clone().map(Value::from)),
        ("time_zone", look.time_zone.clone().map(Value::from)),
        ("colour_scheme", scheme.map(Value::from)),
    ])
}

/// The tables that there may be several of.
fn lists(out: &mut Table, operate: &OperateConfig) {
    let OperateConfig { confirm, credentials, client_certificates, .. } = operate;
    let lists: [(&str, Vec<Value>); 3] = [
        ("confirm", confirm.iter().map(|entry| confirm_table(entry).into()).collect()),
        ("credentials", credentials.iter().map(|entry| credential_table(entry).into()).collect()),
        (
            "client_certificates",
            client_certificates.iter().map(|entry| certificate_table(entry).into()).collect(),
        ),
    ];
    for (name, entries) in lists {
        if !entries.is_empty() {
            out.insert(name.to_owned(), entries.into());
        }
    }
}

fn confirm_table(entry: &ConfirmConfig) -> Table {
    let answer = match entry.answer {
        Answer::Allow => "allow",
        Answer::Ask => "ask",
        Answer::Deny => "deny",
    };
    table([
        ("members", entry.members.clone().map(Value::from)),
        ("hosts", entry.hosts.clone().map(Value::from)),
        ("answer", Some(answer.into())),
    ])
}

/// The password itself is in a file, which isn't read for this.
fn credential_table(entry: &CredentialConfig) -> Table {
    table([
        ("origin", Some(cover(&entry.origin).into())),
        ("user", Some(entry.user.clone().into())),
        ("password_file", Some(entry.password_file.display().to_string().into())),
    ])
}

/// The key itself is in a file, too.
fn certificate_table(entry: &ClientCertificateConfig) -> Table {
    let path = |path: &PathBuf| Value::from(path.display().to_string());
    table([
        ("origin", Some(cover(&entry.origin).into())),
        ("certificate_file", Some(path(&entry.certificate_file))),
        ("key_file", entry.key_file.as_ref().map(path)),
    ])
}

fn put(out: &mut Table, name: &str, part: Table) {
    if !part.is_empty() {
        out.insert(name.to_owned(), part.into());
    }
}

fn table<const N: usize>(entries: [(&str, Option<Value>); N]) -> Table {
    entries.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

fn list(texts: impl Iterator<Item = String>) -> Option<Value> {
    let texts: Vec<Value> = texts.map(Value::from).collect();
    (!texts.is_empty()).then_some(texts.into())
}

fn number(value: u64) -> Value {
    i64::try_from(value).unwrap_or(i64::MAX).into()
}

fn size(viewport: Viewport) -> String {
    format!("{}x{}", viewport.width(), viewport.height())
}
