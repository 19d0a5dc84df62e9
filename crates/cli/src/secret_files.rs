//! What a configuration file names rather than says: passwords, and client certificates with their keys.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use ringfence_browser::Login;
use ringfence_egress::{ClientCertificate, PresenterError};
use ringfence_policy::Source;
use ringfence_policy::config::{ClientCertificateConfig, CredentialConfig};

use crate::failure::Failure;

/// Reads the passwords for HTTP authentication, each out of the first line of its file.
pub(crate) fn logins(entries: &[CredentialConfig]) -> Result<Vec<Login>, Failure> {
    let read = |entry: &CredentialConfig| {
        let unusable = |why: &dyn fmt::Display| unusable(&entry.source, "credentials", why);
        let file = read_file(&entry.password_file).map_err(|error| unusable(&error))?;
        let file = String::from_utf8(file).map_err(|_| unusable(&"the password is not UTF-8"))?;
        let password = file.lines().next().unwrap_or_default();
        Login::new(&entry.origin, &entry.user, password).map_err(|error| unusable(&error))
    };
    entries.iter().map(read).collect()
}

/// Reads the client certificates and their keys.
pub(crate) fn certificates(entries: &[ClientCertificateConfig]) -> Result<Vec<ClientCertificate>, Failure> {
    let mut origins = HashSet::new();
    let mut read = |entry: &ClientCertificateConfig| {
        let unusable = |why: &dyn fmt::Display| unusable(&entry.source, "client certificate", why);
        let certificate = read_file(&entry.certificate_file).map_err(|error| unusable(&error))?;
        let key = read_file(entry.key_file()).map_err(|error| unusable(&error))?;
        let read = ClientCertificate::from_pem(&entry.origin, &certificate, &key);
        let read = read.map_err(|error| unusable(&error))?;
        if origins.insert(read.origin().to_owned()) {
            Ok(read)
        } else {
            Err(unusable(&PresenterError::Twice(read.origin().to_owned())))
        }
    };
    entries.iter().map(&mut read).collect()
}

/// What an operator should know about files with secrets, a line each.
pub(crate) fn warnings(
    passwords: &[CredentialConfig],
    certificates: &[ClientCertificateConfig],
) -> Vec<String> {
    let passwords = passwords.iter().map(|entry| entry.password_file.as_path());
    let keys = certificates.iter().map(ClientCertificateConfig::key_file);
    passwords.chain(keys).filter_map(open_to_readers).collect()
}

fn unusable(source: &Source, what: &str, why: &dyn fmt::Display) -> Failure {
    Failure::Usage(format!("{source}: the {what} can't be used: {why}"))
}

fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Tells of a file that others than its owner can read.
fn open_to_readers(path: &Path) -> Option<String> {
    let mode = fs::metadata(path).ok()?.permissions().mode();
    let who = match (mode & 0o004 != 0, mode & 0o040 != 0) {
        (true, _) => "everybody",
        (false, true) => "its group",
        (false, false) => return None,
    };
    let path = path.display();
    Some(format!("{who} can read {path}, in which a secret is; take that right away (chmod go-r)"))
}
