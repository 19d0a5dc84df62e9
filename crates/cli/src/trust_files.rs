//! The operator's own files that a browser is given something out of: certificate authorities, passwords, and client
//! certificates with their keys.

use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use ringfence_browser::{Authorities, Login};
use ringfence_egress::{ClientCertificate, PresenterError};
use ringfence_policy::config::{ClientCertificateConfig, CredentialConfig};
use ringfence_toolset::secrets::cover;

use crate::whole_file;

/// MiB that a file of authorities, a certificate, a key or a password may have.
const LARGEST: u64 = 4;

/// Reads certificate authorities. The error is every mistake.
pub(crate) fn authorities(files: &[PathBuf]) -> Result<Authorities, Vec<String>> {
    let mut mistakes = Vec::new();
    let known = files.iter().fold(Authorities::default(), |known, file| {
        let read = whole_file::read(file, LARGEST).map_err(|error| error.to_string());
        let read = read.and_then(|pem| Authorities::from_pem(&pem).map_err(|error| error.to_string()));
        match read {
            Ok(more) => known.and(more),
            Err(why) => {
                mistakes.push(format!("--ca-cert {}: the file can't be used: {why}", file.display()));
                known
            }
        }
    });
    if mistakes.is_empty() { Ok(known) } else { Err(mistakes) }
}

/// Reads the passwords for HTTP authentication, each out of the first line of its file. The error is every mistake.
pub(crate) fn logins(entries: Vec<CredentialConfig>) -> Result<Vec<Login>, Vec<String>> {
    let mut origins = HashSet::new();
    let read = |entry: CredentialConfig| {
        let unusable =
            |why: &dyn fmt::Display| format!("{}: the credentials can't be used: {why}", entry.source);
        let name = entry.password_file.display();
        let file = whole_file::read_text(&entry.password_file, LARGEST);
        let file = file.map_err(|error| unusable(&format!("{name}: {error}")))?;
        let password = file.lines().next().unwrap_or_default();
        if password.is_empty() {
            return Err(unusable(&format!("{name}: its first line, which is the password, is empty")));
        }
        let login = Login::new(&entry.origin, &entry.user, password).map_err(|error| unusable(&error))?;
        let origin = login.origin().to_owned();
        if origins.insert(origin.clone()) {
            Ok(login)
        } else {
            Err(unusable(&format!("there are two for {origin}, and one is used; take one of them out")))
        }
    };
    all(entries.into_iter().map(read))
}

/// Reads the client certificates and their keys. The error is every mistake.
pub(crate) fn certificates(
    entries: &[ClientCertificateConfig],
) -> Result<Vec<ClientCertificate>, Vec<String>> {
    let mut origins = HashSet::new();
    let read = |entry: &ClientCertificateConfig| {
        let unusable =
            |why: &dyn fmt::Display| format!("{}: the client certificate can't be used: {why}", entry.source);
        let certificate = read_file(&entry.certificate_file).map_err(|why| unusable(&why))?;
        let key = read_file(entry.key_file()).map_err(|why| unusable(&why))?;
        let read = ClientCertificate::from_pem(&entry.origin, &certificate, &key);
        // It may say the origin as it is written, with a password in it.
        let read = read.map_err(|error| unusable(&cover(&error.to_string())))?;
        if origins.insert(read.origin().to_owned()) {
            Ok(read)
        } else {
            Err(unusable(&PresenterError::Twice(read.origin().to_owned())))
        }
    };
    all(entries.iter().map(read))
}

/// What was read, or else every mistake.
fn all<T>(read: impl Iterator<Item = Result<T, String>>) -> Result<Vec<T>, Vec<String>> {
    let (read, mistakes): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
    if mistakes.is_empty() {
        Ok(read.into_iter().flatten().collect())
    } else {
        Err(mistakes.into_iter().filter_map(Result::err).collect())
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    whole_file::read(path, LARGEST).map_err(|error| format!("{}: {error}", path.display()))
}

/// What an operator should know about files with secrets, a line each.
pub(crate) fn open_secrets(
    passwords: &[CredentialConfig],
    certificates: &[ClientCertificateConfig],
) -> Vec<String> {
    let passwords = passwords.iter().map(|entry| entry.password_file.as_path());
    let keys = certificates.iter().map(ClientCertificateConfig::key_file);
    passwords.chain(keys).filter_map(open_to_readers).collect()
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
