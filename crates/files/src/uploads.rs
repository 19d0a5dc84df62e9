//! The toolset's file policy: upload roots, staged documents, and an inbox for both (F1, F2).

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use ringfence_toolset::text::quoted;
use ringfence_toolset::{Denial, FilePolicy, UploadKind};

use crate::check::{UploadRefusal, check_upload_path};
use crate::inbox::{Inbox, InboxError};
use crate::opened::Opened;
use crate::staging::Staging;

/// Which files may be uploaded, and where their copies go.
#[derive(Debug, Clone)]
pub struct Uploads {
    /// Directories and files; nothing else may be uploaded by path.
    pub roots: Vec<PathBuf>,
    /// Staged documents; without it none has an id.
    pub staging: Option<Staging>,
    /// Where copies wait for the browser.
    pub inbox: Arc<Inbox>,
}

#[async_trait]
impl FilePolicy for Uploads {
    /// Opens and copies each file. Paths come back with every link followed, for whoever is asked to approve.
    async fn check(&self, kind: UploadKind, names: Vec<String>) -> Result<Vec<String>, Denial> {
        let uploads = self.clone();
        let checked = tokio::task::spawn_blocking(move || uploads.check_all(kind, &names));
        checked.await.map_err(Denial::failed)?
    }
}

impl Uploads {
    fn check_all(&self, kind: UploadKind, names: &[String]) -> Result<Vec<String>, Denial> {
        self.inbox.forget_waiting(kind);
        names.iter().map(|name| self.check_one(kind, name)).collect()
    }

    fn check_one(&self, kind: UploadKind, name: &str) -> Result<String, Denial> {
        let (opened, known_as) = match kind {
            UploadKind::Paths => {
                let opened = check_upload_path(name, &self.roots).map_err(|why| refused(name, &why))?;
                // A name that isn't text can't be shown to whoever approves.
                let shown = opened.path().to_str().map(str::to_owned);
                let shown = shown.ok_or_else(|| refused(name, &UploadRefusal::NotAllowed))?;
                (opened, shown)
            }
            UploadKind::DocumentIds => (self.document(name)?, name.to_owned()),
        };
        match self.inbox.put(&opened, kind, &known_as) {
            Ok(()) => Ok(known_as),
            Err(InboxError::Refused(why)) => Err(refused(name, &why)),
            Err(error @ InboxError::Io(_)) => Err(Denial::failed(error)),
        }
    }

    fn document(&self, id: &str) -> Result<Opened, Denial> {
        let found = self.staging.as_ref().map(|staging| staging.open(id));
        found.unwrap_or(Err(crate::UnknownDocument)).map_err(|why| refused(id, &why))
    }
}

fn refused(name: &str, why: &dyn std::fmt::Display) -> Denial {
    Denial::refused(format!("file_upload was refused: {} {why}. Nothing was uploaded.", quoted(name)))
}
