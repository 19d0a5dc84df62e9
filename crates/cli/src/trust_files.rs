//! The operator's own files that a browser is given something out of: certificate authorities and passwords.

use std::path::PathBuf;
use std::{fmt, fs};

use ringfence_browser::{Authorities, Login};
use ringfence_policy::config::CredentialConfig;

/// Reads certificate authorities. The error is every mistake.
pub(crate) fn authorities(files: &[PathBuf]) -> Result<Authorities, Vec<String>> {
    let mut mistakes = Vec::new();
    let known = files.iter().fold(Authorities::default(), |known, file| {
        let read = fs::read(file).map_err(|error| error.to_string());
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
    let read = |entry: CredentialConfig| {
        let unusable =
            |why: &dyn fmt::Display| format!("{}: the credentials can't be used: {why}", entry.source);
        let file = fs::read_to_string(&entry.password_file);
        let file = file.map_err(|error| unusable(&format!("{}: {error}", entry.password_file.display())))?;
        let password = file.lines().next().unwrap_or_default();
        Login::new(&entry.origin, &entry.user, password).map_err(|error| unusable(&error))
    };
    let (read, mistakes): (Vec<_>, Vec<_>) = entries.into_iter().map(read).partition(Result::is_ok);
    if mistakes.is_empty() {
        Ok(read.into_iter().flatten().collect())
    } else {
        Err(mistakes.into_iter().filter_map(Result::err).collect())
    }
}
