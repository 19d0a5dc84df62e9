//! What the file says on files, on approvals, on credentials and certificates, and on what pages are told.

use std::path::{Path, PathBuf};

use toml::de::DeTable;

use super::error::Position;
use super::reader::Reader;
use super::{Value, keys};
use crate::pattern::HostPattern;
use crate::source::Source;

/// `[files]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilesConfig {
    /// `upload_roots`.
    pub upload_roots: Vec<PathBuf>,
    /// `staging`.
    pub staging: Option<PathBuf>,
    /// `downloads`.
    pub downloads: Option<PathBuf>,
    /// `expose_download_paths`, default false.
    pub expose_download_paths: bool,
}

/// `[look]`, unchecked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LookConfig {
    /// `user_agent`.
    pub user_agent: Option<String>,
    /// `locale`.
    pub locale: Option<String>,
    /// `time_zone`.
    pub time_zone: Option<String>,
    /// `colour_scheme`: whether it is dark.
    pub dark: Option<bool>,
    /// Where the texts stand: what they may be is known to whoever uses them.
    pub places: LookPlaces,
}

/// Where the texts of `[look]` stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LookPlaces {
    /// `user_agent`.
    pub user_agent: Option<Position>,
    /// `locale`.
    pub locale: Option<Position>,
    /// `time_zone`.
    pub time_zone: Option<Position>,
}

/// What is answered when an act asks for approval. The later is the stricter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Yes.
    Allow,
    /// A person is asked.
    Ask,
    /// No.
    Deny,
}

/// One `[[confirm]]`. The names of members are not checked here: the toolset knows its members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmConfig {
    /// `members`; none means every one.
    pub members: Option<Vec<String>>,
    /// `hosts`, which are hosts; none means everywhere.
    pub hosts: Option<Vec<String>>,
    /// `answer`.
    pub answer: Answer,
    /// Its line.
    pub source: Source,
}

/// One `[[credentials]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialConfig {
    /// `origin`, unchecked.
    pub origin: String,
    /// `user`.
    pub user: String,
    /// `password_file`.
    pub password_file: PathBuf,
    /// Its line.
    pub source: Source,
}

/// One `[[client_certificates]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientCertificateConfig {
    /// `origin`, unchecked.
    pub origin: String,
    /// `certificate_file`.
    pub certificate_file: PathBuf,
    /// `key_file`; none where the key is in the certificate's file.
    pub key_file: Option<PathBuf>,
    /// Its line.
    pub source: Source,
}

impl ClientCertificateConfig {
    /// The file that the key is in.
    pub fn key_file(&self) -> &Path {
        self.key_file.as_deref().unwrap_or(&self.certificate_file)
    }
}

/// All five.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OperateConfig {
    /// `[files]`.
    pub files: FilesConfig,
    /// `[look]`.
    pub look: LookConfig,
    /// `[[confirm]]`.
    pub confirm: Vec<ConfirmConfig>,
    /// `[[credentials]]`.
    pub credentials: Vec<CredentialConfig>,
    /// `[[client_certificates]]`.
    pub client_certificates: Vec<ClientCertificateConfig>,
}

pub(super) fn read(reader: &mut Reader<'_>, root: &DeTable<'_>) -> OperateConfig {
    let files = root.get("files").and_then(|value| reader.table(value, "files"));
    let files = files.map(|table| read_files(reader, table)).unwrap_or_default();
    let look = root.get("look").and_then(|value| reader.table(value, "look"));
    let look = look.map(|table| read_look(reader, table)).unwrap_or_default();
    let confirm = reader.tables(root, "", "confirm", "answer = \"ask\"");
    let confirm = confirm.into_iter().filter_map(|value| read_confirm(reader, value)).collect();
    let credentials = reader.tables(root, "", "credentials", "origin = \"https://wiki.example.com\"");
    let credentials = credentials.into_iter().filter_map(|value| read_credential(reader, value)).collect();
    let certificates =
        reader.tables(root, "", "client_certificates", "origin = \"https://intranet.example.com\"");
    let client_certificates =
        certificates.into_iter().filter_map(|value| read_certificate(reader, value)).collect();
    OperateConfig { files, look, confirm, credentials, client_certificates }
}

fn read_files(reader: &mut Reader<'_>, table: &DeTable<'_>) -> FilesConfig {
    const PATH: &str = "files";
    reader.known_keys(table, PATH, &keys::FILES);
    FilesConfig {
        upload_roots: reader.paths(table, PATH, "upload_roots"),
        staging: reader.path(table, PATH, "staging"),
        downloads: reader.path(table, PATH, "downloads"),
        expose_download_paths: reader.boolean(table, PATH, "expose_download_paths").unwrap_or(false),
    }
}

fn read_look(reader: &mut Reader<'_>, table: &DeTable<'_>) -> LookConfig {
    const PATH: &str = "look";
    reader.known_keys(table, PATH, &keys::LOOK);
    let mut text = |key| {
        let (text, span) = reader.string(table, PATH, key)?;
        Some((text, reader.position(span.start)))
    };
    let (user_agent, locale, time_zone) =
        (text("user_agent").unzip(), text("locale").unzip(), text("time_zone").unzip());
    LookConfig {
        user_agent: user_agent.0,
        locale: locale.0,
        time_zone: time_zone.0,
        dark: reader.one_of(table, PATH, "colour_scheme", &[("light", false), ("dark", true)]),
        places: LookPlaces { user_agent: user_agent.1, locale: locale.1, time_zone: time_zone.1 },
    }
}

fn read_confirm(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<ConfirmConfig> {
    const PATH: &str = "confirm";
    let table = reader.entry(value, PATH, |text| format!("members = [{text:?}] and answer = \"ask\""))?;
    reader.known_keys(table, PATH, &keys::CONFIRM);
    let members = table.contains_key("members").then(|| reader.strings(table, PATH, "members"));
    let hosts = table.contains_key("hosts").then(|| reader.strings(table, PATH, "hosts"));
    // What is told here is not told again by whoever makes rules of them.
    let hosts = hosts.map(|mut hosts| {
        hosts.retain(|(host, span)| {
            let usable = HostPattern::new(host).is_ok();
            if !usable {
                reader.value(
                    span.clone(),
                    PATH,
                    "`hosts` names hosts, written as in an entry, such as \"example.com\"",
                );
            }
            usable
        });
        hosts
    });
    let known = [("allow", Answer::Allow), ("ask", Answer::Ask), ("deny", Answer::Deny)];
    let answer = reader.one_of(table, PATH, "answer", &known);
    if !table.contains_key("answer") {
        reader.value(value.span(), PATH, "an entry needs `answer`");
    }
    let texts = |named: Vec<(String, _)>| named.into_iter().map(|(text, _)| text).collect();
    let source = reader.source(value.span());
    // Without an answer the file is not taken; the entry stays, for its members to be checked in the same round.
    let answer = answer.unwrap_or(Answer::Deny);
    Some(ConfirmConfig { members: members.map(texts), hosts: hosts.map(texts), answer, source })
}

fn read_credential(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<CredentialConfig> {
    const PATH: &str = "credentials";
    let table = reader.entry(value, PATH, |text| format!("origin = {text:?}"))?;
    reader.known_keys(table, PATH, &keys::CREDENTIAL);
    let message = "an entry needs `origin`, `user` and `password_file`";
    needs(reader, value, table, (PATH, message), &["origin", "user", "password_file"]);
    let [origin, user] = ["origin", "user"].map(|key| reader.string(table, PATH, key).map(|(text, _)| text));
    let password_file = reader.path(table, PATH, "password_file");
    let source = reader.source(value.span());
    Some(CredentialConfig { origin: origin?, user: user?, password_file: password_file?, source })
}

fn read_certificate(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<ClientCertificateConfig> {
    const PATH: &str = "client_certificates";
    let table = reader.entry(value, PATH, |text| format!("origin = {text:?}"))?;
    reader.known_keys(table, PATH, &keys::CLIENT_CERTIFICATE);
    let message = "an entry needs `origin` and `certificate_file`";
    needs(reader, value, table, (PATH, message), &["origin", "certificate_file"]);
    let origin = reader.string(table, PATH, "origin").map(|(text, _)| text);
    let [certificate_file, key_file] =
        ["certificate_file", "key_file"].map(|key| reader.path(table, PATH, key));
    let source = reader.source(value.span());
    Some(ClientCertificateConfig { origin: origin?, certificate_file: certificate_file?, key_file, source })
}

/// Says once that an entry can't be without these.
fn needs(
    reader: &mut Reader<'_>,
    value: &Value<'_>,
    table: &DeTable<'_>,
    (path, message): (&str, &'static str),
    keys: &[&str],
) {
    if keys.iter().any(|key| !table.contains_key(*key)) {
        reader.value(value.span(), path, message);
    }
}
